import { ok } from '../../platform/result.ts'
import { optionsOf, shownOnly, wrong, type AdminResource, type RecordAction } from '../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import { moneyText, zoneOfApp } from '../admin/shown-values.ts'
import { priceMatchRecords } from './pricematch-records.server.ts'
import type { AcceptProblem, PriceMatches } from './pricematch.server.ts'

/** What the back office lists of price match requests, and how it answers them. */

export type PriceMatchAdminDeps = { readonly priceMatches: Pick<PriceMatches, 'accept' | 'refuse'> }

export const priceMatchAdmin = (deps: PriceMatchAdminDeps) => ({ priceMatches: priceMatchResource(deps) })

const matchStates = { waiting: 'Waiting', accepted: 'Matched', refused: 'Not matched' }

function priceMatchResource(deps: PriceMatchAdminDeps): AdminResource {
  return {
    name: 'price-matches',
    title: 'Price matches',
    one: 'price match request',
    section: 'Questions',
    about:
      'Who asks for the price of another shop. A yes is a quote at the agreed price, mailed with its link; a no says why.',
    see: 'answer customers',
    change: 'answer customers',
    csv: 'set prices',
    records: priceMatchRecords,
    sort: { column: 'requestedAt', isDescending: true },
    searchHint: 'Reference, product, shop or e-mail',
    columns: [
      { name: 'reference', label: 'Reference', sorts: true },
      { name: 'requestedAt', label: 'Asked', kind: 'instant', sorts: true },
      { name: 'product', label: 'Product', sorts: true },
      { name: 'ownPrice', label: 'Our price', kind: 'money', sorts: true },
      { name: 'competitor', label: 'Other shop', sorts: true },
      { name: 'competitorPrice', label: 'Its price', kind: 'money', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: matchStates, sorts: true },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf(matchStates) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'reference', label: 'Reference', kind: 'text' },
        { name: 'requestedAt', label: 'Asked', kind: 'instant' },
        { name: 'product', label: 'Product', kind: 'text' },
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'ownPrice', label: 'Our price then', kind: 'money' },
        { name: 'competitor', label: 'Other shop', kind: 'text' },
        { name: 'competitorUrl', label: 'Its page', kind: 'text' },
        { name: 'competitorPrice', label: 'Its price', kind: 'money' },
        { name: 'postcode', label: 'Postcode', kind: 'text', isPersonal: true },
        { name: 'name', label: 'Name', kind: 'text', isPersonal: true },
        { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true },
        { name: 'phone', label: 'Telephone', kind: 'text', isPersonal: true },
        { name: 'message', label: 'Message', kind: 'long', isPersonal: true },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(matchStates) },
        { name: 'matchedPrice', label: 'Matched at', kind: 'money' },
        { name: 'reason', label: 'Why not', kind: 'long' },
        { name: 'answeredAt', label: 'Answered', kind: 'instant' },
      ]),
    nameOf: (values) => `Request ${String(values['reference'])}`,
    actions: [acceptAction(deps), refuseAction(deps)],
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => `/p/${String(values['productUri'])}`,
  }
}

const acceptAction = ({ priceMatches }: PriceMatchAdminDeps): RecordAction => ({
  name: 'accept',
  label: 'Match the price',
  about: 'They get a quote for one at this price, good for 30 days.',
  act: 'set prices',
  isOffered: ({ state }) => state === 'waiting',
  fields: (values) => [
    {
      name: 'price',
      label: 'Price',
      kind: 'money',
      min: 1,
      isRequired: true,
      initial: values['competitorPrice'] ?? null,
    },
  ],
  async run({ member, key, typed }) {
    const price = Number(typed['price'])
    const matched = await priceMatches.accept(Number(key), price, member.principal.userId)
    if (matched.ok) return ok({ said: 'Matched', before: { state: 'waiting' }, after: { state: 'accepted', price } })
    return acceptError(matched.problem)
  },
})

function acceptError(problem: AcceptProblem): ReturnType<typeof wrong> {
  switch (problem.code) {
    case 'answered':
      return wrong('', 'It has been answered meanwhile.')
    case 'not_sold':
      return wrong('price', 'The shop does not sell it any more.')
    case 'price_of_maker':
      return wrong('price', 'Its maker sets the price: nothing may be taken off it.')
    case 'price_above_shop':
      return wrong('price', 'The shop asks less than that by now.')
    case 'price_below_floor':
      return wrong('price', `The price must not be below the floor of ${moneyText(problem.floor)}.`)
  }
}

const refuseAction = ({ priceMatches }: PriceMatchAdminDeps): RecordAction => ({
  name: 'refuse',
  label: 'Do not match it',
  act: 'answer customers',
  isOffered: ({ state }) => state === 'waiting',
  fields: () => [
    {
      name: 'reason',
      label: 'Why not',
      kind: 'long',
      max: 500,
      isRequired: true,
      help: 'They read it in the mail.',
    },
  ],
  async run({ key, typed }) {
    const reason = String(typed['reason'])
    return (await priceMatches.refuse(Number(key), reason))
      ? ok({ said: 'Not matched', before: { state: 'waiting' }, after: { state: 'refused', reason } })
      : wrong('', 'It has been answered meanwhile.')
  },
})

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
      'Customers asking us to match a competitor’s price. If you match it, we email a quote; if not, we email the reason.',
    see: 'answer customers',
    change: 'answer customers',
    csv: 'set prices',
    records: priceMatchRecords,
    sort: { column: 'requestedAt', isDescending: true },
    searchHint: 'Reference, product, shop or email',
    columns: [
      { name: 'reference', label: 'Reference', sorts: true },
      { name: 'requestedAt', label: 'Requested', kind: 'instant', sorts: true },
      { name: 'product', label: 'Product', sorts: true },
      { name: 'ownPrice', label: 'Our price', kind: 'money', sorts: true },
      { name: 'competitor', label: 'Competitor', sorts: true },
      { name: 'competitorPrice', label: 'Competitor price', kind: 'money', sorts: true },
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
        { name: 'requestedAt', label: 'Requested', kind: 'instant' },
        { name: 'product', label: 'Product', kind: 'text' },
        { name: 'sku', label: 'SKU', kind: 'text' },
        { name: 'ownPrice', label: 'Our price at the time', kind: 'money' },
        { name: 'competitor', label: 'Competitor', kind: 'text' },
        { name: 'competitorUrl', label: 'Competitor page', kind: 'text' },
        { name: 'competitorPrice', label: 'Competitor price', kind: 'money' },
        { name: 'postcode', label: 'Postcode', kind: 'text', isPersonal: true },
        { name: 'name', label: 'Name', kind: 'text', isPersonal: true },
        { name: 'email', label: 'Email', kind: 'text', isPersonal: true },
        { name: 'phone', label: 'Phone', kind: 'text', isPersonal: true },
        { name: 'message', label: 'Message', kind: 'long', isPersonal: true },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(matchStates) },
        { name: 'matchedPrice', label: 'Matched at', kind: 'money' },
        { name: 'reason', label: 'Reason', kind: 'long' },
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
  label: 'Match price',
  about: 'The customer gets a quote for one unit at this price, valid for 30 days.',
  permission: 'set prices',
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
      return wrong('', 'It has already been answered.')
    case 'not_sold':
      return wrong('price', 'The shop no longer sells this product.')
    case 'price_of_maker':
      return wrong('price', 'The manufacturer sets the price, so it cannot be discounted.')
    case 'price_above_shop':
      return wrong('price', 'The shop’s price is now lower than that.')
    case 'price_below_floor':
      return wrong('price', `The price must not be below the floor of ${moneyText(problem.floor)}.`)
  }
}

const refuseAction = ({ priceMatches }: PriceMatchAdminDeps): RecordAction => ({
  name: 'refuse',
  label: 'Decline',
  permission: 'answer customers',
  isOffered: ({ state }) => state === 'waiting',
  fields: () => [
    {
      name: 'reason',
      label: 'Reason',
      kind: 'long',
      max: 500,
      isRequired: true,
      help: 'Included in the email to the customer.',
    },
  ],
  async run({ key, typed }) {
    const reason = String(typed['reason'])
    return (await priceMatches.refuse(Number(key), reason))
      ? ok({ said: 'Not matched', before: { state: 'waiting' }, after: { state: 'refused', reason } })
      : wrong('', 'It has already been answered.')
  },
})

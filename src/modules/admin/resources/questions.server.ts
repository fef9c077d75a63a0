import { ok } from '../../../platform/result.ts'
import type { RecordSet } from '../../../platform/database/record-source.server.ts'
import { notifyRecords, removeNotify } from '../../catalogue/tariff-records.server.ts'
import { contactRecords, markAnswered } from '../../content/content-records.server.ts'
import { priceMatchRecords } from '../../pricematch/pricematch-records.server.ts'
import { questionRecords, reviewRecords } from '../../reviews/review-records.server.ts'
import type { Kind } from '../../reviews/reviews.ts'
import type { Field, ListColumn } from '../admin.ts'
import {
  optionsOf,
  removing,
  shownOnly,
  wrong,
  type AdminResourceDeps,
  type AdminResource,
} from '../admin-resource.server.ts'
import { appNames, appOptions } from '../labels.ts'
import { moneyText } from '../shown-values.ts'
import { zoneOfApp } from './prices.server.ts'

const states = { pending: 'Waiting', approved: 'Shown', refused: 'Not shown' }

function written(
  { moderation }: AdminResourceDeps,
  kind: Kind,
  {
    records,
    title,
    about,
    columns,
    fields,
  }: {
    readonly records: RecordSet
    readonly title: string
    readonly about: string
    readonly columns: readonly ListColumn[]
    readonly fields: readonly Field[]
  },
): AdminResource {
  const decide = (decision: 'approved' | 'refused', name: string, label: string) =>
    ({
      name,
      label,
      act: 'moderate',
      isOffered: (values) => values['status'] !== decision,
      async run({ key, values }) {
        const isThere = await moderation.decide(kind, Number(key), decision)
        return isThere
          ? ok({ said: label, before: { status: values['status'] }, after: { status: decision } })
          : wrong('', 'It is not there any more.')
      },
    }) as const satisfies NonNullable<AdminResource['actions']>[number]
  return {
    name: `${kind}s`,
    title,
    one: kind,
    section: 'Questions',
    about,
    see: 'use the office',
    change: 'moderate',
    records,
    sort: { column: 'writtenAt', isDescending: true },
    searchHint: 'Product, words or name',
    columns: [
      { name: 'writtenAt', label: 'Written', kind: 'instant', sorts: true },
      { name: 'product', label: 'Product' },
      ...columns,
      { name: 'author', label: 'By' },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'status', label: 'State', kind: 'tag', words: states, sorts: true },
    ],
    filters: [
      { name: 'status', label: 'State', options: optionsOf(states) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      [
        { name: 'product', label: 'Product', kind: 'text' } as const,
        ...fields,
        { name: 'body', label: 'Text', kind: 'long', isPersonal: true } as const,
        { name: 'author', label: 'By', kind: 'text', isPersonal: true } as const,
        { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true } as const,
        { name: 'writtenAt', label: 'Written', kind: 'instant' } as const,
        { name: 'status', label: 'State', kind: 'choice', options: optionsOf(states) } as const,
        { name: 'answer', label: 'Our answer', kind: 'long' } as const,
      ].map((field): Field => ({ ...field, isFixed: 'always' })),
    nameOf: (values) => `${kind === 'review' ? 'Review' : 'Question'} of ${String(values['product'])}`,
    actions: [
      decide('approved', 'approve', 'Show it'),
      decide('refused', 'refuse', 'Do not show it'),
      {
        name: 'answer',
        label: 'Save answer',
        about: 'Stands below it in the shop. Empty takes the answer away.',
        act: 'moderate',
        isOffered: () => true,
        fields: (values) => [
          { name: 'answer', label: 'Answer', kind: 'long', max: 2_000, initial: values['answer'] ?? '' },
        ],
        async run({ key, values, typed }) {
          const text = String(typed['answer'] ?? '').trim()
          const isThere = await moderation.answer(kind, Number(key), text === '' ? null : text)
          return isThere
            ? ok({ said: 'Answered', before: { answer: values['answer'] }, after: { answer: text } })
            : wrong('', 'It is not there any more.')
        },
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => `/p/${String(values['productUri'])}`,
  }
}

export const reviewResource = (parts: AdminResourceDeps): AdminResource =>
  written(parts, 'review', {
    records: reviewRecords,
    title: 'Reviews',
    about:
      'What customers say of products. Nothing is shown before somebody has read it; a decision counts in lists and pages at once.',
    columns: [
      { name: 'rating', label: 'Stars', kind: 'number', sorts: true },
      { name: 'title', label: 'Title' },
    ],
    fields: [
      { name: 'rating', label: 'Stars', kind: 'whole' },
      { name: 'title', label: 'Title', kind: 'text', isPersonal: true },
    ],
  })

export const questionResource = (parts: AdminResourceDeps): AdminResource =>
  written(parts, 'question', {
    records: questionRecords,
    title: 'Questions',
    about: 'What customers ask about products. It is shown with our answer.',
    columns: [{ name: 'body', label: 'Question' }],
    fields: [],
  })

const topics = { Sales: 'Sales', Delivery: 'Delivery', Order: 'Order', Other: 'Other' }

export function contactResource({ database, clock }: AdminResourceDeps): AdminResource {
  const mark = (name: string, label: string, isAnswered: boolean) =>
    ({
      name,
      label,
      act: 'answer customers',
      isOffered: (values) => (values['answeredAt'] === null) === isAnswered,
      async run({ key }) {
        await markAnswered(database.db, key, isAnswered ? clock.now() : null)
        return ok({ said: label, after: { isAnswered } })
      },
    }) as const satisfies NonNullable<AdminResource['actions']>[number]
  return {
    name: 'contact',
    title: 'Contact requests',
    one: 'request',
    section: 'Questions',
    about: 'What people ask through the contact page, until somebody has answered.',
    see: 'answer customers',
    change: 'answer customers',
    records: contactRecords,
    sort: { column: 'createdAt', isDescending: true },
    searchHint: 'Reference, name, e-mail or order',
    columns: [
      { name: 'reference', label: 'Reference', sorts: true },
      { name: 'createdAt', label: 'Asked', kind: 'instant', sorts: true },
      { name: 'topic', label: 'About', words: topics, sorts: true },
      { name: 'name', label: 'Name' },
      { name: 'orderNumber', label: 'Order' },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'answeredAt', label: 'Answered', kind: 'instant' },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf({ waiting: 'Waiting', answered: 'Answered' }) },
      { name: 'topic', label: 'About', options: optionsOf(topics) },
      { name: 'app', label: 'Shop', options: appOptions },
    ],
    fields: () =>
      shownOnly([
        { name: 'reference', label: 'Reference', kind: 'text' },
        { name: 'createdAt', label: 'Asked', kind: 'instant' },
        { name: 'topic', label: 'About', kind: 'text' },
        { name: 'orderNumber', label: 'Order', kind: 'text' },
        { name: 'name', label: 'Name', kind: 'text', isPersonal: true },
        { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true },
        { name: 'phone', label: 'Telephone', kind: 'text', isPersonal: true },
        { name: 'postcode', label: 'Postcode', kind: 'text', isPersonal: true },
        { name: 'message', label: 'Message', kind: 'long', isPersonal: true },
        { name: 'answeredAt', label: 'Answered', kind: 'instant' },
      ]),
    nameOf: (values) => `Request ${String(values['reference'])}`,
    actions: [mark('answered', 'Say that it is answered', true), mark('reopen', 'It is not answered yet', false)],
    timeZone: (values) => zoneOfApp(values['app']),
  }
}

export const notifyResource: AdminResource = {
  name: 'notify',
  title: 'Waiting lists',
  one: 'wish',
  section: 'Questions',
  about: 'Who wants to hear when a product can be bought again.',
  see: 'answer customers',
  change: 'answer customers',
  records: notifyRecords,
  sort: { column: 'askedAt', isDescending: true },
  searchHint: 'Product, SKU or e-mail',
  columns: [
    { name: 'product', label: 'Product', sorts: true },
    { name: 'sku', label: 'SKU', sorts: true },
    { name: 'free', label: 'Free now', kind: 'number' },
    { name: 'email', label: 'E-mail' },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'askedAt', label: 'Asked', kind: 'instant', sorts: true },
  ],
  filters: [
    { name: 'which', label: 'Which', options: optionsOf({ here: 'Can be bought again' }) },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'product', label: 'Product', kind: 'text' },
      { name: 'sku', label: 'SKU', kind: 'text' },
      { name: 'free', label: 'Free now', kind: 'whole' },
      { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true },
      { name: 'phone', label: 'Telephone', kind: 'text', isPersonal: true },
      { name: 'callbackTime', label: 'To be called', kind: 'text', isPersonal: true },
      { name: 'askedAt', label: 'Asked', kind: 'instant' },
    ]),
  nameOf: (values) => `Somebody waits for ${String(values['product'])}`,
  remove: removing(removeNotify),
  removeLabel: 'They have been told: take them off the list',
}

const matchStates = { waiting: 'Waiting', accepted: 'Matched', refused: 'Not matched' }

export function priceMatchResource({ priceMatches }: AdminResourceDeps): AdminResource {
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
    sort: { column: 'askedAt', isDescending: true },
    searchHint: 'Reference, product, shop or e-mail',
    columns: [
      { name: 'reference', label: 'Reference', sorts: true },
      { name: 'askedAt', label: 'Asked', kind: 'instant', sorts: true },
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
        { name: 'askedAt', label: 'Asked', kind: 'instant' },
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
    actions: [
      {
        name: 'accept',
        label: 'Match the price',
        about: 'They get a quote for one at this price, good for 30 days.',
        act: 'set prices',
        isOffered: ({ state }) => state === 'waiting',
        fields: (values) => [
          { name: 'price', label: 'Price', kind: 'money', min: 1, isRequired: true, initial: values['competitorPrice'] ?? null },
        ], // prettier-ignore
        async run({ member, key, typed }) {
          const price = Number(typed['price'])
          const matched = await priceMatches.accept(Number(key), price, member.principal.userId)
          if (matched.ok)
            return ok({ said: 'Matched', before: { state: 'waiting' }, after: { state: 'accepted', price } })
          const { problem } = matched
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
        },
      },
      {
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
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => `/p/${String(values['productUri'])}`,
  }
}

import type { RecordSet } from '../../platform/database/record-source.server.ts'
import { ok } from '../../platform/result.ts'
import { optionsOf, wrong, type AdminResource } from '../admin/admin-resource.server.ts'
import type { Field, ListColumn } from '../admin/admin.ts'
import { appNames, appOptions } from '../admin/labels.ts'
import { zoneOfApp } from '../admin/shown-values.ts'
import type { Moderation } from './moderation.server.ts'
import { questionRecords, reviewRecords } from './review-records.server.ts'
import type { Kind } from './reviews.ts'

/** What the back office lists of reviews and questions, and decides on them. */

export type ReviewsAdminDeps = { readonly moderation: Pick<Moderation, 'answer' | 'decide'> }

export const reviewsAdmin = (deps: ReviewsAdminDeps) => ({
  reviews: reviewResource(deps),
  questions: questionResource(deps),
})

const states = { pending: 'Pending', approved: 'Published', refused: 'Rejected' }

function written(
  { moderation }: ReviewsAdminDeps,
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
      permission: 'moderate',
      isOffered: (values) => values['status'] !== decision,
      async run({ key, values }) {
        const isThere = await moderation.decide(kind, Number(key), decision)
        return isThere
          ? ok({ said: label, before: { status: values['status'] }, after: { status: decision } })
          : wrong('', 'It no longer exists.')
      },
    }) as const satisfies NonNullable<AdminResource['actions']>[number]
  return {
    name: `${kind}s`,
    title,
    one: kind,
    section: 'Questions',
    about,
    see: 'use the back office',
    change: 'moderate',
    records,
    sort: { column: 'writtenAt', isDescending: true },
    searchHint: 'Product, text or name',
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
        { name: 'email', label: 'Email', kind: 'text', isPersonal: true } as const,
        { name: 'writtenAt', label: 'Written', kind: 'instant' } as const,
        { name: 'status', label: 'State', kind: 'choice', options: optionsOf(states) } as const,
        { name: 'answer', label: 'Our answer', kind: 'long' } as const,
      ].map((field): Field => ({ ...field, isFixed: 'always' })),
    nameOf: (values) => `${kind === 'review' ? 'Review' : 'Question'} of ${String(values['product'])}`,
    actions: [
      decide('approved', 'approve', 'Publish'),
      decide('refused', 'refuse', 'Reject'),
      {
        name: 'answer',
        label: 'Save answer',
        about: 'Shown below it in the shop. Leave empty to remove the answer.',
        permission: 'moderate',
        isOffered: () => true,
        fields: (values) => [
          { name: 'answer', label: 'Answer', kind: 'long', max: 2_000, initial: values['answer'] ?? '' },
        ],
        async run({ key, values, typed }) {
          const text = String(typed['answer'] ?? '').trim()
          const isThere = await moderation.answer(kind, Number(key), text === '' ? null : text)
          return isThere
            ? ok({ said: 'Answered', before: { answer: values['answer'] }, after: { answer: text } })
            : wrong('', 'It no longer exists.')
        },
      },
    ],
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => `/p/${String(values['productUri'])}`,
  }
}

const reviewResource = (deps: ReviewsAdminDeps): AdminResource =>
  written(deps, 'review', {
    records: reviewRecords,
    title: 'Reviews',
    about: 'Product reviews by customers. Reviews are published once approved; ratings update immediately.',
    columns: [
      { name: 'rating', label: 'Stars', kind: 'number', sorts: true },
      { name: 'title', label: 'Title' },
    ],
    fields: [
      { name: 'rating', label: 'Stars', kind: 'whole' },
      { name: 'title', label: 'Title', kind: 'text', isPersonal: true },
      { name: 'pros', label: 'Likes', kind: 'lines' },
      { name: 'cons', label: 'Could be better', kind: 'lines' },
      { name: 'isVerified', label: 'Verified buyer', kind: 'switch' },
      { name: 'photos', label: 'Photos', kind: 'lines', picks: 'address', isPersonal: true },
    ],
  })

const questionResource = (deps: ReviewsAdminDeps): AdminResource =>
  written(deps, 'question', {
    records: questionRecords,
    title: 'Questions',
    about: 'Customer questions about products, published with our answer.',
    columns: [{ name: 'body', label: 'Question' }],
    fields: [],
  })

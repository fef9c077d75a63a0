import { sql } from 'kysely'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../../../platform/database/record-source.server.ts'
import { ok } from '../../../../platform/result.ts'
import { optionsOf, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { MediaUses } from '../../media-uses.server.ts'
import { dueNow } from '../sources-store.server.ts'

/** Files on other hosts that products and texts name, and why some could not be fetched. */

const states = { waiting: 'Waiting', stored: 'Stored', failed: 'Failed' } as const

const records = recordSet({
  from: sql`media_source s`,
  locked: 's',
  key: sql`lpad(s.id::text, 10, '0')`,
  byKey(key) {
    const id = numberKey(key.replace(/^0+/, ''))
    return id === null ? null : sql<boolean>`s.id = ${id}`
  },
  columns: {
    address: { sql: sql`s.address`, sorts: 'text' },
    state: { sql: sql`s.state` },
    problem: { sql: sql`s.problem` },
    attempts: { sql: sql`s.attempts` },
    checkedAt: { sql: sql`s.checked_at` },
    nextAt: { sql: sql`s.next_at`, sorts: 'timestamptz' },
  },
  search: [sql`s.address`, sql`coalesce(s.problem, '')`],
  filters: {
    state: isOne(sql`s.state`, Object.keys(states)),
    problem: (word) => (word === 'yes' ? sql<boolean>`s.problem is not null` : null),
  },
})

export function sourceResource({
  database,
  clock,
  uses,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly uses: Pick<MediaUses, 'of'>
}): AdminResource {
  return {
    name: 'picture-sources',
    title: 'Files of feeds',
    one: 'file',
    many: 'files',
    section: 'Content',
    about:
      'Pictures, documents, videos and 3D models on other hosts that products or texts name. Each is fetched, stored and checked for changes every week.',
    see: 'use the back office',
    change: 'manage content',
    records,
    sort: { column: 'nextAt', isDescending: false },
    searchHint: 'Address or problem',
    columns: [
      { name: 'address', label: 'Address', sorts: true },
      { name: 'state', label: 'State', kind: 'tag', words: states },
      { name: 'problem', label: 'Problem' },
      { name: 'attempts', label: 'Attempts', kind: 'number' },
      { name: 'checkedAt', label: 'Last try', kind: 'instant' },
      { name: 'nextAt', label: 'Next try', kind: 'instant', sorts: true },
    ],
    filters: [
      { name: 'state', label: 'State', options: optionsOf(states) },
      { name: 'problem', label: 'Problem', options: optionsOf({ yes: 'With a problem' }) },
    ],
    fields: () =>
      shownOnly([
        { name: 'address', label: 'Address', kind: 'text' },
        { name: 'state', label: 'State', kind: 'choice', options: optionsOf(states) },
        { name: 'problem', label: 'Problem', kind: 'text' },
        { name: 'attempts', label: 'Attempts since the last success', kind: 'whole' },
        { name: 'checkedAt', label: 'Last try', kind: 'instant' },
        { name: 'nextAt', label: 'Next try', kind: 'instant' },
      ]),
    nameOf: (values) => String(values['address'] ?? ''),
    async related(_key, values) {
      const found = await uses.of(database.db, { address: String(values['address']), names: [] }, 20)
      return [
        {
          title: 'Where it is used',
          columns: ['What', 'Name'],
          empty: 'No product names this picture any more.',
          rows: found.map(({ what, name, href }) => [what, href === null ? name : { text: name, href }]),
        },
      ]
    },
    actions: [
      {
        name: 'retry',
        label: 'Try again now',
        about: 'The picture is fetched within a minute.',
        permission: 'manage content',
        isOffered: () => true,
        async run({ values }) {
          await dueNow(database.db, { address: String(values['address']) }, clock.now())
          return ok({ said: 'The picture is fetched within a minute.' })
        },
      },
    ],
  }
}

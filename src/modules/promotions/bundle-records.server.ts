import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { Bundle } from './bundles.ts'

/** The SQL of bundles. A trigger tells every process of each change. */

export const bundleRecords = recordSet({
  from: sql`bundle b`,
  locked: 'b',
  key: sql`b.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`b.id = ${Number(key)}`),
  columns: {
    title: { sql: sql`b.title`, sorts: 'text' },
    app: { sql: sql`b.app`, sorts: 'text' },
    price: { sql: sql`b.price_cents` },
    skus: { sql: sql`b.skus` },
    isPublished: { sql: sql`b.is_published` },
  },
  search: [sql`b.title`, sql`array_to_string(b.skus, ' ')`],
  filters: {
    app: isOne(sql`b.app`, appCodes),
    state: (word) =>
      word === 'published' ? sql<boolean>`b.is_published` : word === 'draft' ? sql<boolean>`not b.is_published` : null,
  },
})

const columns = { title: 'title', app: 'app', price: 'price_cents', skus: 'skus', isPublished: 'is_published' } as const

const rowOf = (values: RecordValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => (values[name] === undefined ? [] : [[column, values[name]]])),
  )

export async function updateBundle(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('bundle').set(rowOf(values)).where('id', '=', Number(key)).execute()
}

export async function insertBundle(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('bundle')
    .values(rowOf(values) as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removeBundle(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('bundle').where('id', '=', Number(key)).execute()
}

/** Those that are published, of all apps. */
export async function publishedBundles(db: Reader): Promise<Bundle[]> {
  const rows = await db.selectFrom('bundle').selectAll().where('is_published', '=', true).orderBy('id').execute()
  return rows.map(({ id, app, title, price_cents: price, skus }) => ({
    id,
    app: app as Bundle['app'],
    title,
    price,
    skus,
  }))
}

/** Published bundles of the demonstration. */
export async function insertDemoBundles(db: Reader, bundles: readonly Omit<Bundle, 'id'>[]): Promise<void> {
  if (bundles.length === 0) return
  await db
    .insertInto('bundle')
    .values(
      bundles.map(({ app, title, price, skus }) => ({
        app,
        title,
        price_cents: price,
        skus: [...skus],
        is_published: true,
        is_demo: true,
      })),
    )
    .execute()
}

import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'

/** Menu settings. Triggers notify every process of each change. A key is 'aol.12'. */

export const menuRecords = recordSet({
  from: sql`navigation_entry n join category c on c.id = n.category_id`,
  locked: 'n',
  key: sql`(n.app || '.' || n.category_id)`,
  byKey(key) {
    const entry = entryKey(key)
    return entry === null ? null : sql<boolean>`n.app = ${entry.app} and n.category_id = ${entry.categoryId}`
  },
  columns: {
    category: { sql: sql`c.uri`, sorts: 'text' },
    app: { sql: sql`n.app`, sorts: 'text' },
    title: { sql: sql`n.title` },
    position: { sql: sql`n.position` },
    imageUrl: { sql: sql`n.image_url` },
    isHidden: { sql: sql`n.is_hidden` },
  },
  search: [sql`c.uri`, sql`coalesce(n.title, '')`],
  filters: { app: isOne(sql`n.app`, appCodes) },
})

function entryKey(key: string) {
  const [app = '', id = ''] = key.split('.')
  const categoryId = numberKey(id)
  return categoryId === null ? null : { app, categoryId }
}

const columns = { title: 'title', position: 'position', imageUrl: 'image_url', isHidden: 'is_hidden' } as const

const rowOf = (values: RecordValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, column]) => (values[name] === undefined ? [] : [[column, values[name]]])),
  )

export async function updateMenuEntry(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const entry = entryKey(key)
  if (entry !== null)
    await tx
      .updateTable('navigation_entry')
      .set(rowOf(values))
      .where('app', '=', entry.app)
      .where('category_id', '=', entry.categoryId)
      .execute()
}

export async function insertMenuEntry(tx: Writer, values: RecordValues): Promise<string> {
  const app = String(values['app'])
  const { id } = await tx
    .selectFrom('category')
    .select('id')
    .where('uri', '=', String(values['category']))
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('navigation_entry')
    .values({ app, category_id: id, ...rowOf(values) })
    .execute()
  return `${app}.${id}`
}

export async function removeMenuEntry(tx: Writer, key: string): Promise<void> {
  const entry = entryKey(key)
  if (entry !== null)
    await tx
      .deleteFrom('navigation_entry')
      .where('app', '=', entry.app)
      .where('category_id', '=', entry.categoryId)
      .execute()
}

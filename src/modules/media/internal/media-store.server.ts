import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { FileKind } from '../../../platform/files/file-kinds.server.ts'
import type { PictureFacts } from '../../../platform/files/picture-address.ts'

/** The SQL of media. */

export type MediaRow = {
  readonly address: string
  readonly hash: string
  readonly kind: FileKind
  readonly bytes: number
  readonly width: number | null
  readonly height: number | null
  readonly colour: string | null
}

/** Stores what an address means from now on. */
export async function saveRow(db: Reader, row: MediaRow, now: Date): Promise<void> {
  await db
    .insertInto('media')
    .values({ ...row, created_at: now })
    .onConflict((on) =>
      on.column('address').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        kind: ref('excluded.kind'),
        bytes: ref('excluded.bytes'),
        width: ref('excluded.width'),
        height: ref('excluded.height'),
        colour: ref('excluded.colour'),
        created_at: sql`greatest(media.created_at, excluded.created_at)`,
      })),
    )
    .execute()
}

export async function rowAt(db: Reader, address: string): Promise<MediaRow | null> {
  const row = await db.selectFrom('media').selectAll().where('address', '=', address).executeTakeFirst()
  return row === undefined ? null : { ...row, kind: row.kind as FileKind }
}

/** Whether a file of this content and kind is stored, under whichever address records have for it. */
export async function isStored(db: Reader, hash: string, kind: FileKind): Promise<boolean> {
  const row = await db
    .selectFrom('media')
    .select('hash')
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Every picture with an address of ours, by it: uploads and those of the demonstration. */
export const ownPictures = (db: Reader): Promise<Map<string, PictureFacts>> =>
  picturesWhere(db, sql`address like '/media/%'`)

/** The pictures that these addresses have. */
export const picturesAt = async (db: Reader, addresses: readonly string[]): Promise<Map<string, PictureFacts>> =>
  addresses.length === 0 ? new Map() : picturesWhere(db, sql`address = any(${[...addresses]}::text[])`)

async function picturesWhere(db: Reader, condition: RawBuilder<unknown>): Promise<Map<string, PictureFacts>> {
  const { rows } = await sql<PictureFacts & { readonly address: string }>`select address, hash, width, height, colour
    from media where width is not null and ${condition}`.execute(db)
  return new Map(rows.map(({ address, ...facts }) => [address, facts]))
}

/** Which of these hashes no row names. */
export async function unnamedHashes(db: Reader, hashes: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('media').select('hash').distinct().where('hash', 'in', hashes).execute()
  const named = new Set(rows.map(({ hash }) => hash))
  return hashes.filter((hash) => !named.has(hash))
}

/**
 * Deletes the rows of uploads before a time that are no longer referenced in any of these columns, by table; returns how many. A name may
 * follow a folder from another column of the row, and an order names the pictures as they were shown.
 */
export async function removeUnusedRows(
  db: Reader,
  references: Readonly<Record<string, readonly string[]>>,
  before: Date,
): Promise<number> {
  const old = await db.selectFrom('media').select('address').where('created_at', '<', before).limit(1).execute()
  if (old.length === 0) return 0
  const used = Object.entries(references).map(([table, columns]) => {
    const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`t.${sql.id(column)}::text`))})`
    return sql`select found[1] as name from ${sql.table(table)} t,
      regexp_matches(${text}, '([0-9a-f]{32})(?:[.](?:jpg|png|webp|avif|pdf|glb|mp4|webm|vtt)|/[0-9]+x)', 'g') as found
      where strpos(${text}, '/media/files') > 0 or strpos(${text}, '/media/pictures/') > 0`
  })
  const { numAffectedRows } = await sql`delete from media where created_at < ${before} and address like '/media/files/%'
    and substring(address from '[0-9a-f]{32}') not in (${sql.join(used, sql` union `)})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export type OldUpload = { readonly name: string; readonly content: Buffer; readonly createdAt: Date }

/** The next upload of an earlier version whose bytes are still only in the database. */
export async function oldUpload(db: Reader): Promise<OldUpload | null> {
  const row = await db
    .selectFrom('uploaded_file')
    .select(['name', 'content', 'created_at'])
    .where('moved_at', 'is', null)
    .where('move_problem', 'is', null)
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { name: row.name, content: Buffer.from(row.content), createdAt: row.created_at }
}

export async function noteMoved(db: Reader, name: string, moved: Date | { readonly problem: string }): Promise<void> {
  await db
    .updateTable('uploaded_file')
    .set(moved instanceof Date ? { moved_at: moved } : { move_problem: moved.problem })
    .where('name', '=', name)
    .execute()
}

/** Deletes the bytes of uploads that were moved before a time. */
export async function forgetMoved(db: Reader, before: Date): Promise<void> {
  await db.deleteFrom('uploaded_file').where('moved_at', '<', before).execute()
}

/** The bytes of an upload that could not be moved yet. */
export async function oldBytes(db: Reader, name: string): Promise<Buffer | null> {
  const row = await db.selectFrom('uploaded_file').select('content').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : Buffer.from(row.content)
}

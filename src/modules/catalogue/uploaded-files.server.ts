import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { KnownFile } from '../../platform/files/file-kinds.server.ts'

/** Pictures and documents that the shop's own people have uploaded, and where they are served. */

const folder = '/media/files/'
const fileName = /^[0-9a-f]{32}\.(jpg|png|webp|pdf)$/

/** Stores a file once under a name derived from its content, and returns its address. Uploading it again renews it. */
export async function saveFile(tx: Reader | Writer, { kind, bytes }: KnownFile, now: Date): Promise<string> {
  const name = `${sha256(bytes).slice(0, 32)}.${kind}`
  await tx
    .insertInto('uploaded_file')
    .values({ name, content: bytes, created_at: now })
    .onConflict((on) => on.column('name').doUpdateSet({ created_at: now }))
    .execute()
  return `${folder}${name}`
}

/** Null for a path that is none of a file. */
export async function fileAt(db: Reader, path: string): Promise<KnownFile | null> {
  const name = path.startsWith(folder) ? path.slice(folder.length) : ''
  const [, kind] = fileName.exec(name) ?? []
  if (kind === undefined) return null
  const row = await db.selectFrom('uploaded_file').select('content').where('name', '=', name).executeTakeFirst()
  return row === undefined ? null : { kind: kind as KnownFile['kind'], bytes: Buffer.from(row.content) }
}

/**
 * Deletes files that were uploaded before a time and are no longer referenced in any of these columns, by table; returns how many. A name
 * may follow a folder from another column of the row.
 */
export async function removeUnusedFiles(
  db: Reader,
  references: Readonly<Record<string, readonly string[]>>,
  before: Date,
): Promise<number> {
  const old = await db.selectFrom('uploaded_file').select('name').where('created_at', '<', before).limit(1).execute()
  if (old.length === 0) return 0
  const used = Object.entries(references).map(([table, columns]) => {
    const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`t.${sql.id(column)}::text`))})`
    return sql`select found[1] as name from ${sql.table(table)} t,
      regexp_matches(${text}, '([0-9a-f]{32}[.](?:jpg|png|webp|pdf))', 'g') as found where strpos(${text}, ${folder.slice(0, -1)}) > 0`
  })
  const { numAffectedRows } = await sql`delete from uploaded_file where created_at < ${before}
    and name not in (${sql.join(used, sql` union `)})`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

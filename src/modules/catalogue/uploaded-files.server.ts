import type { Reader, Writer } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { KnownFile } from '../../platform/file-kinds.server.ts'

/** Pictures and documents of products that the shop's own people have uploaded, and where they are served. */

const folder = '/media/files/'
const fileName = /^[0-9a-f]{32}\.(jpg|png|webp|pdf)$/

/** Keeps a file under a name made of what is in it, once, and answers its address. */
export async function keepFile(tx: Reader | Writer, { kind, bytes }: KnownFile, now: Date): Promise<string> {
  const name = `${sha256(bytes).slice(0, 32)}.${kind}`
  await tx
    .insertInto('uploaded_file')
    .values({ name, content: bytes, created_at: now })
    .onConflict((on) => on.column('name').doNothing())
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

import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../../platform/database/database.server.ts'
import type { FileKind } from '../../../platform/files/file-kinds.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { PictureFacts } from '../../../platform/files/picture-address.ts'
import type { AltTexts } from '../media.ts'
import { usedNames, type FileReferences } from '../media-references.server.ts'
import { pictureFacts } from '../picture-facts.server.ts'

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

/** A file whose bytes are in the storage, and that no address means yet. */
export type StoredFile = Omit<MediaRow, 'address'> & { readonly fileName: string | null }

/** Stores what an address means from now on, and returns its row's id. Crop and focal point were those of another picture. */
export async function saveRow(
  db: Reader,
  { fileName = null, ...row }: MediaRow & { readonly fileName?: string | null },
  now: Date,
): Promise<number> {
  const unlessReplaced = (name: string) =>
    sql<number | null>`case when media.hash = excluded.hash then media.${sql.id(name)} end`
  const { id } = await db
    .insertInto('media')
    .values({ ...row, file_name: fileName, created_at: now })
    .onConflict((on) =>
      on.column('address').doUpdateSet(({ ref }) => ({
        hash: ref('excluded.hash'),
        kind: ref('excluded.kind'),
        bytes: ref('excluded.bytes'),
        width: ref('excluded.width'),
        height: ref('excluded.height'),
        colour: ref('excluded.colour'),
        file_name: sql`coalesce(excluded.file_name, media.file_name)`,
        focus_x: unlessReplaced('focus_x'),
        focus_y: unlessReplaced('focus_y'),
        crop_left: unlessReplaced('crop_left'),
        crop_top: unlessReplaced('crop_top'),
        crop_width: unlessReplaced('crop_width'),
        crop_height: unlessReplaced('crop_height'),
        created_at: sql`greatest(media.created_at, excluded.created_at)`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The name of an upload: its hash, or another one where that address has got another file meanwhile. */
export async function freeName(
  db: Reader,
  folder: string,
  { hash, kind }: Pick<MediaRow, 'hash' | 'kind'>,
): Promise<string> {
  for (let name = hash; ; name = sha256(name).slice(0, 32)) {
    const row = await rowAt(db, `${folder}${name}.${kind}`)
    if (row === null || row.hash === hash) return `${name}.${kind}`
  }
}

/** Another file at an address, whose row is locked. What it meant is remembered. */
export async function replaceRow(
  tx: Reader,
  id: number,
  { fileName, kind, hash, bytes, width, height, colour }: StoredFile,
  now: Date,
): Promise<void> {
  await sql`insert into media_former (address, hash, ended_at) select address, hash, ${now} from media where id = ${id}
    on conflict (address, hash) do update set ended_at = excluded.ended_at`.execute(tx)
  const none = { focus_x: null, focus_y: null, crop_left: null, crop_top: null, crop_width: null, crop_height: null }
  await tx
    .updateTable('media')
    .set({ hash, kind, bytes, width, height, colour, file_name: fileName, ...none })
    .where('id', '=', id)
    .execute()
}

export async function rowAt(db: Reader, address: string) {
  const row = await db.selectFrom('media').selectAll().where('address', '=', address).executeTakeFirst()
  return row === undefined ? null : { ...row, kind: row.kind as FileKind }
}

export type IndexedPicture = { readonly facts: PictureFacts; readonly alt: AltTexts }

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
export const ownPictures = (db: Reader): Promise<Map<string, IndexedPicture>> =>
  picturesWhere(db, sql`address like '/media/%'`)

/** The pictures that these addresses have. */
export const picturesAt = async (db: Reader, addresses: readonly string[]): Promise<Map<string, IndexedPicture>> =>
  addresses.length === 0 ? new Map() : picturesWhere(db, sql`address = any(${[...addresses]}::text[])`)

async function picturesWhere(db: Reader, condition: RawBuilder<unknown>): Promise<Map<string, IndexedPicture>> {
  const { rows } = await sql<IndexedPicture & { readonly address: string }>`
    select address, ${pictureFacts} as facts, alt from media m where width is not null and ${condition}`.execute(db)
  return new Map(rows.map(({ address, facts, alt }) => [address, { facts, alt }]))
}

/** The pictures that have this original, each as it is shown: whole, or a part of it. */
export const picturesOf = async (db: Reader, hash: string): Promise<PictureFacts[]> =>
  [...(await picturesWhere(db, sql`hash = ${hash}`)).values()].map(({ facts }) => facts)

/** Which of these hashes no row names, and none named before its file was replaced. */
export async function unnamedHashes(db: Reader, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`select hash from media where hash = any(${[...hashes]})
    union select hash from media_former where hash = any(${[...hashes]})`.execute(db)
  const named = new Set(rows.map(({ hash }) => hash))
  return hashes.filter((hash) => !named.has(hash))
}

/**
 * Deletes the rows of uploads before a time that are no longer referenced in any of these columns, by table; returns how many. A name may
 * follow a folder from another column of the row, and an order names the pictures as they were shown.
 */
export async function removeUnusedRows(db: Reader, references: FileReferences, before: Date): Promise<number> {
  const old = await db.selectFrom('media').select('address').where('created_at', '<', before).limit(1).execute()
  if (old.length === 0) return 0
  const { numAffectedRows } = await sql`with used as materialized (${usedNames(references)})
    delete from media m where created_at < ${before} and address like '/media/files/%'
    and substring(address from '[0-9a-f]{32}') not in (select name from used) and hash not in (select name from used)
    and not exists (select from media_former f join used on used.name = f.hash where f.address = m.address)`.execute(db)
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

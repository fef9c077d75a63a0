import { sql } from 'kysely'
import type { Writer } from '../../../../platform/database/database.server.ts'
import { notify, type Reader } from '../../../../platform/database/database.server.ts'
import { numberKey, recordSet, type RecordSet } from '../../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import type { FileKind } from '../../../../platform/files/file-kinds.server.ts'
import type { MediaUses, NamedFile } from '../../media-uses.server.ts'
import { pictureFacts } from '../../picture-facts.server.ts'
import { replaceRow, saveRow, type StoredFile } from '../media-store.server.ts'
import { mediaChannel, uploadFolder } from '../uploads.server.ts'

/** Files as the library of the back office lists and edits them. */

const isUpload = sql<boolean>`m.address like ${`${uploadFolder}%`}`

export const libraryRecords = ({ usedIds, addressesOfProducts }: MediaUses): RecordSet =>
  recordSet({
    from: sql`media m`,
    locked: 'm',
    key: sql`lpad(m.id::text, 10, '0')`,
    byKey(key) {
      const id = numberKey(key.replace(/^0+/, ''))
      return id === null ? null : sql<boolean>`m.id = ${id}`
    },
    columns: {
      id: { sql: sql`m.id` },
      address: { sql: sql`m.address` },
      name: { sql: sql`coalesce(m.file_name, regexp_replace(m.address, '^.*/', ''))`, sorts: 'text' },
      fileName: { sql: sql`m.file_name` },
      kind: { sql: sql`m.kind` },
      origin: { sql: sql`case when m.is_demo then 'demo' when ${isUpload} then 'upload' else 'feed' end` },
      createdAt: { sql: sql`m.created_at`, sorts: 'timestamptz' },
      bytes: { sql: sql`m.bytes`, sorts: 'numeric' },
      width: { sql: sql`m.width` },
      height: { sql: sql`m.height` },
      colour: { sql: sql`m.colour` },
      hash: { sql: sql`m.hash` },
      alt: { sql: sql`coalesce(m.alt ->> 'en_AU', '')` },
      altNz: { sql: sql`coalesce(m.alt ->> 'en_NZ', '')` },
      focusX: { sql: sql`m.focus_x` },
      focusY: { sql: sql`m.focus_y` },
      cropLeft: { sql: sql`m.crop_left` },
      cropTop: { sql: sql`m.crop_top` },
      cropWidth: { sql: sql`m.crop_width` },
      cropHeight: { sql: sql`m.crop_height` },
      facts: { sql: pictureFacts },
    },
    search: (
      _word,
      pattern,
    ) => sql`m.file_name ilike ${pattern} or m.address ilike ${pattern} or m.alt ->> 'en_AU' ilike ${pattern}
      or m.alt ->> 'en_NZ' ilike ${pattern} or m.address in (${addressesOfProducts(pattern)})`,
    filters: {
      type: (word) =>
        word === 'picture'
          ? sql<boolean>`m.width is not null`
          : word === 'document'
            ? sql<boolean>`m.kind = 'pdf'`
            : word === 'other'
              ? sql<boolean>`m.width is null and m.kind <> 'pdf'`
              : null,
      origin: (word) =>
        word === 'upload'
          ? isUpload
          : word === 'feed'
            ? sql<boolean>`not m.is_demo and not ${isUpload}`
            : word === 'demo'
              ? sql<boolean>`m.is_demo`
              : null,
      use: (word) =>
        word === 'unused'
          ? sql<boolean>`m.id not in (${usedIds})`
          : word === 'used'
            ? sql<boolean>`m.id in (${usedIds})`
            : null,
      altText: (word) =>
        word === 'missing' ? sql<boolean>`m.width is not null and coalesce(m.alt ->> 'en_AU', '') = ''` : null,
    },
  })

/** The key of a file's record. */
export const keyOf = (id: number): string => String(id).padStart(10, '0')

const idOf = (key: string): number => Number(key)

/** What a file's record says of its bytes. */
export const storedFileOf = (values: RecordValues): StoredFile => ({
  hash: String(values['hash']),
  kind: values['kind'] as FileKind,
  bytes: Number(values['bytes']),
  width: values['width'] as number | null,
  height: values['height'] as number | null,
  colour: values['colour'] as string | null,
  fileName: (values['fileName'] ?? null) as string | null,
})

/** A row for a file, at an address that no other file has. */
export async function insertFile(tx: Writer, address: string, values: RecordValues, now: Date): Promise<string> {
  const key = keyOf(await saveRow(tx, { address, ...storedFileOf(values) }, now))
  await updateFile(tx, key, values)
  return key
}

const columns = {
  focusX: 'focus_x',
  focusY: 'focus_y',
  cropLeft: 'crop_left',
  cropTop: 'crop_top',
  cropWidth: 'crop_width',
  cropHeight: 'crop_height',
} as const

/** Writes what staff say about a file; what is not given stays. */
export async function updateFile(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const set: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) if (values[name] !== undefined) set[column] = values[name]
  const alt = Object.fromEntries(
    (['alt', 'altNz'] as const).flatMap((name, at) =>
      values[name] === undefined ? [] : [[at === 0 ? 'en_AU' : 'en_NZ', values[name] || null]],
    ),
  )
  if (Object.keys(alt).length > 0) set['alt'] = sql`jsonb_strip_nulls(alt || ${JSON.stringify(alt)}::jsonb)`
  if (Object.keys(set).length > 0) await tx.updateTable('media').set(set).where('id', '=', idOf(key)).execute()
  await notify(tx, mediaChannel, '')
}

/** Gives an address another file. The record is locked. */
export async function replaceFile(tx: Writer, key: string, values: RecordValues, now: Date): Promise<void> {
  await replaceRow(tx, idOf(key), storedFileOf(values), now)
  await updateFile(tx, key, values)
}

/** A picture of another host is asked for again when a product names it. */
export async function removeFile(tx: Writer, key: string, address: string): Promise<void> {
  await tx.deleteFrom('media').where('id', '=', idOf(key)).execute()
  await tx.deleteFrom('media_source').where('address', '=', address).execute()
  await notify(tx, mediaChannel, '')
}

/** The names by which records may have a file. */
export async function namesOf(db: Reader, values: RecordValues): Promise<NamedFile> {
  const address = String(values['address'])
  const former = await db.selectFrom('media_former').select('hash').where('address', '=', address).execute()
  const own = /[0-9a-f]{32}/.exec(address.startsWith(uploadFolder) ? address : '')?.[0]
  const names = [own, values['hash'], ...former.map(({ hash }) => hash)].filter((one) => typeof one === 'string')
  return { address, names: [...new Set(names)] }
}

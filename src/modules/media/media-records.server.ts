import { sql } from 'kysely'
import type { Writer } from '../../platform/database/database.server.ts'
import type { MediaRow } from './internal/media-store.server.ts'

/** Pictures that ship with the demonstration: their bytes are files of the project, so that only their rows are written. */

export type ShippedPicture = MediaRow

/** Writes the rows of what is new or another picture than before, and removes those of what no longer ships; whether there was any. */
export async function writeShippedPictures(
  db: Writer,
  pictures: readonly ShippedPicture[],
  now: Date,
): Promise<boolean> {
  const stored = await db.selectFrom('media').select(['address', 'hash']).where('is_demo', '=', true).execute()
  const hashOf = new Map(stored.map(({ address, hash }) => [address, hash]))
  const changed = pictures.filter(({ address, hash }) => hashOf.get(address) !== hash)
  if (changed.length > 0)
    await sql`insert into media (address, hash, kind, bytes, width, height, colour, created_at, is_demo)
      select address, hash, kind, bytes, width, height, colour, ${now}::timestamptz, true
      from json_to_recordset(${JSON.stringify(changed)}::json)
        as p (address text, hash text, kind text, bytes integer, width integer, height integer, colour text)
      on conflict (address) do update set hash = excluded.hash, kind = excluded.kind, bytes = excluded.bytes,
        width = excluded.width, height = excluded.height, colour = excluded.colour, is_demo = true`.execute(db)
  const ships = new Set(pictures.map(({ address }) => address))
  const gone = [...hashOf.keys()].filter((address) => !ships.has(address))
  if (gone.length > 0) await sql`delete from media where is_demo and address = any(${gone})`.execute(db)
  return changed.length + gone.length > 0
}

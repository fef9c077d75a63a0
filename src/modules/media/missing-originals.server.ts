import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.server.ts'
import type { ObjectStorage } from '../../platform/storage/object-storage.ts'
import { originalKey } from './internal/variants.server.ts'

/**
 * The uploads whose bytes are not in the storage, or are fewer or more than the row says, and how many were looked for. The storage is listed
 * once, so that a bucket with many originals takes a few hundred requests. Files of the demonstration ship with the program.
 */
export async function findMissingOriginals(
  db: Reader,
  storage: Pick<ObjectStorage, 'list'>,
): Promise<{ readonly expected: number; readonly missing: readonly string[] }> {
  const { rows } = await sql<{ hash: string; address: string; bytes: number | null }>`
    select hash, min(address) as address, min(bytes) as bytes from (
      select hash, address, bytes from media where not is_demo
      -- Of what an upload was before it was replaced: orders show it. Its size was not noted.
      union all select f.hash, f.address, null from media_former f
        join media m on m.address = f.address and not m.is_demo
    ) named group by hash order by 2`.execute(db)
  const stored = new Map<string, number>()
  for await (const { key, bytes } of storage.list('originals/')) stored.set(key, bytes)
  const missing = rows.filter(({ hash, bytes }) => {
    const found = stored.get(originalKey(hash))
    return found === undefined || (bytes !== null && found !== bytes)
  })
  return { expected: rows.length, missing: missing.map(({ address }) => address) }
}

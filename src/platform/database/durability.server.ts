import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { StartError } from '../start-error.ts'
import type { Database } from './database.server.ts'

/** Off, each of them lets a crash lose or damage what was committed (PostgreSQL manual, "Write Ahead Log", and "Reliability"). */
const settings = ['fsync', 'full_page_writes', 'synchronous_commit'] as const

/**
 * Looks whether the server writes what it commits to its disk: an order that was paid is committed before the shopper is told. Throws a
 * StartError that names the settings where the shop takes real money, and warns elsewhere. Nothing is read where DATABASE_DURABILITY says
 * that the storage guarantees it, nor of the embedded database, which always writes.
 */
export async function requireDurability(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  { isLive, DATABASE_DURABILITY }: Pick<Config, 'isLive' | 'DATABASE_DURABILITY'>,
  warn: (text: string) => void,
): Promise<void> {
  if (engine === 'pglite' || DATABASE_DURABILITY === 'storage') return
  const found = await sql<{
    name: string
  }>`select name from pg_settings where name in (${sql.join(settings)}) and setting = 'off' order by name`.execute(db)
  if (found.rows.length === 0) return
  const names = found.rows.map(({ name }) => name).join(', ')
  const text = `DATABASE_URL: the server has ${names} off, so a crash can lose orders that were paid.`
  if (!isLive) return warn(text)
  throw new StartError(
    `${text} Turn on ${names} there, or set DATABASE_DURABILITY=storage if the storage below it keeps every commit.`,
  )
}

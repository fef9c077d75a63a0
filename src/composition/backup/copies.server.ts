import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { days } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'

/** Databases that restore:check restores into, on the server of the shop's own. Each holds everything the shop knows of its customers. */

type Server = Pick<Database, 'session'>

/** No check takes a day: an older copy was left by one that was killed. */
const abandonedAfterMs = days(1)

/** Makes an empty database, and drops what earlier checks have left behind. Returns its name, which says when it was made. */
export async function makeCopy(server: Server, now: Date): Promise<string> {
  const name = `restore_check_${now.getTime()}_${randomBytes(4).toString('hex')}`
  await server.session(async (connection) => {
    const { rows } = await sql<{ name: string }>`select datname as name from pg_database
      where datname ~ '^restore_check_[0-9]+_' and split_part(datname, '_', 3)::bigint < ${now.getTime() - abandonedAfterMs}`.execute(
      connection,
    )
    for (const abandoned of rows)
      await sql`drop database if exists ${sql.id(abandoned.name)} with (force)`.execute(connection)
    await sql`create database ${sql.id(name)} template template0`.execute(connection)
  })
  return name
}

export const dropCopy = (server: Server, name: string): Promise<unknown> =>
  server.session((connection) => sql`drop database if exists ${sql.id(name)} with (force)`.execute(connection))

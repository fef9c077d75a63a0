import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Database } from './database.server.ts'
import { StartError } from '../start-error.ts'

/** Numbered SQL files, applied in order, each in a transaction of its own, by one process at a time. */

export type Migration = {
  readonly number: number
  readonly name: string
  readonly sql: string
  readonly checksum: string
}

/** The migrations of a folder in order. Throws when a number is missing or duplicated. */
export function readMigrations(folder: string): Migration[] {
  const migrations = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file)
      if (match === null) throw new Error(`migrations/${file}: the name must be like 0007-gift-cards.sql`)
      const text = readFileSync(join(folder, file), 'utf8')
      return {
        number: Number(match[1]),
        name: match[2] ?? '',
        sql: text,
        checksum: createHash('sha256').update(text).digest('hex'),
      }
    })
  migrations.forEach((migration, at) => {
    if (migration.number !== at + 1) throw new Error(`migrations: number ${at + 1} is missing or stands twice`)
  })
  return migrations
}

/** Brings the database to the newest version and returns how many migrations ran. Refuses a database that is ahead or was altered. */
export async function migrate(database: Database, migrations: readonly Migration[]): Promise<number> {
  const { db } = database
  const setting = database.engine === 'pglite' ? 'DATA_DIR' : 'DATABASE_URL'
  await sql`create table if not exists schema_migration (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
  )`.execute(db)
  let ran = 0
  for (const migration of migrations) {
    ran += await database.transaction(async (tx) => {
      // Held to the end of the transaction: processes that start at the same time take turns.
      await sql`select pg_advisory_xact_lock(727274)`.execute(tx)
      const { rows } = await sql<{ checksum: string }>`
        select checksum from schema_migration where number = ${migration.number}`.execute(tx)
      if (rows[0] !== undefined) {
        if (rows[0].checksum !== migration.checksum) {
          throw new StartError(
            `${setting}: the file of migration ${migration.number} (${migration.name}) was changed after it ran on this database. Restore the file and write a new migration, or name another database.`,
          )
        }
        return 0
      }
      await sql.raw(migration.sql).execute(tx)
      await sql`insert into schema_migration (number, name, checksum)
        values (${migration.number}, ${migration.name}, ${migration.checksum})`.execute(tx)
      return 1
    })
  }
  const { rows } = await sql<{ newest: number | null }>`select max(number) as newest from schema_migration`.execute(
    database.db,
  )
  const newest = rows[0]?.newest ?? 0
  if (newest > migrations.length) {
    throw new StartError(
      `${setting}: the database is at migration ${newest}, this program knows ${migrations.length}. Start the newer program.`,
    )
  }
  return ran
}

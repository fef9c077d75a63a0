import { sql } from 'kysely'
import { databaseEngines } from '../../../testing/database.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { migrate } from '../../../platform/database/migrate.server.ts'
import { readMigrations } from '../../../platform/database/migration-files.server.ts'

/** Databases of every engine this machine has, with a warehouse in each country and nothing to sell. */

export type Engine = { readonly name: string; open(): Promise<Database> }

export async function testEngines(): Promise<Engine[]> {
  const engines = await databaseEngines()
  return engines.map(({ name, open }) => ({ name, open: async () => prepared(await open()) }))
}

/** Brings a database up to date and gives it warehouses. */
export async function prepared(database: Database): Promise<Database> {
  await migrate(database, readMigrations('migrations'))
  await sql`insert into warehouse (code, title, country, time_zone, lat, lng) values
    ('2000', 'Sydney', 'AU', 'Australia/Sydney', 0, 0), ('3000', 'Melbourne', 'AU', 'Australia/Melbourne', 0, 0),
    ('1010', 'Auckland', 'NZ', 'Pacific/Auckland', 0, 0) on conflict do nothing`.execute(database.db)
  return database
}

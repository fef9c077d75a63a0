import { join } from 'node:path'
import { readConfig, type Config } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/config-schema.ts'
import type { Database } from '../platform/database/database.server.ts'
import { migrate, readMigrations } from '../platform/database/migrate.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from '../platform/database/open-database.server.ts'
import { refuseDemoRecords } from '../seed/demo-removal.server.ts'
import { seedReferenceData } from '../seed/reference-data.server.ts'

/** What the program and its commands need in the database before they start: the newest schema and the reference data. */

export type InstallationFiles = {
  /** The project's folder. */
  readonly root: string
  /** Folder of the places, public holidays and delivery terms that a new database starts with. */
  readonly geoFolder: string
}

/** Migrates the database and fills empty tables with reference data. */
export async function updateDatabase(database: Database, { root, geoFolder }: InstallationFiles): Promise<void> {
  await migrate(database, readMigrations(join(root, 'migrations')))
  await seedReferenceData(database, geoFolder)
}

/** The same for a start. Production refuses a database with demo records before it changes anything there. */
export async function updateDatabaseForStart(
  database: Database,
  { isProduction }: Pick<Config, 'isProduction'>,
  files: InstallationFiles,
): Promise<void> {
  if (isProduction) await refuseDemoRecords(database.db)
  await updateDatabase(database, files)
  // A migration may mark demo records of an older version, which had no mark.
  if (isProduction) await refuseDemoRecords(database.db)
}

/** Runs a command on the configured database, which is brought up to date first and closed afterwards. */
export async function withConfiguredDatabase<Value>(
  { env, root, geoFolder }: { readonly env: Environment; readonly root: string; readonly geoFolder: () => string },
  work: (database: Database, config: Config) => Promise<Value>,
): Promise<Value> {
  const config = readConfig(env)
  const database = await openConfiguredDatabase(config)
  try {
    await updateDatabase(database, { root, geoFolder: geoFolder() })
    return await work(database, config)
  } catch (error) {
    throw explainDatabaseError(error, config)
  } finally {
    await database.close()
  }
}

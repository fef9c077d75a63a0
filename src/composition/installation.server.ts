import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig, type Config } from '../platform/config/config.ts'
import type { Environment } from '../platform/config/config-schema.ts'
import type { Database } from '../platform/database/database.server.ts'
import type { DatabaseStatus } from '../platform/database/database-status.ts'
import { migrate } from '../platform/database/migrate.server.ts'
import { readMigrations } from '../platform/database/migration-files.server.ts'
import { addMonthsWhenFree } from '../platform/database/partitions/month-partitions.server.ts'
import { explainDatabaseError, openConfiguredDatabase } from '../platform/database/open-database.server.ts'
import { fitOf } from '../platform/database/schema-fit.ts'
import { invalidIndexes, readSchemaState } from '../platform/database/schema-state.server.ts'
import { backfillProgress } from '../platform/jobs/backfill.server.ts'
import { StartError } from '../platform/start-error.ts'
import { refuseDemoRecords } from '../seed/demo-removal.server.ts'
import { systemClock } from '../platform/clock.ts'
import { seedReferenceData } from '../seed/reference-data.server.ts'
import { backfills } from './backfills.server.ts'

/** What the program and its commands need in the database before they start: the newest schema and the reference data. */

export type InstallationFiles = {
  /** The project's folder. */
  readonly root: string
  /** Folder of the places, public holidays and delivery terms that a new database starts with. */
  readonly geoFolder: string
}

/** Migrates the database and fills empty tables with reference data. `report` gets what an operator should know of the migrations. */
export async function updateDatabase(
  database: Database,
  { root, geoFolder }: InstallationFiles,
  report: (text: string) => void = () => {},
): Promise<void> {
  await migrate(database, readMigrations(join(root, 'migrations')), { report })
  await seedReferenceData(database, geoFolder)
}

/** The same for a start. Production refuses a database with demo records before it changes anything there. */
export async function updateDatabaseForStart(
  database: Database,
  { isProduction }: Pick<Config, 'isProduction'>,
  files: InstallationFiles,
  report?: (text: string) => void,
): Promise<void> {
  if (isProduction) await refuseDemoRecords(database.db)
  await updateDatabase(database, files, report)
  // A migration may mark demo records of an older version, which had no mark.
  if (isProduction) await refuseDemoRecords(database.db)
  // The worker does this too; after a long rest the shop must not wait for it.
  await addMonthsWhenFree(database, systemClock.now())
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

/** Runs a command on the configured database as it is. An embedded database that is not there is not made. */
export async function withUnchangedDatabase<Value>(
  { env }: { readonly env: Environment },
  work: (database: Database, config: Config) => Promise<Value>,
): Promise<Value> {
  const config = readConfig(env)
  const folder = join(config.DATA_DIR, 'pgdata')
  if (config.databaseUrl === null && !existsSync(folder))
    throw new StartError(`DATA_DIR: there is no database in ${resolve(folder)}. The first start makes it.`)
  const database = await openConfiguredDatabase(config)
  try {
    return await work(database, config)
  } catch (error) {
    throw explainDatabaseError(error, config)
  } finally {
    await database.close()
  }
}

/** What `npm run db:status` shows. */
export function readDatabaseStatus(env: Environment, root: string): Promise<DatabaseStatus> {
  return withUnchangedDatabase({ env }, async ({ db }) => {
    const { applied, isCurrent } = await readSchemaState(db)
    return {
      fit: fitOf(readMigrations(join(root, 'migrations')), applied),
      invalidIndexes: await invalidIndexes(db),
      backfills: backfills.map(({ name }) => name),
      progress: isCurrent ? await backfillProgress(db) : [],
    }
  })
}

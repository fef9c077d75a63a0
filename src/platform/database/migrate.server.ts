import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { minutes, seconds } from '../clock.ts'
import { StartError } from '../start-error.ts'
import type { Database, Reader } from './database.server.ts'
import type { Migration } from './migration-files.server.ts'
import type { ConcurrentIndex } from './migration-header.ts'
import { fitOf, olderBuildText, problemOf } from './schema-fit.ts'
import { isIndexValid, makeSchemaTables, readSchemaState, recordMigration } from './schema-state.server.ts'

/**
 * Runs migrations in order, by one process at a time, while the version before serves: each in a transaction of its own, which gives up a
 * lock that it does not get soon and tries again, because every query on the table would queue behind it. An index is built without a
 * transaction and without blocking writes (decision 0077).
 */

export type MigrateOptions = {
  /** Gets what an operator should know: what ran, and what is waited for. */
  readonly report?: (text: string) => void
  /** How long a statement waits for a lock. */
  readonly lockMs?: number
  /** Between two tries. */
  readonly pauseMs?: number
  /** How long a migration is tried before the start fails. */
  readonly patienceMs?: number
}

/** Of the advisory lock; builds from before decision 0077 take the same one. */
const lockKey = 727_274
const turnPauseMs = 200
/** Less than PostgreSQL's deadlock_timeout of a second: of a migration and an order that wait for each other the migration gives up. */
const defaultLockMs = 800

/** Lock not available in time, deadlock detected (PostgreSQL manual, appendix A). */
const lockCodes: ReadonlySet<unknown> = new Set(['55P03', '40P01'])
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code

/**
 * Brings the database to the newest version that this build knows and returns how many migrations ran. A database that is ahead is left as
 * it is. Throws a StartError when the build must not run on it, or a lock was not to be had.
 */
export async function migrate(
  database: Database,
  migrations: readonly Migration[],
  options: MigrateOptions = {},
): Promise<number> {
  const { report = () => {} } = options
  const setting = database.engine === 'pglite' ? 'DATA_DIR' : 'DATABASE_URL'
  const requireFit = async (db: Reader) => {
    const { applied, isCurrent } = await readSchemaState(db)
    const fit = fitOf(migrations, applied)
    const problem = problemOf(fit)
    if (problem !== null) throw new StartError(`${setting}: ${problem}`)
    return { ...fit, isCurrent }
  }
  const fit = await requireFit(database.db)
  const older = olderBuildText(fit)
  if (older !== null) report(`${setting}: ${older}`)
  if (fit.pending.length === 0 && fit.isCurrent) return 0
  return database.session((connection) =>
    withMigrationLock(connection, report, async () => {
      await makeSchemaTables(connection)
      // Another process may have migrated meanwhile.
      const { pending } = await requireFit(connection)
      for (const migration of pending) await run(connection, migration, { ...options, report, setting })
      // Of a new database there is nothing to know.
      if (pending.length > 0 && fit.newestOfDatabase > 0)
        report(`migrations ran: ${rangeText(pending.map(({ number }) => number))}`)
      return pending.length
    }),
  )
}

const rangeText = (numbers: readonly number[]) =>
  numbers.length === 1 ? String(numbers[0]) : `${numbers[0]} to ${numbers.at(-1)}`

/** One process at a time. Waiting inside PostgreSQL would hold a snapshot, for which the building of an index waits in turn. */
async function withMigrationLock<Value>(
  connection: Reader,
  report: (text: string) => void,
  work: () => Promise<Value>,
): Promise<Value> {
  for (let tries = 0; ; tries++) {
    const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${lockKey}) as "isOurs"`.execute(
      connection,
    )
    if (rows[0]?.isOurs === true) break
    if (tries === 0) report('another process migrates the database: waiting for it')
    await wait(turnPauseMs)
  }
  try {
    return await work()
  } finally {
    // After a lost connection the server has released it.
    await sql`select pg_advisory_unlock(${lockKey})`.execute(connection).catch(() => {})
  }
}

type RunOptions = MigrateOptions & { readonly report: (text: string) => void; readonly setting: string }

async function run(connection: Reader, migration: Migration, options: RunOptions): Promise<void> {
  const { report, setting, lockMs = defaultLockMs, pauseMs = seconds(2), patienceMs = minutes(5) } = options
  const { number, name, concurrentIndex } = migration
  const startedAt = Date.now()
  for (;;) {
    try {
      if (concurrentIndex === null) await runInTransaction(connection, migration, lockMs)
      else await runIndex(connection, migration, concurrentIndex)
      return
    } catch (error) {
      if (!lockCodes.has(codeOf(error))) throw error
      if (Date.now() - startedAt > patienceMs)
        throw new StartError(
          `${setting}: migration ${number} (${name}) did not get its locks within ${Math.round(patienceMs / seconds(1))} seconds. End the long transactions on its tables (pg_stat_activity) and start again.`,
          { cause: error },
        )
      report(`migration ${number} (${name}) waits for a lock: trying again`)
      await wait(pauseMs)
    }
  }
}

async function runInTransaction(connection: Reader, migration: Migration, lockMs: number): Promise<void> {
  await connection.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(tx)
    await sql.raw(migration.sql).execute(tx)
    await recordMigration(tx, migration)
  })
}

/**
 * Builds or drops an index beside reads and writes. A process that dies leaves an index that is invalid, or one that is complete and not
 * recorded: the first is dropped and built again, the second is recorded.
 */
async function runIndex(connection: Reader, migration: Migration, { kind, name }: ConcurrentIndex): Promise<void> {
  const drop = () => sql.raw(`drop index concurrently if exists ${name}`).execute(connection)
  const isValid = kind === 'create' ? await isIndexValid(connection, name) : null
  if (isValid === false) await drop()
  if (isValid !== true) {
    try {
      await sql.raw(migration.sql).execute(connection)
    } catch (error) {
      // A unique one would go on refusing rows.
      if (kind === 'create') await drop().catch(() => {})
      throw error
    }
  }
  await recordMigration(connection, migration)
}

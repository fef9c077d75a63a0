import { sql } from 'kysely'
import type { Database, Reader } from '../../../platform/database/database.server.ts'
import { definitions, stagingName } from './import-staging.server.ts'

/** Runs of this process; on PGlite nobody else can have one. */
const runsOf = new WeakMap<Database, Set<number>>()

export function liveRuns(database: Database): Set<number> {
  const runs = runsOf.get(database) ?? new Set()
  runsOf.set(database, runs)
  return runs
}

/** Clears what dead runs left behind, and opens a run with an empty staging table. */
export async function beginRun(database: Database, source: string, now: Date): Promise<number> {
  const { db, engine } = database
  const live = liveRuns(database)
  const { rows: left } = await sql<{ id: number; is_dead: boolean }>`
    select substr(t.tablename, 16)::integer as id,
      coalesce(r.finished_at is not null or r.beat_at < now() - interval '10 minutes', true) as is_dead
    from pg_tables t left join import_run r on r.id = substr(t.tablename, 16)::integer
    where t.schemaname = current_schema() and t.tablename ~ '^import_staging_[0-9]+$'`.execute(db)
  for (const { id, is_dead } of left) {
    if (!live.has(id) && (is_dead || engine === 'pglite')) await dropRun(db, id)
  }

  const { id } = await db
    .insertInto('import_run')
    .values({ source, started_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  live.add(id)
  await sql`create unlogged table ${sql.table(stagingName(id))} (${definitions})`.execute(db)
  return id
}

export async function beat(db: Reader, run: number, counts: { read: number; rejected: number }): Promise<void> {
  await sql`update import_run set beat_at = now(), rows_read = ${counts.read}, rows_rejected = ${counts.rejected}
    where id = ${run}`.execute(db)
}

/** Forgets a run that came to nothing. */
export async function dropRun(db: Reader, run: number): Promise<void> {
  await sql`drop table if exists ${sql.table(stagingName(run))}`.execute(db)
  await sql`delete from import_run where id = ${run} and finished_at is null`.execute(db)
}

/** Fresh statistics; and PGlite, which has nobody to sweep up after it, gets its space back. */
export async function tidy({ db, engine }: Database): Promise<void> {
  const how = engine === 'pglite' ? sql`vacuum analyze` : sql`analyze`
  // The import is done and stays so, whether or not this works.
  await sql`${how} product, offer, stock, price_change`.execute(db).catch(() => {})
}

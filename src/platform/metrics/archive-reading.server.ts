import { sql } from 'kysely'
import { seconds } from '../clock.ts'
import type { Reading } from './reading.ts'
import { boundedRead } from '../database/bounded-read.server.ts'
import type { Database } from '../database/database.server.ts'

/**
 * How far behind the archive of changes is, which a lost machine is restored from (PostgreSQL manual, "pg_stat_archiver"). No values where
 * the server has no archive: a managed database does that out of sight.
 */
export const archiveReading = (
  database: Pick<Database, 'transaction'>,
): Reading<'database_archive_age_seconds' | 'database_archive_failing'> => ({
  name: 'archive',
  gauges: {
    database_archive_age_seconds: { help: 'How long ago the server last archived its changes.', labels: [] },
    database_archive_failing: { help: '1 while what the server tried last to archive has failed.', labels: [] },
  },
  maxAgeMs: seconds(15),
  timeoutMs: seconds(1),
  async read() {
    const { rows } = await boundedRead(database, seconds(1), (tx) =>
      sql<{ age: number; failing: number }>`
        select extract(epoch from clock_timestamp() - coalesce(last_archived_time, stats_reset))::double precision as age,
          (last_failed_time > coalesce(last_archived_time, '-infinity'))::integer as failing
        from pg_stat_archiver where current_setting('archive_mode') <> 'off'`.execute(tx),
    )
    return rows.flatMap(({ age, failing }) => [
      { gauge: 'database_archive_age_seconds', labels: {}, value: age },
      { gauge: 'database_archive_failing', labels: {}, value: failing ?? 0 },
    ])
  },
})

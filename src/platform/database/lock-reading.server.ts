import { sql } from 'kysely'
import { seconds } from '../clock.ts'
import type { Reading } from '../metrics/reading.ts'
import { boundedRead } from './bounded-read.server.ts'
import type { Database } from './database.server.ts'

/** Sessions of any process that wait for a lock in this database. Only a PostgreSQL server has more than one session. */
export const lockReading = (
  database: Pick<Database, 'transaction'>,
): Reading<'database_lock_waits' | 'database_lock_wait_oldest_seconds'> => ({
  name: 'locks',
  gauges: {
    database_lock_waits: { help: 'Sessions of the database that wait for a lock.', labels: [] },
    database_lock_wait_oldest_seconds: {
      help: 'How long the statement that waits longest for a lock runs.',
      labels: [],
    },
  },
  maxAgeMs: seconds(5),
  timeoutMs: seconds(1),
  async read() {
    const { rows } = await boundedRead(database, seconds(1), (tx) =>
      sql<{ waits: number; oldest: number | null }>`
        select count(*)::integer as waits, extract(epoch from max(clock_timestamp() - query_start))::double precision as oldest
        from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(tx),
    )
    const { waits = 0, oldest = null } = rows[0] ?? {}
    return [
      { gauge: 'database_lock_waits', labels: {}, value: waits },
      { gauge: 'database_lock_wait_oldest_seconds', labels: {}, value: oldest ?? 0 },
    ]
  },
})

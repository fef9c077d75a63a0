import { sql } from 'kysely'
import { seconds } from '../clock.ts'
import { boundedRead } from '../database/bounded-read.server.ts'
import type { Database } from '../database/database.server.ts'
import type { Reading } from '../metrics/reading.ts'

/** A job waits, waits to be tried again, is being done, or has failed for good. */
const states = ['created', 'retry', 'active', 'failed'] as const

/** Jobs of every process, by queue and state. Each queue has a value in each state, so that a queue without jobs is 0. */
export const jobReading = (
  database: Pick<Database, 'transaction'>,
  queues: readonly string[],
): Reading<'jobs' | 'job_oldest_seconds'> => ({
  name: 'jobs',
  gauges: {
    jobs: {
      help: 'Jobs that are not done, by queue and state; failed ones are not tried again.',
      labels: ['queue', 'state'],
    },
    job_oldest_seconds: { help: 'Age of the oldest job that is not done and has not failed.', labels: ['queue'] },
  },
  maxAgeMs: seconds(10),
  timeoutMs: seconds(2),
  async read() {
    // Jobs are written with the database's own time.
    const { rows } = await boundedRead(database, seconds(2), (tx) =>
      sql<{ queue: string; state: string; count: number; oldest: number }>`
        select name as queue, state::text as state, count(*)::integer as count,
          extract(epoch from now() - min(created_on))::double precision as oldest
        from pgboss.job where name in (${sql.join(queues)}) and state in ('created', 'retry', 'active', 'failed')
        group by name, state`.execute(tx),
    )
    return queues.flatMap((queue) => {
      const own = rows.filter((row) => row.queue === queue)
      const ages = own.filter(({ state }) => state !== 'failed').map(({ oldest }) => oldest)
      return [
        ...states.map((state) => ({
          gauge: 'jobs' as const,
          labels: { queue, state },
          value: own.find((row) => row.state === state)?.count ?? 0,
        })),
        { gauge: 'job_oldest_seconds' as const, labels: { queue }, value: Math.max(0, ...ages) },
      ]
    })
  },
})

import { sql } from 'kysely'
import { isOne, recordSet } from '../database/record-source.server.ts'

/** Jobs of the queue for operators. A job that has failed for good stays until it is retried by hand. */

export const jobStates = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'] as const

export const jobRecords = recordSet({
  from: sql`pgboss.job j`,
  locked: null,
  key: sql`j.id::text`,
  byKey: (key) => (/^[0-9a-f-]{36}$/.test(key) ? sql<boolean>`j.id = ${key}::uuid` : null),
  columns: {
    name: { sql: sql`j.name`, sorts: 'text' },
    state: { sql: sql`j.state::text`, sorts: 'text' },
    retryCount: { sql: sql`j.retry_count`, sorts: 'numeric' },
    createdOn: { sql: sql`j.created_on`, sorts: 'timestamptz' },
    startAfter: { sql: sql`j.start_after` },
    completedOn: { sql: sql`j.completed_on` },
    data: { sql: sql`j.data`, isLong: true },
    output: { sql: sql`j.output`, isLong: true },
  },
  search: [sql`j.name`, sql`j.id::text`],
  filters: { state: isOne(sql`j.state::text`, jobStates) },
})

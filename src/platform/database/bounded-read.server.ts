import { sql } from 'kysely'
import type { Database, Writer } from './database.server.ts'

/**
 * Runs queries that the server ends after `timeoutMs` each: values for operators must not keep a connection, or the server, busy for long.
 * An embedded database has no such limit.
 */
export function boundedRead<Value>(
  database: Pick<Database, 'transaction'>,
  timeoutMs: number,
  work: (tx: Writer) => Promise<Value>,
): Promise<Value> {
  return database.transaction(async (tx) => {
    await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx)
    return work(tx)
  })
}

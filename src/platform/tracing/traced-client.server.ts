import type { PoolClient } from 'pg'
import { errorType, type Tracing } from './tracing.ts'
import { summaryOf, type StatementSummary } from './statement-summary.ts'

/** Statements of one engine recur, so what is said of them is remembered; those made up as they go would only fill the memory. */
const maxSummaries = 1_000
const summaries = new Map<string, StatementSummary>()

function knownSummaryOf(statement: string): StatementSummary {
  const known = summaries.get(statement)
  if (known !== undefined) return known
  const summary = summaryOf(statement)
  if (summaries.size < maxSummaries) summaries.set(statement, summary)
  return summary
}

/** What Kysely uses of a connection. */
type Connection = Pick<PoolClient, 'release'> & { query(text: string, values?: unknown[]): Promise<unknown> }

const traced = new WeakMap<PoolClient, Connection>()

/**
 * The connection with a span for each statement inside a trace. Statements of timers and of changes that are followed have none: there are
 * several every second, all alike.
 */
export function tracedClient(client: PoolClient, tracing: Tracing): Connection {
  const known = traced.get(client)
  if (known !== undefined) return known
  const made: Connection = {
    release: (destroy) => client.release(destroy),
    query(text, values) {
      if (tracing.active() === null) return client.query(text, values)
      const { operation, summary, text: query } = knownSummaryOf(text)
      const attributes = {
        'db.system.name': 'postgresql',
        'db.namespace': (client as { database?: string }).database ?? '',
        'db.operation.name': operation,
        'db.query.summary': summary,
        'db.query.text': query,
      }
      return tracing.span({ name: summary, kind: 'client', attributes }, async (span) => {
        try {
          return await client.query(text, values)
        } catch (error) {
          span.set({ 'db.response.status_code': errorType(error) })
          throw error
        }
      })
    },
  }
  traced.set(client, made)
  return made
}

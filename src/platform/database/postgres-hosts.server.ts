import pg from 'pg'
import { hostText, parsePostgresAddress } from './postgres-address.ts'

/**
 * The hosts of an address, and which of them accepts writes. The driver knows one host for each connection; with several, or with
 * target_session_attrs, each is looked at in the order given (as libpq does) until one is no standby and not read-only.
 */
export type PostgresHosts = {
  /** Where the next connection goes. Throws when no host accepts writes now. */
  writable(): Promise<{ readonly connectionString: string }>
  /** A connection was lost, or found its server read-only: the hosts are looked at again before the next connection. */
  doubt(): void
  /** Whether new connections have to be checked. */
  readonly isChecked: boolean
}

/** A host that is silent must not take the whole time that a request waits for a connection. */
const answersWithinMs = 2_000

/** Servers answer, but none accepts writes: a standby may be about to be promoted. The code is that of a server that is not ready yet. */
class NoWritableServerError extends Error {
  readonly code = '57P03'
}

/** A standby always has transaction_read_only on. */
export const isReadOnlyStatement = `select current_setting('transaction_read_only') = 'on' as is_read_only`

export function openPostgresHosts(address: string): PostgresHosts {
  const parsed = parsePostgresAddress(address)
  if (!parsed.ok) throw new Error(`the address of the database ${parsed.problem}`)
  const { servers, isChecked } = parsed.value
  if (!isChecked) {
    const only = Promise.resolve({ connectionString: servers[0] })
    return { writable: () => only, doubt() {}, isChecked }
  }
  let found: Promise<{ readonly connectionString: string }> | null = null

  async function find(): Promise<{ readonly connectionString: string }> {
    const failures: string[] = []
    const errors: unknown[] = []
    for (const server of servers) {
      try {
        if (!(await isReadOnly(server))) return { connectionString: server }
        failures.push(`${hostText(server)}: read-only`)
      } catch (error) {
        errors.push(error)
        const { code, message } = error as Error & { code?: string }
        failures.push(`${hostText(server)}: ${code ?? message}`)
      }
    }
    if (errors.length === servers.length) throw errors[0]
    throw new NoWritableServerError(`no host accepts writes (${failures.join('; ')})`)
  }

  return {
    isChecked,
    writable() {
      if (found === null) {
        const attempt = find()
        found = attempt
        attempt.catch(() => {
          if (found === attempt) found = null
        })
      }
      return found
    },
    doubt: () => void (found = null),
  }
}

async function isReadOnly(server: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: server,
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_read_only: boolean }>(isReadOnlyStatement)
    return rows[0]?.is_read_only !== false
  } finally {
    void client.end().catch(() => {})
  }
}

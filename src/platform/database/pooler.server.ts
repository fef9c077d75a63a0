import pg from 'pg'
import type { PostgresHosts } from './postgres-hosts.server.ts'

/**
 * Whether a pooler stands between us and the server, and what a connection through it is worth. In transaction mode (PgBouncer, Supavisor,
 * Odyssey) each transaction can run on another connection of the server, so prepared statements, settings and LISTEN do not last. In session
 * mode they do.
 */
export type Pooling = 'none' | 'session' | 'transaction'

const rounds = 5
const answersWithinMs = 5_000
const noticeWithinMs = 1_000
const channel = 'storefront_pooler_test'

/** Finds out by what connections do, not by names. Throws when no connection can be made. */
export async function detectPooling(hosts: PostgresHosts): Promise<Pooling> {
  const clients: pg.Client[] = []
  const connect = async () => {
    const client = new pg.Client({
      ...(await hosts.writable()),
      connectionTimeoutMillis: answersWithinMs,
      query_timeout: answersWithinMs,
    })
    client.on('error', () => {})
    clients.push(client)
    await client.connect()
    return client
  }
  try {
    const one = await connect()
    // A server names its process when a connection begins. A pooler makes up a number: it has no process for the connection yet.
    if ((await processOf(one)) === (one as unknown as { readonly processID: number | null }).processID) return 'none'
    const other = await connect()
    for (let round = 0; round < rounds; round++) if (await shareProcesses(one, other)) return 'transaction'
    return (await hearsNotices(one, other)) ? 'session' : 'transaction'
  } finally {
    for (const client of clients) void client.end().catch(() => {})
  }
}

async function processOf(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ process: number }>('select pg_backend_pid() as process')
  return rows[0]?.process ?? null
}

/** Whether the server process of one connection serves the other too, or changes while the other holds one in a transaction. */
async function shareProcesses(one: pg.Client, other: pg.Client): Promise<boolean> {
  const before = await processOf(one)
  await other.query('begin')
  try {
    if ((await processOf(other)) === before) return true
    // When all processes are taken there is no answer; in session mode a connection has its own.
    const after = await processOf(one).catch(() => null)
    return after !== before
  } finally {
    await other.query('rollback')
  }
}

async function hearsNotices(one: pg.Client, other: pg.Client): Promise<boolean> {
  const heard = new Promise<boolean>((done) => {
    const limit = setTimeout(() => done(false), noticeWithinMs)
    one.on('notification', () => {
      clearTimeout(limit)
      done(true)
    })
  })
  await one.query(`listen ${channel}`)
  await other.query(`notify ${channel}`)
  return heard
}

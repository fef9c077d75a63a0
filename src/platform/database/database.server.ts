import { AsyncLocalStorage } from 'node:async_hooks'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { claimDataFolder } from '../config/data-folder.server.ts'
import type { DB } from './database-types.ts'
import { StartError } from '../start-error.ts'
import { tracedClient } from '../tracing/traced-client.server.ts'
import { noTracing, type Tracing } from '../tracing/tracing.ts'
import { openChangeEvents } from './change-events.server.ts'
import { currentPosition, parseNotice, type RunQuery } from './change-log.server.ts'
import { detectPooling, type Pooling } from './pooler.server.ts'
import { isReadOnlyError, PostgresClient, type PostgresClientConfig } from './postgres-client.server.ts'
import { openPostgresHosts, type PostgresHosts } from './postgres-hosts.server.ts'
import { isStalePlan, PreparingClient } from './prepared-statements.server.ts'

/**
 * Database access for both engines: a PostgreSQL server by address, or PGlite (PostgreSQL compiled to WebAssembly) in a folder. Both go
 * through the same `pg` pool and the same SQL.
 *
 * PGlite has one connection. Using the pool inside a transaction would wait for itself for ever, so `db` throws while a transaction is open
 * on the same call path: use the transaction's own handle.
 */

export type Reader = Kysely<DB>
export type Writer = Transaction<DB>

export interface Database {
  readonly engine: 'pglite' | 'postgres'
  /** For single statements outside a transaction. Throws when a transaction is open on this call path. */
  readonly db: Reader
  /**
   * Runs `work` in a transaction, retries it on serialisation failures (40001, 40P01, a changed table) and on a server that has become
   * read-only, and rolls back when it throws.
   */
  transaction<Value>(work: (tx: Writer) => Promise<Value>): Promise<Value>
  /**
   * Runs `work` on a connection of its own to the server itself, outside a transaction, where statements may take any time and wait for
   * locks without a limit: for migrations. The embedded database has only one connection, so `db` throws inside. Throws a StartError where
   * there is only a pooler that does not keep a session together.
   */
  session<Value>(work: (connection: Reader) => Promise<Value>): Promise<Value>
  /**
   * Calls back for each change on the channel that this or another process has published since the database was opened; `onGap` when some
   * may have been missed.
   */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  /** The connections of this process. */
  readonly pool: PoolState
  /** Calls back with the seconds that each statement and each transaction has waited for a connection, opening one included. */
  onConnectionWait(listener: (waited: number) => void): void
  /** From now on, statements and transactions inside a trace are spans of it. */
  traceWith(tracing: Tracing): void
  close(): Promise<void>
}

export type PoolState = {
  readonly max: number
  readonly size: number
  readonly idle: number
  /** Statements and transactions that wait for a connection. */
  readonly waiting: number
}

// The schema bounds counts and sums to what a double can represent, so 64-bit integers are read as numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Calendar days stay text: a Date would move them into the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

/** The default time limit of a statement. */
export const defaultStatementMs = 30_000

/** cannot_connect_now and too_many_connections (PostgreSQL manual, appendix A). */
const notReady: ReadonlySet<string> = new Set(['57P03', '53300'])
const startsWithinMs = 20_000

/** How much longer we wait for the server's word that a statement took too long. */
const answerTakesMs = 2_000

export type PostgresOptions = {
  /** The address for LISTEN, where that of the database leads to a pooler that does not pass notices on. */
  readonly listenUrl?: string | null
  /** Takes one line for the operator about what was found. */
  readonly report?: (text: string) => void
}

/**
 * The server ends a statement that takes longer than `statementMs`. If the server does not respond either, the connection is dropped and
 * its callers get an error.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  statementMs: number = defaultStatementMs,
  { listenUrl = null, report = () => {} }: PostgresOptions = {},
): Promise<Database> {
  const hosts = openPostgresHosts(url)
  const pooling = await whenReady(() => detectPooling(hosts))
  const config: pg.PoolConfig & PostgresClientConfig = {
    ...(await hosts.writable()),
    hosts,
    pooling,
    // Plans of many partitions look dear enough to PostgreSQL to compile them, for seconds, before they run for milliseconds (decision 0085).
    limits: {
      statement_timeout: statementMs,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 15_000,
      jit: 0,
    },
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    stream: () => impatientSocket(statementMs + answerTakesMs),
  }
  const pool = new pg.Pool({ ...config, Client: PostgresClient as unknown as typeof pg.Client } as pg.PoolConfig)
  pool.on('error', () => {})
  // Callers get the error from their query; as an unhandled event it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('release', (_error, client) => {
    if ((client as pg.PoolClient & PostgresClient).isReadOnly) void client.end().catch(() => {})
  })
  const query: RunQuery = (text, values) => pool.query(text, [...values])
  const start = await whenReady(() => currentPosition(query))
  const direct = await directServer({ hosts, pooling }, { listenUrl, report })
  const changes = openChangeEvents({
    query,
    start,
    listenHosts: direct?.hosts ?? null,
    onUnreachable: ({ message }) =>
      report(
        `${listenUrl === null ? 'DATABASE_URL' : 'DATABASE_LISTEN_URL'}: LISTEN is not possible now (${message}). ${polled}`,
      ),
  })
  return database({
    engine: 'postgres',
    pool,
    listen: changes.listen,
    session: (work) => onOwnConnection(direct, work),
    async close() {
      await changes.close()
      await pool.end()
    },
  })
}

/** Where sessions last: for LISTEN, and for migrations. */
type Server = { readonly hosts: PostgresHosts; readonly pooling: Pooling }

async function onOwnConnection<Value>(
  server: Server | null,
  work: (connection: Reader) => Promise<Value>,
): Promise<Value> {
  if (server === null)
    throw new StartError(
      'DATABASE_URL: migrations cannot run through a pooler in transaction mode. Set DATABASE_LISTEN_URL to the server itself.',
    )
  const config: pg.PoolConfig & PostgresClientConfig = {
    ...(await server.hosts.writable()),
    ...server,
    limits: { statement_timeout: 0, lock_timeout: 0 },
    max: 1,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  }
  const pool = new pg.Pool({ ...config, Client: PostgresClient as unknown as typeof pg.Client } as pg.PoolConfig)
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    return await new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }).connection().execute(work)
  } finally {
    await pool.end()
  }
}

const polled = 'Changes are read from the change log every second.'

/** Where notices are heard; null where they cannot arrive. Says what was found and what follows from it. */
async function directServer(
  { hosts, pooling }: Server,
  { listenUrl, report }: { readonly listenUrl: string | null; readonly report: (text: string) => void },
): Promise<Server | null> {
  const found = 'DATABASE_URL leads to a pooler in transaction mode: prepared statements are off'
  if (listenUrl === null) {
    if (pooling !== 'transaction') return { hosts, pooling }
    report(
      `${found}, and LISTEN does not work. ${polled} Set DATABASE_LISTEN_URL to the server itself to follow them at once.`,
    )
    return null
  }
  const own = openPostgresHosts(listenUrl)
  // A server that cannot be reached now is tried again by whoever listens.
  const direct = await detectPooling(own).catch((): Pooling => 'none')
  if (direct === 'transaction') {
    report(
      `DATABASE_LISTEN_URL leads to a pooler in transaction mode, where LISTEN does not work. ${polled} Set it to the server itself.`,
    )
    return null
  }
  if (pooling === 'transaction') report(`${found}. LISTEN goes to DATABASE_LISTEN_URL.`)
  return { hosts: own, pooling: direct }
}

/** A server that starts up, shuts down or has all its connections taken is waited for; one that is not there is not. */
async function whenReady<Value>(ask: () => Promise<Value>): Promise<Value> {
  const until = Date.now() + startsWithinMs
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const isBusy = notReady.has((error as { code?: string }).code ?? '')
      if (!isBusy || Date.now() > until) throw error
      await wait(250)
    }
  }
}

/** A connection that ends when nothing arrives for that long. The pool closes idle ones long before. */
function impatientSocket(silentMs: number): Socket {
  const socket = new Socket()
  // How long connecting may take is the pool's affair.
  socket.once('connect', () =>
    socket.setTimeout(silentMs, () => socket.destroy(new Error(`The database has said nothing for ${silentMs} ms.`))),
  )
  return socket
}

export async function startPglite(options: PGliteOptions): Promise<PGlite> {
  // Node 24 ends now and then with 'Check failed: jit_page_->allocations_.erase(addr) == 1' when it frees machine code of WebAssembly that it
  // has replaced (https://github.com/nodejs/node/issues/64500). To keep that code takes a few megabytes.
  setFlagsFromString('--no-wasm-code-gc')
  const { PGlite } = await import('@electric-sql/pglite')
  return PGlite.create(options)
}

/** Opens the embedded database of a folder, or in memory when `folder` is null (tests). */
export async function openPglite(folder: string | null): Promise<Database> {
  const release = folder === null ? async () => {} : await claimDataFolder(folder)
  let pglite: PGlite
  try {
    pglite = await startPglite({ dataDir: folder === null ? 'memory://' : join(folder, 'pgdata') })
  } catch (error) {
    await release()
    throw error
  }
  return pgliteHandle(pglite, async () => {
    await pglite.close()
    await release()
  })
}

/** A handle of an open PGlite instance. Closing it waits for its work, then calls `close`. */
export async function pgliteHandle(pglite: PGlite, close: () => Promise<void>): Promise<Database> {
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres')
  const pool = new pg.Pool({ ...createPgConfig(pglite), Client: PreparingClient, max: 1 } as pg.PoolConfig)
  const listen = async (channel: string, onNotice: (payload: string) => void) => {
    // PGlite calls back from within the transaction that sent the notification; the listener must run outside of it.
    const outside = AsyncLocalStorage.snapshot()
    return pglite.listen(channel, (text) => outside(onNotice, parseNotice(text).payload))
  }
  return database({
    engine: 'pglite',
    pool,
    listen,
    session: null,
    async close() {
      await pool.end()
      await close()
    },
  })
}

function database({
  engine,
  pool,
  listen,
  session,
  close,
}: Pick<Database, 'engine' | 'listen' | 'close'> & {
  readonly pool: pg.Pool
  /** Null where a connection of the pool serves. */
  readonly session: Database['session'] | null
}): Database {
  const waits: ((waited: number) => void)[] = []
  let tracing = noTracing
  const measured = {
    async connect() {
      const startedAt = performance.now()
      try {
        const client = await pool.connect()
        return tracing.isOn ? (tracedClient(client, tracing) as pg.PoolClient) : client
      } finally {
        const waited = (performance.now() - startedAt) / 1_000
        for (const listener of waits) listener(waited)
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool: measured }) })
  const inTransaction = new AsyncLocalStorage<true>()
  const refuseNested = () => {
    if (inTransaction.getStore()) throw new Error('A transaction is open here: use its own handle, not the pool.')
  }
  return {
    engine,
    pool: stateOf(pool),
    onConnectionWait: (listener) => void waits.push(listener),
    traceWith: (given) => void (tracing = given),
    get db() {
      refuseNested()
      return kysely
    },
    async transaction(work) {
      refuseNested()
      const run = () => retried(() => inTransaction.run(true, () => kysely.transaction().execute(work)))
      return tracing.isOn ? tracing.span({ name: 'transaction', kind: 'internal' }, run) : run()
    },
    async session(work) {
      refuseNested()
      return inTransaction.run(true, () => (session === null ? kysely.connection().execute(work) : session(work)))
    },
    listen,
    close,
  }
}

/** Runs a transaction again that failed through no fault of its own. */
async function retried<Value>(transaction: () => Promise<Value>): Promise<Value> {
  for (let tries = 1; ; tries++) {
    try {
      return await transaction()
    } catch (error) {
      const code = (error as { code?: string }).code
      const canRetry = code === '40001' || code === '40P01' || isStalePlan(error) || isReadOnlyError(error)
      if (!canRetry || tries === 5) throw error
      await wait(5 * 2 ** tries * Math.random())
    }
  }
}

const stateOf = (pool: pg.Pool): PoolState => ({
  get max() {
    return pool.options.max
  },
  get size() {
    return pool.totalCount
  },
  get idle() {
    return pool.idleCount
  },
  get waiting() {
    return pool.waitingCount
  },
})

/** Runs a complete statement of a library (the job queue) on the pool or inside a transaction. */
export async function runStatement(
  on: Reader | Writer,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const { rows } = await on.executeQuery(CompiledQuery.raw(text, [...values]))
  return { rows }
}

/** Announces a change to every process, through the change log, when and only when the transaction commits. */
export async function notify(tx: Reader | Writer, channel: string, payload: string): Promise<void> {
  await sql`select publish_change(${channel}, ${payload})`.execute(tx)
}

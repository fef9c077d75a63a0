import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer, Socket, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { DataFolderError, openDataFolder } from '../config/data-folder.server.ts'
import type { DB } from './database-types.ts'
import { openChangeEvents } from './change-events.server.ts'
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
  /** Runs `work` in a transaction, retries it on serialisation failures (40001, 40P01, a changed table), and rolls back when it throws. */
  transaction<Value>(work: (tx: Writer) => Promise<Value>): Promise<Value>
  /** Calls back for each notification on the channel, from this or another process; `onGap` when some may have been missed. */
  listen(channel: string, onNotice: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
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

/**
 * The server ends a statement that takes longer than `statementMs`. If the server does not respond either, the connection is dropped and
 * its callers get an error.
 */
export async function openPostgres(
  url: string,
  poolSize: number,
  statementMs: number = defaultStatementMs,
): Promise<Database> {
  const pool = new pg.Pool({
    Client: PreparingClient,
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    options: `-c statement_timeout=${statementMs} -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000`,
    stream: () => impatientSocket(statementMs + answerTakesMs),
  })
  pool.on('error', () => {})
  // Callers get the error from their query; as an unhandled event it would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  await whenReady(() => pool.query('select 1'))
  const changes = openChangeEvents(url)
  return database('postgres', pool, changes.listen, async () => {
    await changes.close()
    await pool.end()
  })
}

/** A server that starts up, shuts down or has all its connections taken is waited for; one that is not there is not. */
async function whenReady(ask: () => Promise<unknown>): Promise<void> {
  const until = Date.now() + startsWithinMs
  for (;;) {
    try {
      await ask()
      return
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
  socket.setTimeout(silentMs, () => socket.destroy(new Error(`The database has said nothing for ${silentMs} ms.`)))
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
  const release = folder === null ? async () => {} : await claimFolder(folder)
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
    return pglite.listen(channel, (payload) => outside(onNotice, payload))
  }
  return database('pglite', pool, listen, async () => {
    await pool.end()
    await close()
  })
}

function database(
  engine: Database['engine'],
  pool: pg.Pool,
  listen: Database['listen'],
  close: () => Promise<void>,
): Database {
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  const inTransaction = new AsyncLocalStorage<true>()
  const refuseNested = () => {
    if (inTransaction.getStore()) throw new Error('A transaction is open here: use its own handle, not the pool.')
  }
  return {
    engine,
    get db() {
      refuseNested()
      return kysely
    },
    async transaction(work) {
      refuseNested()
      for (let tries = 1; ; tries++) {
        try {
          return await inTransaction.run(true, () => kysely.transaction().execute(work))
        } catch (error) {
          const code = (error as { code?: string }).code
          const canRetry = code === '40001' || code === '40P01' || isStalePlan(error)
          if (!canRetry || tries === 5) throw error
          await wait(5 * 2 ** tries * Math.random())
        }
      }
    },
    listen,
    close,
  }
}

/** Runs a complete statement of a library (the job queue) on the pool or inside a transaction. */
export async function runStatement(
  on: Reader | Writer,
  text: string,
  values: readonly unknown[] = [],
): Promise<{ rows: unknown[] }> {
  const { rows } = await on.executeQuery(CompiledQuery.raw(text, [...values]))
  return { rows }
}

/** Sends a notice to every process, when and only when the transaction commits. */
export async function notify(tx: Reader | Writer, channel: string, payload: string): Promise<void> {
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx)
}

/**
 * Locks the folder for this process. The lock is a listening socket, which the kernel releases however the process ends; a lock file would
 * outlive a kill -9.
 */
async function claimFolder(folder: string): Promise<() => Promise<void>> {
  openDataFolder(folder)
  const digest = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 16)
  // Paths of sockets are short by nature (about 100 characters), so it cannot live in the folder itself.
  const path = process.platform === 'win32' ? `\\\\.\\pipe\\storefront-${digest}` : `/tmp/storefront-${digest}.sock`
  for (let tries = 0; ; tries++) {
    try {
      const server = await listenOn(path)
      return () => new Promise((done) => server.close(() => done()))
    } catch (error) {
      if ((error as { code?: string }).code !== 'EADDRINUSE' || tries === 3) throw error
    }
    if (await isAnswered(path)) {
      throw new DataFolderError(
        `Another process already uses the embedded database in ${resolve(folder)}. Stop it, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(path, { force: true })
  }
}

function listenOn(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', fail)
    server.listen(path, () => done(server))
    server.unref()
  })
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

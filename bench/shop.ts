import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePorts } from '../src/testing/shop/free-ports.ts'

/** The built shop as a process of its own, as a visitor meets it: it counts as started when it has served a page. */

export type BenchShop = {
  readonly pid: number
  readonly port: number
  /** From the start of the process to the first page served. */
  readonly startSeconds: number
  residentMegabytes(): Promise<number>
  /** The same of the process and of those that it has started. */
  treeMegabytes(): number
  stop(): Promise<void>
}

const project = join(import.meta.dirname, '..')
const quiet = '--disable-warning=ExperimentalWarning'

/** Everything the processes of one run share; the sandbox stands for the payment providers. */
export type BenchSite = { readonly env: Record<string, string>; readonly port: number; closeSandbox(): Promise<void> }

export async function openSite(dataDir: string): Promise<BenchSite> {
  const [port = 0, identity = 0, cms = 0, sandboxPort = 0, mail = 0] = await freePorts(5)
  const env = {
    NODE_ENV: 'production',
    ENV: 'test',
    APP: 'aol',
    HOST: '127.0.0.1',
    PORT: String(port),
    IDENTITY_PORT: String(identity),
    CMS_PORT: String(cms),
    SANDBOX_PORT: String(sandboxPort),
    MAIL_PORT: String(mail),
    SHOP_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    RATE_LIMITS: 'off',
    SANDBOX_QUIET: 'on',
  }
  const sandbox = start([quiet, 'sandbox/main.ts'], env)
  await firstAnswer(`http://127.0.0.1:${sandboxPort}/livez`, sandbox)
  return { env, port, closeSandbox: () => end(sandbox) }
}

/** An empty database on the PostgreSQL server of the tests; null where none answers. */
export async function openServerDatabase(): Promise<{
  readonly name: string
  readonly url: string
  /** So much of everything that nothing sells out and no day fills up; a shop reads it when it starts. */
  stockUp(): Promise<void>
  /** Nobody waits in the waiting room. */
  emptyQueue(): Promise<void>
  drop(): Promise<void>
} | null> {
  const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  const name = `storefront_bench_${process.pid}`
  const run = async (statement: string, at = server) => {
    const client = new pg.Client(at)
    await client.connect()
    await client.query(statement).finally(() => client.end())
  }
  try {
    await run(`create database ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code === 'ECONNREFUSED') return null
    throw error
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    async stockUp() {
      await run('update stock set quantity = 100000 where quantity > 0', url.href)
      await run('update delivery_tier set orders_a_day = 100000', url.href)
    },
    emptyQueue: () => run('update waiting_room set serving = issued, lost = issued', url.href),
    drop: () => run(`drop database ${name} with (force)`),
  }
}

/** `parts` are those of the program that run in this process; by default all. */
export async function startShop(
  site: Pick<BenchSite, 'env' | 'port'>,
  env: Record<string, string> = {},
  parts: readonly string[] = [],
): Promise<BenchShop> {
  const startedAt = performance.now()
  const shop = start(['build/server/index.js', ...parts], { ...site.env, ...env })
  await firstAnswer(`http://127.0.0.1:${site.port}/`, shop)
  const startSeconds = (performance.now() - startedAt) / 1_000
  return {
    pid: shop.pid ?? 0,
    port: site.port,
    startSeconds,
    async residentMegabytes() {
      const text = await (await fetch(`http://127.0.0.1:${site.port}/metrics`)).text()
      const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
      if (bytes === undefined) throw new Error('The shop does not say how much memory it uses.')
      return Number(bytes) / 2 ** 20
    },
    treeMegabytes: () => treeMegabytes(shop.pid ?? 0),
    stop: () => end(shop),
  }
}

/** Resident memory of a process and its children (proc(5)). */
function treeMegabytes(pid: number): number {
  const read = (path: string) => readFileSync(`/proc/${pid}/${path}`, 'utf8')
  try {
    const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(read('status'))?.[1] ?? 0) / 1_024
    const children = read(`task/${pid}/children`).trim().split(' ').filter(Boolean)
    return children.reduce((sum, child) => sum + treeMegabytes(Number(child)), own)
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

/** Runs a command of the project to its end and says how many seconds it took. */
export async function timed(args: readonly string[], env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  const child = start([quiet, ...args], env)
  await exit(child)
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed:\n${written.get(child) ?? ''}`)
  return (performance.now() - startedAt) / 1_000
}

const written = new WeakMap<ChildProcess, string>()
const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')))

function start(args: readonly string[], env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.add(child)
  child.once('exit', () => children.delete(child))
  const keep = (chunk: Buffer) => void written.set(child, `${written.get(child) ?? ''}${chunk}`.slice(-4_000))
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  return child
}

function exit(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((done) => child.once('exit', () => done()))
}

function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  return exit(child)
}

async function firstAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 12_000 && child.exitCode === null; tries++) {
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await wait(5)
  }
  throw new Error(`${url} did not come up. The process wrote:\n${written.get(child) ?? ''}`)
}

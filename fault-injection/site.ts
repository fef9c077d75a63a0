import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Failpoint } from '../src/platform/failpoint.ts'
import { openFaultyProxy, type FaultyProxy } from './faulty-proxy.ts'
import { freePorts } from '../src/testing/shop/free-ports.ts'

/**
 * The whole shop as real processes with a faulty proxy between each two of them: two of the application, one for background work,
 * the providers' sandbox, and a database of the run's own on a PostgreSQL server.
 */

/** A second worker is not part of the site; it is started by mistake. */
export type ProcessName = 'app-1' | 'app-2' | 'worker' | 'worker-2' | 'sandbox'

/** Settings of the shop's processes, the same for all or by process and name of the database. */
export type SiteSettings =
  | Readonly<Record<string, string>>
  | ((who: ProcessName, database: string) => Readonly<Record<string, string>>)

/** The links that can have faults. PayPal has a host name of its own, because its webhooks name the URL of its certificate. */
export const linkNames = [
  'app-1 to database',
  'app-2 to database',
  'worker to database',
  'app-1 to providers',
  'app-2 to providers',
  'worker to providers',
  'shop to PayPal',
  'providers to shop',
  'shopper to app-1',
  'shopper to app-2',
] as const
export type LinkName = (typeof linkNames)[number]

export type StartOptions = {
  readonly crashAt?: Failpoint
  /** The folder of the version: its build and its migrations. */
  readonly version?: string
}

export type Site = {
  readonly links: Readonly<Record<LinkName, FaultyProxy>>
  /** Bypasses all proxies: for checks, not for shoppers. */
  readonly database: pg.Pool
  readonly databaseUrl: string
  readonly sandboxUrl: string
  /** The URLs at which shoppers reach the two applications. */
  readonly shops: readonly [string, string]
  /** Ends a process as a power cut would. */
  kill(name: ProcessName): Promise<void>
  /** Waits until a process has exited by itself; false on timeout. */
  died(name: ProcessName, withinMs: number): Promise<boolean>
  /** Starts a process again, optionally to die at a named point, or of another version of the program. */
  start(name: ProcessName, how?: StartOptions): Promise<void>
  /** Asks a process to stop, as a supervisor does, and returns its exit code. */
  stop(name: ProcessName): Promise<number | null>
  /** Suspends a process, and resumes it. */
  pause(name: ProcessName): void
  resume(name: ProcessName): void
  isRunning(name: ProcessName): boolean
  /** Where an application listens, bypassing all proxies. */
  portOf(name: 'app-1' | 'app-2'): number
  /** Files with the output of all processes. */
  logs(): readonly string[]
  close(): Promise<void>
}

const project = join(import.meta.dirname, '..')
const defaultServer = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const quiet = '--disable-warning=ExperimentalWarning'
const connectionsEach = 6
/** Each has a port, and one for the mails it shows. */
const shopProcesses = 4

async function asAdmin<Value>(server: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Whether there is a PostgreSQL server for the database of a run. */
export const hasServer = (): Promise<boolean> =>
  asAdmin(defaultServer, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )

/** A faulty proxy between each two processes that communicate. */
async function openLinks(
  server: string,
  sandboxPort: number,
  ports: readonly number[],
  random: () => number,
): Promise<Record<LinkName, FaultyProxy>> {
  const toDatabase = { target: Number(new URL(server).port || 5432), random }
  const toSandbox = { target: sandboxPort, random }
  return {
    'app-1 to database': await openFaultyProxy(toDatabase),
    'app-2 to database': await openFaultyProxy(toDatabase),
    'worker to database': await openFaultyProxy(toDatabase),
    'app-1 to providers': await openFaultyProxy(toSandbox),
    'app-2 to providers': await openFaultyProxy(toSandbox),
    'worker to providers': await openFaultyProxy(toSandbox),
    'shop to PayPal': await openFaultyProxy(toSandbox),
    'providers to shop': await openFaultyProxy({ target: ports[0] ?? 0, random }),
    'shopper to app-1': await openFaultyProxy({ target: ports[0] ?? 0, random }),
    'shopper to app-2': await openFaultyProxy({ target: ports[1] ?? 0, random }),
  }
}

type Programs = Readonly<Record<ProcessName, { args: string[]; env: Record<string, string | undefined>; live: string }>>

/** How each process is started, and the URL that shows it is ready. */
function programsOf(
  {
    folder,
    server,
    name,
    sandboxPort,
    ports,
    settings,
  }: {
    folder: string
    server: string
    name: string
    sandboxPort: number
    ports: readonly number[]
    settings: SiteSettings
  },
  links: Record<LinkName, FaultyProxy>,
): Programs {
  const shared = {
    ...process.env,
    NODE_ENV: 'production',
    ENV: 'test',
    APP: 'aol',
    HOST: '127.0.0.1',
    IDENTITY_PORT: '0',
    CMS_PORT: '0',
    DATA_DIR: folder,
    DATABASE_POOL: String(connectionsEach),
    LOG_LEVEL: 'debug',
    RATE_LIMITS: 'off',
    PAGE_CACHE_MB: '0',
    GATEWAY_AGENCY_MERCHANT_ACCOUNT: 'StorefrontAgency',
    PAYPAL_URL: `http://127.0.0.1:${links['shop to PayPal'].port}/paypal`,
    SHOP_URL: `http://127.0.0.1:${links['providers to shop'].port}`,
  }
  const databaseThrough = (link: LinkName) => {
    const url = new URL(server)
    url.hostname = '127.0.0.1'
    url.port = String(links[link].port)
    url.pathname = `/${name}`
    return url.href
  }
  const settingsOf = (who: ProcessName) => (typeof settings === 'function' ? settings(who, name) : settings)
  const part = (at: number, who: 'app-1' | 'app-2' | 'worker' | 'worker-2') => {
    const through = who === 'worker-2' ? 'worker' : who
    return {
      ...shared,
      PORT: String(ports[at]),
      MAIL_PORT: String(ports[at + shopProcesses]),
      PUBLIC_URL: `http://127.0.0.1:${links[who === 'app-2' ? 'shopper to app-2' : 'shopper to app-1'].port}`,
      SANDBOX_PORT: String(links[`${through} to providers`].port),
      DATABASE_URL: databaseThrough(`${through} to database`),
      ...settingsOf(who),
    }
  }
  return {
    sandbox: {
      args: [quiet, 'sandbox/main.ts'],
      env: {
        ...shared,
        ...settingsOf('sandbox'),
        SANDBOX_PORT: String(sandboxPort),
        SANDBOX_URL: `http://127.0.0.1:${links['shop to PayPal'].port}`,
        SANDBOX_CONTROL: 'on',
      },
      live: `http://127.0.0.1:${sandboxPort}/livez`,
    },
    'app-1': {
      args: ['build/server/index.js', 'shop'],
      env: part(0, 'app-1'),
      live: `http://127.0.0.1:${ports[0]}/livez`,
    },
    'app-2': {
      args: ['build/server/index.js', 'shop'],
      env: part(1, 'app-2'),
      live: `http://127.0.0.1:${ports[1]}/livez`,
    },
    worker: {
      args: ['build/server/index.js', 'worker'],
      env: part(2, 'worker'),
      live: `http://127.0.0.1:${ports[2 + shopProcesses]}/`,
    },
    'worker-2': {
      args: ['build/server/index.js', 'worker'],
      env: part(3, 'worker-2'),
      live: `http://127.0.0.1:${ports[3 + shopProcesses]}/`,
    },
  }
}

/** Starts and stops the processes of a site. */
function createProcesses(programs: Programs, folder: string) {
  const children = new Map<ProcessName, ChildProcess>()
  const ends = new WeakMap<ChildProcess, Promise<void>>()
  const logFile = (one: ProcessName) => join(folder, 'logs', `${one}.txt`)
  const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null
  const ended = async (child: ChildProcess): Promise<void> => ends.get(child)

  async function start(who: ProcessName, { crashAt, version = project }: StartOptions = {}): Promise<void> {
    const { args, env, live } = programs[who]
    const child = spawn(process.execPath, args, {
      cwd: version,
      env: { ...env, ...(crashAt === undefined ? {} : { CRASH_AT: crashAt }) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.set(who, child)
    const end = new Promise<void>((done) => child.once('exit', () => done()))
    ends.set(child, end)
    const file = createWriteStream(logFile(who), { flags: 'a' })
    child.stdout.pipe(file, { end: false })
    child.stderr.pipe(file, { end: false })
    const isWritten = new Promise<void>((done) => file.once('finish', () => done()))
    child.once('close', () => file.end())
    const until = Date.now() + 60_000
    while (!hasEnded(child) && Date.now() < until) {
      const isUp = await fetch(live, { signal: AbortSignal.timeout(1_000) }).then(
        (answer) => answer.ok,
        () => false,
      )
      if (isUp) return
      await wait(25)
    }
    if (hasEnded(child)) await isWritten
    // A process that is to die at a named point may do so while it starts; any other exit is a bug in these tests or in the shop.
    if (crashAt === undefined || child.exitCode !== null)
      throw new Error(`${who} did not come up. It wrote:\n${readFileSync(logFile(who), 'utf8').slice(-4_000)}`)
  }

  return {
    start,
    async kill(who: ProcessName): Promise<void> {
      const child = children.get(who)
      if (child === undefined) return
      child.kill('SIGKILL')
      await ended(child)
    },
    async stop(who: ProcessName): Promise<number | null> {
      const child = children.get(who)
      if (child === undefined) return null
      child.kill('SIGTERM')
      await ended(child)
      return child.exitCode
    },
    async died(who: ProcessName, withinMs: number): Promise<boolean> {
      const child = children.get(who)
      if (child === undefined) return true
      const patience = new AbortController()
      const isDead = await Promise.race([
        ended(child).then(() => true),
        wait(withinMs, false, { signal: patience.signal }).catch(() => false),
      ])
      patience.abort()
      return isDead
    },
    pause: (who: ProcessName) => void children.get(who)?.kill('SIGSTOP'),
    resume: (who: ProcessName) => void children.get(who)?.kill('SIGCONT'),
    isRunning(who: ProcessName): boolean {
      const child = children.get(who)
      return child !== undefined && !hasEnded(child)
    },
    async killAll(): Promise<void> {
      for (const child of children.values()) child.kill('SIGKILL')
      await Promise.all([...children.values()].map(ended))
    },
  }
}

/**
 * Starts everything in a folder of its own, on a PostgreSQL server. `settings` are added to those of the shop's processes, which reach the
 * server through `pooler` where there is one.
 */
export async function openSite(
  folder: string,
  random: () => number,
  settings: SiteSettings = {},
  server: string = defaultServer,
  pooler: string = server,
): Promise<Site> {
  mkdirSync(join(folder, 'logs'), { recursive: true })
  const name = `storefront_rig_${Math.floor(Date.now() / 1_000)}_${process.pid}`
  await asAdmin(server, async (client) => {
    await dropAbandoned(client)
    await client.query(`create database ${name}`)
  })
  const [sandboxPort = 0, ...ports] = await freePorts(1 + 2 * shopProcesses)
  const links = await openLinks(pooler, sandboxPort, ports, random)
  const { killAll, ...processes } = createProcesses(
    programsOf({ folder, server: pooler, name, sandboxPort, ports, settings }, links),
    folder,
  )
  const { start } = processes

  await start('sandbox')
  // The first process migrates the database for all.
  await start('app-1')
  const address = new URL(server)
  address.pathname = `/${name}`
  const database = new pg.Pool({ connectionString: address.href, max: 3 })
  // Database sessions are ended on purpose, including ours.
  database.on('error', () => {})
  await Promise.all([start('app-2'), start('worker')])

  return {
    links,
    database,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    shops: [`http://127.0.0.1:${links['shopper to app-1'].port}`, `http://127.0.0.1:${links['shopper to app-2'].port}`],
    ...processes,
    portOf: (who) => ports[who === 'app-1' ? 0 : 1] ?? 0,
    logs: () => readdirSync(join(folder, 'logs')).map((file) => join(folder, 'logs', file)),
    databaseUrl: address.href,
    async close() {
      await killAll()
      await Promise.all(Object.values(links).map((link) => link.close()))
      await database.end()
      await asAdmin(server, (client) => client.query(`drop database if exists ${name} with (force)`))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** No run lasts a day: anything older was left by a run that was killed. */
async function dropAbandoned(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^storefront_rig_[0-9]+_' and split_part(datname, '_', 3)::bigint < $1`,
    [Math.floor(Date.now() / 1_000) - 86_400],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

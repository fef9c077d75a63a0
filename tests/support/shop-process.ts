import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePorts } from '../../src/testing/shop/free-ports.ts'

/** The built shop and the payments sandbox as separate processes, on free ports and in their own folder. */
export type RunningShop = {
  readonly port: number
  readonly sandboxPort: number
  readonly mailPort: number
  /** Its hosts, for callers other than browsers. */
  readonly urls: { readonly shop: string; readonly identity: string; readonly staff: string }
  /** The URL of an app: every app has its own host name in one process. */
  address(app: string): string
  /** Kills the shop, as a power cut would. */
  kill(): Promise<void>
  /** Waits until the shop has exited. */
  ended(): Promise<void>
  /** Restarts the shop on the same data. */
  restart(env?: Record<string, string>): Promise<void>
  stop(): Promise<void>
  /** Kills both processes, for exit handlers that cannot wait. */
  abandon(): void
  /** Runs a project command on the shop's data, which must not be in use; returns its output. */
  command(...args: string[]): Promise<string>
  /** The output of the shop's process. */
  output(): string
}

export const hostOf = (app: string): string => `${app}.localhost`

const apps = ['wa', 'andoo', 'aol', 'aol-nz', 'aoc', 'wac', 'hc', 'fk']

/** Additional settings, or a function of the sandbox's port that returns them. */
type MoreSettings = Record<string, string> | ((sandboxPort: number) => Record<string, string>)

export async function startShop(env: MoreSettings = {}): Promise<RunningShop> {
  const dataDir = mkdtempSync(join(tmpdir(), 'storefront-'))
  const firstData = process.env['FIRST_DATA']
  if (firstData !== undefined) cpSync(firstData, dataDir, { recursive: true })
  const { end, killBoth, ...shop } = await startOn(dataDir, env)
  return {
    ...shop,
    async stop() {
      await end()
      rmSync(dataDir, { recursive: true, force: true })
    },
    abandon() {
      killBoth()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The operations of a shop that other files share. */
export type SharedShop = Pick<RunningShop, 'address' | 'port' | 'mailPort'>

const addressOn =
  (port: number) =>
  (app: string): string =>
    `http://${hostOf(app)}:${port}`

/**
 * One shop for all journeys that change only their visitors' own data: it is already running and warm. It takes a visitor's country from
 * the header `X-Country`.
 */
export function sharedShop(): SharedShop {
  const { port, mailPort } = JSON.parse(process.env['SHARED_SHOP'] ?? 'null') as { port: number; mailPort: number }
  return { port, mailPort, address: addressOn(port) }
}

/** A shop in a folder that is kept when it stops. */
export async function startOn(
  dataDir: string,
  more: MoreSettings,
): Promise<Omit<RunningShop, 'stop' | 'abandon'> & { end(): Promise<void>; killBoth(): void }> {
  const [port = 0, identity = 0, cms = 0, sandboxPort = 0, mailPort = 0] = await freePorts(5)
  const shared = {
    ...process.env,
    NODE_ENV: 'production',
    ENV: 'test',
    APP: 'aol',
    SITES: apps.map((app) => `${hostOf(app)}=${app}`).join(','),
    HOST: '127.0.0.1',
    PUBLIC_URL: addressOn(port)('aol'),
    CMS_URL: `http://localhost:${cms}`,
    PORT: String(port),
    IDENTITY_PORT: String(identity),
    CMS_PORT: String(cms),
    SANDBOX_PORT: String(sandboxPort),
    MAIL_PORT: String(mailPort),
    SHOP_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
    // Compiled modules are cached for all starts.
    NODE_COMPILE_CACHE: '.cache/compiled',
    SANDBOX_CONTROL: 'on',
    LOG_LEVEL: 'warn',
    // Browsers and a second suite share the cores, so the event loop lags without much load.
    LOAD_SHEDDING: 'off',
    ...(typeof more === 'function' ? more(sandboxPort) : more),
  }
  const written: string[] = []
  const keep = (child: ChildProcess) => {
    child.stdout?.on('data', (chunk: Buffer) => written.push(String(chunk)))
    child.stderr?.on('data', (chunk: Buffer) => written.push(String(chunk)))
    return child
  }
  const startProcess = (args: string[], more: Record<string, string> = {}) =>
    keep(spawn(process.execPath, args, { env: { ...shared, ...more }, stdio: ['ignore', 'pipe', 'pipe'] }))

  const sandbox = startProcess(['--disable-warning=ExperimentalWarning', 'sandbox/main.ts'])
  await isAnswering(`http://127.0.0.1:${sandboxPort}/livez`, sandbox, written)
  let shop = startProcess(['build/server/index.js'])
  await isAnswering(`http://127.0.0.1:${port}/readyz`, shop, written)

  const hasEnded = (child: ChildProcess) =>
    child.exitCode !== null || child.signalCode !== null
      ? Promise.resolve()
      : new Promise<void>((done) => child.once('exit', () => done()))
  return {
    port,
    sandboxPort,
    mailPort,
    urls: {
      shop: `http://127.0.0.1:${port}`,
      identity: `http://127.0.0.1:${identity}`,
      staff: `http://127.0.0.1:${cms}`,
    },
    address: addressOn(port),
    output: () => written.join(''),
    async kill() {
      shop.kill('SIGKILL')
      await hasEnded(shop)
    },
    ended: () => hasEnded(shop),
    async restart(more = {}) {
      shop = startProcess(['build/server/index.js'], more)
      await isAnswering(`http://127.0.0.1:${port}/readyz`, shop, written)
    },
    async command(...args) {
      const child = startProcess(['--disable-warning=ExperimentalWarning', ...args])
      let text = ''
      child.stdout?.on('data', (chunk: Buffer) => (text += String(chunk)))
      await hasEnded(child)
      if (child.exitCode !== 0) throw new Error(`${args.join(' ')} failed:\n${written.join('')}`)
      return text
    },
    async end() {
      shop.kill('SIGTERM')
      sandbox.kill('SIGTERM')
      await Promise.all([hasEnded(shop), hasEnded(sandbox)])
    },
    killBoth() {
      shop.kill('SIGKILL')
      sandbox.kill('SIGKILL')
    },
  }
}

export async function isAnswering(url: string, child: ChildProcess, written: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) break
    const isUp = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isUp) return
    await wait(100)
  }
  throw new Error(`${url} did not come up. The process wrote:\n${written.join('')}`)
}

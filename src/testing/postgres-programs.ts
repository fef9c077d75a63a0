import { execFile, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePorts } from './shop/free-ports.ts'

/**
 * PostgreSQL servers and a PgBouncer of a test's own, for what the shared server cannot show: a standby that is promoted, a pooler in
 * transaction mode. The programs come with the operating system (Debian: postgresql, pgbouncer); where one is missing its tests are skipped.
 */

const run = promisify(execFile)

/** The folder of initdb, pg_basebackup and pg_ctl; null where PostgreSQL is not installed. */
export const serverPrograms: string | null = (() => {
  const folders = ['/usr/lib/postgresql', '/usr/pgsql'].flatMap((parent) =>
    existsSync(parent) ? readdirSync(parent).map((version) => join(parent, version, 'bin')) : [],
  )
  return (
    [...folders, '/usr/local/bin', '/opt/homebrew/bin'].find((folder) => existsSync(join(folder, 'pg_ctl'))) ?? null
  )
})()

export const pgbouncerProgram: string | null =
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/opt/homebrew/bin/pgbouncer'].find(existsSync) ?? null

/** These programs refuse to run as root; then they run as the user that their packages create. */
export const owner = ((): { readonly uid?: number; readonly gid?: number } => {
  if (process.getuid?.() !== 0) return {}
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return serverPrograms === null && pgbouncerProgram === null ? {} : { uid: idOf('-u'), gid: idOf('-g') }
})()

/** A folder that this user owns. */
export function openFolder(under: string = tmpdir()): string {
  const folder = mkdtempSync(join(under, 'postgres-'))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  return folder
}

export type OwnServer = {
  readonly port: number
  /** Where its data, its sockets and its log lie, in folders of a user that may not be this process's. */
  readonly folder: string
  /** As in a crash: nothing is written any more, and connections break. */
  kill(): Promise<void>
  /** The same without a chance: the kernel ends every process of it at once. */
  killHard(): void
  isRunning(): Promise<boolean>
  start(): Promise<void>
  promote(): Promise<void>
  remove(): Promise<void>
}

type OwnServerOptions = {
  /** The server that it follows as a standby. */
  readonly primary?: OwnServer | null
  /** As in postgresql.conf, without quotes in the values. */
  readonly settings?: Readonly<Record<string, string>>
  /** The folder that its own folder is made in. */
  readonly under?: string
}

/** A server with the superuser postgres and no password. */
export async function openOwnServer({
  primary = null,
  settings = {},
  under,
}: OwnServerOptions = {}): Promise<OwnServer> {
  const folder = openFolder(under)
  const data = join(folder, 'data')
  const call = (program: string, args: readonly string[]) => runAsOwner(join(serverPrograms ?? '', program), args)
  const control = (...args: string[]) => call('pg_ctl', ['-D', data, '-w', '-t', '600', ...args])
  const [port = 0] = await freePorts(1)
  if (primary === null)
    await call('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '--no-sync', '--data-checksums'])
  else
    await call('pg_basebackup', [
      '-D',
      data,
      '-R',
      '-d',
      `host=127.0.0.1 port=${primary.port} user=postgres`,
      '--no-sync',
    ])
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, shared_buffers: '16MB', ...settings }
  // pg_ctl hands them to a shell.
  const options = [`-p ${port}`, ...Object.entries(all).map(([name, value]) => `-c '${name}=${value}'`)].join(' ')
  const start = async () => {
    await control('-o', options, '-l', join(folder, 'log'), 'start')
  }
  await start()
  return {
    port,
    folder,
    start,
    kill: async () => void (await control('-m', 'immediate', 'stop')),
    killHard: () => killServer(data),
    isRunning: () =>
      call('pg_ctl', ['-D', data, 'status']).then(
        () => true,
        () => false,
      ),
    promote: async () => void (await control('promote')),
    async remove() {
      await control('-m', 'immediate', 'stop').catch(() => {})
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Ends every process of the server of a data folder. */
export function killServer(data: string): void {
  const [pid = ''] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  for (const one of [pid, ...children]) if (one !== '') process.kill(Number(one), 'SIGKILL')
}

/** Runs a program of the operating system's packages as the user that may: not root. Resolves with its standard output. */
export const runAsOwner = async (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> => (await run(program, args, { ...owner, env, encoding: 'utf8', maxBuffer: 64e6 })).stdout

/** A PgBouncer in front of a server; closing it ends it. */
export async function openPgbouncer(
  server: { readonly host: string; readonly port: number; readonly user: string },
  mode: 'transaction' | 'session',
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const folder = openFolder()
  const [port = 0] = await freePorts(1)
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${server.host} port=${server.port} user=${server.user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 8
max_client_conn = 100
`,
  )
  chmodSync(file, 0o644)
  const child = spawn(pgbouncerProgram ?? '', ['-q', file], { ...owner, stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  await answers(port)
  return {
    port,
    async close() {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(port: number): Promise<void> {
  for (const end = performance.now() + 10_000; ;) {
    const client = new Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > end) throw error
    }
  }
}

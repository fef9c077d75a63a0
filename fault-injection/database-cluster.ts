import { spawn, type ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { killServer, openFolder, owner, pgbouncerProgram, serverPrograms } from '../src/testing/postgres-programs.ts'
import { freePorts } from '../src/testing/shop/free-ports.ts'

/**
 * A database that survives the loss of a machine, from the files of deploy/patroni with ports and folders of this run: etcd, three members
 * with Patroni, each on an address of its own, HAProxy in front of them and PgBouncer in front of HAProxy.
 */

export const memberNames = ['db1', 'db2', 'db3'] as const
export type MemberName = (typeof memberNames)[number]

/**
 * How a standby follows. It is synchronous when Patroni has recorded so: PostgreSQL waits for it two seconds earlier, but until then nobody
 * may promote it.
 */
export type Standby = { readonly name: MemberName; readonly isSynchronous: boolean }

export type Cluster = {
  /** As the role of the shop: through PgBouncer, through HAProxy to the primary, and through HAProxy to a standby. */
  readonly pooler: string
  readonly primary: string
  readonly replica: string
  /** The member that Patroni calls primary; null while there is none. */
  primaryMember(): Promise<MemberName | null>
  /** Waits for a primary other than this one. */
  otherPrimary(than: MemberName): Promise<MemberName>
  /** The standbys that stream from the primary. */
  standbys(): Promise<readonly Standby[]>
  /** Waits until what streams is as it should be. */
  until(isReady: (standbys: readonly Standby[]) => boolean): Promise<void>
  /** Ends Patroni and every process of PostgreSQL, as when the machine is gone. */
  kill(name: MemberName): Promise<void>
  /** Ends PostgreSQL alone; Patroni lives. */
  killPostgres(name: MemberName): void
  start(name: MemberName): void
  /** Makes a standby replay this much later than it receives. */
  delay(name: MemberName, delay: string): Promise<void>
  /** Asks a member itself. */
  ask<Row extends pg.QueryResultRow>(name: MemberName, database: string, query: string): Promise<Row[]>
  /** Copies the output of all its programs to a folder. */
  saveLogs(to: string): void
  close(): Promise<void>
}

const files = join(import.meta.dirname, '../deploy/patroni')
const hosts: Readonly<Record<MemberName, string>> = { db1: '127.0.0.2', db2: '127.0.0.3', db3: '127.0.0.4' }
/** Passwords of a database that lives for minutes on this machine. */
const passwords = {
  postgres: 'of-the-superuser',
  replicator: 'of-replication',
  rewinder: 'of-rewinding',
  shop: 'of-the-shop',
}
const patientMs = 90_000

export const haproxyProgram = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find(existsSync) ?? null
export const patroniProgram = ['/usr/bin/patroni', '/usr/local/bin/patroni'].find(existsSync) ?? null
export const etcdProgram = ['/usr/bin/etcd', '/usr/local/bin/etcd'].find(existsSync) ?? null

/** The programs that are not installed here. */
export const missingPrograms: readonly string[] = Object.entries({
  PostgreSQL: serverPrograms,
  PgBouncer: pgbouncerProgram,
  HAProxy: haproxyProgram,
  Patroni: patroniProgram,
  etcd: etcdProgram,
}).flatMap(([name, path]) => (path === null ? [name] : []))

/** A file as it is shipped, with what depends on the machine replaced. All of it has to be there. */
export function shippedFile(name: string, replacements: Readonly<Record<string, string>>): string {
  let text = readFileSync(join(files, name), 'utf8')
  for (const [from, to] of Object.entries(replacements)) {
    if (!text.includes(from)) throw new Error(`deploy/patroni/${name} does not contain ${from}`)
    text = text.replaceAll(from, to)
  }
  return text
}

type Ports = Readonly<Record<'etcd' | 'peer' | 'postgres' | 'patroni' | 'primary' | 'replica' | 'pooler', number>>

/** Starts a program as the user that owns the folders, with its output in a file. */
function startProgram(folder: string, log: string, program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const output = openSync(join(folder, `${log}.log`), 'a')
  try {
    return spawn(program, args, { ...owner, cwd: folder, env, stdio: ['ignore', output, output] })
  } finally {
    closeSync(output)
  }
}

async function endProgram(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGKILL')
  await ended
}

function writeOwned(file: string, text: string, mode = 0o600): void {
  writeFileSync(file, text)
  chmodSync(file, mode)
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(file, owner.uid, owner.gid)
}

const environment = { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' }

/** The settings of deploy/patroni/etcd.env, of a single etcd on this machine. */
function etcdSettings(folder: string, ports: Ports): NodeJS.ProcessEnv {
  const text = shippedFile('etcd.env', {
    ',db2=http://10.0.0.12:2380,db3=http://10.0.0.13:2380': '',
    '10.0.0.11:2379': `127.0.0.1:${ports.etcd}`,
    '10.0.0.11:2380': `127.0.0.1:${ports.peer}`,
    '/var/lib/etcd/shop': join(folder, 'etcd'),
  })
  return Object.fromEntries(Array.from(text.matchAll(/^(ETCD_\w+)=(.*)$/gm), ([, name = '', value]) => [name, value]))
}

function patroniSettings(name: MemberName, ports: Ports): NodeJS.ProcessEnv {
  const [api, postgres] = [`${hosts[name]}:${ports.patroni}`, `${hosts[name]}:${ports.postgres}`]
  return {
    PATRONI_NAME: name,
    PATRONI_RESTAPI_LISTEN: api,
    PATRONI_RESTAPI_CONNECT_ADDRESS: api,
    PATRONI_POSTGRESQL_LISTEN: postgres,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: postgres,
    PATRONI_SUPERUSER_PASSWORD: passwords.postgres,
    PATRONI_REPLICATION_PASSWORD: passwords.replicator,
    PATRONI_REWIND_PASSWORD: passwords.rewinder,
  }
}

const patroniFile = (folder: string, ports: Ports) =>
  shippedFile('patroni.yml', {
    '10.0.0.11:2379,10.0.0.12:2379,10.0.0.13:2379': `127.0.0.1:${ports.etcd}`,
    '/var/lib/postgresql/17/shop': join(folder, 'data'),
    '/usr/lib/postgresql/17/bin': serverPrograms ?? '',
    '/var/lib/postgresql/patroni.pgpass': join(folder, 'pgpass'),
    '/var/run/postgresql': folder,
    '10.0.0.0/24': '127.0.0.0/24',
  })

function openMembers(folder: string, ports: Ports) {
  const children = new Map<MemberName, ChildProcess>()
  const folderOf = (name: MemberName) => join(folder, name)
  for (const name of memberNames) {
    mkdirSync(folderOf(name), { mode: 0o700 })
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folderOf(name), owner.uid, owner.gid)
    writeOwned(join(folderOf(name), 'patroni.yml'), patroniFile(folderOf(name), ports))
  }
  const killPostgres = (name: MemberName) => {
    if (existsSync(join(folderOf(name), 'data/postmaster.pid'))) killServer(join(folderOf(name), 'data'))
  }
  return {
    killPostgres,
    start(name: MemberName) {
      const settings = { ...environment, ...patroniSettings(name, ports) }
      const file = join(folderOf(name), 'patroni.yml')
      children.set(name, startProgram(folder, name, patroniProgram ?? '', [file], settings))
    },
    /** Patroni first, which would start PostgreSQL again. */
    async kill(name: MemberName) {
      const child = children.get(name)
      if (child !== undefined) await endProgram(child)
      children.delete(name)
      try {
        killPostgres(name)
      } catch {
        // It had ended by itself.
      }
    },
    /** Adds a setting to the file of a member, which reads it again. */
    append(name: MemberName, line: string) {
      const file = join(folderOf(name), 'patroni.yml')
      const text = readFileSync(file, 'utf8').replace(/^postgresql:\n/m, (start) => `${start}  ${line}\n`)
      writeOwned(file, text)
      children.get(name)?.kill('SIGHUP')
    },
  }
}

/** The answer to one query at an address; throws after a few seconds. */
async function askAt<Row extends pg.QueryResultRow>(address: string, query: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(query)).rows
  } finally {
    void client.end().catch(() => {})
  }
}

/** Waits for an answer that is not null; errors count as none. */
async function waitFor<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  for (const end = Date.now() + patientMs; Date.now() < end; await wait(50)) {
    const found = await look().catch(() => null)
    if (found !== null) return found
  }
  throw new Error(`${what}: not within ${patientMs / 1_000} s`)
}

export async function openCluster(): Promise<Cluster> {
  const [etcd = 0, peer = 0, postgres = 0, patroni = 0, primary = 0, replica = 0, pooler = 0] = await freePorts(7)
  const ports: Ports = { etcd, peer, postgres, patroni, primary, replica, pooler }
  const folder = openFolder()
  const members = openMembers(folder, ports)
  const others: ChildProcess[] = []
  const start = (log: string, program: string | null, args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    void others.push(startProgram(folder, log, program ?? '', args, { ...environment, ...env }))

  const addressOf = (role: keyof typeof passwords, host: string, port: number, database = 'postgres') =>
    `postgres://${role}:${passwords[role]}@${host}:${port}/${database}`
  const ask: Cluster['ask'] = (name, database, query) =>
    askAt(addressOf('postgres', hosts[name], ports.postgres, database), query)

  /** Whether a member answers for a role, as HAProxy asks. */
  async function isIn(name: MemberName, role: 'primary' | 'synchronous'): Promise<boolean> {
    const url = `http://${hosts[name]}:${ports.patroni}/${role}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null)
    return answer?.status === 200
  }
  async function primaryMember(): Promise<MemberName | null> {
    const are = await Promise.all(memberNames.map((name) => isIn(name, 'primary')))
    return memberNames.find((_, at) => are[at]) ?? null
  }
  async function standbys(): Promise<readonly Standby[]> {
    const primary = await primaryMember()
    if (primary === null) return []
    const query = `select application_name as name from pg_stat_replication where state = 'streaming'`
    const rows = await ask<{ name: MemberName }>(primary, 'postgres', query)
    return Promise.all(rows.map(async ({ name }) => ({ name, isSynchronous: await isIn(name, 'synchronous') })))
  }
  async function close(): Promise<void> {
    await Promise.all(memberNames.map((name) => members.kill(name)))
    await Promise.all(others.map(endProgram))
    rmSync(folder, { recursive: true, force: true })
  }

  const cluster: Cluster = {
    ...members,
    pooler: addressOf('shop', '127.0.0.1', ports.pooler),
    primary: addressOf('shop', '127.0.0.1', ports.primary),
    replica: addressOf('shop', '127.0.0.1', ports.replica),
    primaryMember,
    otherPrimary: (than) =>
      waitFor('another primary', async () => {
        const name = await primaryMember()
        return name === than ? null : name
      }),
    standbys,
    until: async (isReady) =>
      void (await waitFor('the standbys', async () => (isReady(await standbys()) ? true : null))),
    async delay(name, delay) {
      members.append(name, `recovery_conf: { recovery_min_apply_delay: ${delay} }`)
      await waitFor('the delay', async () => {
        const rows = await ask<{ delay: string }>(name, 'postgres', `show recovery_min_apply_delay`)
        return Object.values(rows[0] ?? {})[0] === delay ? true : null
      })
    },
    ask,
    saveLogs(to) {
      mkdirSync(to, { recursive: true })
      for (const file of globSync('*.log', { cwd: folder })) copyFileSync(join(folder, file), join(to, file))
    },
    close,
  }
  try {
    start('etcd', etcdProgram, [], etcdSettings(folder, ports))
    writeOwned(join(folder, 'userlist.txt'), `"shop" "${passwords.shop}"\n`)
    await startMembers(cluster, passwords.shop)
    start('haproxy', haproxyProgram, ['-db', '-f', join(files, 'haproxy.cfg')], haproxySettings(ports))
    // Until its first checks it takes every member for the primary.
    await waitFor('HAProxy', () => {
      const log = readFileSync(join(folder, 'haproxy.log'), 'utf8')
      const isDown = (name: MemberName) => log.includes(`Server primary/${name} is DOWN`)
      return Promise.resolve(memberNames.filter(isDown).length === memberNames.length - 1 ? true : null)
    })
    writeOwned(join(folder, 'pgbouncer.ini'), pgbouncerFile(folder, ports))
    start('pgbouncer', pgbouncerProgram, ['-q', join(folder, 'pgbouncer.ini')])
    await waitFor('PgBouncer', () => askAt(cluster.pooler, 'select 1'))
    return cluster
  } catch (error) {
    for (const file of globSync('*.log', { cwd: folder }))
      console.error(file, readFileSync(join(folder, file), 'utf8').slice(-2_000))
    await close()
    throw error
  }
}

async function startMembers(cluster: Cluster, password: string): Promise<void> {
  for (const name of memberNames) cluster.start(name)
  const primary = await waitFor('a primary', cluster.primaryMember)
  await cluster.until((standbys) => standbys.length === 2 && standbys.some(({ isSynchronous }) => isSynchronous))
  // What docs/operations.md says of a role behind PgBouncer.
  await cluster.ask(
    primary,
    'postgres',
    `create role shop login createdb password '${password}';
      alter role shop set statement_timeout = '30s'; alter role shop set lock_timeout = '5s'`,
  )
}

const haproxySettings = (ports: Ports): NodeJS.ProcessEnv => ({
  DB1: hosts.db1,
  DB2: hosts.db2,
  DB3: hosts.db3,
  DB_PORT: String(ports.postgres),
  PATRONI_PORT: String(ports.patroni),
  PRIMARY_BIND: `127.0.0.1:${ports.primary}`,
  REPLICA_BIND: `127.0.0.1:${ports.replica}`,
})

/** The name of the database is made up for the run. */
export const pgbouncerFile = (folder: string, ports: { readonly pooler: number; readonly primary: number }) =>
  shippedFile('pgbouncer.ini', {
    '\nshop = host=127.0.0.1 port=5000': `\n* = host=127.0.0.1 port=${ports.primary}`,
    'listen_port = 6432': `listen_port = ${ports.pooler}`,
    '/var/run/postgresql': folder,
    '/etc/pgbouncer/userlist.txt': join(folder, 'userlist.txt'),
  })

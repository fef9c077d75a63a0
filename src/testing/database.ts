import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { openPostgres, pgliteHandle, type Database } from '../platform/database/database.server.ts'
import { migrate } from '../platform/database/migrate.server.ts'
import { readMigrations } from '../platform/database/migration-files.server.ts'
import { openEmbedded, startInMemory } from './embedded-databases.ts'

/**
 * Migrated databases for tests, opened in well under a second: copies of a template that is created once per machine and set of migrations,
 * or of one that this process has filled. PGlite is always available, in memory; PostgreSQL where a server responds, in a separate database
 * that closing drops.
 */

export type TestDatabase = Database & {
  /** The same database as another process would open it; null for PGlite, which belongs to one process. */
  readonly openAgain: (() => Promise<Database>) | null
  /** Its address on the server; null for PGlite. */
  readonly url: string | null
}

/** Rows that many tests start with. They are inserted once per process; later databases with the same `name` are copies. */
export type TestContent = { readonly name: string; insert(database: Database): Promise<void> }

export type DatabaseEngine = {
  readonly name: 'PGlite' | 'PostgreSQL'
  /** A database with every table, and with the content if given. */
  open(content?: TestContent): Promise<TestDatabase>
}

const root = join(import.meta.dirname, '../..')
const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
const connectionsEach = 8
/** No test runs this long: an older database was left behind by a killed test run. */
const abandonedAfterSeconds = 3_600

const pglite: DatabaseEngine = { name: 'PGlite', open: openMemory }

/** Every engine this machine has, for `describe.each`. */
export async function databaseEngines(): Promise<readonly DatabaseEngine[]> {
  return (await isServerHere()) ? [pglite, { name: 'PostgreSQL', open: openOnServer }] : [pglite]
}

/** The engine that is always available, for tests that do not depend on the engine. */
export const anyEngine = pglite

/** Identifies a template: other migrations, or another PGlite version, need another one. */
function templateVersion(): string {
  const hash = createHash('sha256')
  for (const migration of readMigrations(join(root, 'migrations'))) hash.update(migration.checksum)
  const manifest = createRequire(import.meta.url)
    .resolve('@electric-sql/pglite')
    .replace(/dist.*$/, 'package.json')
  hash.update((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version)
  return hash.digest('hex').slice(0, 16)
}

/** An empty database on the PostgreSQL server, for tests of a new installation; `drop` deletes it. */
export async function emptyServerDatabase(): Promise<{ readonly url: string; drop(): Promise<void> }> {
  const name = `storefront_test_${Math.floor(Date.now() / 1_000)}_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin((client) => client.query(`create database ${name}`))
  return {
    url: addressOf(name),
    drop: () => asAdmin((client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function fill(database: Database): Promise<void> {
  await migrate(database, readMigrations(join(root, 'migrations')))
}

/** Data folders that this process has read or created, by content name. */
const dataFolders = new Map<string, Promise<Blob>>()

async function openMemory(content?: TestContent): Promise<TestDatabase> {
  const database = await openEmbedded(content?.name ?? '', () => dataFolderWith(content))
  return Object.assign(reachable(database), { openAgain: null, url: null })
}

function dataFolderWith(content: TestContent | undefined): Promise<Blob> {
  const name = content?.name ?? ''
  const made = dataFolders.get(name) ?? (content === undefined ? migratedFolder() : filledFolder(content))
  dataFolders.set(name, made)
  return made
}

const unmigratedArchive = (): Promise<string> => archive('unmigrated', () => dumpOf(undefined, async () => {}))
const unmigratedFolder = async (): Promise<Blob> => new Blob([readFileSync(await unmigratedArchive())])
const migratedFolder = async (): Promise<Blob> =>
  new Blob([readFileSync(await archive('migrated', async () => dumpOf(await unmigratedFolder(), fill)))])

/** An embedded database without any table, in memory. */
export async function openUnmigrated(): Promise<Database> {
  const pglite = await startInMemory(await unmigratedFolder())
  return pgliteHandle(pglite, () => pglite.close())
}

/** Puts an embedded database without any table into an empty data folder of the shop. */
export async function fillDataDir(dataDir: string): Promise<void> {
  const target = join(dataDir, 'pgdata')
  mkdirSync(target, { recursive: true })
  execFileSync('tar', ['-xf', await unmigratedArchive(), '-C', target])
}

/** Makes what all test files copy. Once, before they start: in several files at a time it takes longer than a hook may. */
export async function makeTemplates(): Promise<void> {
  await migratedFolder()
  if (await isServerHere()) await migratedTemplate()
}

/**
 * A data folder as a tar archive that is made once per machine, since making a database takes seconds. Processes that start together make
 * one each; the last rename wins, and all are equal.
 */
async function archive(name: string, make: () => Promise<Blob>): Promise<string> {
  const file = join(root, '.cache', `pglite-${name}-${templateVersion()}.tar`)
  if (!existsSync(file)) {
    const dump = await make()
    mkdirSync(join(root, '.cache'), { recursive: true })
    const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()))
    renameSync(draft, file)
  }
  return file
}

const filledFolder = async (content: TestContent): Promise<Blob> =>
  dumpOf(await dataFolderWith(undefined), (database) => content.insert(database))

/** The data folder, as a tar archive, of a database that started as `initial` and was changed by `change`. */
async function dumpOf(initial: Blob | undefined, change: (database: Database) => Promise<void>): Promise<Blob> {
  const pglite = await startInMemory(initial)
  const database = await pgliteHandle(pglite, async () => {})
  await change(database)
  await database.close()
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return dump
}

/** Server databases of this process that others are copied from, by content name. */
const filledTemplates = new Map<string, Promise<string>>()

async function openOnServer(content?: TestContent): Promise<TestDatabase> {
  const template = content === undefined ? await migratedTemplate() : await filledTemplate(content)
  const name = await createCopy(template)
  const open = () => openPostgres(addressOf(name), connectionsEach)
  const database = await open()
  return Object.assign(reachable(database), {
    openAgain: open,
    url: addressOf(name),
    async close() {
      await database.close()
      await asAdmin((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  })
}

async function createCopy(template: string): Promise<string> {
  const name = `storefront_test_${Math.floor(Date.now() / 1_000)}_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(async (client) => {
    await client.query(`create database ${name} template ${template}`)
    // Tests need no durability, so nothing waits for the disk.
    await client.query(`alter database ${name} set synchronous_commit = off`)
  })
  return name
}

async function migratedTemplate(): Promise<string> {
  const template = `storefront_template_${templateVersion()}`
  await asAdmin(async (client) => {
    await dropAbandoned(client)
    await makeTemplate(client, template)
  })
  return template
}

function filledTemplate(content: TestContent): Promise<string> {
  const made = filledTemplates.get(content.name) ?? fillCopy(content)
  filledTemplates.set(content.name, made)
  return made
}

/** Left behind when the process ends; a later process drops it as abandoned. */
async function fillCopy(content: TestContent): Promise<string> {
  const name = await createCopy(await migratedTemplate())
  const database = await openPostgres(addressOf(name), 1)
  await content.insert(database)
  await database.close()
  return name
}

/** One process creates the template, the others wait for it. It is renamed when complete, so an incomplete one is never copied. */
async function makeTemplate(client: Client, template: string): Promise<void> {
  const isThere = async () =>
    (await client.query('select 1 from pg_database where datname = $1', [template])).rowCount === 1
  if (await isThere()) return
  await client.query('select pg_advisory_lock(hashtext($1))', [template])
  if (await isThere()) return
  const made = `${template}_${process.pid}`
  await client.query(`drop database if exists ${made} with (force)`)
  await client.query(`create database ${made}`)
  const database = await openPostgres(addressOf(made), 1)
  await fill(database)
  await database.close()
  await client.query(`alter database ${made} rename to ${template}`)
}

async function dropAbandoned(client: Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname ~ '^storefront_test_[0-9]+_'
      and split_part(datname, '_', 3)::bigint < $1`,
    [Math.floor(Date.now() / 1_000) - abandonedAfterSeconds],
  )
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`)
}

/** A copy of the handle with more members; `db` is a getter, which a spread would evaluate only once. */
function reachable(database: Database): Database {
  return {
    ...database,
    get db() {
      return database.db
    },
  }
}

function addressOf(name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function asAdmin(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

export async function isServerHere(): Promise<boolean> {
  const { hostname, port } = new URL(server)
  const isOpen = await new Promise<boolean>((done) => {
    const socket = connect(Number(port || 5432), hostname)
    socket.once('error', () => done(false))
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
  })
  if (!isOpen) return false
  // Another program may listen on this port.
  return asAdmin((client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
}

import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { openPglite, openPostgres, type Database } from '../../platform/database.server.ts'
import { migrate, readMigrations } from '../../platform/migrate.server.ts'

/** Empty databases of every engine this machine has: PGlite always, PostgreSQL where a server answers. */

export type Engine = { readonly name: string; open(): Promise<Database> }

export async function testEngines(): Promise<Engine[]> {
  const pglite = { name: 'PGlite', open: async () => prepared(await openPglite(null)) }
  const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'
  return (await answers(server)) ? [pglite, { name: 'PostgreSQL', open: () => openOn(server) }] : [pglite]
}

/** A database with a warehouse in each country and nothing to sell. */
export async function prepared(database: Database): Promise<Database> {
  await migrate(database, readMigrations('migrations'))
  await sql`insert into warehouse (code, title, country, time_zone, lat, lng) values
    ('2000', 'Sydney', 'AU', 'Australia/Sydney', 0, 0), ('3000', 'Melbourne', 'AU', 'Australia/Melbourne', 0, 0),
    ('1010', 'Auckland', 'NZ', 'Pacific/Auckland', 0, 0) on conflict do nothing`.execute(database.db)
  return database
}

async function openOn(server: string): Promise<Database> {
  const name = `import_test_${process.pid}_${randomBytes(4).toString('hex')}`
  await asAdmin(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await prepared(await openPostgres(url.href, 4))
  return {
    ...database,
    // A getter, which a spread would read once and for all.
    get db() {
      return database.db
    },
    async close() {
      await database.close()
      await asAdmin(server, `drop database ${name} with (force)`)
    },
  }
}

async function asAdmin(server: string, statement: string): Promise<void> {
  const client = new Client(server)
  await client.connect()
  await client.query(statement)
  await client.end()
}

async function answers(server: string): Promise<boolean> {
  const { hostname, port } = new URL(server)
  const isOpen = await new Promise<boolean>((done) => {
    const socket = connect(Number(port || 5432), hostname)
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.destroy())
  })
  if (!isOpen) return false
  try {
    await asAdmin(server, 'select 1')
    return true
  } catch {
    // Something listens there that is not ours to use.
    return false
  }
}

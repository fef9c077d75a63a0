import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPglite, openPostgres, type Database } from './database.server.ts'
import { migrate, readMigrations } from './migrate.server.ts'

/** Migrated, empty databases of every engine this machine has: PGlite in memory always, PostgreSQL where a server answers. */

export type TestEngine = { readonly name: 'PGlite' | 'PostgreSQL'; open(): Promise<Database> }

const server = process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

export async function testEngines(): Promise<TestEngine[]> {
  const pglite: TestEngine = { name: 'PGlite', open: async () => migrated(await openPglite(null)) }
  return (await serverAnswers()) ? [pglite, { name: 'PostgreSQL', open: openOnServer }] : [pglite]
}

async function migrated(database: Database): Promise<Database> {
  await migrate(database, readMigrations('migrations'))
  return database
}

/** A database of its own name, dropped when it is closed. */
async function openOnServer(): Promise<Database> {
  const name = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  await asAdmin(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const database = await migrated(await openPostgres(url.href, 8))
  const close = database.close
  database.close = async () => {
    await close()
    await asAdmin(`drop database ${name} with (force)`)
  }
  return database
}

async function serverAnswers(): Promise<boolean> {
  try {
    await asAdmin('select 1')
    return true
  } catch {
    return false
  }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

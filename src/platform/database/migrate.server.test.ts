import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyServerDatabase, isServerHere, openUnmigrated } from '../../testing/database.ts'
import { openPostgres, type Database } from './database.server.ts'
import { migrate } from './migrate.server.ts'
import type { Migration } from './migration-files.server.ts'
import { parseMigrationHeader } from './migration-header.ts'
import { invalidIndexes, isIndexValid, readSchemaState } from './schema-state.server.ts'

const migration = (number: number, text: string): Migration => ({
  ...parseMigrationHeader('x.sql', number, text),
  number,
  name: `step-${number}`,
  sql: text,
  checksum: text,
})

const first = migration(66, 'create table chair (id integer primary key, colour text);')
const expand = migration(67, 'alter table chair add column shade text;')
const index = migration(68, '-- transaction: none\ncreate unique index concurrently chair_shade on chair (shade);')
const contract = migration(69, '-- contracts: 0067\n-- compatible-with: 0068\nalter table chair drop column colour;')
const dropped = migration(70, '-- transaction: none\ndrop index concurrently if exists chair_shade;')

type Opened = {
  readonly database: Database
  readonly openAgain: (() => Promise<Database>) | null
  close(): Promise<void>
}

async function openEmbedded(): Promise<Opened> {
  const database = await openUnmigrated()
  return { database, openAgain: null, close: () => database.close() }
}

async function openOnServer(): Promise<Opened> {
  const { url, drop } = await emptyServerDatabase()
  const others: Database[] = []
  const openAgain = async () => {
    const other = await openPostgres(url, 2)
    others.push(other)
    return other
  }
  const database = await openAgain()
  return {
    database,
    openAgain,
    async close() {
      await Promise.all(others.map((one) => one.close()))
      await drop()
    },
  }
}

const engines = (await isServerHere())
  ? [['PGlite', openEmbedded] as const, ['PostgreSQL', openOnServer] as const]
  : [['PGlite', openEmbedded] as const]

describe.each(engines)('migrations on %s', (_name, open) => {
  let opened: Opened
  let database: Database
  beforeAll(async () => {
    opened = await open()
    database = opened.database
  })
  afterEach(() => sql`drop table if exists chair, schema_migration, schema_backfill`.execute(database.db))
  afterAll(() => opened.close())

  const reports: string[] = []
  const report = (text: string) => void reports.push(text)
  beforeEach(() => void reports.splice(0))

  test('run once, with and without a transaction, and record what works with the schema', async () => {
    const all = [first, expand, index, contract, dropped]
    expect(await migrate(database, all.slice(0, 3), { report })).toBe(3)
    expect(reports).toEqual([])
    expect(await isIndexValid(database.db, 'chair_shade')).toBe(true)
    expect(await migrate(database, all, { report })).toBe(2)
    expect(reports).toEqual(['migrations ran: 69 to 70'])
    expect(await isIndexValid(database.db, 'chair_shade')).toBeNull()
    expect(await migrate(database, all)).toBe(0)
    const { applied } = await readSchemaState(database.db)
    expect(applied.map(({ number, compatibleWith }) => [number, compatibleWith])).toEqual([
      [66, null],
      [67, 66],
      [68, 66],
      [69, 68],
      [70, 68],
    ])
  })

  test('of a newer build leave the way back open until the contract step', async () => {
    await migrate(database, [first, expand, index])
    expect(await migrate(database, [first], { report })).toBe(0)
    expect(reports).toEqual([expect.stringMatching(/the database is at migration 68, this program knows 66; it runs/)])
    await migrate(database, [first, expand, index, contract])
    await expect(migrate(database, [first, expand])).rejects.toThrow(
      /: the database is at migration 69 and works with programs that know 68 or newer; this program knows 67\. Start a newer/,
    )
    expect(await migrate(database, [first, expand, index])).toBe(0)
  })

  test('continue on a database of a build that knew no ranges', async () => {
    await sql`create table schema_migration (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(database.db)
    await sql.raw(first.sql).execute(database.db)
    await sql`insert into schema_migration (number, name, checksum) values (66, 'first', ${first.checksum})`.execute(
      database.db,
    )
    // The same version again: only the tables of the runner change.
    expect(await migrate(database, [first])).toBe(0)
    expect((await readSchemaState(database.db)).isCurrent).toBe(true)
    expect(await migrate(database, [first, expand])).toBe(1)
  })

  test('of an index that was cut drop what is left and build it again', async () => {
    await migrate(database, [first, expand])
    // What a process leaves that dies while it builds.
    await sql`create index chair_shade on chair (colour)`.execute(database.db)
    await sql`update pg_index set indisvalid = false where indexrelid = 'chair_shade'::regclass`.execute(database.db)
    expect(await invalidIndexes(database.db)).toEqual(['chair_shade'])
    expect(await migrate(database, [first, expand, index])).toBe(1)
    expect(await invalidIndexes(database.db)).toEqual([])
    const { rows } = await sql<{ text: string }>`select pg_get_indexdef('chair_shade'::regclass) as text`.execute(
      database.db,
    )
    expect(rows[0]?.text).toMatch(/^CREATE UNIQUE INDEX .*\(shade\)$/)
  })

  test('of an index that was complete and not recorded only record it', async () => {
    await migrate(database, [first, expand])
    await sql`create unique index chair_shade on chair (shade)`.execute(database.db)
    const { rows: before } = await sql<{ id: string }>`select 'chair_shade'::regclass::oid::text as id`.execute(
      database.db,
    )
    expect(await migrate(database, [first, expand, index])).toBe(1)
    const { rows: after } = await sql<{ id: string }>`select 'chair_shade'::regclass::oid::text as id`.execute(
      database.db,
    )
    expect(after).toEqual(before)
  })

  test('leave no invalid unique index where rows are not unique', async () => {
    await migrate(database, [first, expand])
    await sql`insert into chair (id, shade) values (1, 'oak'), (2, 'oak')`.execute(database.db)
    await expect(migrate(database, [first, expand, index])).rejects.toThrow(/could not create unique index/)
    expect(await invalidIndexes(database.db)).toEqual([])
    await sql`insert into chair (id, shade) values (3, 'oak')`.execute(database.db)
    expect(await isIndexValid(database.db, 'chair_shade')).toBeNull()
  })

  test('roll back as a whole when one statement fails', async () => {
    await migrate(database, [first])
    const wrong = migration(67, 'alter table chair add column shade text; select no_such_function();')
    await expect(migrate(database, [first, wrong])).rejects.toThrow(/no_such_function/)
    expect(await migrate(database, [first, expand])).toBe(1)
  })
})

describe.runIf(await isServerHere())('migrations beside running processes on PostgreSQL', () => {
  let opened: Opened
  beforeEach(async () => {
    opened = await openOnServer()
  })
  afterEach(() => opened.close())
  const another = async () => (await opened.openAgain?.()) ?? opened.database

  test('processes that start together take turns, and each migration runs once', async () => {
    const processes = await Promise.all([another(), another(), another(), another()])
    const ran = await Promise.all(processes.map((one) => migrate(one, [first, expand, index])))
    expect(ran.toSorted()).toEqual([0, 0, 0, 3])
  })

  test('a migration that waits for a lock gives it up, so that reads go on, and runs once it is free', async () => {
    const { database } = opened
    await migrate(database, [first])
    const reader = await another()
    let hasTried = () => {}
    const tried = new Promise<void>((done) => (hasTried = done))
    let migrating: Promise<number> = Promise.resolve(0)
    await reader.transaction(async (tx) => {
      await sql`select * from chair`.execute(tx)
      migrating = migrate(database, [first, expand], { lockMs: 20, pauseMs: 5, report: hasTried })
      await tried
      // With the migration in the queue of the lock this would wait for it.
      await sql`select * from chair`.execute((await another()).db)
    })
    expect(await migrating).toBe(1)
  })

  test('a lock that nobody gives up ends the start with a sentence', async () => {
    const { database } = opened
    await migrate(database, [first])
    const reader = await another()
    await reader.transaction(async (tx) => {
      await sql`select * from chair`.execute(tx)
      await expect(migrate(database, [first, expand], { lockMs: 20, pauseMs: 1, patienceMs: 0 })).rejects.toThrow(
        /^DATABASE_URL: migration 67 \(step-67\) did not get its locks within 0 seconds\. End the long transactions .*\.$/,
      )
    })
    expect(await migrate(database, [first, expand])).toBe(1)
  })

  test('an index is built while other processes wait for their turn', async () => {
    const { database } = opened
    await migrate(database, [first, expand])
    await sql`insert into chair select n, null, n::text from generate_series(1, 50000) n`.execute(database.db)
    const waiting = await Promise.all([another(), another()])
    const ran = await Promise.all([database, ...waiting].map((one) => migrate(one, [first, expand, index])))
    expect(ran.toSorted()).toEqual([0, 0, 1])
    expect(await isIndexValid(database.db, 'chair_shade')).toBe(true)
  })

  test('an index whose building was cut by the server is built again', async () => {
    const { database } = opened
    await migrate(database, [first, expand])
    const reader = await another()
    const building = await another()
    await reader.transaction(async (tx) => {
      // Its snapshot makes the building of the index wait.
      await sql`set transaction isolation level repeatable read`.execute(tx)
      await sql`select * from chair`.execute(tx)
      const cut = migrate(building, [first, expand, index])
      const other = await another()
      await expect.poll(() => isIndexValid(other.db, 'chair_shade')).toBe(false)
      await Promise.all([
        expect(cut).rejects.toThrow(/terminat/i),
        sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and query like '%create unique index concurrently%' and pid <> pg_backend_pid()`.execute(
          other.db,
        ),
      ])
      expect(await invalidIndexes(other.db)).toEqual(['chair_shade'])
    })
    expect(await migrate(database, [first, expand, index])).toBe(1)
    expect(await isIndexValid(database.db, 'chair_shade')).toBe(true)
  })
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { openLine } from '../../testing/database-line.ts'
import { openOwnServer, serverPrograms } from '../../testing/postgres-programs.ts'
import { openPostgres, type Database } from './database.server.ts'
import { isDatabaseAway } from './database-away.ts'
import { openPostgresHosts } from './postgres-hosts.server.ts'

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')

test.skipIf(server === undefined)('a host that cannot be reached is passed over, and used again', async () => {
  const database = (await server?.open()) ?? expect.fail()
  const direct = new URL(database.url ?? '')
  const [first, second] = [await openLine(direct.href), await openLine(direct.href)]
  const both = direct.href.replace(direct.host, [first, second].map((line) => new URL(line.url).host).join(','))
  const ask = async (on: Database) => (await sql<{ n: number }>`select 1 as n`.execute(on.db)).rows
  first.break()
  const opened = await openPostgres(both, 2)
  expect(await ask(opened)).toEqual([{ n: 1 }])
  expect(second.state.open).toBeGreaterThan(0)
  first.state.isBroken = false
  second.break()
  await expect.poll(() => ask(opened).catch(() => [])).toEqual([{ n: 1 }])
  expect(first.state.open).toBeGreaterThan(0)
  first.break()
  await expect(ask(opened)).rejects.toSatisfy(isDatabaseAway)
  await opened.close()
  for (const line of [first, second]) line.close()
  await database.close()
})

test.skipIf(server === undefined)('an address whose server is read-only is refused with the reason', async () => {
  const database = (await server?.open()) ?? expect.fail()
  const url = new URL(database.url ?? '')
  await sql`alter database ${sql.id(url.pathname.slice(1))} set default_transaction_read_only = on`.execute(database.db)
  url.searchParams.set('target_session_attrs', 'read-write')
  await expect(openPostgresHosts(url.href).writable()).rejects.toMatchObject({
    code: '57P03',
    message: `no host accepts writes (${url.hostname}:${url.port || '5432'}: read-only)`,
  })
  await database.close()
})

test.skipIf(server === undefined)('a connection whose server has become read-only is replaced', async () => {
  const database = (await server?.open()) ?? expect.fail()
  const opened = await openPostgres(database.url ?? '', 1)
  const process = async () =>
    (await sql<{ id: number }>`select pg_backend_pid() as id`.execute(opened.db)).rows[0]?.id ?? null
  const before = await process()
  await sql`set default_transaction_read_only = on`.execute(opened.db)
  const write = opened.transaction(async (tx) => {
    await sql`update setting set value = value`.execute(tx)
    return 'written'
  })
  expect(await write).toBe('written')
  expect(await process()).not.toBe(before)
  await opened.close()
  await database.close()
})

const reason = serverPrograms === null ? ' (skipped: initdb and pg_ctl are not installed)' : ''

test.skipIf(serverPrograms === null)(
  `after the primary has gone, writes go to the standby that is promoted${reason}`,
  { timeout: 60_000 },
  async () => {
    const primary = await openOwnServer()
    onTestFinished(() => primary.remove())
    const standby = await openOwnServer({ primary })
    onTestFinished(() => standby.remove())
    // The standby comes first: it has to be told from the primary.
    const both = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`
    const database = await openPostgres(both, 2)
    onTestFinished(() => database.close())
    await sql`create table written (n integer)`.execute(database.db)
    await primary.kill()
    const write = () => sql`insert into written values (1) returning n`.execute(database.db)
    await expect(write()).rejects.toThrow()
    await standby.promote()
    await expect
      .poll(
        () =>
          write().then(
            ({ rows }) => rows,
            () => [],
          ),
        { timeout: 10_000 },
      )
      .toEqual([{ n: 1 }])
  },
)

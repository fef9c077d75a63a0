import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { openLine } from '../../testing/database-line.ts'
import { openPostgres } from './database.server.ts'

const server = new URL(process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const hasServer = (await databaseEngines()).some((one) => one.name === 'PostgreSQL')

test.runIf(hasServer)('an unresponsive server blocks nobody forever, and is used again when it recovers', async () => {
  const line = await openLine(server.href)
  const database = await openPostgres(line.url, 2, 100)
  try {
    const ask = () => sql<{ n: number }>`select 1 as n`.execute(database.db)
    expect((await ask()).rows).toEqual([{ n: 1 }])
    line.state.isSilent = true
    await expect(ask()).rejects.toThrow('The database has said nothing for 2100 ms.')
    await expect(database.transaction(async (tx) => sql`select 1`.execute(tx))).rejects.toThrow()
    line.state.isSilent = false
    expect((await ask()).rows).toEqual([{ n: 1 }])
    // A statement that is only slow is ended by the server, and the connection stays good.
    await expect(sql`select pg_sleep(5)`.execute(database.db)).rejects.toThrow('statement timeout')
    expect((await ask()).rows).toEqual([{ n: 1 }])
  } finally {
    await database.close()
    line.close()
  }
})

test.runIf(hasServer)('waits for a server with no free connections, but not for one that is down', async () => {
  const admin = await openPostgres(server.href, 1)
  const name = `storefront_test_${Math.floor(Date.now() / 1_000)}_${process.pid}_full`
  const role = `${name}_role`
  await sql`create role ${sql.id(role)} login connection limit 1`.execute(admin.db)
  const url = new URL(server)
  url.username = role
  try {
    const first = await openPostgres(url.href, 1)
    await sql`select 1`.execute(first.db)
    let isOpen = false
    const second = openPostgres(url.href, 1).then((database) => {
      isOpen = true
      return database
    })
    await expect(new Client(url.href).connect()).rejects.toMatchObject({ code: '53300' })
    expect(isOpen).toBe(false)
    await first.close()
    await (await second).close()
    url.port = '1'
    await expect(openPostgres(url.href, 1)).rejects.toThrow('ECONNREFUSED')
  } finally {
    await sql`drop role ${sql.id(role)}`.execute(admin.db)
    await admin.close()
  }
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { openPgbouncer, pgbouncerProgram } from '../../testing/postgres-programs.ts'
import { notify, openPostgres, type Reader } from './database.server.ts'
import { detectPooling } from './pooler.server.ts'
import { openPostgresHosts } from './postgres-hosts.server.ts'

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')

test.skipIf(server === undefined)('a server without a pooler is recognised', async () => {
  const database = (await server?.open()) ?? expect.fail()
  expect(await detectPooling(openPostgresHosts(database.url ?? ''))).toBe('none')
  await database.close()
})

const reason = pgbouncerProgram === null ? ' (skipped: the program pgbouncer is not installed)' : ''

describe.skipIf(server === undefined || pgbouncerProgram === null).each(['transaction', 'session'] as const)(
  `behind PgBouncer in %s mode${reason}`,
  (mode) => {
    let database: TestDatabase
    let pooler: Awaited<ReturnType<typeof openPgbouncer>>
    let url: string
    beforeAll(async () => {
      database = (await server?.open()) ?? expect.fail()
      const direct = new URL(database.url ?? '')
      pooler = await openPgbouncer(
        { host: direct.hostname, port: Number(direct.port || 5432), user: direct.username },
        mode,
      )
      direct.port = String(pooler.port)
      direct.hostname = '127.0.0.1'
      url = direct.href
    })
    afterAll(async () => {
      await pooler.close()
      await database.close()
    })

    test('its mode is recognised by what connections do', async () => {
      expect(await detectPooling(openPostgresHosts(url))).toBe(mode)
    })

    test('repeated statements and transactions work on several connections at once', async () => {
      const pooled = await openPostgres(url, 4)
      const numbers = Array.from({ length: 40 }, (_, at) => at)
      const sums = await Promise.all(
        numbers.map((number) =>
          pooled.transaction(async (tx) => {
            const { rows } = await sql<{ sum: number }>`select ${number}::integer + 1 as sum`.execute(tx)
            return rows[0]?.sum
          }),
        ),
      )
      expect(sums).toEqual(numbers.map((number) => number + 1))
      const alone = await Promise.all(
        numbers.map((number) => sql<{ sum: number }>`select ${number}::integer + 2 as sum`.execute(pooled.db)),
      )
      expect(alone.map(({ rows }) => rows[0]?.sum)).toEqual(numbers.map((number) => number + 2))
      await pooled.close()
    })

    test('a transaction has the time limits of the program', async () => {
      const pooled = await openPostgres(url, 1, 1_234)
      const limit = await pooled.transaction(async (tx) => {
        const { rows } = await sql<{ limit: string; lock: string }>`
          select current_setting('statement_timeout') as limit, current_setting('lock_timeout') as lock`.execute(tx)
        return rows[0]
      })
      expect(limit).toEqual({ limit: '1234ms', lock: '5s' })
      await pooled.close()
    })

    test('changes of other processes are heard', async () => {
      const lines: string[] = []
      const pooled = await openPostgres(url, 2, undefined, { report: (text) => lines.push(text) })
      const heard: string[] = []
      await pooled.listen('test', (payload) => heard.push(payload))
      await notify(database.db, 'test', 'changed')
      await expect.poll(() => heard, { timeout: 5_000 }).toEqual(['changed'])
      expect(lines).toEqual(
        mode === 'session'
          ? []
          : [
              'DATABASE_URL leads to a pooler in transaction mode: prepared statements are off, and LISTEN does not work. Changes are read from the change log every second. Set DATABASE_LISTEN_URL to the server itself to follow them at once.',
            ],
      )
      await pooled.close()
    })

    test('a session of its own has no time limits; in transaction mode it needs the server itself', async () => {
      const limits = (on: Reader) =>
        sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(on)
      const pooled = await openPostgres(url, 1)
      const session = pooled.session(limits)
      if (mode === 'session') expect((await session).rows).toEqual([{ limit: '0' }])
      else
        await expect(session).rejects.toThrow(
          'DATABASE_URL: migrations cannot run through a pooler in transaction mode. Set DATABASE_LISTEN_URL to the server itself.',
        )
      await pooled.close()
      const direct = await openPostgres(url, 1, undefined, { listenUrl: database.url })
      expect((await direct.session(limits)).rows).toEqual([{ limit: '0' }])
      await direct.close()
    })

    test.runIf(mode === 'transaction')('LISTEN goes to an address of its own', async () => {
      const lines: string[] = []
      const report = (text: string) => lines.push(text)
      const pooled = await openPostgres(url, 2, undefined, { listenUrl: database.url, report })
      expect(lines).toEqual([
        'DATABASE_URL leads to a pooler in transaction mode: prepared statements are off. LISTEN goes to DATABASE_LISTEN_URL.',
      ])
      const heard: string[] = []
      await pooled.listen('test', (payload) => heard.push(payload))
      await notify(pooled.db, 'test', 'changed')
      await expect.poll(() => heard).toEqual(['changed'])
      await pooled.close()
      lines.length = 0
      const wrong = await openPostgres(url, 1, undefined, { listenUrl: url, report })
      expect(lines).toEqual([
        'DATABASE_LISTEN_URL leads to a pooler in transaction mode, where LISTEN does not work. Changes are read from the change log every second. Set it to the server itself.',
      ])
      await wrong.close()
    })
  },
)

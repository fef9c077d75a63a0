import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import {
  changesReachBackHours,
  currentPosition,
  maxChanges,
  parseNotice,
  readChanges,
  trimChangeLog,
  type ChangePosition,
  type RunQuery,
} from './change-log.server.ts'
import { notify, runStatement } from './database.server.ts'

describe.each(await databaseEngines())('the change log on $name', (engine) => {
  let database: TestDatabase
  let query: RunQuery
  beforeAll(async () => {
    database = await engine.open()
    query = (text, values) => runStatement(database.db, text, values)
  })
  afterAll(() => database.close())

  const payloads = async (since: ChangePosition, channel: string | null = 'test') =>
    (await readChanges(query, since, channel)).changes?.map(({ payload }) => payload) ?? null

  const stored = async () => {
    const { rows } = await sql<{ payload: string }>`select payload from change_log`.execute(database.db)
    return rows.map(({ payload }) => payload)
  }

  test('holds what is committed, each change once, by channel', async () => {
    const start = await currentPosition(query)
    await database.transaction(async (tx) => {
      await notify(tx, 'test', 'b')
      await notify(tx, 'test', 'a')
      await notify(tx, 'test', 'b')
      await notify(tx, 'other', 'c')
    })
    await notify(database.db, 'test', 'a')
    const undone = database.transaction(async (tx) => {
      await notify(tx, 'test', 'undone')
      throw new Error('stop')
    })
    await expect(undone).rejects.toThrow('stop')
    const first = await readChanges(query, start)
    expect(first.changes).toEqual([
      { channel: 'test', payload: 'b' },
      { channel: 'test', payload: 'a' },
      { channel: 'other', payload: 'c' },
    ])
    expect(await payloads(start, 'other')).toEqual(['c'])
    expect(await payloads(first.position)).toEqual([])
    await notify(database.db, 'test', 'd')
    expect(await payloads(first.position)).toEqual(['d'])
  })

  test('has what triggers announce', async () => {
    const start = await currentPosition(query)
    await sql`update setting set value = value`.execute(database.db)
    expect((await readChanges(query, start)).changes).toEqual([{ channel: 'settings_changed', payload: '' }])
  })

  test('does not list more than a process would follow one by one', async () => {
    const start = await currentPosition(query)
    await sql`select publish_change('test', n::text) from generate_series(1, ${maxChanges}) as n`.execute(database.db)
    expect(await payloads(start)).toHaveLength(maxChanges)
    await notify(database.db, 'test', 'one more')
    expect(await payloads(start)).toBeNull()
  })

  test('says that it was trimmed to whoever has not read that far', async () => {
    const early = await currentPosition(query)
    await notify(database.db, 'test', 'old')
    // A run deletes what had ended when the run before it set its mark. Transactions of other databases on the server count as well.
    await expect
      .poll(async () => {
        await trimChangeLog(database, 0)
        return payloads(early)
      })
      .toBeNull()
    const late = await currentPosition(query)
    await notify(database.db, 'test', 'new')
    await trimChangeLog(database, 0)
    expect(await payloads(late)).toEqual(['new'])
    await expect
      .poll(async () => {
        await trimChangeLog(database, 0)
        return stored()
      })
      .not.toContain('old')
  })

  test('is not trimmed before its time', async () => {
    const start = await currentPosition(query)
    await notify(database.db, 'test', 'recent')
    await trimChangeLog(database, changesReachBackHours)
    await trimChangeLog(database, changesReachBackHours)
    expect(await payloads(start)).toEqual(['recent'])
  })

  test('reports everything as changed on a server of another history', async () => {
    const { position } = await readChanges(query, await currentPosition(query))
    if (position.history === null) expect(engine.name).toBe('PGlite')
    expect(await payloads({ ...position, history: 'another server' })).toBeNull()
  })

  test('leaves out the changes of another server that a restored backup brought', async () => {
    const start = await currentPosition(query)
    await sql`insert into change_log (transaction_id, channel, payload) values ('900000000000', 'test', 'restored')`.execute(
      database.db,
    )
    await sql`insert into change_log_mark (fence, is_applied) values ('900000000000', true)`.execute(database.db)
    expect(await payloads(start)).toEqual([])
  })
})

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')

describe.skipIf(server === undefined)('transactions that overlap', () => {
  test('a change that is numbered first and committed last is read when it is committed', async () => {
    const database = (await server?.open()) ?? expect.fail()
    const query: RunQuery = (text, values) => runStatement(database.db, text, values)
    const read = async (since: ChangePosition) => {
      const { position, changes } = await readChanges(query, since)
      return { position, payloads: changes?.map(({ payload }) => payload) }
    }
    const start = await currentPosition(query)
    const [numbered, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow = database.transaction(async (tx) => {
      await notify(tx, 'test', 'slow')
      numbered.resolve()
      await release.promise
    })
    await numbered.promise
    await notify(database.db, 'test', 'fast')
    const first = await read(start)
    expect(first.payloads).toEqual(['fast'])
    await notify(database.db, 'test', 'later')
    const second = await read(first.position)
    expect(second.payloads).toEqual(['later'])
    // Nor is it trimmed for its low number.
    for (const _ of [1, 2]) await trimChangeLog(database, 0)
    release.resolve()
    await slow
    const third = await read(second.position)
    expect(third.payloads).toEqual(['slow'])
    expect((await read(third.position)).payloads).toEqual([])
    await database.close()
  })
})

test('a notice says whether its change is in the log', () => {
  expect(parseNotice('{"products":[1]} ')).toEqual({ payload: '{"products":[1]}', isLogged: true })
  expect(parseNotice(' ')).toEqual({ payload: '', isLogged: true })
  expect(parseNotice('"all"')).toEqual({ payload: '"all"', isLogged: false })
  expect(parseNotice('')).toEqual({ payload: '', isLogged: false })
})

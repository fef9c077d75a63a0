import { Pool } from 'pg'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { openLine } from '../../testing/database-line.ts'
import { openChangeEvents, type ChangeEventsDeps } from './change-events.server.ts'
import { currentPosition, trimChangeLog, type RunQuery } from './change-log.server.ts'
import { notify } from './database.server.ts'
import { openPostgresHosts } from './postgres-hosts.server.ts'

const server = (await databaseEngines()).find(({ name }) => name === 'PostgreSQL')
const never = 1_000_000

/** Two ways to one database: past the line, as another process would send, and through the line, where notices and the log are read. */
async function openSides(timings: Parameters<typeof openChangeEvents>[1], own: Partial<ChangeEventsDeps> = {}) {
  const database = (await server?.open()) ?? expect.fail('no server')
  const line = await openLine(database.url ?? '')
  let isPoolOpen = true
  const pool = new Pool({ connectionString: line.url, max: 1, connectionTimeoutMillis: 2_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const query: RunQuery = (text, values) => pool.query(text, [...values])
  const changes = openChangeEvents(
    { query, start: await currentPosition(query), listenHosts: openPostgresHosts(line.url), ...own },
    timings,
  )
  onTestFinished(async () => {
    await closeThis()
    await database.close()
    line.close()
  })
  async function closeThis(): Promise<void> {
    await changes.close()
    if (isPoolOpen) await pool.end()
    isPoolOpen = false
  }
  const heard: string[] = []
  return {
    database,
    line,
    pool,
    changes,
    closeThis,
    heard,
    hear: (channel: string) =>
      changes.listen(
        channel,
        (text) => heard.push(`${channel} ${text}`),
        () => heard.push(`gap of ${channel}`),
      ),
    send: (channel: string, text: string) => notify(database.db, channel, text),
  }
}

test.runIf(server)('all channels of a process share one connection, and each hears its own changes', async () => {
  const { line, closeThis, changes, heard, hear, send } = await openSides({ pollMs: never })
  const stop = await hear('test_a')
  await Promise.all([changes.listen('test_a', (text) => heard.push(`also ${text}`)), hear('test_b')])
  // One for notices, and the pool's own.
  expect(line.state.open).toBe(2)
  await send('test_a', '1')
  await send('test_b', '2')
  await expect.poll(() => heard).toEqual(['test_a 1', 'also 1', 'test_b 2'])
  await stop()
  await send('test_a', '3')
  await expect.poll(() => heard.slice(3)).toEqual(['also 3'])
  // Nobody listens any more, so nothing is kept open.
  await closeThis()
  await expect.poll(() => line.state.open).toBe(0)
})

test.runIf(server)('what changed between the start of a process and its call is heard', async () => {
  const { heard, hear, send } = await openSides({ pollMs: never })
  await send('test_a', 'before')
  await hear('test_b')
  await hear('test_a')
  await send('test_a', 'after')
  await expect.poll(() => heard).toEqual(['test_a before', 'test_a after'])
})

test.runIf(server)('a notice of the previous version, which has no log, is heard as it is', async () => {
  const { database, heard, hear } = await openSides({ pollMs: never })
  await hear('test_a')
  await sql`select pg_notify('test_a', 'plain')`.execute(database.db)
  await expect.poll(() => heard).toEqual(['test_a plain'])
})

test.runIf(server)(
  'an unavailable server is tried by one call at a time, and what changed meanwhile is heard afterwards, once',
  async () => {
    const { line, heard, hear, send } = await openSides({ againMs: 20, pollMs: never })
    for (const channel of ['test_a', 'test_b']) await hear(channel)
    await send('test_a', 'before')
    await expect.poll(() => heard).toEqual(['test_a before'])
    const before = line.state.calls
    const brokenAt = performance.now()
    line.break()
    await expect.poll(() => line.state.calls - before, { interval: 10 }).toBeGreaterThanOrEqual(10)
    // Were each failed call to lead to two, there would be over a thousand by now.
    expect(line.state.calls - before).toBeLessThanOrEqual((performance.now() - brokenAt) / 20 + 1)
    await send('test_b', 'missed')
    expect(heard).toEqual(['test_a before'])
    line.state.isBroken = false
    await expect.poll(() => heard).toEqual(['test_a before', 'test_b missed'])
    await send('test_b', 'heard again')
    await expect.poll(() => heard.slice(2)).toEqual(['test_b heard again'])
  },
)

test.runIf(server)('after a gap that the log does not cover, everything counts as changed', async () => {
  const { database, line, heard, hear, send } = await openSides({ againMs: 20, pollMs: never })
  for (const channel of ['test_a', 'test_b']) await hear(channel)
  line.break()
  await send('test_a', 'trimmed')
  await expect
    .poll(async () => {
      await trimChangeLog(database, 0)
      return (await sql`select from change_log`.execute(database.db)).rows
    })
    .toEqual([])
  line.state.isBroken = false
  await expect.poll(() => heard).toEqual(['gap of test_a', 'gap of test_b'])
})

test.runIf(server)('a server that hides its history may be another one after a gap', async () => {
  const { database, line, heard, hear } = await openSides({ againMs: 20, pollMs: never })
  await sql`create or replace function server_history() returns text language sql as 'select null'`.execute(database.db)
  await hear('test_a')
  line.break()
  line.state.isBroken = false
  await expect.poll(() => heard).toEqual(['gap of test_a'])
})

test.runIf(server)('a silently dead connection is replaced', { timeout: 20_000 }, async () => {
  const { line, heard, hear, send } = await openSides({ beatMs: 50, againMs: 20, patienceMs: 200, pollMs: never })
  await hear('test_a')
  line.state.isSilent = true
  await send('test_a', 'missed')
  await expect.poll(() => line.state.calls).toBeGreaterThan(2)
  line.state.isSilent = false
  await expect.poll(() => heard).toEqual(['test_a missed'])
})

test.runIf(server)('without a connection for notices the log is polled', async () => {
  const { heard, hear, send } = await openSides({ pollMs: 10 }, { listenHosts: null })
  await hear('test_a')
  await send('test_a', '1')
  await expect.poll(() => heard).toEqual(['test_a 1'])
  await send('test_a', '2')
  await expect.poll(() => heard).toEqual(['test_a 1', 'test_a 2'])
})

test.runIf(server)('the log is polled while the connection for notices cannot be made', async () => {
  const unreachable: string[] = []
  const { heard, hear, send } = await openSides(
    { pollMs: 10, againMs: 20 },
    {
      listenHosts: openPostgresHosts('postgres://postgres@127.0.0.1:1/shop'),
      onUnreachable: ({ message }) => unreachable.push(message),
    },
  )
  await hear('test_a')
  await hear('test_b')
  await send('test_b', '1')
  await expect.poll(() => heard).toEqual(['test_b 1'])
  expect(unreachable).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test.runIf(server)('a log that cannot be read at once is read later', async () => {
  let isAway = false
  const { pool, heard, changes, send } = await openSides(
    { pollMs: 10 },
    {
      listenHosts: null,
      query: (text, values) => (isAway ? Promise.reject(new Error('away')) : pool.query(text, [...values])),
    },
  )
  await changes.listen('test_a', (text) => heard.push(text))
  isAway = true
  await send('test_a', '1')
  isAway = false
  await expect.poll(() => heard).toEqual(['1'])
  isAway = true
  await expect(changes.listen('test_b', () => {})).rejects.toThrow('away')
})

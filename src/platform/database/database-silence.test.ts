import { createServer, Socket, type AddressInfo, type Server } from 'node:net'
import { sql } from 'kysely'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { notify, openPostgres } from './database.server.ts'
import { openChangeEvents } from './change-events.server.ts'

const server = new URL(process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const hasServer = (await databaseEngines()).some((one) => one.name === 'PostgreSQL')

/**
 * A line to the server that can fall silent (nothing is refused and nothing is closed, there is just no answer) and break (what is open
 * is closed, and so is whatever comes). `calls` counts who came, `open` who is there.
 */
async function openLine(): Promise<{
  url: string
  state: { isSilent: boolean; isBroken: boolean; calls: number; open: number }
  break(): void
  close(): void
}> {
  const state = { isSilent: false, isBroken: false, calls: 0, open: 0 }
  const sockets = new Set<Socket>()
  const line: Server = createServer((from) => {
    state.calls++
    if (state.isBroken) {
      from.destroy()
      return
    }
    const to = new Socket().connect(Number(server.port || 5432), server.hostname)
    for (const one of [from, to]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    from.on('data', (data) => void (state.isSilent || to.write(data)))
    to.on('data', (data) => void (state.isSilent || from.write(data)))
    state.open++
    from.on('close', () => {
      state.open--
      to.destroy()
    })
    to.on('close', () => from.destroy())
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String((line.address() as AddressInfo).port)
  const hangUp = () => {
    for (const one of sockets) one.destroy()
    sockets.clear()
  }
  return {
    url: url.href,
    state,
    break() {
      state.isBroken = true
      hangUp()
    },
    close() {
      hangUp()
      line.close()
    },
  }
}

test.runIf(hasServer)('an unresponsive server blocks nobody forever, and is used again when it recovers', async () => {
  const line = await openLine()
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

/** Sends notices past the line, as another process would. */
async function openSender() {
  const database = await openPostgres(server.href, 1)
  return { send: (channel: string, text: string) => notify(database.db, channel, text), close: () => database.close() }
}

test.runIf(hasServer)(
  'all channels of a process share one connection, and each receives its own notifications',
  async () => {
    const line = await openLine()
    const sender = await openSender()
    const changes = openChangeEvents(line.url)
    try {
      const heard: string[] = []
      const stop = await changes.listen('test_shared_a', (text) => heard.push(`a ${text}`))
      await Promise.all([
        changes.listen('test_shared_a', (text) => heard.push(`also a ${text}`)),
        changes.listen('test_shared_b', (text) => heard.push(`b ${text}`)),
      ])
      expect(line.state.calls).toBe(1)
      await sender.send('test_shared_a', '1')
      await sender.send('test_shared_b', '2')
      await expect.poll(() => heard).toEqual(['a 1', 'also a 1', 'b 2'])
      await stop()
      await sender.send('test_shared_a', '3')
      await expect.poll(() => heard.slice(3)).toEqual(['also a 3'])
      // Nobody listens any more, so nothing is kept open.
      await changes.close()
      await expect.poll(() => line.state.open).toBe(0)
    } finally {
      await changes.close()
      await sender.close()
      line.close()
    }
  },
)

test.runIf(hasServer)(
  'an unavailable server is tried by one call at a time, and missed notifications are reported',
  async () => {
    const line = await openLine()
    const sender = await openSender()
    const changes = openChangeEvents(line.url, { againMs: 20 })
    try {
      const heard: string[] = []
      for (const channel of ['test_away_a', 'test_away_b'])
        await changes.listen(
          channel,
          (text) => heard.push(text),
          () => heard.push(`gap of ${channel}`),
        )
      const before = line.state.calls
      const brokenAt = performance.now()
      line.break()
      await expect.poll(() => line.state.calls - before, { interval: 10 }).toBeGreaterThanOrEqual(10)
      // Were each failed call to lead to two, there would be over a thousand by now.
      expect(line.state.calls - before).toBeLessThanOrEqual((performance.now() - brokenAt) / 20 + 1)
      expect(heard).toEqual([])
      line.state.isBroken = false
      await expect.poll(() => heard).toEqual(['gap of test_away_a', 'gap of test_away_b'])
      await sender.send('test_away_b', 'heard again')
      await expect.poll(() => heard.at(-1)).toBe('heard again')
    } finally {
      await changes.close()
      await sender.close()
      line.close()
    }
  },
)

test.runIf(hasServer)('a silently dead connection is replaced', { timeout: 20_000 }, async () => {
  const line = await openLine()
  const sender = await openSender()
  const changes = openChangeEvents(line.url, { beatMs: 50, againMs: 20, patienceMs: 200 })
  try {
    const heard: string[] = []
    await changes.listen(
      'test_dead',
      (text) => heard.push(text),
      () => heard.push('gap'),
    )
    line.state.isSilent = true
    await expect.poll(() => line.state.calls).toBeGreaterThan(1)
    line.state.isSilent = false
    await expect.poll(() => heard).toEqual(['gap'])
    await sender.send('test_dead', 'heard')
    await expect.poll(() => heard).toEqual(['gap', 'heard'])
  } finally {
    await changes.close()
    await sender.close()
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

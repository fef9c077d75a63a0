import { createServer, Socket, type AddressInfo, type Server } from 'node:net'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { databaseEngines } from './database-for-tests.ts'
import { openPostgres } from './database.server.ts'

const server = new URL(process.env['TEST_POSTGRES_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres')
const hasServer = (await databaseEngines()).some((one) => one.name === 'PostgreSQL')

/** A line to the server that can fall silent: nothing is refused and nothing is closed, there is just no answer. */
async function openLine(): Promise<{ url: string; state: { isSilent: boolean }; close(): void }> {
  const state = { isSilent: false }
  const sockets = new Set<Socket>()
  const line: Server = createServer((from) => {
    const to = new Socket().connect(Number(server.port || 5432), server.hostname)
    for (const one of [from, to]) {
      sockets.add(one)
      one.on('error', () => {})
    }
    from.on('data', (data) => void (state.isSilent || to.write(data)))
    to.on('data', (data) => void (state.isSilent || from.write(data)))
    from.on('close', () => to.destroy())
    to.on('close', () => from.destroy())
  })
  await new Promise<void>((done) => line.listen(0, '127.0.0.1', done))
  const url = new URL(server)
  url.hostname = '127.0.0.1'
  url.port = String((line.address() as AddressInfo).port)
  return {
    url: url.href,
    state,
    close() {
      for (const one of sockets) one.destroy()
      line.close()
    },
  }
}

test.runIf(hasServer)(
  'a server that says nothing holds nobody for ever, and one that is back is used again',
  async () => {
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
  },
)

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { anyEngine, emptyServerDatabase, isServerHere } from '../../testing/database.ts'
import { openPostgres } from './database.server.ts'
import { requireDurability } from './durability.server.ts'

const live = { isLive: true, DATABASE_DURABILITY: 'server' } as const

function noted() {
  const texts: string[] = []
  return { texts, warn: (text: string) => void texts.push(text) }
}

test.skipIf(!(await isServerHere()))('a live shop refuses a server that does not wait for its disk', async () => {
  const { url, drop } = await emptyServerDatabase()
  const first = await openPostgres(url, 1)
  const { texts, warn } = noted()
  await requireDurability(first, live, warn)
  expect(texts).toEqual([])
  await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set synchronous_commit = off`.execute(first.db)
  await first.close()

  const unsafe = await openPostgres(url, 1)
  await expect(requireDurability(unsafe, live, warn)).rejects.toThrow(
    'DATABASE_URL: the server has synchronous_commit off, so a crash can lose orders that were paid. Turn on synchronous_commit there, or set DATABASE_DURABILITY=storage if the storage below it keeps every commit.',
  )
  await requireDurability(unsafe, { ...live, DATABASE_DURABILITY: 'storage' }, warn)
  expect(texts).toEqual([])
  await requireDurability(unsafe, { ...live, isLive: false }, warn)
  expect(texts).toEqual([
    'DATABASE_URL: the server has synchronous_commit off, so a crash can lose orders that were paid.',
  ])
  await unsafe.close()
  await drop()
})

test('the embedded database needs no look', async () => {
  const database = await anyEngine.open()
  const { texts, warn } = noted()
  await requireDurability(database, live, warn)
  expect(texts).toEqual([])
  await database.close()
})

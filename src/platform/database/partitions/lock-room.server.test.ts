import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { databaseEngines } from '../../../testing/database.ts'
import { warnOfLockRoom } from './lock-room.server.ts'

describe.each(await databaseEngines())('on $name', ({ open }) => {
  test('a server with room for lists of every month is not warned of, and one without is', async () => {
    const database = await open()
    const texts: string[] = []
    const warn = (text: string) => void texts.push(text)
    await warnOfLockRoom(database, warn)
    expect(texts).toEqual([])

    await warnOfLockRoom(database, warn, 1_000)
    if (database.engine === 'pglite') expect(texts).toEqual([])
    else {
      // What a statement really locks while it reads all of the table that is named.
      const held = await database.db.transaction().execute(async (tx) => {
        await sql`select count(*) from customer_order`.execute(tx)
        const { rows } = await sql<{ locks: number }>`
          select count(*)::integer as locks from pg_locks
          where pid = pg_backend_pid() and relation::regclass::text like '%customer_order%'`.execute(tx)
        return rows[0]?.locks ?? 0
      })
      expect(held).toBeGreaterThan(20)
      expect(texts).toEqual([
        expect.stringMatching(
          new RegExp(
            `^DATABASE_URL: a list of every customer_order takes ${held} locks and the server has \\d+, so 1000 at once can leave none for an order\\. Set max_locks_per_transaction there to \\d+ or more, and restart it\\.$`,
          ),
        ),
      ])
    }
    await database.close()
  })
})

import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openOwnServer, serverPrograms } from '../../testing/postgres-programs.ts'
import { until } from '../../testing/shop/until.ts'
import { archiveReading } from './archive-reading.server.ts'
import { openPostgres } from '../database/database.server.ts'

describe.skipIf(serverPrograms === null)('the archive of a server', () => {
  /** What is read of a server with these settings, once it has tried to archive something. */
  async function readingOf(settings: Readonly<Record<string, string>>) {
    const server = await openOwnServer({ settings })
    const database = await openPostgres(`postgres://postgres@127.0.0.1:${server.port}/postgres`, 2)
    try {
      await sql`create table chair (legs integer)`.execute(database.db)
      await sql`select pg_switch_wal()`.execute(database.db)
      if (settings['archive_mode'] === 'on')
        await until(async () => {
          const { rows } = await sql<{ tries: number }>`
            select archived_count + failed_count as tries from pg_stat_archiver`.execute(database.db)
          return Number(rows[0]?.tries) > 0
        })
      return Object.fromEntries((await archiveReading(database).read()).map(({ gauge, value }) => [gauge, value]))
    } finally {
      await database.close()
      await server.remove()
    }
  }

  test('is as old as its newest segment', async () => {
    const { database_archive_age_seconds: age, database_archive_failing: failing } = await readingOf({
      archive_mode: 'on',
      archive_command: 'true',
    })
    expect(failing).toBe(0)
    expect(age).toBeGreaterThanOrEqual(0)
    expect(age).toBeLessThan(60)
  })

  test('fails where its command does', async () => {
    const failing = { archive_mode: 'on', archive_command: 'false' }
    expect(await readingOf(failing)).toMatchObject({ database_archive_failing: 1 })
  })

  test('has no values where the server has none', async () => {
    expect(await readingOf({})).toEqual({})
  })
})

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyServerDatabase, isServerHere, openUnmigrated } from '../../testing/database.ts'
import { fixedClock } from '../clock.ts'
import { openPostgres, type Database } from '../database/database.server.ts'
import { makeSchemaTables } from '../database/schema-state.server.ts'
import { backfillProgress, createBackfillWork, type Backfill } from './backfill.server.ts'
import { shades } from './interrupted-backfill-for-tests.ts'

const clock = fixedClock('2026-11-28T10:00Z')
const rowCount = 95

async function makeChairs({ db }: Database): Promise<void> {
  await makeSchemaTables(db)
  await sql`create table chair (id integer primary key, colour text not null, shade text)`.execute(db)
  await sql`create table chair_change (id integer not null)`.execute(db)
  await sql`insert into chair (id, colour) select n, 'oak' from generate_series(1, ${rowCount}::integer) n`.execute(db)
}

/** How many rows were changed, how often in all, and how many are left. */
async function changesOf({ db }: Database): Promise<readonly (number | undefined)[]> {
  const { rows } = await sql<{ rows: number; changes: number; left: number }>`
    select (select count(distinct id)::integer from chair_change) as rows, (select count(*)::integer from chair_change) as changes,
      (select count(*)::integer from chair where shade is null) as left`.execute(db)
  return [rows[0]?.rows, rows[0]?.changes, rows[0]?.left]
}

describe('a backfill', () => {
  let database: Database
  beforeAll(async () => {
    database = await openUnmigrated()
  })
  beforeEach(() => makeChairs(database))
  afterEach(() => sql`drop table chair, chair_change, schema_backfill`.execute(database.db))
  afterAll(() => database.close())

  test('changes every row once, shows how far it is, and ends', async () => {
    const work = createBackfillWork({ database, clock }, [shades], 1_000)
    await work()
    expect(await changesOf(database)).toEqual([rowCount, rowCount, 0])
    const now = clock.now()
    const finished = [{ name: 'shades', position: '95', count: rowCount, updatedAt: now, finishedAt: now }]
    expect(await backfillProgress(database.db)).toEqual(finished)
    await sql`insert into chair (id, colour) values (1000, 'ash')`.execute(database.db)
    await work()
    await createBackfillWork({ database, clock }, [shades], 1_000)()
    expect(await backfillProgress(database.db)).toEqual(finished)
  })

  test('stops when its time is over, and goes on from there', async () => {
    const slow: Backfill = {
      ...shades,
      async batch(tx, after) {
        clock.advance(600)
        return shades.batch(tx, after)
      },
    }
    const work = createBackfillWork({ database, clock }, [slow], 1_000)
    await work()
    expect(await changesOf(database)).toEqual([20, 20, rowCount - 20])
    await work()
    expect(await changesOf(database)).toEqual([40, 40, rowCount - 40])
  })

  test('repeats a batch that failed, and nothing before it', async () => {
    let batches = 0
    const failing: Backfill = {
      ...shades,
      async batch(tx, after) {
        const done = await shades.batch(tx, after)
        if (++batches === 3) throw new Error('no such shade')
        return done
      },
    }
    const work = createBackfillWork({ database, clock }, [failing], 1_000)
    await expect(work()).rejects.toThrow('no such shade')
    expect((await backfillProgress(database.db)).map(({ position, finishedAt }) => [position, finishedAt])).toEqual([
      ['20', null],
    ])
    await work()
    expect(await changesOf(database)).toEqual([rowCount, rowCount, 0])
  })
})

describe.runIf(await isServerHere())('a backfill of several processes on PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof emptyServerDatabase>>
  let database: Database
  beforeEach(async () => {
    server = await emptyServerDatabase()
    database = await openPostgres(server.url, 4)
    await makeChairs(database)
  })
  afterEach(async () => {
    await database.close()
    await server.drop()
  })

  test('whose process is killed in a batch is resumed by the next one', async () => {
    const file = join(import.meta.dirname, 'interrupted-backfill-for-tests.ts')
    const killed = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', file, server.url])
    expect([killed.signal, String(killed.stderr)]).toEqual(['SIGKILL', ''])
    expect(await changesOf(database)).toEqual([20, 20, rowCount - 20])
    await createBackfillWork({ database, clock }, [shades], 1_000)()
    expect(await changesOf(database)).toEqual([rowCount, rowCount, 0])
  })

  test('is worked on by one at a time', async () => {
    const another = await openPostgres(server.url, 2)
    let running = 0
    let maxRunning = 0
    const counted: Backfill = {
      ...shades,
      async batch(tx, after) {
        maxRunning = Math.max(maxRunning, ++running)
        const done = await shades.batch(tx, after)
        running--
        return done
      },
    }
    const works = [database, another].map((one) => createBackfillWork({ database: one, clock }, [counted], 1_000))
    // One that finds the other at work returns, and comes again.
    for (let rounds = 0; rounds < rowCount && (await changesOf(database))[2] !== 0; rounds++)
      await Promise.all(works.map((work) => work()))
    expect([maxRunning, ...(await changesOf(database))]).toEqual([1, rowCount, rowCount, 0])
    await another.close()
  })
})

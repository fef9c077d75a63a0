import { setImmediate as turn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hours } from '../clock.ts'
import { databaseEngines, type TestDatabase } from '../../testing/database.ts'
import { openJobs, type Jobs } from './jobs.server.ts'
import { createLog } from '../log.server.ts'
import { noTracing } from '../tracing/tracing.ts'

const log = createLog('silent', { write: () => {} })

describe.each(await databaseEngines())('jobs on $name', (engine) => {
  let database: TestDatabase
  let jobs: Jobs
  beforeAll(async () => {
    database = await engine.open()
    jobs = await openJobs({ database, log, tracing: noTracing, queues: ['mail', 'money'] })
  })
  afterAll(async () => {
    await jobs.close()
    await database.close()
  })

  const statesOf = async (queue: string) => {
    const { rows } = await sql<{ state: string; count: number }>`
      select state::text as state, count(*)::int as count from pgboss.job where name = ${queue} group by 1 order by 1`.execute(
      database.db,
    )
    return Object.fromEntries(rows.map((row) => [row.state, row.count]))
  }
  async function until(holds: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + 15_000
    while (!(await holds())) {
      if (performance.now() > end) throw new Error('it did not happen in time')
      await turn()
    }
  }

  test('each of many queued jobs runs once, and a failing one affects no other', async () => {
    const done: number[] = []
    await database.transaction(async (tx) => {
      for (let number = 0; number < 25; number++) await jobs.enqueue(tx, 'mail', { number })
    })
    await jobs.handle('mail', async ({ number }) => {
      if (number === 3) throw new Error('no such address')
      done.push(Number(number))
    })
    await until(async () => done.length === 24)
    // Those of one transaction come in any order.
    expect(done.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 25 }, (_, number) => number).filter((number) => number !== 3),
    )
    await until(async () => (await statesOf('mail'))['active'] === undefined)
    expect(await statesOf('mail')).toEqual({ completed: 24, retry: 1 })
  })

  test('a hundred jobs, each enqueued after the one before is done, wait for no poll', async () => {
    let done = 0
    await jobs.handle('money', async () => void done++)
    for (let number = 1; number <= 100; number++) {
      await database.transaction((tx) => jobs.enqueue(tx, 'money', { number }))
      await until(async () => done === number)
    }
    expect(done).toBe(100)
  })

  test('a job whose process died is retried after 15 seconds, not at its timeout', async () => {
    const { rows } = await sql<{ name: string; heartbeat: number }>`
      select name, heartbeat_seconds as heartbeat from pgboss.queue where name in ('mail', 'money') order by 1`.execute(
      database.db,
    )
    expect(rows).toEqual([
      { name: 'mail', heartbeat: 15 },
      { name: 'money', heartbeat: 15 },
    ])
  })

  test('what is due twice a day is done soon after every start, of which there may be several a day', async () => {
    for (const start of ['first', 'second']) {
      const started = await openJobs({ database, log, tracing: noTracing, queues: [], firstRoundMs: 1 })
      const done: string[] = []
      started.every('old sign-ins', hours(12), async () => void done.push(start))
      await until(async () => done.length === 1)
      await started.close()
    }
  })
})

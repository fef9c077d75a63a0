import { PgBoss } from 'pg-boss'
import { runStatement, type Database, type Writer } from './database.server.ts'
import type { Log } from './log.server.ts'

/**
 * Work for later. A job is written in the transaction of the fact that calls for it, so there is none without the other (the
 * transactional outbox of security-reliability.md section 14), and is done at least once: handlers accept repeats.
 */
export interface Jobs {
  enqueue(tx: Writer, job: string, payload: Record<string, unknown>): Promise<void>
  /** Does jobs of a name, one at a time in each process. */
  handle(job: string, work: (payload: Record<string, unknown>) => Promise<void>): Promise<void>
  /** Calls `work` again and again with a pause between, in this process; other processes do the same. */
  every(name: string, pauseMs: number, work: () => Promise<void>): void
  close(): Promise<void>
}

const noJob = '00000000-0000-0000-0000-000000000000'

export async function openJobs({
  database,
  log,
  queues,
}: {
  database: Database
  log: Log
  queues: readonly string[]
}): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runStatement(database.db, text, values) as Promise<{ rows: never[] }> },
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error: unknown) => log.error({ err: error, area: 'jobs' }, 'the job queue has a fault'))
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue, { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 })
    // pg-boss reads what it knows of a queue at the queue's first use, through the pool. That must not be the first enqueue: it runs
    // inside the transaction that places an order.
    await boss.getJobById(queue, noJob)
  }

  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isClosed = false
  return {
    async enqueue(tx, job, payload) {
      await boss.send(job, payload, {
        db: { executeSql: (text, values) => runStatement(tx, text, values) as Promise<{ rows: never[] }> },
      })
    },
    async handle(job, work) {
      await boss.work<Record<string, unknown>>(job, { pollingIntervalSeconds: 1 }, async (jobs) => {
        for (const one of jobs) await work(one.data)
      })
    },
    every(name, pauseMs, work) {
      const round = async () => {
        const turn = work().catch((error: unknown) => log.error({ err: error, job: name }, 'a recurring job failed'))
        running.add(turn)
        await turn
        running.delete(turn)
        if (!isClosed) schedule()
      }
      const schedule = () => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          void round()
        }, pauseMs)
        timer.unref()
        timers.add(timer)
      }
      schedule()
    },
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

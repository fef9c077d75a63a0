import { PgBoss, type JobResult } from 'pg-boss'
import { minutes } from '../clock.ts'
import { notify, runStatement, type Database, type Writer } from '../database/database.server.ts'
import type { Log } from '../log.server.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { tracedSend, tracedWork } from './traced-jobs.ts'

/**
 * Work for later. A job is written in the transaction of the fact that calls for it, so there is none without the other (the
 * transactional outbox of decision 0005), and is done at least once: handlers accept repeats.
 */
export interface Jobs {
  enqueue(tx: Writer, job: string, payload: Record<string, unknown>): Promise<void>
  /** Does jobs of a name, one at a time in each process. */
  handle(job: string, work: (payload: Record<string, unknown>) => Promise<void>): Promise<void>
  /**
   * Calls `work` again and again with a pause between, in this process; other processes do the same. The first time comes within minutes of
   * the start however long the pause is: a process that is replaced every day would never do what is due twice a day, and after a restore
   * personal data is there again whose time was over.
   */
  every(name: string, pauseMs: number, work: () => Promise<void>): void
  /** Does a job again that has failed for good. */
  again(job: string, id: string): Promise<void>
  close(): Promise<void>
}

/**
 * How soon a job is retried whose process died: its heartbeat is missed by then, and the queue has been checked. A job's own time limit
 * would wait a quarter of an hour, which is too long for refunds.
 */
const missedAfterSeconds = 15

/**
 * A new job is announced to the processes, which then look for it at once. Without an announcement they look every few seconds, for what is
 * due again after a failure; and without a pause while there are as many as are taken at a time: a sale's mails do not queue.
 */
const pace = { pollingIntervalSeconds: 5, batchSize: 10, burstWhenBatchFull: true } as const
const channel = 'jobs'

const noJob = '00000000-0000-0000-0000-000000000000'

export async function openJobs({
  database,
  log,
  tracing,
  queues,
  firstRoundMs = minutes(2),
}: {
  database: Database
  log: Log
  tracing: Tracing
  queues: readonly string[]
  /** How soon after the start recurring work with longer pauses is done for the first time. */
  firstRoundMs?: number
}): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => runStatement(database.db, text, values) as Promise<{ rows: never[] }> },
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    superviseIntervalSeconds: missedAfterSeconds,
    monitorIntervalSeconds: missedAfterSeconds,
    monitorVacuum: false,
    reindex: false,
  })
  boss.on('error', (error: unknown) => log.error({ err: error, area: 'jobs' }, 'the job queue has a fault'))
  await boss.start()
  for (const queue of queues) {
    const terms = { retryLimit: 12, retryDelay: 5, retryBackoff: true, retryDelayMax: 3_600 }
    await boss.createQueue(queue, { ...terms, heartbeatSeconds: missedAfterSeconds })
    // A queue created before these terms keeps its own.
    await boss.updateQueue(queue, { heartbeatSeconds: missedAfterSeconds })
    // pg-boss reads a queue's settings on first use, through the pool. That must not be the first enqueue, which runs inside the
    // transaction that places an order.
    await boss.getJobById(queue, noJob)
  }

  const timers = new Set<NodeJS.Timeout>()
  const running = new Set<Promise<void>>()
  let isClosed = false
  const announcements = announcementsOf(database, boss)
  return {
    async enqueue(tx, job, payload) {
      await tracedSend(tracing, { job, payload }, async (data) => {
        await boss.send(job, data, {
          db: { executeSql: (text, values) => runStatement(tx, text, values) as Promise<{ rows: never[] }> },
        })
        await notify(tx, channel, job)
      })
    },
    async again(job, id) {
      await boss.retry(job, id)
      await notify(database.db, channel, job)
    },
    async handle(job, work) {
      await announcements.listen()
      const options = { ...pace, perJobResults: true } as const
      const worker = await boss.work<Record<string, unknown>>(job, options, async (jobs) => {
        const results: JobResult[] = []
        for (const { id, data } of jobs) {
          const failure = await tracedWork(tracing, { id, job, data }, work).then(
            () => null,
            (error: unknown) => {
              // The job's data stays in the queue: a log must not contain personal addresses.
              log.warn({ err: error, job, jobId: id }, 'a job failed and is tried again')
              return error instanceof Error ? error.message : 'failed'
            },
          )
          // One that cannot be done must not take those beside it along.
          results.push(failure === null ? { id, status: 'completed' } : { id, status: 'failed', output: { failure } })
        }
        return results
      })
      announcements.register(job, worker)
    },
    every(name, pauseMs, work) {
      const round = async () => {
        const turn = work().catch((error: unknown) => log.error({ err: error, job: name }, 'a recurring job failed'))
        running.add(turn)
        await turn
        running.delete(turn)
        if (!isClosed) schedule(pauseMs)
      }
      const schedule = (afterMs: number) => {
        const timer = setTimeout(() => {
          timers.delete(timer)
          void round()
        }, afterMs)
        timer.unref()
        timers.add(timer)
      }
      schedule(Math.min(pauseMs, firstRoundMs))
    },
    async close() {
      isClosed = true
      for (const timer of timers) clearTimeout(timer)
      await Promise.all(running)
      await announcements.close()
      await boss.stop({ graceful: true, timeout: 5_000 })
    },
  }
}

/** Has the workers of this process look for a job as soon as one of theirs is announced by any process. */
function announcementsOf(database: Database, boss: PgBoss) {
  const workers = new Map<string, string>()
  let listening: Promise<() => Promise<void>> | null = null
  const look = (job: string) => {
    const worker = workers.get(job)
    if (worker !== undefined) boss.notifyWorker(worker)
  }
  return {
    async listen(): Promise<void> {
      await (listening ??= database.listen(channel, look, () => [...workers.keys()].forEach(look)))
    },
    register: (job: string, worker: string): void => void workers.set(job, worker),
    async close(): Promise<void> {
      workers.clear()
      const stop = await listening
      await stop?.()
    },
  }
}

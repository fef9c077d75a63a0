import { sql } from 'kysely'
import { minutes, type Clock } from '../clock.ts'
import type { Reader } from '../database/database.server.ts'
import type { Log } from '../log.server.ts'
import type { Metrics } from '../metrics/metrics.server.ts'

/** Mails that wait to be sent: a mail server that takes none is seen in the log, in the metrics and on the dashboard. */

export type MailQueueState = {
  /** Unsent mails. */
  readonly depth: number
  /** How long the oldest of them has waited; 0 when none waits. */
  readonly oldestSeconds: number
  /** Mails that were tried as often as they are and are not tried again by themselves. */
  readonly failed: number
}

/** A mail is sent within seconds of being ordered; one that waits longer than this waits for the mail server. */
export const mailIsLateAfterMs = minutes(2)

/** How often a stalled queue is logged again. */
const saidEveryMs = minutes(5)

/** Mails wait as jobs of these names. */
export async function mailQueueState(db: Reader, jobNames: readonly string[]): Promise<MailQueueState> {
  // Jobs are written with the database's own time.
  const { rows } = await sql<{ depth: number; oldest: string | null; failed: number }>`
    select count(*) filter (where state <> 'failed') as depth, count(*) filter (where state = 'failed') as failed,
      extract(epoch from now() - min(created_on) filter (where state <> 'failed')) as oldest from pgboss.job
    where name in (${sql.join(jobNames)}) and state in ('created', 'retry', 'active', 'failed')`.execute(db)
  const { depth = 0, oldest = null, failed = 0 } = rows[0] ?? {}
  return { depth, oldestSeconds: Math.max(0, Number(oldest ?? 0)), failed }
}

/** Reads the queue each time \`look\` is called, updates the metrics, and logs when mails begin to wait and when they are sent again. */
export function watchMailQueue({
  db,
  jobNames,
  clock,
  log,
  metrics,
}: {
  readonly db: () => Reader
  readonly jobNames: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Pick<Metrics, 'gauge'>
}): { look(): Promise<void> } {
  let state: MailQueueState = { depth: 0, oldestSeconds: 0, failed: 0 }
  let saidAt: number | null = null
  metrics.gauge('mail_queue_depth', 'Mails that wait to be sent.', () => state.depth)
  metrics.gauge('mail_queue_oldest_seconds', 'How long the oldest mail has waited.', () => state.oldestSeconds)
  metrics.gauge('mail_failed', 'Mails that could not be sent and are not tried again.', () => state.failed)
  return {
    async look() {
      const now = clock.now()
      const { failed } = state
      state = await mailQueueState(db(), jobNames)
      if (state.failed > failed) log.error({ ...state }, 'a mail could not be sent and is not tried again')
      const isLate = state.oldestSeconds * 1_000 > mailIsLateAfterMs
      if (isLate && (saidAt === null || now.getTime() - saidAt >= saidEveryMs)) {
        log.error({ ...state }, 'mails wait: the mail server of SMTP_URL does not take them')
        saidAt = now.getTime()
      } else if (!isLate && saidAt !== null) {
        log.info({ ...state }, 'mails are sent again')
        saidAt = null
      }
    },
  }
}

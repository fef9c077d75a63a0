import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics.server.ts'
import type { PaymentAttempt, PaymentOutcome, ProviderNotice } from '../payments/payments.ts'
import {
  attemptById,
  markWebhook,
  storeWebhook,
  unprocessedWebhooks,
  webhooksOf,
} from '../payments/payments-store.server.ts'
import type { Checkout } from './checkout.server.ts'

/**
 * The inbox for providers' notices (security-reliability.md section 14): verified on the raw bytes, stored under the notice's own id,
 * answered, and only then acted on. A notice that comes twice, or is acted on twice after a crash, changes nothing: settle() sees to it.
 */
export interface Webhooks {
  /** False when the signature is wrong; true when every notice is stored. */
  receiveCard(raw: string): Promise<boolean>
  /** Acts on what was stored and not yet dealt with. */
  work(): Promise<void>
}

export function createWebhooks(parts: {
  readonly database: Database
  readonly checkout: Checkout
  readonly parseCard: (raw: string) => ProviderNotice[] | null
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
}): Webhooks {
  const { database, checkout, clock, log, metrics } = parts

  async function act(notice: ProviderNotice, eventId: string): Promise<void> {
    const attempt = await attemptById(database.db, notice.attemptId)
    // Somebody else's payment, or one of a database that is gone: kept, and nothing to do.
    if (attempt !== null && notice.outcome.kind !== 'pending')
      await checkout.settle(notice.attemptId, notice.outcome, 'webhook')
    await markWebhook(database.db, eventId, clock.now())
  }

  /** A good notice about something we do not act on yet, a failed capture or a chargeback say: kept, and somebody is told. */
  async function keepOther(raw: string): Promise<void> {
    const id = `card:other:${sha256(raw)}`
    const isNew = await storeWebhook(database.db, { id, provider: 'card', attemptId: '', body: raw, now: clock.now() })
    if (isNew) parts.log.warn({ provider: 'card', event: id }, 'a notice that needs a person')
  }

  return {
    async receiveCard(raw) {
      const notices = parts.parseCard(raw)
      if (notices === null) {
        metrics.count('webhooks_received', { provider: 'card', result: 'rejected' })
        return false
      }
      if (notices.length === 0) await keepOther(raw)
      for (const notice of notices) {
        const id = `card:${notice.eventId}`
        const isNew = await storeWebhook(database.db, {
          id,
          provider: 'card',
          attemptId: notice.attemptId,
          body: raw,
          now: clock.now(),
        })
        metrics.count('webhooks_received', { provider: 'card', result: isNew ? 'new' : 'repeated' })
      }
      return true
    },
    async work() {
      for (const event of await unprocessedWebhooks(database.db, 'card', 50)) {
        const notice = parts.parseCard(event.body)?.find((one) => `card:${one.eventId}` === event.id)
        if (notice === undefined) await markWebhook(database.db, event.id, clock.now())
        // One that cannot be acted on must not keep those behind it waiting; it stays for the next round.
        else
          await act(notice, event.id).catch((error: unknown) =>
            log.error({ err: error, attemptId: notice.attemptId, provider: 'card' }, 'a notice cannot be acted on'),
          )
      }
    },
  }
}

/** What the inbox knows of an attempt: its newest notice that says how it ended; null when there is none. */
export async function outcomeInInbox(
  database: Database,
  parseCard: (raw: string) => ProviderNotice[] | null,
  attempt: Pick<PaymentAttempt, 'id'>,
): Promise<PaymentOutcome | null> {
  const events = await webhooksOf(database.db, attempt.id)
  const notices = events.flatMap((event) =>
    (parseCard(event.body) ?? []).filter((one) => `card:${one.eventId}` === event.id),
  )
  return notices.findLast((notice) => notice.outcome.kind !== 'pending')?.outcome ?? null
}

import type { Clock } from '../../../../platform/clock.ts'
import type { Failpoint } from '../../../../platform/failpoint.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { sha256 } from '../../../../platform/digest.ts'
import type { Log } from '../../../../platform/log.server.ts'
import type { Metrics } from '../../../../platform/metrics/metrics.server.ts'
import type { Tracing } from '../../../../platform/tracing/tracing.ts'
import type { Refunds } from '../../../orders/refunds.server.ts'
import { isRefundNews, type ProviderEvent } from '../../../payments/payments.ts'
import { attemptById } from '../../../payments/payments-store.server.ts'
import { markWebhook, storeWebhook, unprocessedWebhooks } from '../../../payments/webhooks-store.server.ts'
import type { WebhookReader } from '../../../payments/payments.server.ts'
import type { Checkout } from '../checkout-service.ts'

/**
 * The inbox for providers' notices: verified on the raw bytes, stored under the notice's own id,
 * answered, and only then acted on. A notice that comes twice, or is acted on twice after a crash, changes nothing: settle() sees to it.
 */
export interface Webhooks {
  /** False when the signature is wrong; true when every notice is stored. */
  receive(from: WebhookSender, raw: string, headers: Headers): Promise<boolean>
  /** Processes stored notifications. */
  work(): Promise<void>
}

export type WebhookSender = 'card' | 'paypal'

/** A traceparent, as it was stored with the notice. */
type TracedNotice = { readonly provider: WebhookSender; readonly attemptId: string; readonly trace: string | null }

export function createWebhooks(parts: {
  readonly database: Database
  readonly checkout: Checkout
  readonly refunds: Pick<Refunds, 'failed'>
  readonly senders: Readonly<Record<WebhookSender, WebhookReader>>
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly failpoint: (name: Failpoint) => void
}): Webhooks {
  const { database, checkout, refunds, senders, clock, log, metrics, tracing } = parts

  async function notify(attemptId: string, outcome: ProviderEvent['outcome']): Promise<void> {
    if (!isRefundNews(outcome)) {
      if (outcome.kind !== 'pending') await checkout.settle(attemptId, outcome, 'webhook')
    } else if (outcome.kind === 'refund-failed') await refunds.failed(attemptId, outcome.cents)
  }

  async function act(notice: ProviderEvent, eventId: string): Promise<void> {
    const { outcome } = notice
    const attempt = await attemptById(database.db, notice.attemptId)
    // A payment of another installation, or of a deleted database: stored, and nothing to do.
    if (attempt !== null) await notify(attempt.id, outcome)
    await markWebhook(database.db, eventId, clock.now())
  }

  const store = (provider: WebhookSender, notice: { id: string; attemptId: string; body: string }) =>
    storeWebhook(database.db, {
      ...notice,
      provider,
      trace: tracing.headers()?.traceparent ?? null,
      now: clock.now(),
    })

  /** A valid notification without an automatic action, such as a failed capture or a chargeback: stored, and reported to staff. */
  async function keepOther(provider: WebhookSender, raw: string): Promise<void> {
    const id = `${provider}:other:${sha256(raw)}`
    const isNew = await store(provider, { id, attemptId: '', body: raw })
    if (isNew) log.warn({ provider, event: id }, 'a notice that needs a person')
  }

  function observeDelay(provider: WebhookSender, receivedAt: Date): void {
    metrics.observe('webhook_delay_seconds', { provider }, (clock.now().getTime() - receivedAt.getTime()) / 1_000)
  }

  /**
   * The timer that acts on notices is in no trace: the span links to the one in which the notice came. The attempt's id is on all spans of a
   * payment, whichever traces they are in.
   */
  function traced(notice: TracedNotice, work: () => Promise<void>): Promise<void> {
    const { provider, attemptId, trace } = notice
    const attributes = { 'shop.provider': provider, 'shop.payment_attempt': attemptId }
    const link = trace === null ? {} : { link: { traceparent: trace } }
    return tracing.span({ name: 'process webhook', kind: 'consumer', isRoot: true, attributes, ...link }, work)
  }

  async function workFor(provider: WebhookSender): Promise<void> {
    for (const event of await unprocessedWebhooks(database.db, provider, 50)) {
      const notice = senders[provider].parse(event.body)?.find((one) => `${provider}:${one.eventId}` === event.id)
      if (notice === undefined) await markWebhook(database.db, event.id, clock.now())
      // A notification that fails must not delay those after it; it stays for the next run.
      else
        await traced({ provider, attemptId: notice.attemptId, trace: event.trace }, () => act(notice, event.id)).then(
          () => observeDelay(provider, event.receivedAt),
          (error: unknown) =>
            log.error({ err: error, attemptId: notice.attemptId, provider }, 'a notice cannot be acted on'),
        )
    }
  }

  return {
    async receive(provider, raw, headers) {
      const notifications = (await senders[provider].isSigned(raw, headers)) ? senders[provider].parse(raw) : null
      if (notifications === null) {
        metrics.count('webhooks_received_total', { provider, result: 'rejected' })
        log.warn({ provider }, 'a webhook was rejected: its signature is wrong, or it cannot be read')
        return false
      }
      if (notifications.length === 0) await keepOther(provider, raw)
      for (const { eventId, attemptId } of notifications) {
        const id = `${provider}:${eventId}`
        tracing.set({ 'shop.provider': provider, 'shop.payment_attempt': attemptId })
        const isNew = await store(provider, { id, attemptId, body: raw })
        metrics.count('webhooks_received_total', { provider, result: isNew ? 'new' : 'repeated' })
      }
      parts.failpoint('after-notice')
      return true
    },
    async work() {
      for (const provider of ['card', 'paypal'] as const) await workFor(provider)
    },
  }
}

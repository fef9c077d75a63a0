import type { Database } from '../../../platform/database/database.server.ts'
import { isRefundNews, type PaymentAttempt, type PaymentOutcome, type ProviderEvent } from '../payments.ts'
import { webhooksOf } from '../webhooks-store.server.ts'

/** The inbox's newest notification about an attempt's outcome; null when there is none. */
export async function outcomeInInbox(
  database: Database,
  parseCard: (raw: string) => ProviderEvent[] | null,
  attempt: Pick<PaymentAttempt, 'id'>,
): Promise<PaymentOutcome | null> {
  const events = await webhooksOf(database.db, attempt.id)
  const notifications = events.flatMap((event) =>
    (parseCard(event.body) ?? []).filter((one) => `card:${one.eventId}` === event.id),
  )
  const reported = notifications.flatMap(({ outcome }) =>
    isRefundNews(outcome) || outcome.kind === 'pending' ? [] : [outcome],
  )
  return reported.at(-1) ?? null
}

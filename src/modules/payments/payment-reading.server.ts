import { sql } from 'kysely'
import { seconds, type Clock } from '../../platform/clock.ts'
import { boundedRead } from '../../platform/database/bounded-read.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Reading } from '../../platform/metrics/reading.ts'
import type { PaymentServices } from './payments.server.ts'
import type { ProviderCode } from './payments.ts'

/** Payments and notices that are not settled, by any process. */
export const openPaymentsReading = (
  database: Pick<Database, 'transaction'>,
  clock: Clock,
  providers: readonly ProviderCode[],
): Reading<'payments_open' | 'payments_open_oldest_seconds' | 'webhooks_open' | 'webhooks_open_oldest_seconds'> => ({
  name: 'payments',
  gauges: {
    payments_open: {
      help: 'Payment attempts without an end: Pending (the shopper or provider is at it), Unknown (an answer was lost).',
      labels: ['provider', 'state'],
    },
    payments_open_oldest_seconds: { help: 'Age of the oldest of them.', labels: ['provider', 'state'] },
    webhooks_open: { help: 'Notices of providers that are stored and not acted on.', labels: [] },
    webhooks_open_oldest_seconds: { help: 'How long the oldest of them has waited.', labels: [] },
  },
  maxAgeMs: seconds(5),
  timeoutMs: seconds(2),
  async read() {
    const now = clock.now()
    const { attempts, notices } = await boundedRead(database, seconds(2), async (tx) => ({
      attempts: await sql<{ provider: string; state: string; count: number; oldest: Date }>`
        select provider, state, count(*)::integer as count, min(created_at) as oldest
        from payment_attempt where state in ('Pending', 'Unknown') group by provider, state`.execute(tx),
      notices: await sql<{ count: number; oldest: Date | null }>`
        select count(*)::integer as count, min(received_at) as oldest from webhook_event where processed_at is null`.execute(
        tx,
      ),
    }))
    const ageOf = (oldest: Date | null | undefined) =>
      oldest == null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1_000)
    const [waiting] = notices.rows
    return [
      ...providers.flatMap((provider) =>
        (['Pending', 'Unknown'] as const).flatMap((state) => {
          const own = attempts.rows.find((row) => row.provider === provider && row.state === state)
          const labels = { provider, state }
          return [
            { gauge: 'payments_open' as const, labels, value: own?.count ?? 0 },
            { gauge: 'payments_open_oldest_seconds' as const, labels, value: ageOf(own?.oldest) },
          ]
        }),
      ),
      { gauge: 'webhooks_open', labels: {}, value: waiting?.count ?? 0 },
      { gauge: 'webhooks_open_oldest_seconds', labels: {}, value: ageOf(waiting?.oldest) },
    ]
  },
})

/** Which providers this process offers, and whether it calls them. */
export const providerReading = ({
  providerStates,
  isBreakerOpen,
}: Pick<PaymentServices, 'providerStates' | 'isBreakerOpen'>): Reading<
  'payment_provider_up' | 'payment_provider_breaker_open'
> => ({
  name: 'providers',
  gauges: {
    payment_provider_up: {
      help: 'Whether a configured provider answers and is offered to shoppers.',
      labels: ['provider'],
    },
    payment_provider_breaker_open: {
      help: 'Whether calls of a provider failed in a row, so that most are not sent, until one is answered.',
      labels: ['provider'],
    },
  },
  maxAgeMs: 0,
  timeoutMs: seconds(1),
  async read() {
    const configured = providerStates().filter(({ isConfigured }) => isConfigured)
    return configured.flatMap(({ code: provider, isUp }) => [
      { gauge: 'payment_provider_up', labels: { provider }, value: Number(isUp) },
      { gauge: 'payment_provider_breaker_open', labels: { provider }, value: Number(isBreakerOpen(provider)) },
    ])
  },
})

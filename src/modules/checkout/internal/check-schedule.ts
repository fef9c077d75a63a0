import { minutes } from '../../../platform/clock.ts'
import { type PaymentState, watches } from '../../payments/payments.ts'
import type { ProviderCode } from '../../payments/payments.ts'

/**
 * The interval until an attempt is checked again: 5 s, 15 s, 30 s, 1, 2, 5, 10, 20, 40 min, then hourly; one with an unknown outcome at
 * least every minute, and one with a shopper waiting in store more often.
 */
export function pauseBefore({
  provider,
  checks,
  state,
}: {
  readonly provider: ProviderCode
  readonly checks: number
  readonly state: PaymentState
}): number {
  const watch = watches[provider]
  if (watch !== undefined && checks * watch.everyMs < watch.forMs) return watch.everyMs
  // The shopper may have paid: it is known within two minutes of the provider's recovery (payments README).
  if (state === 'Unknown') return [5_000, 15_000, 30_000][checks] ?? minutes(1)
  const schedule = [5_000, 15_000, 30_000, minutes(1), minutes(2), minutes(5), minutes(10), minutes(20), minutes(40)]
  return schedule[checks] ?? minutes(60)
}

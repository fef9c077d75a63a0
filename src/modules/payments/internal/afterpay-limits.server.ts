import { hours, minutes, type Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import type { Currency } from '../../../platform/money.ts'
import type { PaymentProvider } from '../payments.ts'
import type { MethodRecord } from './methods-store.server.ts'

type MethodRange = Pick<MethodRecord, 'minimum' | 'maximum'>

/** A limit read once is good this long when the provider cannot be reached. */
const retentionDays = hours(48)
const pollIntervalMs = minutes(30)

/** Afterpay's own limits for each currency, polled and cached. */
export function createAfterpayLimits({
  providers,
  clock,
  log,
}: {
  readonly providers: { readonly afterpay: Pick<PaymentProvider, 'limits'> }
  readonly clock: Clock
  readonly log: Log
}) {
  const known = new Map<Currency, { range: MethodRange; readAt: number }>()
  const requested = new Map<Currency, number>()

  /** Polls in the background: no page waits for a provider. */
  function refresh(currency: Currency, seeded: MethodRange): void {
    const now = clock.now().getTime()
    if (now - (requested.get(currency) ?? -Infinity) < pollIntervalMs) return
    requested.set(currency, now)
    providers.afterpay
      .limits(currency)
      .then(({ minimum, maximum }) => {
        known.set(currency, {
          range: { minimum: minimum ?? seeded.minimum, maximum: maximum ?? seeded.maximum },
          readAt: now,
        })
      })
      .catch(() => log.warn({ provider: 'afterpay' }, 'limits could not be read; the last known ones hold'))
  }

  const isGood = ({ readAt }: { readonly readAt: number }): boolean => clock.now().getTime() - readAt <= retentionDays

  return { refresh, isGood, last: (currency: Currency) => known.get(currency) }
}

import type { Brand } from '../../brands/brands.ts'
import { hours, minutes, type Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { PaymentProvider } from './payments.ts'

/** Which methods are offered, within which amounts, and the keys cards are encrypted with (decisions payments-04, payments-06). */

export type MethodRange = { readonly minimum: Cents; readonly maximum: Cents }

export interface PaymentConfiguration {
  /** The range of Afterpay, from the provider when it could be asked, else as seeded; null while the method is off. */
  afterpay(currency: Currency): MethodRange | null
  /** Certificates by seller: the company's own name, base64 DER. Empty when none is configured: then cards cannot be taken. */
  encryptionKeys(brand: Brand): Promise<Readonly<Record<string, string>>>
}

const seeded: MethodRange = { minimum: 1_00, maximum: 2000_00 }

/** A limit read once is good this long when the provider cannot be reached (payments.md section 12). */
const keptFor = hours(48)
const askedEvery = minutes(30)

export function createPaymentConfiguration(parts: {
  readonly afterpay: PaymentProvider
  readonly certificates: () => Promise<Readonly<Record<string, string>>>
  readonly merchantAccount: string
  readonly clock: Clock
  readonly log: Log
}): PaymentConfiguration {
  const known = new Map<Currency, { range: MethodRange; readAt: number }>()
  const asked = new Map<Currency, number>()

  /** Asks in the background: no page waits for a provider. */
  function refresh(currency: Currency): void {
    const now = parts.clock.now().getTime()
    if (now - (asked.get(currency) ?? -Infinity) < askedEvery) return
    asked.set(currency, now)
    parts.afterpay
      .limits(currency)
      .then(({ minimum, maximum }) => {
        known.set(currency, {
          range: { minimum: minimum ?? seeded.minimum, maximum: maximum ?? seeded.maximum },
          readAt: now,
        })
      })
      .catch(() => parts.log.warn({ provider: 'afterpay' }, 'limits could not be read; the last known ones hold'))
  }

  return {
    afterpay(currency) {
      refresh(currency)
      const last = known.get(currency)
      if (last === undefined) return seeded
      return parts.clock.now().getTime() - last.readAt <= keptFor ? last.range : null
    },
    async encryptionKeys(brand) {
      const certificate = (await parts.certificates())[parts.merchantAccount]
      return certificate === undefined ? {} : { [brand.companyName]: certificate }
    },
  }
}

import type { Brand } from '../../brands/brands.ts'
import { addDays, type Day } from '../../platform/calendar.ts'
import { hours, minutes, seconds, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { ZipTerms } from '../pricing/instalments.ts'
import type { PaymentMethod, PaymentProvider, RedirectProvider } from './payments.ts'
import { methodRecords } from './payments-store.server.ts'

/** Which methods are offered, within which amounts, and the keys cards are encrypted with (decisions payments-04, payments-06). */

/** Methods as the configuration calls name them. */
export const configuredMethods = [
  'klarna',
  'afterpay',
  'paypalbnpl',
  'humm',
  'zipnz',
  'zipmoney',
  'applepay',
  'googlepay',
] as const
export type ConfiguredMethod = (typeof configuredMethods)[number]

export type MethodRange = { readonly minimum: Cents; readonly maximum: Cents }

/** What a method that is on offers. */
export type MethodTerms = MethodRange & {
  /** Over how many months a price is spread; null where that is not said. */
  readonly repaymentMonths: number | null
  readonly offerExpiry: Day | null
}

export interface PaymentConfiguration {
  /** Null while the method is off, and while nobody can say. Afterpay's range is its own wherever it could be asked. */
  terms(method: ConfiguredMethod, currency: Currency): MethodTerms | null
  /** The range of each provider that a shopper of a brand may be sent to; those that are off are left out. */
  redirects(brand: Pick<Brand, 'country' | 'currency'>): Readonly<Partial<Record<RedirectProvider, MethodTerms>>>
  /** Whether so much can be paid by a method; those that know no range take any amount. */
  takes(brand: Pick<Brand, 'country' | 'currency'>, method: PaymentMethod, total: Cents): boolean
  /** Certificates by seller: the company's own name, base64 DER. Empty when none is configured: then cards cannot be taken. */
  encryptionKeys(brand: Brand): Promise<Readonly<Record<string, string>>>
  /** Reads the records again when they are half a minute old, so that a change reaches every process. */
  follow(): Promise<void>
}

/** A limit read once is good this long when the provider cannot be reached (payments.md section 12). */
const keptFor = hours(48)
const askedEvery = minutes(30)
const recordsKept = seconds(30)

/** The last day on which an offer counts: the day before it expires (PAYO-17). */
export function lastOfferDay(offerExpiry: Day | null): Day | null {
  return offerExpiry === null ? null : addDays(offerExpiry, -1)
}

/** Over how long Zip spreads a price, and whether without interest today; null while it is off. */
export function zipTermsOf(terms: MethodTerms | undefined, today: Day): ZipTerms | null {
  if (terms === undefined) return null
  const last = lastOfferDay(terms.offerExpiry)
  return { months: terms.repaymentMonths, isInterestFree: last !== null && today <= last }
}

export async function openPaymentConfiguration(parts: {
  readonly database: Database
  readonly afterpay: PaymentProvider
  readonly certificates: () => Promise<Readonly<Record<string, string>>>
  readonly merchantAccount: string
  readonly clock: Clock
  readonly log: Log
}): Promise<PaymentConfiguration> {
  const known = new Map<Currency, { range: MethodRange; readAt: number }>()
  const asked = new Map<Currency, number>()
  let records: Awaited<ReturnType<typeof methodRecords>> = new Map()
  let readAt = -Infinity

  async function follow(): Promise<void> {
    const now = parts.clock.now().getTime()
    if (now - readAt < recordsKept) return
    readAt = now
    try {
      records = await methodRecords(parts.database.db)
    } catch (error) {
      // Nobody can say what may be offered: then nothing is but the card (PAYO-13).
      records = new Map()
      parts.log.error(
        { err: error, area: 'payment methods' },
        'the payment methods cannot be read; only cards are taken',
      )
    }
  }
  await follow()

  /** Asks in the background: no page waits for a provider. */
  function refresh(currency: Currency, seeded: MethodRange): void {
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

  function terms(method: ConfiguredMethod, currency: Currency): MethodTerms | null {
    const record = records.get(method)
    if (record === undefined || !record.isEnabled) return null
    const { minimum, maximum, repaymentMonths, offerExpiry } = record
    const seeded = { minimum, maximum, repaymentMonths, offerExpiry }
    if (method !== 'afterpay') return seeded
    refresh(currency, seeded)
    const last = known.get(currency)
    if (last === undefined) return seeded
    return parts.clock.now().getTime() - last.readAt <= keptFor ? { ...seeded, ...last.range } : null
  }

  const redirects: PaymentConfiguration['redirects'] = ({ country, currency }) => {
    const found = {
      afterpay: terms('afterpay', currency),
      paypal: terms('paypalbnpl', currency),
      zip: terms(country === 'AU' ? 'zipmoney' : 'zipnz', currency),
    }
    return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== null))
  }

  return {
    terms,
    redirects,
    takes(brand, method, total) {
      // PayPal takes what it takes: its range is for the wording of paying in parts (decision payments-05).
      if (method !== 'afterpay' && method !== 'zip') return true
      const range = redirects(brand)[method]
      return range !== undefined && total >= range.minimum && total <= range.maximum
    },
    async encryptionKeys(brand) {
      const certificate = (await parts.certificates())[parts.merchantAccount]
      return certificate === undefined ? {} : { [brand.companyName]: certificate }
    },
    follow,
  }
}

import type { Cents } from '../../platform/money.ts'
import { formatPrice, isValidPrice, type InstalmentLimits } from './pricing.ts'

/** What paying in parts comes to, in the words of each method. Prices are integer cents. */

/** Four equal payments, each a quarter rounded up to the cent (PAY-05, decision payments-16). */
export function quarterPayment(total: Cents): Cents {
  return Math.ceil(total / 4)
}

/** Whether a price can be paid by a method: one that is on, for a price that is some, within its range, both ends included. */
export function isEligible(cents: Cents | null, limits: InstalmentLimits | null): cents is Cents {
  return limits !== null && isValidPrice(cents) && cents >= limits.minimum && cents <= limits.maximum
}

/** '4 payments of $37.25 with Afterpay'; null outside the limits, and when the method is off. */
export function afterpayText(price: Cents, limits: InstalmentLimits | null): string | null {
  if (!isEligible(price, limits)) return null
  return `4 payments of ${formatPrice(quarterPayment(price))} with Afterpay`
}

/** Zip looks at whether there is a price; whether it is on, and for how much at the checkout, is asked beside it (PAYO-09). */
export const isZipEligible = isValidPrice

/** Humm is greyed in the option list above $2,000, and nowhere else (PAYO-10, decision payments-28). */
export function isHummEligible(price: Cents | null): boolean {
  return isValidPrice(price) && price <= hummTo
}

/** Over how long Zip spreads a price; no months where nobody says. */
export type ZipTerms = { readonly months: number | null; readonly isInterestFree: boolean }

/** Stands wherever Zip's line does (decision payments-29). */
export const zipFootnote = '*Fees, terms and conditions apply.'

const hummTo: Cents = 2_000_00
const zipFrom: Cents = 1_000_00
const weeksAMonth = 4.33

/** Zip's line beside a price (PAYO-14 to PAYO-16): a weekly rate over so many months, from above $1,000. */
export function zipText(price: Cents, { months, isInterestFree }: ZipTerms): string {
  if (price <= zipFrom || months === null || months === 0) return 'Own it from $10 per week*'
  // Half a millionth of a cent off, so that what the division leaves behind a whole cent does not make it one more.
  const weekly = Math.ceil(price / months / weeksAMonth - 5e-7)
  return `Own it from ${formatPrice(weekly)} weekly for ${months} months${isInterestFree ? ' interest free' : ''}`
}

/** Humm's line, which its wordmark follows (PAYO-18 to PAYO-20, decision payments-28). */
export function hummText(price: Cents): string {
  if (price > hummTo) return 'Pay in slices, no interests ever'
  const count = price <= 1_000_00 ? 5 : 10
  return `${count} fortnightly payments of ${formatPrice(Math.ceil(price / count))} with`
}

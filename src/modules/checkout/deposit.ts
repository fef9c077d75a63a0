import { percentOf, type Cents } from '../../platform/money.ts'
import { priceParts } from '../pricing/pricing.ts'

/** Paying a part now and the rest before the goods leave (decision payments-15): the rules of the field, and of the server. */

const defaultPercentage = 30

/** The percentage in force: the usual one where the server sends none or 0 (DEP-10, DEP-11). */
export function percentageInForce(sent: number | null | undefined): number {
  const percentage = sent ?? 0
  return percentage > 0 ? percentage : defaultPercentage
}

/** The deposit percentage of an app, from its settings. */
export const depositPercentageOf = (text: (name: 'partialPaymentPercentage') => string): number =>
  percentageInForce(Number(text('partialPaymentPercentage')))

/** Rounded half up to cents (DEP-09). */
export const minimumDeposit = (total: Cents, percentage: number): Cents => percentOf(total, percentage)

/** '$1,234.50': amounts of a deposit always have their cents. */
export function amountWithCents(cents: Cents): string {
  const parts = priceParts(cents)
  return `${parts.dollars}.${parts.cents ?? '00'}`
}

/** Floored to 2 decimals, without trailing zeros (DEP-12). The added tenth of a millionth compensates for binary fractions. */
const shownPercentage = (percentage: number): string => String(Math.floor(percentage * 100 + 1e-7) / 100)

export const depositHint = (total: Cents, percentage: number): string =>
  `Minimum Deposit is ${amountWithCents(minimumDeposit(total, percentage))}`

/** Parses a typed amount to cents, 0 when empty; null for an invalid amount of dollars with at most two decimals. */
export function depositCents(text: string): Cents | null {
  const typed = text.trim()
  if (typed === '') return 0
  if (!/^\d+(\.\d{0,2})?$|^\.\d{1,2}$/.test(typed)) return null
  const cents = Math.round(Number(typed) * 100)
  return Number.isSafeInteger(cents) ? cents : null
}

/** The error of a typed deposit; null when it is valid or empty (DEP-07, DEP-08, DEP-13 to DEP-15). */
export function depositTextProblem(text: string, total: Cents, percentage: number): string | null {
  const cents = depositCents(text)
  return cents === null ? 'Input must be a postive number.' : depositProblem(cents, total, percentage)
}

/** The same for a parsed amount. */
export function depositProblem(cents: Cents, total: Cents, percentage: number): string | null {
  if (cents === 0) return null
  if (cents < 0) return 'Input must be a postive number.'
  if (cents >= total) return 'Deposit request cannot equal or exceed order total.'
  const min = minimumDeposit(total, percentage)
  if (cents >= min) return null
  return `Minimum deposit is ${shownPercentage(percentage)}% of order total (${amountWithCents(min)}).`
}

/** Whether an order can be begun with a deposit: by card, for money, and without the special brand (DEP-16, decision payments-15). */
export function takesDeposit(order: {
  readonly method: string
  readonly total: Cents
  readonly hasSpecialBrand: boolean
}): boolean {
  return order.method === 'card' && order.total > 0 && !order.hasSpecialBrand
}

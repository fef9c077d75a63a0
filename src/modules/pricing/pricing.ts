import type { Cents } from '../../platform/money.ts'

/** Rules about prices: no I/O, shared by card, page, cart, checkout, API and mail. */

export type Offer = { readonly price: Cents; readonly rrp: Cents | null }

/** '$1,299', '$49.50', '-$12.50', 'FREE' for zero, 'N/A' for null (FMT-02 to FMT-05, decision pricing-10). */
export function formatPrice(
  cents: Cents | null | undefined,
  { zeroText = 'FREE' }: { zeroText?: string | null } = {},
): string {
  if (cents === null || cents === undefined) return 'N/A'
  if (cents === 0) return zeroText ?? '$0'
  const { dollars, cents: rest } = priceParts(cents)
  return rest === null ? dollars : `${dollars}.${rest}`
}

/** Dollars and the cents to set above the line; cents is null for a whole amount (FMT-06). */
export function priceParts(cents: Cents): { dollars: string; cents: string | null } {
  const sign = cents < 0 ? '-' : ''
  const size = Math.abs(cents)
  const rest = size % 100
  return {
    dollars: `${sign}$${grouped(Math.trunc(size / 100))}`,
    cents: rest === 0 ? null : String(rest).padStart(2, '0'),
  }
}

/** '1,299': a list shows a hundred prices, and a pattern or a formatter for each is what costs most of them. */
function grouped(whole: number): string {
  if (whole < 1_000) return String(whole)
  return `${grouped(Math.trunc(whole / 1_000))},${String(whole % 1_000).padStart(3, '0')}`
}

/** A price or an RRP counts only when it is there and above zero (PRICE-03). */
export function isValidPrice(cents: Cents | null | undefined): cents is Cents {
  return cents !== null && cents !== undefined && cents > 0
}

/** What the discount off the RRP amounts to, and whether it is worth saying (PRICE-05, PRICE-06, PRICE-09, decision pricing-02). */
export type Discount = {
  readonly offCents: Cents
  /** Whole percent as shown, at least 1, else null. */
  readonly shownPercent: number | null
  readonly isMeaningful: boolean
}

const meaningfulPercent = 5
const meaningfulCents: Cents = 200_00

export function discountOff({ price, rrp }: Offer): Discount | null {
  if (!isValidPrice(price) || !isValidPrice(rrp) || rrp <= price) return null
  const offCents = rrp - price
  const percent = (100 * offCents) / rrp
  const rounded = Math.floor(percent + 0.5)
  return {
    offCents,
    shownPercent: rounded >= 1 ? rounded : null,
    isMeaningful: percent >= meaningfulPercent || offCents >= meaningfulCents,
  }
}

/** The word before the higher price: 'was' or 'RRP:' (PRICE-11, PRICE-12, decision pricing-04); null when there is none to show. */
export function comparisonLabel(offer: Offer, { rrpAsWas }: { rrpAsWas: boolean }): 'was' | 'RRP:' | null {
  if (discountOff(offer) === null) return null
  return rrpAsWas ? 'was' : 'RRP:'
}

/** Four equal payments, each a quarter rounded up to the cent (PAY-05, decision payments-16). */
export function quarterPayment(total: Cents): Cents {
  return Math.ceil(total / 4)
}

/** Whether a price can be paid by a method: one that is on, for a price that is some, within its range, both ends included. */
export function isEligible(
  cents: Cents | null,
  limits: { readonly minimum: Cents; readonly maximum: Cents } | null,
): cents is Cents {
  return limits !== null && isValidPrice(cents) && cents >= limits.minimum && cents <= limits.maximum
}

/** Saving over whole lines; null unless above 0 and at least 5 percent of the RRPs (PRICE-10, decision pricing-07). */
export function savingOf(
  lines: readonly { readonly price: Cents; readonly rrp: Cents | null; readonly quantity: number }[],
): {
  readonly savingTotal: Cents
  readonly totalRrp: Cents
  readonly isValid: boolean
} {
  let savingTotal = 0
  let totalRrp = 0
  for (const { price, rrp, quantity } of lines) {
    const reference = isValidPrice(rrp) ? rrp : price
    totalRrp += reference * quantity
    if (isValidPrice(rrp) && rrp > price) savingTotal += (rrp - price) * quantity
  }
  return { savingTotal, totalRrp, isValid: savingTotal > 0 && savingTotal * 20 >= totalRrp }
}

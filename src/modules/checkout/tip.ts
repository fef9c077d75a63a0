import { centsOf, type Cents } from '../../platform/money.ts'
import type { OrderSnapshot } from '../orders/orders.ts'

/**
 * A tip for the delivery crew (decision platform-20). In an order it is a service of our own crew, so it is refunded with their delivery.
 */

export type TipOffer = {
  readonly label: string
  readonly title: string
  readonly blurb: string
  readonly amounts: readonly Cents[]
}

export const highestTip: Cents = 500_00
const maxAmounts = 6

/**
 * The tip settings: TipMessaging is JSON of `title`, `blurb` and `amounts` in dollars; invalid entries are left out. Null where TipEnabled
 * is off.
 */
export function tipOfferOf(
  text: (name: 'TipEnabled' | 'TipMessaging' | 'LeaveATipMessage') => string,
): TipOffer | null {
  if (text('TipEnabled') !== 'true') return null
  const messaging = parsed(text('TipMessaging'))
  const words = (value: unknown) => (typeof value === 'string' ? value : '')
  const amounts = Array.isArray(messaging['amounts']) ? messaging['amounts'] : []
  return {
    label: text('LeaveATipMessage'),
    title: words(messaging['title']),
    blurb: words(messaging['blurb']),
    amounts: amounts
      .map((one) => (typeof one === 'number' ? typedTip(String(one)) : null))
      .filter((cents): cents is Cents => cents !== null && cents > 0 && cents <= highestTip)
      .slice(0, maxAmounts),
  }
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** The error of a tip; null for a valid one, which may be none. */
export function tipProblem(cents: Cents, offer: TipOffer | null): string | null {
  if (cents === 0) return null
  if (offer === null) return 'Tips are not available here. Please remove yours.'
  if (cents < 0) return 'Please enter an amount above $0.'
  return cents > highestTip ? 'Please enter an amount up to $500.' : null
}

/** Parses a typed amount to cents; null for an invalid one. */
export function typedTip(text: string): Cents | null {
  const amount = /^\$?\s*(\d{1,6}(?:\.\d{1,2})?)$/.exec(text.trim())?.[1]
  return amount === undefined ? null : centsOf(Number(amount))
}

/** The tip as it is stored in an order; nothing for none. */
export function tipService(cents: Cents): NonNullable<OrderSnapshot['services']> {
  return cents === 0 ? [] : [{ sku: 'TIP', title: 'Tip for our delivery team', price: cents }]
}

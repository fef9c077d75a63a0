import { holdsCardNumber, isBarcode } from '../../platform/text/card-numbers.ts'
import { searchTermOf } from './search.ts'

/** What is counted of searches (decision analytics-06); types, and what of it may be kept. */

/** The numbers by which the call carries events (ENUM-15). */
export const searchEventTypes = {
  search: 0,
  productClick: 1,
  productAddToCart: 2,
  productOrder: 3,
  visit: 4,
  productMultiOrder: 5,
} as const
export type SearchEventType = keyof typeof searchEventTypes

export type SearchEvent = {
  readonly analyticsEventType: number
  readonly query: string
  /** Prices in dollars. */
  readonly productList: readonly { readonly sku: string; readonly price: number; readonly quantity: number }[]
  readonly url: string
  readonly isRepeatUser: boolean
}

/** Stands in place of a sku in made-up counts of searches: a row of real ones is about no product. */
export const demoSearchMark = '(demo)'

/** Also as addresses write it, and with a name that goes on over points and dashes (decision analytics-03). */
const emailLike = /[^\s@/?=&](@|%40)[^\s@/?=&]/i

/**
 * A query as it may be kept: the term that was searched for, '[card]' for a card number, or '[email]' where somebody has typed an address into the field (decision
 * analytics-03). At most 100 characters.
 */
export function storedQuery(query: string): string {
  if (holdsCardNumber(query) && !isBarcode(query)) return '[card]'
  return emailLike.test(query) ? '[email]' : searchTermOf(query).slice(0, 100)
}

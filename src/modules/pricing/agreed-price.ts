import type { Cents } from '../../platform/money.ts'
import { isValidPrice, type Offer } from './pricing.ts'

/** Prices that one of ours has agreed on with a customer for one unit (decision 0026). */

/** What the house lets a salesperson take off a price, in percent, where nothing else is said of them (decision 0026). */
export const defaultDiscountPercent = 10

export type PriceProblem =
  | { readonly code: 'price_unknown' | 'price_of_maker' | 'price_above_shop' }
  | { readonly code: 'price_below_limit'; readonly min: Cents }

/**
 * Whether somebody may agree on a price for one unit: never on one that its maker has fixed (decision cart-14), never above what the shop
 * asks, and not further below it than their limit. Null when they may.
 */
export function agreedPriceProblem(offer: Offer, agreed: Cents, discountPercent: number): PriceProblem | null {
  if (!isValidPrice(offer.price)) return { code: 'price_unknown' }
  if (offer.priceType === 'manufacturer') return { code: 'price_of_maker' }
  if (agreed > offer.price) return { code: 'price_above_shop' }
  const min = Math.max(1, Math.ceil((offer.price * (100 - discountPercent)) / 100))
  return agreed < min ? { code: 'price_below_limit', min } : null
}

/** What one unit costs under an agreement: the shop's own price where that is lower by now, or the maker's. */
export function unitPrice(offer: Offer, agreed: Cents | null): Cents | null {
  if (agreed === null || !isValidPrice(offer.price) || offer.priceType === 'manufacturer') return offer.price
  return Math.min(agreed, offer.price)
}

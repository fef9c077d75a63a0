import { maxPerLine, type CartLineResponse } from './cart.ts'

/** What is said of one line of a cart. */

/** Of a line that the cart does not have (CART-11). */
export const lineGoneText = 'Something went wrong. Please try again.'

/** Of a line with more than there is, which cannot be ordered. */
export const overStockText = (title: string, left: number): string =>
  `Only ${left} of ${title} ${left === 1 ? 'is' : 'are'} left. Please take fewer to go on.`

/** What keeps a line from being ordered, said beside it; null when nothing does. */
export function lineProblemText({
  available,
  unavailableReason,
  quantity,
  maxQuantity,
}: Pick<CartLineResponse, 'available' | 'unavailableReason' | 'quantity' | 'maxQuantity'>): string | null {
  if (unavailableReason === 'LocationBlock') {
    return 'We do not deliver this to your location. Please remove it, or choose another location.'
  }
  if (!available) return 'No longer available. Please remove it to go on.'
  return quantity > maxQuantity ? `Only ${maxQuantity} left. Please take fewer to go on.` : null
}

/** Why a line cannot have one more; null when it can. */
export function fullLineText({
  quantity,
  maxQuantity,
}: Pick<CartLineResponse, 'quantity' | 'maxQuantity'>): string | null {
  if (quantity < maxQuantity) return null
  return maxQuantity === maxPerLine
    ? `${maxPerLine} is the most of one product.`
    : `That is all there is: ${maxQuantity} left.`
}

/** What an empty coupon is refused with (COUP-07). */
export const emptyCodeText = 'Coupon value cannot be empty'

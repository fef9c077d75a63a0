import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import { maxPerLine, type CartLineResponse } from './cart.ts'

/** Messages about a line of a cart. */

/** Of a line that the cart does not have (CART-11). */
export const lineGoneText = 'Something went wrong. Please try again.'

/** Of a line with more than there is, which cannot be ordered. */
export const overStockText = (title: string, left: number): string =>
  `Only ${left} of ${title} ${left === 1 ? 'is' : 'are'} left. Please reduce the quantity.`

/** Why a line cannot be ordered, shown beside it; null when it can. */
export function lineProblemText({
  available,
  unavailableReason,
  quantity,
  maxQuantity,
}: Pick<CartLineResponse, 'available' | 'unavailableReason' | 'quantity' | 'maxQuantity'>): string | null {
  if (unavailableReason === 'LocationBlock') {
    return 'We do not deliver this to your location. Please remove it, or choose another location.'
  }
  if (!available) return 'No longer available. Please remove it.'
  return quantity > maxQuantity ? `Only ${maxQuantity} left. Please reduce the quantity.` : null
}

/** Why a line cannot have one more; null when it can. */
export function fullLineText({
  quantity,
  maxQuantity,
}: Pick<CartLineResponse, 'quantity' | 'maxQuantity'>): string | null {
  if (quantity < maxQuantity) return null
  return maxQuantity === maxPerLine ? `You can order up to ${maxPerLine} of one product.` : `Only ${maxQuantity} left.`
}

/** The error for an empty coupon (COUP-07). */
export const emptyCodeText = 'Coupon value cannot be empty'

/** The errors of a form with a code. */
export const codeErrors = ({ code = '' }: Typed): FieldMessages => (code.trim() === '' ? { code: emptyCodeText } : {})

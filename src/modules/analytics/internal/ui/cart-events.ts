import type { CartResponse, CartLineResponse } from '../../../cart/cart.ts'
import type { CheckoutProduct } from '../../analytics.ts'

/** Derives cart events from two states of a cart (ANLYC-04). */

type Line = Pick<
  CartLineResponse,
  'productCode' | 'sku' | 'productId' | 'title' | 'brand' | 'category' | 'price' | 'quantity'
>
type Looked = Pick<CartResponse, 'cartId'> & { readonly products: readonly Line[] }

export function checkoutProduct(line: Line, quantity = line.quantity): CheckoutProduct {
  return {
    name: line.title,
    id: line.sku,
    brand: line.brand,
    category: line.category,
    price: line.price,
    quantity,
    variant: null,
    sku: line.sku,
    productId: line.productId,
  }
}

/** The lines added and removed. Another cart, as after a login, resets the comparison; a first one starts empty. */
export function cartChanges(
  before: Looked,
  after: Looked,
): { readonly added: readonly CheckoutProduct[]; readonly removed: readonly CheckoutProduct[] } {
  if (before.cartId !== after.cartId && before.products.length > 0 && after.products.length > 0)
    return { added: [], removed: [] }
  const count = (lines: readonly Line[], code: string) => lines.find((line) => line.productCode === code)?.quantity ?? 0
  const more = (of: readonly Line[], than: readonly Line[]) =>
    of.flatMap((line) => {
      const difference = line.quantity - count(than, line.productCode)
      return difference > 0 ? [checkoutProduct(line, difference)] : []
    })
  return { added: more(after.products, before.products), removed: more(before.products, after.products) }
}

/** Dollars that products come to. */
export const valueOf = (products: readonly CheckoutProduct[]): number =>
  products.reduce((sum, one) => sum + Math.round(one.price * 100) * one.quantity, 0) / 100

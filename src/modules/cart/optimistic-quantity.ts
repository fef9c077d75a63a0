import { centsOf, dollarsOf } from '../../platform/money.ts'
import { toPricedLineResponse, type CartLineResponse, type CartResponse } from './cart.ts'

/**
 * The cart as it will be with another quantity of a line, as far as the browser can tell: the line, the number of products, and the sums
 * that follow from it. What codes take off, delivery and savings stay until the server has answered. The same rule prices the line there.
 */
export function withQuantity(cart: CartResponse, productCode: string, quantity: number): CartResponse {
  const line = cart.products.find((one) => one.productCode === productCode)
  if (line === undefined || line.quantity === quantity) return cart
  const changed = { ...line, quantity }
  const totalOf = (one: CartLineResponse) => {
    const { total, choices } = toPricedLineResponse(one)
    return choices.reduce((sum, choice) => sum + choice.total, total)
  }
  const more = totalOf(changed) - totalOf(line)
  return {
    ...cart,
    products: cart.products.map((one) => (one === line ? changed : one)),
    productCount: cart.productCount + quantity - line.quantity,
    subTotal: dollarsOf(centsOf(cart.subTotal) + more),
    orderTotal: dollarsOf(centsOf(cart.orderTotal) + more),
  }
}

import { type Cents, centsOf } from '../../platform/money.ts'
import type { CartResponse } from './cart.ts'

/** The displayed total of a cart: including delivery once that is known, and before delivery until then. */
export function totalRows({ orderTotal, delivery }: Pick<CartResponse, 'orderTotal' | 'delivery'>): {
  readonly name: string
  readonly cents: Cents
  readonly isTotal?: true
}[] {
  const cents = centsOf(orderTotal)
  if (delivery === null) return [{ name: 'Total before delivery', cents, isTotal: true }]
  return [
    { name: 'Delivery', cents: centsOf(delivery) },
    { name: 'Total', cents: cents + centsOf(delivery), isTotal: true },
  ]
}

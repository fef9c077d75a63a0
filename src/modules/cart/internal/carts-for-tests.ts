import type { TestShop } from '../../../testing/shop.server.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import type { Cart } from '../cart.ts'

/** By which a browser finds its cart. */
export const secretOf = (visitor: Visitor) => visitor.cookies.get('cart') ?? null

export const quantities = (cart: Cart | null | undefined) => cart?.lines.map((line) => [line.sku, line.quantity])

/** As the checkout does it while a cart is being paid for, and after it. */
export const freezeCart = ({ database, services }: TestShop, id: string, state: Cart['state']) =>
  database.transaction((tx) => services.cart.setState(tx, id, state))

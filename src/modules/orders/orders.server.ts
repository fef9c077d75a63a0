import type { Brand } from '../../brands/brands.ts'
import { hours, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import { confirmationLastsHours, type Order } from './orders.ts'
import {
  countOrdersOfAccount,
  orderByCartOfApp,
  orderById,
  orderOfAccount,
  ordersOfAccount,
  paymentsOfOrders,
  type AccountOrders,
  type OrderPayment,
} from './orders-store.server.ts'

export { attachGuestOrders } from './orders-store.server.ts'

/** Orders as those who placed them may see them. */
export interface Orders {
  /** The order of a cart, while the cart's id alone is enough to see it (decision orders-01). */
  ofCart(brand: Brand, cartId: string): Promise<Order | null>
  byId(id: string): Promise<Order | null>
  /** Newest first. */
  ofAccount(which: AccountOrders, part: { readonly offset: number; readonly limit: number }): Promise<readonly Order[]>
  countOfAccount(which: AccountOrders): Promise<number>
  /** Null for an order of somebody else too. */
  ofAccountById(which: AccountOrders, id: string): Promise<Order | null>
  /** What was paid for orders, by their ids. */
  paymentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OrderPayment[]>>
}

export function createOrders({ database, clock }: { database: Database; clock: Clock }): Orders {
  return {
    async ofCart(brand, cartId) {
      const order = await orderByCartOfApp(database.db, cartId, brand.app)
      if (order === null) return null
      return clock.now().getTime() - order.placedAt.getTime() <= hours(confirmationLastsHours) ? order : null
    },
    byId: (id) => orderById(database.db, id),
    ofAccount: (which, part) => ordersOfAccount(database.db, which, part),
    countOfAccount: (which) => countOrdersOfAccount(database.db, which),
    ofAccountById: (which, id) => orderOfAccount(database.db, which, id),
    paymentsOf: (ids) => paymentsOfOrders(database.db, ids),
  }
}

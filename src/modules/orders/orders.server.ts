import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { days, hours, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Failpoint } from '../../platform/failpoint.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { CartServices } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import type { PaymentServices } from '../payments/payments.server.ts'
import { createCancellations, type Cancellations } from './cancellation.server.ts'
import { boughtWith, soldSince } from './internal/product-sales.server.ts'
import { createVisitorOrders, type VisitorOrders } from './internal/visitor-orders.server.ts'
import { createOrderAccess, type OrderAccess } from './order-access.server.ts'
import { createOrderAdmin, type OrderAdmin } from './order-admin.server.ts'
import { confirmationLastsHours, type Order } from './orders.ts'
import {
  countOrdersOfAccount,
  orderByCartOfApp,
  orderById,
  orderOfAccount,
  ordersOfAccount,
  ordersOfCustomer,
  paymentsOfOrders,
  isBought,
  type Buyer,
  eventsOf,
  type OrderEvent,
  type OrderPayment,
} from './orders-store.server.ts'
import type { AccountOrders } from './order-keys.server.ts'
import { payoutsOf, refundsOf, type Refund, type RefundPayout } from './refunds-store.server.ts'
import { createRefunds, type Refunds } from './refunds.server.ts'

export type { OrderRequest, VisibleOrder, VisitorOrders } from './internal/visitor-orders.server.ts'
export { attachGuestOrders } from './orders-store.server.ts'

/** Orders for their customers. */
export interface Orders {
  /** The order of a cart, while the cart's id alone is enough to see it (decision orders-01). */
  ofCart(brand: Brand, cartId: string): Promise<Order | null>
  /** The same for the account it belongs to, at any time. */
  ofOwnCart(brand: Brand, cartId: string, accountId: string): Promise<Order | null>
  byId(id: string): Promise<Order | null>
  /** Newest first. */
  ofAccount(which: AccountOrders, part: { readonly offset: number; readonly limit: number }): Promise<readonly Order[]>
  countOfAccount(which: AccountOrders): Promise<number>
  /** Null for another customer's order too. */
  ofAccountById(which: AccountOrders, id: string): Promise<Order | null>
  /** The history of an order. */
  storyOf(id: string): Promise<{
    readonly payments: readonly OrderPayment[]
    readonly refunds: readonly Refund[]
    readonly payouts: readonly RefundPayout[]
    readonly events: readonly OrderEvent[]
  }>
  /** Payments by order id. */
  paymentsOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly OrderPayment[]>>
  /** An app's orders by one whole thing that a customer can name, the newest first. */
  ofCustomer(
    app: AppCode,
    named: Readonly<Record<'email' | 'phone' | 'webOrderId', string | null>>,
  ): Promise<readonly Order[]>
  /** How many units of a product an app has sold since then, in how many orders. */
  soldSince(productId: number, app: AppCode, since: Date): Promise<{ readonly units: number; readonly orders: number }>
  /** Products that at least two customers of an app have bought with another one in the last year, the most frequent first. */
  boughtWith(productId: number, app: AppCode): Promise<readonly number[]>
  /** Whether they have bought a product; an order that was cancelled does not count. */
  isBought(productId: number, by: Buyer): Promise<boolean>
}

export type OrderServices = Orders & {
  /** Access for people without an account. */
  readonly access: OrderAccess
  /** Orders that a request's visitor may see. */
  readonly visitor: VisitorOrders
  readonly refunds: Refunds
  readonly cancellations: Cancellations
  /** Staff operations on orders. */
  readonly admin: OrderAdmin
}

export type OrdersDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly metrics: Pick<Metrics, 'count'>
  readonly log: Log
  readonly config: Pick<Config, 'secretKey'>
  readonly failpoint: (name: Failpoint) => void
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly delivery: Pick<Delivery, 'zone' | 'release'>
  readonly cart: Pick<CartServices, 'creditGiftCards' | 'owned'>
  readonly payments: Pick<PaymentServices, 'providers'>
}

export function openOrders(deps: OrdersDeps): OrderServices {
  const { cart, payments, config } = deps
  const refunds = createRefunds({ ...deps, carts: cart, providers: payments.providers })
  const orders = createOrders(deps)
  const access = createOrderAccess({ ...deps, secretKey: config.secretKey })
  return {
    ...orders,
    access,
    visitor: createVisitorOrders({ orders, access, carts: cart }),
    refunds,
    cancellations: createCancellations({ ...deps, refunds }),
    admin: createOrderAdmin({ ...deps, refunds }),
  }
}

function createOrders({ database, clock }: Pick<OrdersDeps, 'database' | 'clock'>): Orders {
  return {
    async ofCart(brand, cartId) {
      const order = await orderByCartOfApp(database.db, cartId, brand.app)
      if (order === null) return null
      return clock.now().getTime() - order.placedAt.getTime() <= hours(confirmationLastsHours) ? order : null
    },
    async ofOwnCart(brand, cartId, accountId) {
      const order = await orderByCartOfApp(database.db, cartId, brand.app)
      const which = { accountId, app: brand.app, isInvoiced: false }
      return order === null ? null : orderOfAccount(database.db, which, order.id)
    },
    byId: (id) => orderById(database.db, id),
    ofAccount: (which, part) => ordersOfAccount(database.db, which, part),
    countOfAccount: (which) => countOrdersOfAccount(database.db, which),
    ofAccountById: (which, id) => orderOfAccount(database.db, which, id),
    async storyOf(id) {
      const [payments, refunds, payouts, events] = await Promise.all([
        paymentsOfOrders(database.db, [id]),
        refundsOf(database.db, id),
        payoutsOf(database.db, id),
        eventsOf(database.db, id),
      ])
      return { payments: payments.get(id) ?? [], refunds, payouts, events }
    },
    paymentsOf: (ids) => paymentsOfOrders(database.db, ids),
    ofCustomer: (app, named) => ordersOfCustomer(database.db, app, named),
    soldSince: (productId, app, since) => soldSince(database.db, productId, app, since),
    boughtWith: (productId, app) =>
      boughtWith(database.db, productId, app, new Date(clock.now().getTime() - days(365))),
    isBought: (productId, by) => isBought(database.db, productId, by),
  }
}

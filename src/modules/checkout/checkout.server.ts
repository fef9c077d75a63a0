import type { Failpoint } from '../../platform/failpoint.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { CartServices } from '../cart/cart.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import type { GeoServices } from '../geo/geo.server.ts'
import type { OrderView } from '../orders/order-view.ts'
import type { Order } from '../orders/orders.ts'
import type { OrderServices } from '../orders/orders.server.ts'
import type { PaymentServices } from '../payments/payments.server.ts'
import type { Stores } from '../stores/stores.server.ts'
import { createBalances, type Balances } from './balance.server.ts'
import { orderView } from './internal/order-view.server.ts'
import type { Checkout } from './internal/checkout-service.ts'
import { createCheckout } from './internal/checkout-service.server.ts'
import { createRescheduling, type Rescheduling } from './reschedule.server.ts'
import { createPaymentResolution, type PaymentResolution } from './resolve.server.ts'
import { createWebhooks, type Webhooks } from './internal/payment/webhooks.server.ts'

export type { CheckoutProblem, CheckoutProgress } from './internal/checkout-service.ts'

export type CheckoutServices = Checkout & {
  /** Paying the balance of an order. */
  readonly balances: Balances
  readonly rescheduling: Rescheduling
  /** Manual resolution of payments by staff. */
  readonly resolution: PaymentResolution
  readonly webhooks: Webhooks
  /** An order as its owner sees it now; by a link of a mail only to see and to pay. */
  orderView(order: Order, how: { readonly isLink: boolean }): Promise<OrderView>
}

export type CheckoutDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Jobs
  readonly log: Log
  readonly metrics: Metrics
  readonly tracing: Tracing
  readonly settings: Settings
  readonly failpoint: (name: Failpoint) => void
  readonly catalogue: Catalogue
  readonly geo: GeoServices
  readonly stores: Stores
  readonly delivery: Delivery
  readonly cart: CartServices
  readonly payments: PaymentServices
  readonly orders: OrderServices
}

export function openCheckout(deps: CheckoutDeps): CheckoutServices {
  const { payments, orders } = deps
  const { cancellations, refunds } = orders
  const moneyDeps = {
    ...deps,
    carts: deps.cart,
    geography: deps.geo,
    providers: payments.providers,
    paymentConfiguration: payments,
    savedCards: payments.savedCards,
  }
  const checkout = createCheckout(moneyDeps)
  const rescheduling = createRescheduling({ ...moneyDeps, cancellations, refunds })
  return {
    ...checkout,
    balances: createBalances(moneyDeps),
    rescheduling,
    resolution: createPaymentResolution(moneyDeps),
    webhooks: createWebhooks({ ...deps, checkout, refunds, senders: payments.noticeReaders }),
    orderView: (order, how) => orderView({ orders, rescheduling, clock: deps.clock }, order, how),
  }
}

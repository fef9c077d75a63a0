import { recordConsent } from '../../content/forms/consents.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import type { Carts } from '../../cart/cart.server.ts'
import { type Order, type OrderSnapshot, balanceOf } from '../../orders/orders.ts'
import type { OrderState } from '../../orders/order-status.ts'
import { insertCouponUse, insertOrder, insertPayment } from '../../orders/orders-store.server.ts'
import { jobNames } from '../job-names.ts'

/** Dependencies of placing an order; the caller provides the transaction. */
export type PlaceOrderDeps = {
  readonly carts: Carts
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
}

/** Writes the order, its payments and their effects. The caller has locked the cart. */
export async function placeOrder(
  deps: PlaceOrderDeps,
  tx: Writer,
  snapshot: OrderSnapshot,
  payments: readonly { attemptId: string; provider: string; providerRef: string; cents: number }[],
): Promise<Order> {
  const now = deps.clock.now()
  const id = deps.ids.sortable(now)
  const order = await insertOrder(tx, {
    id,
    state: orderStateOf(snapshot),
    snapshot,
    now,
  })
  for (const payment of payments) await insertPayment(tx, { orderId: id, now, ...payment })
  if (snapshot.code?.kind === 'coupon') await insertCouponUse(tx, snapshot.code.code, snapshot.contact.email, id)
  const { email, newsletter } = snapshot.contact
  if (newsletter) await recordConsent(tx, { app: snapshot.app, email, source: 'checkout', isGiven: true, now })
  await deps.carts.setState(tx, snapshot.cartId, 'ordered')
  await deps.jobs.enqueue(tx, jobNames.orderPlaced, { orderId: id })
  return order
}

/** Whether it is paid, and if not by whom it will be. */
function orderStateOf(snapshot: OrderSnapshot): OrderState {
  if (snapshot.method === 'credit-account') return 'on-account'
  if (snapshot.method === 'other') return 'awaiting-payment'
  return balanceOf(snapshot) > 0 ? 'deposit-paid' : 'paid'
}

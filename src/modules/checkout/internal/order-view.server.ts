import type { Clock } from '../../../platform/clock.ts'
import { isBefore } from '../../orders/changes.ts'
import { orderViewOf, type OrderView } from '../../orders/order-view.ts'
import type { Order } from '../../orders/orders.ts'
import type { OrderServices } from '../../orders/orders.server.ts'
import type { Rescheduling } from '../reschedule.server.ts'

export type OrderViewDeps = {
  readonly orders: Pick<OrderServices, 'storyOf' | 'cancellations'>
  readonly rescheduling: Pick<Rescheduling, 'dates'>
  readonly clock: Clock
}

/** An order as its owner sees it now. */
export async function orderView(
  { orders, rescheduling, clock }: OrderViewDeps,
  order: Order,
  { isLink }: { isLink: boolean },
): Promise<OrderView> {
  const [story, closesAt] = [await orders.storyOf(order.id), await orders.cancellations.closesAt(order)]
  const isOpen = isBefore(clock.now(), closesAt)
  const canReschedule = isOpen && order.stage === 'placed' && (await rescheduling.dates(order)) !== null
  return orderViewOf({ ...story, order, closesAt, isOpen, canReschedule, isLink })
}

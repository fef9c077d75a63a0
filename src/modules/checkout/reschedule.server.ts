import { brandOf } from '../../brands/brands.ts'
import type { Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { StockHold } from '../catalogue/stock.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { windowsOn } from '../delivery/delivery-windows.ts'
import { chargeOf, type DatedPrice, type RequestedItem, type Zone } from '../delivery/delivery.ts'
import { isBefore, lineCarrierOf } from '../orders/changes.ts'
import type { Cancellations } from '../orders/cancellation.server.ts'
import { transitionOrder } from '../orders/order-transitions.server.ts'
import type { Order } from '../orders/orders.ts'
import { goodsOf, lockOrder, orderById } from '../orders/orders-store.server.ts'
import { deliveryGiven, type RefundItem } from '../orders/refunds.ts'
import type { Refunds } from '../orders/refunds.server.ts'
import type { OrderActor } from '../orders/order-status.ts'
import { liveAttempt } from '../payments/payments-store.server.ts'
import { needsStorageAcknowledgement, proformaDates } from './delivery-plan.ts'

/** Reschedules our own crew's delivery: dates from the checkout's calendar, with the goods that the order has already reserved. */

export type RescheduleProblem = {
  readonly code:
    | 'order_gone'
    | 'order_closed'
    | 'too_late'
    | 'not_dated'
    | 'date_unavailable'
    | 'payment_in_progress'
    | 'order_changed'
}

export type OrderDates = {
  readonly today: Day
  readonly zone: Zone
  /** Dates that are not possible, or more expensive than what was paid, are not available. */
  readonly dates: readonly DatedPrice[]
  /** The amount charged for the day, less refunds of it. */
  readonly paid: Cents
}

export interface Rescheduling {
  /** Null when the order has no day of our own crew that could be another one. */
  dates(order: Order): Promise<OrderDates | null>
  /** The difference to a cheaper day is refunded; a more expensive one is not possible. */
  reschedule(input: { orderId: string; day: Day; actor: OrderActor }): Promise<Result<Order, RescheduleProblem>>
}

export type RescheduleDeps = {
  database: Database
  catalogue: Pick<Catalogue, 'product'>
  delivery: Pick<Delivery, 'availability' | 'book' | 'release'>
  cancellations: Pick<Cancellations, 'closesAt'>
  refunds: Refunds
  jobs: Jobs
  clock: Clock
}

export function createRescheduling(deps: RescheduleDeps): Rescheduling {
  const { database, delivery, cancellations, refunds, jobs, clock } = deps

  return {
    dates: (order) => dates(deps, order),
    async reschedule({ orderId, day, actor }) {
      const known = await orderById(database.db, orderId)
      if (known === null) return err({ code: 'order_gone' as const })
      if (known.stage !== 'placed') return err({ code: 'order_closed' as const })
      // A repeated request: it has been done.
      if (known.snapshot.delivery.deliversOn === day) return ok(known)
      if (actor.kind === 'owner' && !isBefore(clock.now(), await cancellations.closesAt(known)))
        return err({ code: 'too_late' as const })
      const offered = await dates(deps, known)
      if (offered === null) return err({ code: 'not_dated' as const })
      const requested = offered.dates.find((one) => one.day === day && one.available)
      if (requested === undefined) return err({ code: 'date_unavailable' as const })
      return database.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (order === null) return err({ code: 'order_gone' as const })
        if (order.snapshot.delivery.deliversOn === day) return ok(order)
        if (order.version !== known.version) return err({ code: 'order_changed' as const })
        if ((await liveAttempt(tx, order.cartId)) !== null) return err({ code: 'payment_in_progress' as const })
        const { delivery: before } = order.snapshot
        const now = clock.now()
        if (!(await delivery.book(tx, offered.zone, day))) return err({ code: 'date_unavailable' as const })
        if (before.deliversOn !== null && before.warehouseCode !== null && before.tierCode !== null) {
          const { warehouseCode, tierCode, deliversOn } = before
          await delivery.release(tx, { warehouseCode, tierCode, deliversOn })
        }
        const cheaper = offered.paid - chargeOf(requested.price)
        let changes = {}
        if (cheaper > 0) {
          const items: RefundItem[] = [{ kind: 'delivery', cents: cheaper }]
          const key = `day ${order.version}`
          const made = await refunds.make(tx, order, { key, items, reason: 'cheaper day', now })
          if (!made.ok) throw new Error(`what was paid for a day cannot be given back: ${order.id}`)
          changes = made.value.changes
        }
        const { window, ...others } = before
        // A part of the day is promised only where and when the crew can keep it.
        const isPromised =
          window !== undefined && windowsOn(offered.zone.tier.windows, day, offered.today).includes(window)
        const snapshot = {
          ...order.snapshot,
          delivery: {
            ...others,
            ...(isPromised ? { window } : {}),
            deliversOn: day,
            warehouseCode: offered.zone.warehouse.code,
            tierCode: offered.zone.tier.code,
          },
        }
        const facts = { from: before.deliversOn, to: day, cents: cheaper }
        const moved = await transitionOrder(tx, jobs, order, {
          move: 'reschedule',
          actor,
          now,
          facts,
          changes: { ...changes, snapshot },
        })
        return moved.ok ? moved : err({ code: 'order_closed' as const })
      })
    },
  }
}

/** The order's goods as stock of their own: they are reserved for it. */
function itemsOf({ catalogue }: RescheduleDeps, order: Order, goods: readonly StockHold[]): RequestedItem[] {
  const carrier = lineCarrierOf(order.snapshot, (id) => catalogue.product(id)?.supplierDirect ?? null)
  return order.snapshot.lines.flatMap((line) => {
    if (carrier(line) !== 'own') return []
    const product = catalogue.product(line.productId)
    const held = goods.filter((one) => one.productId === line.productId)
    const quantity = held.reduce((sum, one) => sum + one.quantity, 0)
    if (quantity === 0) return []
    const stock: Record<string, RequestedItem['stock'][string]> = {}
    for (const { warehouseCode, isIncoming, quantity: part } of held) {
      const arrival = isIncoming ? (product?.stock[warehouseCode]?.incoming ?? null) : null
      const known = stock[warehouseCode] ?? { quantity: 0, incoming: null }
      stock[warehouseCode] =
        arrival === null
          ? { ...known, quantity: known.quantity + part }
          : { ...known, incoming: { ...arrival, quantity: part } }
    }
    return [{ quantity, stock }]
  })
}

async function dates(deps: RescheduleDeps, order: Order): Promise<OrderDates | null> {
  const { database, delivery, refunds } = deps
  const { snapshot } = order
  const { deliversOn, isArranged, address, makers = [] } = snapshot.delivery
  if (deliversOn === null || isArranged === true || snapshot.sale?.cashAndCarry === true) return null
  const items = itemsOf(deps, order, await goodsOf(database.db, order.id))
  if (items.length === 0) return null
  const place = { country: address.country, postcode: address.postcode, state: address.state || null }
  // A coupon that took nothing off the goods was one for free delivery.
  const weekdaysAreFree = snapshot.code?.kind === 'coupon' && snapshot.code.cents === 0
  const found = await delivery.availability(place, items, { weekdaysAreFree })
  if (found === null || found.calendar === null) return null
  const offered = makers.length > 0 ? proformaDates(found.calendar.dates) : found.calendar.dates
  const paid = snapshot.totals.shipping - deliveryGiven(await refunds.given(order.id))
  const storage = {
    isCharged: brandOf(order.app).chargesStorage && snapshot.delivery.storageFee === undefined,
    lines: snapshot.lines.map((line) => ({ price: line.unit, isProforma: makers.includes(line.brand) })),
    first: found.calendar.first?.day ?? null,
  }
  return {
    today: found.today,
    zone: found.zone,
    paid,
    dates: offered.map((date) => ({
      ...date,
      available:
        date.available &&
        chargeOf(date.price) <= paid &&
        // Storage that costs is agreed to by phone.
        !needsStorageAcknowledgement({ ...storage, selected: date.day }),
    })),
  }
}

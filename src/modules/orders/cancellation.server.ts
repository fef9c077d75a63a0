import { hours, days, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { announce, type Catalogue } from '../catalogue/catalogue.server.ts'
import { returnGoods } from '../catalogue/stock.server.ts'
import { returnStoreGoods } from '../catalogue/store-stock.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { liveAttempt } from '../payments/payments-store.server.ts'
import { changesCloseAt, isBefore, lineCarrierOf, type CutOff } from './changes.ts'
import { transitionOrder } from './order-transitions.server.ts'
import type { Order, OrderSnapshot } from './orders.ts'
import { forgetCouponUse, lockOrder, orderById, takeGoods, unpaidTillOrders } from './orders-store.server.ts'
import { cancelledItems, openLines, type RefundItem, type RefundLineInput } from './refunds.ts'
import { refundByKey, refundsOf, type Refund } from './refunds-store.server.ts'
import type { Refunds } from './refunds.server.ts'
import type { OrderActor } from './order-status.ts'

/** Cancels an order, or lines of it: stock and delivery day are released and the payment is refunded, all in one transaction or nothing. */

export type CancelProblem = {
  readonly code:
    | 'order_gone'
    | 'already_cancelled'
    /** It has been dispatched or delivered. */
    | 'order_closed'
    | 'too_late'
    | 'line_gone'
    | 'payment_in_progress'
    /** A concurrent change was first, or the amount differs from the displayed one. */
    | 'order_changed'
}

export type CancelInput = {
  readonly orderId: string
  /** Null for all that is left. */
  readonly lines: readonly RefundLineInput[] | null
  /** The amount displayed to the customer; null when there was none. */
  readonly expected: Cents | null
  readonly key: string
  readonly actor: OrderActor
}

export interface Cancellations {
  /** The refund of cancelling these lines. Null when the order has no such lines. */
  preview(order: Order, lines: readonly RefundLineInput[] | null): Promise<{ cents: Cents; isWhole: boolean } | null>
  cancel(input: CancelInput): Promise<Result<Order, CancelProblem>>
  /** The moment after which owners cannot change an order any more; null while there is none. */
  closesAt(order: Order): Promise<CutOff | null>
  /** Cancels orders that were not paid in store within a week (decision payments-25). */
  lapse(): Promise<void>
}

export const tillDays = 7

export type CancellationDeps = {
  database: Database
  catalogue: Pick<Catalogue, 'product'>
  delivery: Pick<Delivery, 'zone' | 'release'>
  refunds: Refunds
  jobs: Jobs
  clock: Clock
  log: Log
}

export function createCancellations(deps: CancellationDeps): Cancellations {
  const { database, delivery, clock, log } = deps
  async function closesAt({ snapshot }: Order): Promise<CutOff | null> {
    const { warehouseCode, tierCode } = snapshot.delivery
    const zone = warehouseCode === null || tierCode === null ? null : await delivery.zone(warehouseCode, tierCode)
    return changesCloseAt(snapshot, zone)
  }

  return {
    closesAt,
    async preview(order, lines) {
      const given = (await refundsOf(database.db, order.id)).flatMap((one) => one.items)
      const cancelled = cancelledOf(deps, order, given, lines ?? allLeft(order, given))
      if (cancelled === null) return null
      return { cents: cancelled.items.reduce((sum, one) => sum + one.cents, 0), isWhole: cancelled.isWhole }
    },
    async cancel({ orderId, ...input }) {
      const known = await orderById(database.db, orderId)
      if (known === null) return err({ code: 'order_gone' as const })
      const isOpen = input.actor.kind !== 'owner' || isBefore(clock.now(), await closesAt(known))
      return database.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (order === null) return err({ code: 'order_gone' as const })
        // A repeated request, for example by a double click: it has been done.
        if ((await refundByKey(tx, order.id, input.key)) !== null) return ok(order)
        const problem = problemOf(order)
        if (problem !== null) return err(problem)
        if (order.version !== known.version) return err({ code: 'order_changed' as const })
        if (!isOpen) return err({ code: 'too_late' as const })
        return end(deps, tx, order, { ...input, reason: 'cancelled' })
      })
    },
    async lapse() {
      const before = new Date(clock.now().getTime() - days(tillDays))
      for (const id of await unpaidTillOrders(database.db, before)) {
        const done = await database
          .transaction(async (tx) => {
            const order = await lockOrder(tx, id)
            if (order === null || order.state !== 'awaiting-payment' || order.stage !== 'placed') return null
            const actor = { kind: 'system' } as const
            return end(deps, tx, order, {
              lines: null,
              expected: null,
              key: 'lapse',
              actor,
              reason: 'not paid',
              isLapse: true,
            })
          })
          .catch((error: unknown) => {
            // An order that cannot be cancelled must not stop the others.
            log.error({ err: error, orderId: id }, 'an order that nobody paid for could not lapse')
            return null
          })
        if (done !== null) log.info({ orderId: id, isDone: done.ok }, 'an order that nobody paid for has lapsed')
      }
    },
  }
}

/** Our own crew's delivery is cancelled; suppliers' deliveries stay. */
const withoutOwnDay = (snapshot: OrderSnapshot): OrderSnapshot => ({
  ...snapshot,
  delivery: { ...snapshot.delivery, deliversOn: null },
})

/** How often lapsed orders are looked for. */
export const lapseEvery = hours(1)

/** Ends a locked order or a part of it; the cut-off has been looked at. */
async function end(
  deps: CancellationDeps,
  tx: Writer,
  order: Order,
  input: Omit<CancelInput, 'orderId'> & { readonly reason: string; readonly isLapse?: boolean },
): Promise<Result<Order, CancelProblem>> {
  const { refunds, jobs, clock } = deps
  const problem = problemOf(order)
  if (problem !== null) return err(problem)
  const now = clock.now()
  const attempt = await liveAttempt(tx, order.cartId)
  if (attempt !== null) return err({ code: 'payment_in_progress' })
  const given = (await refundsOf(tx, order.id)).flatMap((one) => one.items)
  const lines = input.lines ?? allLeft(order, given)
  const cancelled = cancelledOf(deps, order, given, lines)
  if (cancelled === null) return err({ code: 'line_gone' })
  const cents = cancelled.items.reduce((sum, one) => sum + one.cents, 0)
  if (input.expected !== null && input.expected !== cents) return err({ code: 'order_changed' })
  let refund: Refund | null = null
  let changes = {}
  if (cents > 0) {
    const made = await refunds.make(tx, order, { key: input.key, items: cancelled.items, reason: input.reason, now })
    // Paid where it cannot be refunded automatically, such as at a till: staff have to.
    if (!made.ok) return err({ code: 'order_closed' })
    refund = made.value.refund
    changes = made.value.changes
  }
  await restock(deps, tx, order, lines)
  const endsDay = cancelled.isWhole || cancelled.endsOwnDelivery
  if (endsDay) await releaseDeliveryDay(deps, tx, order)
  if (cancelled.isWhole && order.snapshot.code?.kind === 'coupon') await forgetCouponUse(tx, order.id)
  const done = await transitionOrder(tx, jobs, order, {
    move: input.isLapse === true ? 'lapse' : cancelled.isWhole ? 'cancel' : 'cancel-lines',
    actor: input.actor,
    now,
    facts: { lines, refundId: refund?.id ?? null, cents },
    changes: { ...changes, ...(endsDay && !cancelled.isWhole ? { snapshot: withoutOwnDay(order.snapshot) } : {}) },
  })
  return done.ok ? done : err({ code: 'order_closed' })
}

async function restock(
  { clock }: CancellationDeps,
  tx: Writer,
  order: Order,
  lines: readonly RefundLineInput[],
): Promise<void> {
  const products = order.snapshot.lines
  const requested = lines.flatMap(({ productCode, quantity }) => {
    const line = products.find((one) => one.productCode === productCode)
    return line === undefined ? [] : [{ productId: line.productId, quantity }]
  })
  const holds = await takeGoods(tx, order.id, requested)
  await returnGoods(tx, holds, clock.now())
  const inStore = await returnStoreGoods(tx, order.id, requested)
  const changed = [...new Set([...holds.map((one) => one.productId), ...inStore])]
  if (changed.length > 0) await announce(tx, { products: changed })
}

async function releaseDeliveryDay({ delivery }: CancellationDeps, tx: Writer, { snapshot }: Order): Promise<void> {
  const { deliversOn, isArranged, warehouseCode, tierCode } = snapshot.delivery
  const isBooked = deliversOn !== null && isArranged !== true && snapshot.sale?.cashAndCarry !== true
  if (isBooked && warehouseCode !== null && tierCode !== null)
    await delivery.release(tx, { warehouseCode, tierCode, deliversOn })
}

/** The refund of cancelling lines, including deliveries that end with them. */
const cancelledOf = (
  { catalogue }: CancellationDeps,
  order: Order,
  given: readonly RefundItem[],
  lines: readonly RefundLineInput[],
) =>
  cancelledItems(
    order.snapshot,
    given,
    lines,
    lineCarrierOf(order.snapshot, (id) => catalogue.product(id)?.supplierDirect ?? null),
  )

const allLeft = (order: Order, given: readonly RefundItem[]): RefundLineInput[] =>
  openLines(order.snapshot, given)
    .filter((one) => one.quantity > 0)
    .map(({ productCode, quantity }) => ({ productCode, quantity }))

function problemOf(order: Order): CancelProblem | null {
  if (order.stage === 'cancelled') return { code: 'already_cancelled' }
  return order.stage === 'placed' ? null : { code: 'order_closed' }
}

import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { transitionOrder } from './order-transitions.server.ts'
import type { Order } from './orders.ts'
import { lockOrder } from './orders-store.server.ts'
import { lineCredits, type RefundItem, type RefundLineInput } from './refunds.ts'
import { refundByKey } from './refunds-store.server.ts'
import type { Refunds, RefundProblem } from './refunds.server.ts'
import type { OrderActor } from './order-status.ts'

/** Staff operations on an order: transitions, and refunds without a change of stock. */

export type OrderAdminProblem = RefundProblem | { readonly code: 'order_gone' | 'move_not_allowed' | 'line_gone' }

export interface OrderAdmin {
  /** The goods leave, or have arrived; where an order is picked up, they are ready, or collected. */
  move(orderId: string, move: 'dispatch' | 'deliver', actor: OrderActor): Promise<Result<Order, OrderAdminProblem>>
  /** Refunds what lines were charged, or another amount, or both. The same key is granted once. */
  refund(input: {
    readonly orderId: string
    readonly lines: readonly RefundLineInput[]
    /** Shown to the customer. */
    readonly other: { readonly text: string; readonly cents: Cents } | null
    readonly key: string
    readonly actor: OrderActor
  }): Promise<Result<Order, OrderAdminProblem>>
}

export function createOrderAdmin({
  database,
  refunds,
  jobs,
  clock,
}: {
  database: Database
  refunds: Refunds
  jobs: Jobs
  clock: Clock
}): OrderAdmin {
  return {
    move: (orderId, move, actor) =>
      database.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (order === null) return err({ code: 'order_gone' as const })
        const facts = order.snapshot.delivery.pickup === undefined ? {} : { isPickup: true }
        return transitionOrder(tx, jobs, order, { move, actor, now: clock.now(), facts })
      }),
    async refund({ orderId, lines, other, key, actor }) {
      return database.transaction(async (tx) => {
        const order = await lockOrder(tx, orderId)
        if (order === null) return err({ code: 'order_gone' as const })
        if ((await refundByKey(tx, order.id, key)) !== null) return ok(order)
        const credits = lineCredits(order.snapshot, await refunds.given(order.id, tx), lines)
        if (credits === null) return err({ code: 'line_gone' as const })
        const items: RefundItem[] = [...credits, ...(other === null ? [] : [{ kind: 'other' as const, ...other }])]
        const now = clock.now()
        const made = await refunds.make(tx, order, { key, items, reason: 'given back', now })
        if (!made.ok) return made
        const { refund, changes } = made.value
        const facts = { refundId: refund.id, cents: refund.cents }
        return transitionOrder(tx, jobs, order, { move: 'refund', actor, now, facts, changes })
      })
    },
  }
}

import type { Writer } from '../../platform/database/database.server.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { Order, OrderSnapshot } from './orders.ts'
import { insertEvent, lockOrder, updateOrder } from './orders-store.server.ts'
import { movedOwing, type OrderActor, type OrderTransition } from './order-status.ts'

/** The only way an order changes after it was placed: the row, its event and its mail, in the caller's transaction. */

/** Status mails, by order event. */
export const orderMailJob = 'order-mail'

export type TransitionProblem = { readonly code: 'move_not_allowed' }

/** Transitions with a mail to the customer. */
const mailed: ReadonlySet<OrderTransition> = new Set([
  'cancel',
  'lapse',
  'cancel-lines',
  'reschedule',
  'pay-balance',
  'refund',
  'dispatch',
])

export type Transition = {
  readonly move: OrderTransition
  readonly actor: OrderActor
  readonly now: Date
  /** Facts of the event: shown to the customer and stored for ever, so nothing secret. */
  readonly facts: Readonly<Record<string, unknown>>
  /** Other changes besides the state. */
  readonly changes?: {
    readonly balance?: Cents
    readonly credited?: Cents
    readonly giftCardReturned?: Cents
    readonly snapshot?: OrderSnapshot
  }
}

/** The caller has locked `order` (`lockOrder`). Returns the order after the transition. */
export async function transitionOrder(
  tx: Writer,
  jobs: Jobs,
  order: Order,
  { move, actor, now, facts, changes = {} }: Transition,
): Promise<Result<Order, TransitionProblem>> {
  const next = movedOwing(order, move, changes.balance ?? order.balance)
  if (next === null) return err({ code: 'move_not_allowed' })
  const { stage, state } = next
  await updateOrder(tx, order, { ...changes, ...next })
  const eventId = await insertEvent(tx, {
    orderId: order.id,
    at: now,
    move,
    actor,
    from: order,
    to: { stage, state },
    facts,
  })
  if (mailed.has(move)) await jobs.enqueue(tx, orderMailJob, { orderId: order.id, eventId })
  const after = await lockOrder(tx, order.id)
  if (after === null) throw new Error('an order vanished')
  return ok(after)
}

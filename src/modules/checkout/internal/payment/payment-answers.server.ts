import { type Result, err, ok } from '../../../../platform/result.ts'
import type { Order } from '../../../orders/orders.ts'
import { chargeOf } from '../../../payments/payment-exceptions-store.server.ts'
import type { Attempt, Settled } from '../../settle.server.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import type { CheckoutProblem, CheckoutProgress } from '../checkout-service.ts'

/** Responses of checkout calls for a payment's state. */

export const progressOf = (attempt: Attempt, order: Order | null): CheckoutProgress => ({
  cartId: attempt.cartId,
  state: attempt.state,
  webOrderId: order?.webOrderId ?? null,
  reference: attempt.id,
  action: attempt.action,
})

/** The response for an attempt in its current state. */
export async function answerOf(
  database: Database,
  { attempt, order }: Settled,
): Promise<Result<CheckoutProgress, CheckoutProblem>> {
  if (order !== null || attempt.state === 'Pending') return ok(progressOf(attempt, order))
  if (attempt.state === 'Unknown') return err({ code: 'payment_unknown', reference: attempt.id })
  return err({
    code: 'payment_refused',
    shownReason: attempt.refusal?.shownReason ?? null,
    charge: await chargeOf(database.db, attempt),
    reference: attempt.id,
  })
}

/** The answer where the order is there already. */
export function doneAlready(order: Order): CheckoutProgress {
  return { cartId: order.cartId, state: 'Approved', webOrderId: order.webOrderId, reference: null, action: null }
}

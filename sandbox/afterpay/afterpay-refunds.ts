import { json } from '../http.ts'
import { randomReference, type Ledger } from '../ledger.ts'
import { NoBody, RefundBody } from './afterpay-bodies.ts'
import { Refused, type AfterpayCalls } from './afterpay-calls.ts'
import { centsFor, type AfterpayRecords } from './afterpay-records.ts'
import type { AfterpayStore } from './afterpay-store.ts'

const reversalWithinMs = 10 * 60_000

/** Refunds, and reversals of payments unknown to the shop. */
export function refundCalls({
  calls: { call, once },
  records: { move, changed },
  store: { addRefunded, setReversed, checkoutOf, paymentOfToken },
  ledger,
}: {
  readonly calls: AfterpayCalls
  readonly records: AfterpayRecords
  readonly store: AfterpayStore
  readonly ledger: Ledger
}) {
  const refund = call(RefundBody, (body, request) => {
    const payment = changed(request)
    const { requestId, merchantReference } = body
    // Only both together make a refund idempotent, as documented.
    const isRepeatable = requestId !== undefined && merchantReference !== undefined
    return once(isRepeatable ? `refund ${payment.id} ${requestId} ${merchantReference}` : null, () => {
      const cents = centsFor(payment, body.amount)
      if (payment.status === 'DECLINED')
        throw new Refused(412, 'precondition_failed', 'The order is not eligible for a refund.')
      const open = payment.is_reversed === 1 ? 0 : payment.captured - payment.refunded
      if (cents === 0 || cents > open) {
        throw new Refused(422, 'invalid_amount', 'The amount requested exceeded the amount available.')
      }
      const made = {
        refundId: randomReference(20),
        refundedAt: ledger.now().toISOString(),
        ...body,
      }
      const refunds = JSON.stringify([...(JSON.parse(payment.refunds) as object[]), made])
      addRefunded.run(cents, refunds, payment.id)
      move(payment, 'refund', cents, requestId ?? null)
      return json(201, made)
    })
  })

  const reverse = call(NoBody, (_body, request) => {
    const token = request.params['token'] ?? ''
    const payment = paymentOfToken(token)
    if (payment === undefined) {
      if (checkoutOf(token) === undefined) throw new Refused(402, 'invalid_token', 'Invalid Token')
      throw new Refused(412, 'precondition_failed', 'Payment not eligible for a reversal')
    }
    if (payment.is_reversed === 1)
      throw new Refused(412, 'precondition_failed', 'Payment reversal previously processed')
    const held = payment.cents - payment.voided - payment.refunded
    if (payment.status === 'DECLINED' || held === 0) {
      throw new Refused(412, 'precondition_failed', 'Payment not eligible for a reversal')
    }
    if (ledger.now().getTime() - payment.created_at > reversalWithinMs) {
      throw new Refused(412, 'precondition_failed', 'Order outside reversal window')
    }
    setReversed.run(payment.id)
    move(payment, 'reversal', held, null)
    return { status: 204, headers: {}, body: '' }
  })

  return { refund, reverse }
}

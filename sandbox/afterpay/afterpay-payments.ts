import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import { json, type Answer } from '../http.ts'
import type { Ledger } from '../ledger.ts'
import { AuthBody, ImmediateBody, NoBody } from './afterpay-bodies.ts'
import { Refused, type AfterpayCalls } from './afterpay-calls.ts'
import type { AfterpayRecords } from './afterpay-records.ts'
import type { AfterpayStore } from './afterpay-store.ts'

const authLivesMs = 13 * 24 * 60 * 60_000

/** Payments: immediate or authorised, and reading them. */
export function paymentCalls({
  calls: { call, once },
  records: { move, eventOf, byId, paymentBody, paymentAnswer },
  store: { insertPayment, checkoutOf, paymentOfToken },
  ledger,
}: {
  readonly calls: AfterpayCalls
  readonly records: AfterpayRecords
  readonly store: AfterpayStore
  readonly ledger: Ledger
}) {
  /** Captures or authorises a confirmed checkout. A repeat for the same token returns the same payment. */
  function pay(body: z.infer<typeof AuthBody>, isImmediate: boolean): Answer {
    const earlier = paymentOfToken(body.token)
    if (earlier !== undefined) return paymentAnswer(earlier)
    const checkout = checkoutOf(body.token)
    const now = ledger.now().getTime()
    if (checkout === undefined || now >= checkout.expires_at) throw new Refused(402, 'invalid_token', 'Invalid token')
    if (checkout.state !== 'confirmed') {
      throw new Refused(412, 'invalid_order_transaction_status', 'The shopper has not confirmed this payment.')
    }
    const isDeclined = checkout.is_declined === 1
    const authExpiresAt = isImmediate || isDeclined ? null : now + authLivesMs
    const events = isDeclined
      ? [eventOf(checkout, isImmediate ? 'CAPTURE_DECLINED' : 'AUTH_DECLINED', checkout.cents, null)]
      : isImmediate
        ? [
            eventOf(checkout, 'AUTH_APPROVED', checkout.cents, null),
            eventOf(checkout, 'CAPTURED', checkout.cents, null),
          ]
        : [eventOf(checkout, 'AUTH_APPROVED', checkout.cents, authExpiresAt)]
    const id = Array.from({ length: 12 }, (_, at) => randomInt(at === 0 ? 1 : 0, 10)).join('')
    insertPayment.run({
      id,
      token: checkout.token,
      status: isDeclined ? 'DECLINED' : 'APPROVED',
      reference: body.merchantReference ?? checkout.reference,
      cents: checkout.cents,
      currency: checkout.currency,
      captured: isImmediate && !isDeclined ? checkout.cents : 0,
      created_at: now,
      auth_expires_at: authExpiresAt,
      events: JSON.stringify(events),
    })
    const payment = byId(id)
    if (!isDeclined) {
      const key = body.requestId ?? checkout.token
      move(payment, 'authorise', payment.cents, key)
      if (isImmediate) move(payment, 'capture', payment.cents, key)
    }
    return paymentAnswer(payment)
  }

  const captureNow = call(ImmediateBody, (body) => pay(body, true))
  const authorise = call(AuthBody, (body) =>
    once(body.requestId === undefined ? null : `auth ${body.requestId}`, () => pay(body, false)),
  )
  const readPayment = call(NoBody, (_body, request) => json(200, paymentBody(byId(request.params['id'] ?? ''))))
  const readByToken = call(NoBody, (_body, request) => {
    const payment = paymentOfToken(request.params['token'] ?? '')
    if (payment === undefined)
      throw new Refused(404, 'not_found', 'No Afterpay Order was found matching the token provided.')
    return json(200, paymentBody(payment))
  })

  return { captureNow, authorise, readPayment, readByToken }
}

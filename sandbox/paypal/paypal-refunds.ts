import { decimalOf } from '../amounts.ts'
import { json, type SandboxRequest } from '../http.ts'
import { randomReference } from '../ledger.ts'
import { EmptyBody, RefundBody } from './paypal-bodies.ts'
import { cents, Refused, unprocessable, type PayPalCalls } from './paypal-calls.ts'
import { captureBody, type PayPalRecords } from './paypal-records.ts'
import type { PayPalCapture, PayPalStore } from './paypal-store.ts'

const paymentRetentionMs = 45 * 24 * 60 * 60_000

/** Payments v2: captures read and given back. */
export function captureCalls({
  calls: { call, once },
  records: { move, notifyOf },
  store: { captureById, setCapture },
}: {
  readonly calls: PayPalCalls
  readonly records: PayPalRecords
  readonly store: PayPalStore
}) {
  function capturedBy(request: SandboxRequest): PayPalCapture {
    const capture = captureById.get(request.params['id'] ?? '') as PayPalCapture | undefined
    if (capture === undefined)
      throw new Refused(404, 'RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID', 'Specified resource ID does not exist.')
    return capture
  }

  const readCapture = call(EmptyBody, (_body, request) => json(200, captureBody(capturedBy(request), request.origin)))

  const refund = call(RefundBody, (body, request) => {
    const found = capturedBy(request)
    return once(request, `refund ${found.id}`, paymentRetentionMs, () => {
      const capture = capturedBy(request)
      const open = capture.state === 'DECLINED' || capture.state === 'PENDING' ? 0 : capture.cents - capture.refunded
      if (open === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded.')
      const amount = body.amount === undefined ? open : cents(body.amount)
      if (body.amount !== undefined && body.amount.currency_code !== capture.currency)
        throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture.')
      if (amount === 0 || amount > open)
        throw unprocessable('REFUND_AMOUNT_EXCEEDED', 'The refund amount must not exceed the captured amount.')
      const refunded = capture.refunded + amount
      setCapture.run(refunded === capture.cents ? 'REFUNDED' : 'PARTIALLY_REFUNDED', refunded, capture.id)
      const id = request.headers['paypal-request-id']
      move(capture, 'refund', amount, typeof id === 'string' ? id : null)
      const made = {
        id: randomReference(17),
        status: 'COMPLETED',
        amount: { currency_code: capture.currency, value: decimalOf(amount) },
        custom_id: capture.reference,
        links: [{ href: `${request.origin}/paypal/v2/payments/captures/${capture.id}`, rel: 'up', method: 'GET' }],
      }
      notifyOf('PAYMENT.CAPTURE.REFUNDED', 'refund', made)
      return made
    })
  })

  return { readCapture, refund }
}

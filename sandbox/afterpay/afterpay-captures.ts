import { json } from '../http.ts'
import { AmountBody, VoidBody } from './afterpay-bodies.ts'
import { Refused, type AfterpayCalls } from './afterpay-calls.ts'
import { centsFor, withEvent, type AfterpayRecords } from './afterpay-records.ts'
import type { AfterpayStore } from './afterpay-store.ts'

/** An authorised payment captured later, or voided. */
export function captureCalls({
  calls: { call, once },
  records: { move, eventOf, byId, changed, openToCapture, paymentState, paymentBody },
  store: { addCaptured, addVoided },
}: {
  readonly calls: AfterpayCalls
  readonly records: AfterpayRecords
  readonly store: AfterpayStore
}) {
  const captureLater = call(AmountBody, (body, request) => {
    const payment = changed(request)
    return once(body.requestId === undefined ? null : `capture ${payment.id} ${body.requestId}`, () => {
      const cents = centsFor(payment, body.amount)
      if (payment.status === 'DECLINED') throw new Refused(412, 'invalid_state', 'The order was declined.')
      const state = paymentState(payment)
      if (state === 'CAPTURED') throw new Refused(410, 'payment_captured', 'Payment has already been captured.')
      if (state === 'VOIDED') throw new Refused(412, 'payment_voided', 'The auth has been voided.')
      if (state === 'EXPIRED') throw new Refused(412, 'payment_expired', 'The auth has expired.')
      if (cents === 0 || cents > openToCapture(payment)) {
        throw new Refused(422, 'invalid_amount', 'The amount is not within openToCaptureAmount.')
      }
      addCaptured.run(cents, withEvent(payment, eventOf(payment, 'CAPTURED', cents, null)), payment.id)
      move(payment, 'capture', cents, body.requestId ?? null)
      return json(201, paymentBody(byId(payment.id)))
    })
  })

  const voidPayment = call(VoidBody, (body, request) => {
    const payment = byId(request.params['id'] ?? '')
    return once(body.requestId === undefined ? null : `void ${payment.id} ${body.requestId}`, () => {
      const open = openToCapture(payment)
      if (open === 0) throw new Refused(410, 'payment_captured', 'There is nothing left to void.')
      const cents = body.amount === undefined ? open : centsFor(payment, body.amount)
      if (cents === 0 || cents > open) {
        throw new Refused(422, 'invalid_amount', 'The amount is not within openToCaptureAmount.')
      }
      addVoided.run(cents, withEvent(payment, eventOf(payment, 'VOIDED', cents, null)), payment.id)
      move(payment, 'void', cents, body.requestId ?? null)
      return json(201, paymentBody(byId(payment.id)))
    })
  })

  return { captureLater, voidPayment }
}

import { randomReference } from '../ledger.ts'
import { CancelByReferenceBody, ModificationBody } from './gateway-bodies.ts'
import { createModifications, received, type ModificationDeps } from './modifications.ts'
import type { Payment } from './payment-store.ts'
import { cancelledChallenge } from './test-cards.ts'

/** Cancellations and reversals: changes of a payment as a whole. */
export function cancelCalls({ call, books, checkMerchant }: ModificationDeps) {
  const { ledger, store } = books
  const { modification, modified } = createModifications({ books, checkMerchant })

  function cancelPayment(payment: Payment, key: string | null): void {
    if (payment.state !== 'final') {
      store.setFinal(payment.psp, { ...cancelledChallenge, refusalReason: 'Cancelled', refusalReasonCode: '15' }, 0)
      return
    }
    const open = payment.authorised - payment.voided
    store.addVoided(payment.psp, open)
    books.record(payment, 'void', open, key)
  }

  const cancels = call(ModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const psp = modification(
      payment,
      body,
      { eventCode: 'CANCELLATION', cents: payment.cents },
      cancelProblem(payment),
      () => cancelPayment(payment, key),
    )
    return { status: 201, body: received(payment, psp, body, {}) }
  })

  const cancelsByReference = call(CancelByReferenceBody, (body, _request, key) => {
    checkMerchant(body.merchantAccount)
    const found = store.byReference(body.merchantAccount, body.paymentReference)
    let psp = randomReference(16)
    for (const payment of found) {
      const problem = cancelProblem(payment)
      const requested = { eventCode: 'TECHNICAL_CANCEL', cents: payment.cents }
      psp = modification(payment, body, requested, problem, () => cancelPayment(payment, key))
    }
    if (found.length === 0) {
      books.webhooks.enqueue({
        eventCode: 'TECHNICAL_CANCEL',
        success: false,
        pspReference: psp,
        originalReference: '',
        merchantAccountCode: body.merchantAccount,
        merchantReference: body.reference ?? body.paymentReference,
        value: 0,
        currency: 'AUD',
        eventDate: ledger.now().toISOString(),
        paymentMethod: '',
        reason: 'Transaction not found',
        operations: [],
        additionalData: {},
      })
    }
    const { merchantAccount, paymentReference, reference = '' } = body
    return {
      status: 201,
      body: { merchantAccount, paymentReference, pspReference: psp, reference, status: 'received' },
    }
  })

  const reversals = call(ModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const toRefund = payment.captured - payment.refunded
    const toVoid = payment.authorised - payment.captured - payment.voided
    const problem =
      payment.state === 'final' && toRefund + toVoid === 0 ? 'Transaction has nothing left to reverse' : null
    const requested = {
      eventCode: 'CANCEL_OR_REFUND',
      cents: payment.cents,
      action: toRefund > 0 ? 'refund' : 'cancel',
    }
    const psp = modification(payment, body, requested, problem, () => {
      if (payment.state !== 'final') return cancelPayment(payment, key)
      if (toVoid > 0) {
        store.addVoided(payment.psp, toVoid)
        books.record(payment, 'void', toVoid, key)
      }
      if (toRefund > 0) {
        store.addRefunded(payment.psp, toRefund)
        books.record(payment, 'reversal', toRefund, key)
      }
    })
    return { status: 201, body: received(payment, psp, body, {}) }
  })

  return { cancels, cancelsByReference, reversals }
}

/** Why a payment cannot be cancelled, or null. */
function cancelProblem(payment: Payment): string | null {
  if (payment.state !== 'final') return null
  if (payment.captured > 0) return 'Transaction has already been captured'
  return payment.authorised > payment.voided ? null : 'Transaction is not authorised'
}

import { AmountModificationBody } from './gateway-bodies.ts'
import { createModifications, received, type ModificationDeps } from './modifications.ts'

/** Captures and refunds: changes that name an amount. */
export function amountCalls({ call, books, checkMerchant }: ModificationDeps) {
  const { store } = books
  const { modification, modified } = createModifications({ books, checkMerchant })

  const captures = call(AmountModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const { value, currency } = body.amount
    const open = payment.authorised - payment.captured - payment.voided
    const problem = currency !== payment.currency || value > open ? 'Insufficient balance on payment' : null
    const psp = modification(payment, body, { eventCode: 'CAPTURE', cents: value }, problem, () => {
      store.addCaptured(payment.psp, value)
      books.record(payment, 'capture', value, key)
    })
    return { status: 201, body: received(payment, psp, body, { amount: body.amount }) }
  })

  const refunds = call(AmountModificationBody, (body, request, key) => {
    const payment = modified(request, body.merchantAccount)
    const { value, currency } = body.amount
    const open = payment.captured - payment.refunded
    const problem = currency !== payment.currency || value > open ? 'Insufficient balance on payment' : null
    const psp = modification(payment, body, { eventCode: 'REFUND', cents: value }, problem, () => {
      store.addRefunded(payment.psp, value)
      books.record(payment, 'refund', value, key)
    })
    return { status: 201, body: received(payment, psp, body, { amount: body.amount }) }
  })

  return { captures, refunds }
}

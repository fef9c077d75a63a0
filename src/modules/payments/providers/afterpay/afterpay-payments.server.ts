import { type PaymentAttempt, type PaymentOutcome, checkedAmount } from '../../payments.ts'
import { centsOfDecimal, isCurrency } from '../provider-values.ts'
import {
  type AfterpayClient,
  CheckoutRead,
  Payment,
  codeOf,
  isProblem,
  refundedCents,
} from './afterpay-client.server.ts'

/** Payments as Afterpay describes them, and the capture that takes the money. */

/** The outcome of a payment as Afterpay describes it. */
function outcomeOf(client: AfterpayClient, body: unknown, attempt: PaymentAttempt, operation: string): PaymentOutcome {
  const parsed = Payment.safeParse(body)
  if (!parsed.success) {
    client.alarm(attempt, operation, 'unreadable')
    return { kind: 'unknown', why: 'unreadable' }
  }
  const payment = parsed.data
  const isForeign = payment.token !== attempt.providerRef || (payment.merchantReference ?? attempt.id) !== attempt.id
  if (isForeign) {
    client.alarm(attempt, operation, 'foreign payment')
    return { kind: 'unknown', why: 'mismatch' }
  }
  if (payment.status === 'DECLINED') {
    return { kind: 'declined', providerRef: payment.token, code: payment.paymentState, shownReason: null }
  }
  if (payment.status !== 'APPROVED') {
    client.alarm(attempt, operation, 'unknown status')
    return { kind: 'unknown', why: 'unreadable' }
  }
  return approvedOutcome(client, payment, attempt, operation)
}

function approvedOutcome(
  client: AfterpayClient,
  payment: Payment,
  attempt: PaymentAttempt,
  operation: string,
): PaymentOutcome {
  const cents = centsOfDecimal(payment.originalAmount.amount)
  const refunded = refundedCents(payment)
  // Money that went back is not held, whatever the first answer was.
  if (payment.paymentState === 'VOIDED' || (refunded > 0 && refunded === cents)) return { kind: 'cancelled' }
  if (payment.paymentState === 'EXPIRED') return { kind: 'expired' }
  if (payment.paymentState !== 'CAPTURED' || refunded > 0 || cents === null) {
    // Part of the money, or none of it, is taken: nothing we ask for ends like this.
    client.alarm(attempt, operation, payment.paymentState)
    return { kind: 'unknown', why: 'mismatch' }
  }
  const { currency } = payment.originalAmount
  if (!isCurrency(currency)) return { kind: 'unknown', why: 'mismatch' }
  return checkedAmount({ kind: 'approved', providerRef: payment.token, cents, currency, card: null }, attempt)
}

/** What Afterpay holds for the attempt's token. Null when it holds no payment. */
async function payment(client: AfterpayClient, attempt: PaymentAttempt): Promise<PaymentOutcome | null> {
  if (attempt.providerRef === null) return null
  const path = `/v2/payments/token:${encodeURIComponent(attempt.providerRef)}`
  const answer = await client.read(attempt.id, 'token-read', path)
  if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
  if (answer.status === 200) return outcomeOf(client, answer.body, attempt, 'token-read')
  if (answer.status === 404 && isProblem(answer, 'not_found')) return null
  client.alarm(attempt, 'token-read', codeOf(answer))
  return { kind: 'unknown', why: 'server-error' }
}

export async function query(client: AfterpayClient, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const { providerRef } = attempt
  if (providerRef === null) return { kind: 'unknown', why: 'no-record' }
  const found = await payment(client, attempt)
  if (found !== null) return found
  const answer = await client.read(attempt.id, 'checkout-read', `/v2/checkouts/${encodeURIComponent(providerRef)}`)
  if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
  if (answer.status === 404 && isProblem(answer, 'not_found')) return { kind: 'expired' }
  const checkout = CheckoutRead.safeParse(answer.body)
  if (answer.status !== 200 || !checkout.success) {
    client.alarm(attempt, 'checkout-read', codeOf(answer))
    return { kind: 'unknown', why: 'unreadable' }
  }
  const isAlive = client.clock.now().getTime() < Date.parse(checkout.data.expires)
  return isAlive ? { kind: 'pending', providerRef, action: null } : { kind: 'expired' }
}

export async function capture(client: AfterpayClient, attempt: PaymentAttempt, token: string): Promise<PaymentOutcome> {
  const answer = await client.http({
    operation: 'capture',
    attemptId: attempt.id,
    method: 'POST',
    path: '/v2/payments/capture',
    body: { token, merchantReference: attempt.id },
    readMs: client.payMs,
    // The token is the key: it is captured once, and asked again it answers the same payment.
    isReplaySafe: true,
  })
  if (!answer.isAnswered) {
    // The way out of a lost answer is to read. Nothing found is no proof: the capture may still be running.
    const found = await payment(client, attempt)
    return found ?? { kind: 'unknown', why: answer.why }
  }
  if (answer.status === 201) return outcomeOf(client, answer.body, attempt, 'capture')
  if (answer.status === 402 && Payment.safeParse(answer.body).success) {
    return outcomeOf(client, answer.body, attempt, 'capture')
  }
  if (answer.status === 402 && isProblem(answer, 'invalid_token')) return { kind: 'expired' }
  const isUnconfirmed = answer.status === 412 && isProblem(answer, 'invalid_order_transaction_status')
  if (isUnconfirmed) return { kind: 'pending', providerRef: token, action: null }
  client.alarm(attempt, 'capture', codeOf(answer))
  return { kind: 'unknown', why: 'server-error' }
}

import { decimalString } from '../../../../platform/money.ts'
import { type PaymentAttempt, type PaymentProvider, isRefunded } from '../../payments.ts'
import { centsOfDecimal } from '../provider-values.ts'
import { type AfterpayClient, Payment, codeOf, refundedCents } from './afterpay-client.server.ts'

/** Money that goes back through Afterpay. */

export async function reverse(
  client: AfterpayClient,
  ...[attempt, idempotencyKey]: Parameters<PaymentProvider['reverse']>
): ReturnType<PaymentProvider['reverse']> {
  const { providerRef: token } = attempt
  if (token === null) return false
  const path = `/v2/payments/token:${encodeURIComponent(token)}`
  const answer = await client.read(attempt.id, 'token-read', path)
  if (!answer.isAnswered) return false
  const found = Payment.safeParse(answer.body)
  if (answer.status === 200 && found.success) return payBack(client, attempt, found.data, idempotencyKey)
  if (answer.status !== 404) return false
  // Captured a moment ago and not to be read yet: reversal is made for that, and works for ten minutes.
  const reversed = await client.http({
    operation: 'reversal',
    attemptId: attempt.id,
    method: 'POST',
    path: `${path}/reversal`,
    body: {},
    readMs: client.payMs,
    isReplaySafe: false,
  })
  return reversed.isAnswered && reversed.status === 204
}

export async function refund(
  client: AfterpayClient,
  ...[attempt, part, idempotencyKey]: Parameters<PaymentProvider['refund']>
): ReturnType<PaymentProvider['refund']> {
  if (attempt.providerRef === null) return 'refused'
  const path = `/v2/payments/token:${encodeURIComponent(attempt.providerRef)}`
  const known = await client.read(attempt.id, 'token-read', path)
  const found = Payment.safeParse(known.isAnswered && known.status === 200 ? known.body : null)
  if (!found.success || found.data.token !== attempt.providerRef) return 'unknown'
  if (isRefunded(refundedCents(found.data), part)) return 'done'
  const answer = await client.http({
    operation: 'refund',
    attemptId: attempt.id,
    method: 'POST',
    path: `/v2/payments/${encodeURIComponent(found.data.id)}/refund`,
    body: {
      requestId: idempotencyKey.slice(0, 64),
      amount: { amount: decimalString(part.cents), currency: attempt.currency },
      merchantReference: attempt.id,
      refundMerchantReference: attempt.id,
    },
    readMs: client.payMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return 'unknown'
  if (answer.status === 201) return 'done'
  client.alarm(attempt, 'refund', codeOf(answer))
  return answer.status === 412 || answer.status === 422 ? 'refused' : 'unknown'
}

async function payBack(
  client: AfterpayClient,
  attempt: PaymentAttempt,
  held: Payment,
  idempotencyKey: string,
): Promise<boolean> {
  const cents = centsOfDecimal(held.originalAmount.amount)
  if (cents === null || held.token !== attempt.providerRef) return false
  const open = cents - refundedCents(held)
  if (held.status === 'DECLINED' || held.paymentState === 'VOIDED' || open <= 0) return true
  const isTaken = held.paymentState === 'CAPTURED'
  const body = {
    requestId: idempotencyKey.slice(0, 64),
    // Only the two together make a refund safe to repeat.
    ...(isTaken
      ? {
          amount: { amount: decimalString(open), currency: held.originalAmount.currency },
          merchantReference: attempt.id,
          refundMerchantReference: attempt.id,
        }
      : {}),
  }
  const operation = isTaken ? 'refund' : 'void'
  const answer = await client.http({
    operation,
    attemptId: attempt.id,
    method: 'POST',
    path: `/v2/payments/${encodeURIComponent(held.id)}/${operation}`,
    body,
    readMs: client.payMs,
    isReplaySafe: true,
  })
  if (answer.isAnswered && answer.status === 201) return true
  if (answer.isAnswered) client.alarm(attempt, operation, codeOf(answer))
  return false
}

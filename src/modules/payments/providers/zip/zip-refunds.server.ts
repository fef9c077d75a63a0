import { dollarsOf } from '../../../../platform/money.ts'
import { type PaymentProvider, isRefunded } from '../../payments.ts'
import { type ZipClient, centsOfNumber, chargeMs, codeOf, partsOf } from './zip-client.server.ts'
import { findCharge, readCharge } from './zip-charges.server.ts'

/** Money that goes back through Zip. */

export async function reverse(
  client: ZipClient,
  ...[attempt, idempotencyKey]: Parameters<PaymentProvider['reverse']>
): ReturnType<PaymentProvider['reverse']> {
  const { chargeId } = partsOf(attempt)
  const held = chargeId === null ? await findCharge(client, attempt) : await readCharge(client, attempt, chargeId)
  if (held === 'none' || 'kind' in held) return false
  const cents = centsOfNumber(held.amount ?? held.captured_amount)
  const refunded = centsOfNumber(held.refunded_amount ?? 0)
  if (cents === null || refunded === null) return false
  if (cents === refunded || held.state === 'cancelled' || held.state === 'declined') return true
  const answer = await client.http({
    operation: 'refunds',
    attemptId: attempt.id,
    method: 'POST',
    path: '/refunds',
    headers: { 'idempotency-key': idempotencyKey },
    body: { charge_id: held.id, reason: 'No order could be placed', amount: dollarsOf(cents - refunded) },
    readMs: chargeMs,
    isReplaySafe: true,
  })
  if (answer.isAnswered && answer.status === 201) return true
  if (answer.isAnswered) client.alarm(attempt, 'refunds', codeOf(answer))
  return false
}

export async function refund(
  client: ZipClient,
  ...[attempt, part, idempotencyKey]: Parameters<PaymentProvider['refund']>
): ReturnType<PaymentProvider['refund']> {
  const { chargeId } = partsOf(attempt)
  const held = chargeId === null ? await findCharge(client, attempt) : await readCharge(client, attempt, chargeId)
  if (held === 'none' || 'kind' in held) return 'unknown'
  // Read first: a key may replay a fault for ever, what was given back is told by the charge.
  const refunded = centsOfNumber(held.refunded_amount ?? 0)
  if (refunded === null) return 'unknown'
  if (isRefunded(refunded, part)) return 'done'
  const answer = await client.http({
    operation: 'refunds',
    attemptId: attempt.id,
    method: 'POST',
    path: '/refunds',
    headers: { 'idempotency-key': idempotencyKey },
    body: { charge_id: held.id, reason: 'Refund of an order', amount: dollarsOf(part.cents) },
    readMs: chargeMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return 'unknown'
  if (answer.status === 201) return 'done'
  client.alarm(attempt, 'refunds', codeOf(answer))
  return answer.status === 402 && !answer.isAfterDoubt ? 'refused' : 'unknown'
}

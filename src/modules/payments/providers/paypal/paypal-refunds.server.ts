import { decimalString } from '../../../../platform/money.ts'
import type { PaymentProvider } from '../../payments.ts'
import { type PayPalClient, captureMs, codeOf, issueOf, whole } from './paypal-client.server.ts'
import { readOrder } from './paypal-orders.server.ts'

/** Money that goes back through PayPal. */

export async function reverse(
  client: PayPalClient,
  ...[attempt, idempotencyKey]: Parameters<PaymentProvider['reverse']>
): ReturnType<PaymentProvider['reverse']> {
  const found = await readOrder(client, attempt)
  if ('outcome' in found) return false
  const held = found.order.purchase_units[0]?.payments?.captures[0]
  if (held === undefined) return false
  if (held.status === 'REFUNDED' || held.status === 'DECLINED' || held.status === 'FAILED') return true
  const answer = await client.call({
    operation: 'refund',
    attemptId: attempt.id,
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(held.id)}/refund`,
    headers: { 'paypal-request-id': idempotencyKey.slice(0, 108), ...whole },
    body: {},
    readMs: captureMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return false
  const isDone = answer.status === 200 || answer.status === 201 || issueOf(answer) === 'CAPTURE_FULLY_REFUNDED'
  if (!isDone) client.alarm(attempt, 'refund', codeOf(answer))
  return isDone
}

export async function refund(
  client: PayPalClient,
  ...[attempt, part, idempotencyKey]: Parameters<PaymentProvider['refund']>
): ReturnType<PaymentProvider['refund']> {
  const found = await readOrder(client, attempt)
  if ('outcome' in found) return 'unknown'
  const held = found.order.purchase_units[0]?.payments?.captures[0]
  if (held === undefined) return 'unknown'
  // PayPal keeps the key of a refund for 45 days, longer than anybody asks again.
  const answer = await client.call({
    operation: 'refund',
    attemptId: attempt.id,
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(held.id)}/refund`,
    headers: { 'paypal-request-id': idempotencyKey.slice(0, 108), ...whole },
    body: { amount: { currency_code: attempt.currency, value: decimalString(part.cents) } },
    readMs: captureMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return 'unknown'
  if (answer.status === 200 || answer.status === 201) return 'done'
  const issue = issueOf(answer)
  client.alarm(attempt, 'refund', codeOf(answer))
  return issue === 'CAPTURE_FULLY_REFUNDED' || issue === 'REFUND_AMOUNT_EXCEEDED' ? 'refused' : 'unknown'
}

import type { PaymentAttempt, PaymentProvider } from '../../payments.ts'
import type { CardClient } from './card-client.server.ts'

/** What happens to an authorisation afterwards: it is captured, reversed or refunded. */

export async function capture(client: CardClient, attempt: PaymentAttempt, idempotencyKey: string): Promise<boolean> {
  if (attempt.providerRef === null) return false
  const path = `/payments/${encodeURIComponent(attempt.providerRef)}/captures`
  const amount = { currency: attempt.currency, value: attempt.cents }
  const body = { merchantAccount: client.accountOf(attempt), reference: attempt.id, amount }
  const answer = await client.post(attempt, 'captures', path, body, idempotencyKey)
  if (answer.isAnswered && answer.status === 201) return true
  if (answer.isAnswered) client.alarm(attempt, 'captures', String(answer.status))
  return false
}

export async function reverse(
  client: CardClient,
  ...[attempt, idempotencyKey]: Parameters<PaymentProvider['reverse']>
): ReturnType<PaymentProvider['reverse']> {
  if (attempt.providerRef === null) return false
  const path = `/payments/${encodeURIComponent(attempt.providerRef)}/reversals`
  const body = { merchantAccount: client.accountOf(attempt), reference: attempt.id }
  const answer = await client.post(attempt, 'reversals', path, body, idempotencyKey)
  if (answer.isAnswered && answer.status === 201) return true
  if (answer.isAnswered) client.alarm(attempt, 'reversals', String(answer.status))
  return false
}

export async function refund(
  client: CardClient,
  ...[attempt, part, idempotencyKey]: Parameters<PaymentProvider['refund']>
): ReturnType<PaymentProvider['refund']> {
  if (attempt.providerRef === null) return 'refused'
  // What goes back whole is reversed: that ends an authorisation that was not captured yet, too.
  const isWhole = part.cents === attempt.cents
  const operation = isWhole ? 'reversals' : 'refunds'
  const path = `/payments/${encodeURIComponent(attempt.providerRef)}/${operation}`
  const amount = { currency: attempt.currency, value: part.cents }
  const body = { merchantAccount: client.accountOf(attempt), reference: attempt.id, ...(isWhole ? {} : { amount }) }
  const answer = await client.post(attempt, operation, path, body, idempotencyKey)
  if (!answer.isAnswered) return 'unknown'
  if (answer.status === 201) return 'done'
  client.alarm(attempt, operation, String(answer.status))
  return answer.status === 422 && !answer.isAfterDoubt ? 'refused' : 'unknown'
}

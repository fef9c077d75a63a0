import type { z } from 'zod'
import { type PaymentAttempt, type PaymentOutcome, checkedAmount } from '../../payments.ts'
import type { ProviderAnswer } from '../provider-http.server.ts'
import { centsOfDecimal, isCurrency } from '../provider-values.ts'
import type { Money } from './paypal-client.server.ts'
import {
  Order,
  type PayPalClient,
  Problem,
  captureMs,
  codeOf,
  issueOf,
  payPage,
  readMs,
  whole,
} from './paypal-client.server.ts'

/** Orders as PayPal describes them, and the capture that takes the money. */

/** What a capture's status means, for orders and notices alike; null for one we do not know. */
export function captureOutcome(
  capture: { readonly status: string; readonly amount: z.infer<typeof Money> },
  orderId: string,
): PaymentOutcome | null {
  const cents = centsOfDecimal(capture.amount.value)
  const { currency_code: currency } = capture.amount
  switch (capture.status) {
    case 'COMPLETED':
    case 'PARTIALLY_REFUNDED':
      if (cents === null || !isCurrency(currency)) return { kind: 'unknown', why: 'mismatch' }
      return { kind: 'approved', providerRef: orderId, cents, currency, card: null }
    case 'REFUNDED':
      return { kind: 'cancelled' }
    case 'DECLINED':
    case 'FAILED':
      return { kind: 'declined', providerRef: orderId, code: `capture ${capture.status}`, shownReason: null }
    case 'PENDING':
      return { kind: 'pending', providerRef: orderId, action: { kind: 'review' } }
    default:
      return null
  }
}

/** The shopper has to choose how they pay at PayPal once more. */
const chooseAgain: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
])
const declines: ReadonlySet<string> = new Set([
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'COMPLIANCE_VIOLATION',
  'TRANSACTION_LIMIT_EXCEEDED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
])

export async function readOrder(
  client: PayPalClient,
  attempt: PaymentAttempt,
): Promise<{ readonly order: Order } | { readonly outcome: PaymentOutcome }> {
  const { providerRef } = attempt
  if (providerRef === null) return { outcome: { kind: 'unknown', why: 'no-record' } }
  const answer = await client.call({
    operation: 'order-read',
    attemptId: attempt.id,
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(providerRef)}`,
    readMs,
    isReplaySafe: true,
  })
  if (!answer.isAnswered) return { outcome: { kind: 'unknown', why: answer.why } }
  if (answer.status === 404 && issueOf(answer) === 'INVALID_RESOURCE_ID') return { outcome: { kind: 'expired' } }
  const parsed = Order.safeParse(answer.body)
  if (answer.status !== 200 || !parsed.success) {
    client.alarm(attempt, 'order-read', codeOf(answer))
    return { outcome: { kind: 'unknown', why: answer.status === 200 ? 'unreadable' : 'server-error' } }
  }
  return { order: parsed.data }
}

/** The outcome of a payment as PayPal describes its order. */
export function outcomeOf(
  client: PayPalClient,
  order: Order,
  attempt: PaymentAttempt,
  operation: string,
): PaymentOutcome {
  const [unit] = order.purchase_units
  const isForeign = order.id !== attempt.providerRef || (unit?.custom_id ?? attempt.id) !== attempt.id
  if (isForeign) {
    client.alarm(attempt, operation, 'foreign order')
    return { kind: 'unknown', why: 'mismatch' }
  }
  switch (order.status) {
    case 'CREATED':
    case 'SAVED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'pending', providerRef: order.id, action: null }
    case 'APPROVED':
      return { kind: 'pending', providerRef: order.id, action: null, isAgreed: true }
    case 'VOIDED':
      return { kind: 'cancelled' }
    case 'COMPLETED': {
      const capture = unit?.payments?.captures[0]
      const outcome = capture === undefined ? null : captureOutcome(capture, order.id)
      if (outcome === null) break
      return checkedAmount(outcome, attempt)
    }
  }
  client.alarm(attempt, operation, order.status)
  return { kind: 'unknown', why: 'unreadable' }
}

export async function query(client: PayPalClient, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const found = await readOrder(client, attempt)
  return 'outcome' in found ? found.outcome : outcomeOf(client, found.order, attempt, 'order-read')
}

export async function capture(
  client: PayPalClient,
  attempt: PaymentAttempt,
  order: Order,
  key: string,
): Promise<PaymentOutcome> {
  const [unit] = order.purchase_units
  const isExact =
    unit?.amount == null ||
    (centsOfDecimal(unit.amount.value) === attempt.cents && unit.amount.currency_code === attempt.currency)
  if (!isExact) {
    client.alarm(attempt, 'capture', 'another amount')
    return { kind: 'unknown', why: 'mismatch' }
  }
  const answer = await client.call({
    operation: 'capture',
    attemptId: attempt.id,
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(order.id)}/capture`,
    // A shopper who chose again makes another capture of the same order; the same choice is never taken twice.
    headers: { 'paypal-request-id': `${key.slice(0, 64)}-${Date.parse(order.update_time ?? '') || 0}`, ...whole },
    body: {},
    readMs: captureMs,
    isReplaySafe: true,
  })
  // The way out of a lost answer is to read.
  if (!answer.isAnswered) return afterDoubt(await query(client, attempt), answer.why)
  if (answer.status === 200 || answer.status === 201) {
    const parsed = Order.safeParse(answer.body)
    if (parsed.success) return outcomeOf(client, parsed.data, attempt, 'capture')
    client.alarm(attempt, 'capture', 'unreadable')
    return { kind: 'unknown', why: 'unreadable' }
  }
  return refusedCapture(client, attempt, order, answer)
}

async function refusedCapture(
  client: PayPalClient,
  attempt: PaymentAttempt,
  order: Order,
  answer: Extract<ProviderAnswer, { isAnswered: true }>,
): Promise<PaymentOutcome> {
  const issue = issueOf(answer) ?? ''
  const pending = { kind: 'pending', providerRef: order.id, action: null } as const
  if (issue === 'ORDER_ALREADY_CAPTURED') return query(client, attempt)
  if (issue === 'ORDER_NOT_APPROVED' || issue === 'ORDER_COMPLETION_IN_PROGRESS') return pending
  if (declines.has(issue)) return { kind: 'declined', providerRef: order.id, code: issue, shownReason: null }
  if (chooseAgain.has(issue)) {
    const url = payPage(Problem.safeParse(answer.body).data?.links ?? [])
    if (url !== null) return { ...pending, action: { kind: 'redirect', url } }
    return { kind: 'declined', providerRef: order.id, code: issue, shownReason: null }
  }
  if (answer.status === 404) return { kind: 'expired' }
  client.alarm(attempt, 'capture', codeOf(answer))
  return { kind: 'unknown', why: 'server-error' }
}

/** What a reading says after an answer was lost. An order still open is no proof: the capture may be running. */
function afterDoubt(found: PaymentOutcome, why: Extract<PaymentOutcome, { kind: 'unknown' }>['why']): PaymentOutcome {
  return found.kind === 'pending' && found.action === null ? { kind: 'unknown', why } : found
}

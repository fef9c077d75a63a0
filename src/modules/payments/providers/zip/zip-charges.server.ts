import { minutes } from '../../../../platform/clock.ts'
import { dollarsOf } from '../../../../platform/money.ts'
import { type PaymentAttempt, type PaymentOutcome, checkedAmount } from '../../payments.ts'
import { isCurrency } from '../provider-values.ts'
import {
  Charge,
  Charges,
  Checkout,
  type ZipClient,
  centsOfNumber,
  chargeMs,
  codeOf,
  partsOf,
  problemCode,
} from './zip-client.server.ts'

/** Checkouts and charges as Zip describes them, and the charge that takes the money. */

const chargesListed = 100
/** How many pages of charges are looked through at a time: a shop that takes one a second fills as many in 14 hours. */
const maxPages = 500
/** By how much Zip's clock and ours may differ. */
const clocksDifferMs = minutes(10)

/** Refusals of the shopper's own account; what else is answered with 402 is looked at. */
const declines: ReadonlySet<string> = new Set([
  'account_insufficient_funds',
  'account_inoperative',
  'account_locked',
  'fraud_check',
])

function outcomeOf(client: ZipClient, charge: Charge, attempt: PaymentAttempt, operation: string): PaymentOutcome {
  if ((charge.reference ?? attempt.id) !== attempt.id) {
    client.alarm(attempt, operation, 'foreign charge')
    return { kind: 'unknown', why: 'mismatch' }
  }
  const providerRef = `${partsOf(attempt).checkoutId ?? ''}/${charge.id}`
  switch (charge.state) {
    case 'captured':
    case 'approved':
    case 'authorised': {
      const cents = centsOfNumber(charge.amount ?? charge.captured_amount)
      if (cents === null || !isCurrency(charge.currency)) return { kind: 'unknown', why: 'mismatch' }
      const { currency } = charge
      return checkedAmount({ kind: 'approved', providerRef, cents, currency, card: null }, attempt)
    }
    case 'cancelled':
    case 'refunded':
      return { kind: 'cancelled' }
    case 'declined':
      return { kind: 'declined', providerRef, code: 'charge declined', shownReason: null }
  }
  client.alarm(attempt, operation, charge.state)
  return { kind: 'unknown', why: 'unreadable' }
}

/**
 * The charge with our reference: the way out of a lost answer, for a key may replay a fault for ever. Zip finds no charge by it and lists
 * the newest first, so all are looked through that may have been made since the attempt. One that is made meanwhile moves the others
 * back: some are seen twice, and none is missed.
 */
export async function findCharge(
  client: ZipClient,
  attempt: PaymentAttempt,
): Promise<Charge | 'none' | PaymentOutcome> {
  const since = attempt.createdAt.getTime() - clocksDifferMs
  let skip = 0
  for (let page = 0; page < maxPages; page++) {
    const answer = await client.read(attempt, 'charge-list', `/charges?skip=${skip}&limit=${chargesListed}`)
    if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
    const parsed = Charges.safeParse(answer.body)
    if (answer.status !== 200 || !parsed.success) {
      client.alarm(attempt, 'charge-list', codeOf(answer))
      return { kind: 'unknown', why: 'server-error' }
    }
    const { items } = parsed.data
    skip += items.length
    const found = items.find((charge) => charge.reference === attempt.id)
    if (found !== undefined) return found
    const oldest = items.at(-1)?.created_date
    // Zip may list fewer at a time than are asked for: only an empty page is the end.
    if (items.length === 0 || (oldest != null && new Date(oldest).getTime() < since)) return 'none'
  }
  client.alarm(attempt, 'charge-list', 'too many charges')
  return { kind: 'unknown', why: 'no-record' }
}

export async function readCharge(
  client: ZipClient,
  attempt: PaymentAttempt,
  chargeId: string,
): Promise<Charge | PaymentOutcome> {
  const answer = await client.read(attempt, 'charge-read', `/charges/${encodeURIComponent(chargeId)}`)
  if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
  const parsed = Charge.safeParse(answer.body)
  if (answer.status === 200 && parsed.success) return parsed.data
  client.alarm(attempt, 'charge-read', codeOf(answer))
  return { kind: 'unknown', why: 'server-error' }
}

export async function query(client: ZipClient, attempt: PaymentAttempt): Promise<PaymentOutcome> {
  const { checkoutId, chargeId } = partsOf(attempt)
  if (checkoutId === null) return { kind: 'unknown', why: 'no-record' }
  if (chargeId !== null) {
    const charge = await readCharge(client, attempt, chargeId)
    return 'kind' in charge ? charge : outcomeOf(client, charge, attempt, 'charge-read')
  }
  const answer = await client.read(attempt, 'checkout-read', `/checkouts/${encodeURIComponent(checkoutId)}`)
  if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
  if (answer.status === 404) return { kind: 'expired' }
  const checkout = Checkout.safeParse(answer.body)
  if (answer.status !== 200 || !checkout.success || checkout.data.id !== checkoutId) {
    client.alarm(attempt, 'checkout-read', codeOf(answer))
    return { kind: 'unknown', why: 'unreadable' }
  }
  switch (checkout.data.state) {
    case 'created':
      return { kind: 'pending', providerRef: checkoutId, action: null }
    case 'approved':
      return { kind: 'pending', providerRef: checkoutId, action: null, isAgreed: true }
    case 'completed':
      return chargeMade(client, attempt, 'no-record')
    case 'cancelled':
      return { kind: 'cancelled' }
    case 'expired':
      return { kind: 'expired' }
    case 'declined':
      return { kind: 'declined', providerRef: checkoutId, code: 'checkout declined', shownReason: null }
  }
  client.alarm(attempt, 'checkout-read', checkout.data.state)
  return { kind: 'unknown', why: 'unreadable' }
}

/** What the charge that must be there came to. */
async function chargeMade(
  client: ZipClient,
  attempt: PaymentAttempt,
  why: Extract<PaymentOutcome, { kind: 'unknown' }>['why'],
): Promise<PaymentOutcome> {
  const found = await findCharge(client, attempt)
  if (found === 'none') return { kind: 'unknown', why }
  return 'kind' in found ? found : outcomeOf(client, found, attempt, 'charge-list')
}

export async function charge(
  client: ZipClient,
  attempt: PaymentAttempt,
  checkoutId: string,
  key: string,
): Promise<PaymentOutcome> {
  const answer = await client.http({
    operation: 'charges',
    attemptId: attempt.id,
    method: 'POST',
    path: '/charges',
    headers: { 'idempotency-key': key },
    body: {
      authority: { type: 'checkout_id', value: checkoutId },
      amount: dollarsOf(attempt.cents),
      currency: attempt.currency,
      capture: true,
      reference: attempt.id,
    },
    readMs: chargeMs,
    isReplaySafe: true,
  })
  // The same key may answer the same fault for ever, so nobody repeats beyond this: whether we charged is read.
  if (!answer.isAnswered) return chargeMade(client, attempt, answer.why)
  const made = Charge.safeParse(answer.body)
  if (answer.status === 201 && made.success) return outcomeOf(client, made.data, attempt, 'charges')
  const code = problemCode(answer)
  if (answer.status === 402 && declines.has(code ?? ''))
    return { kind: 'declined', providerRef: checkoutId, code: code ?? '', shownReason: null }
  if (answer.status === 402 && code === 'invalid_state') return query(client, attempt)
  if (answer.status === 409) return chargeMade(client, attempt, 'server-error')
  client.alarm(attempt, 'charges', codeOf(answer))
  return { kind: 'unknown', why: answer.status < 400 ? 'unreadable' : 'server-error' }
}

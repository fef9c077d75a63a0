import { z } from 'zod'
import { minutes, seconds, type Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import { dollarsOf } from '../../../platform/money.ts'
import {
  checkedAmount,
  type Address,
  type PaymentAttempt,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentProvider,
  isRefunded,
} from '../payments.ts'
import {
  connectLimitedFetch,
  providerHttp,
  type ProviderAnswer,
  healthCall,
  type ProviderHttpSettings,
} from './provider-http.server.ts'
import { centsOfDecimal, cut, isCurrency, optional } from './provider-values.ts'

/**
 * Zip's checkouts and charges, in Australia and New Zealand. A shopper's approval moves no money: only our
 * charge does. An attempt is known by its checkout, and from its charge on by both: 'checkout/charge'.
 */

export type ZipSettings = {
  readonly url: string
  readonly apiKey: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
}

const connectMs = seconds(3)
const readMs = seconds(10)
const chargeMs = seconds(30)
const chargesListed = 100
/** How many pages of charges are looked through at a time: a shop that takes one a second fills as many in 14 hours. */
const maxPages = 500
/** By how much Zip's clock and ours may differ. */
const clocksDifferMs = minutes(10)

const Checkout = z.object({
  id: z.string().min(1),
  uri: z.url({ protocol: /^https?$/ }).optional(),
  state: z.string(),
})
const Charge = z.object({
  id: z.string().min(1),
  state: z.string(),
  reference: z.string().nullish(),
  amount: z.number().nullish(),
  captured_amount: z.number().nullish(),
  refunded_amount: z.number().nullish(),
  currency: z.string(),
  created_date: z.iso.datetime({ offset: true }).nullish(),
})
type Charge = z.infer<typeof Charge>
const Charges = z.object({ items: z.array(Charge) })
const Problem = z.object({ error: z.object({ code: z.string() }) })

/** Refusals of the shopper's own account; what else is answered with 402 is looked at. */
const refusals: ReadonlySet<string> = new Set([
  'account_insufficient_funds',
  'account_inoperative',
  'account_locked',
  'fraud_check',
])

/** The Zip provider of one merchant. */
export function zip(settings: ZipSettings): PaymentProvider {
  const { clock, log } = settings
  const http = providerHttp({
    provider: 'zip',
    baseUrl: settings.url,
    headers: { authorization: `Bearer ${settings.apiKey}`, 'zip-version': '2017-03-01' },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
  })

  const read = (attempt: PaymentAttempt, operation: string, path: string) =>
    http({ operation, attemptId: attempt.id, method: 'GET', path, readMs, isReplaySafe: true })

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'zip', operation, attemptId: attempt.id, code }, 'Zip answered out of contract')
  }

  function outcomeOf(charge: Charge, attempt: PaymentAttempt, operation: string): PaymentOutcome {
    if ((charge.reference ?? attempt.id) !== attempt.id) {
      alarm(attempt, operation, 'foreign charge')
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
    alarm(attempt, operation, charge.state)
    return { kind: 'unknown', why: 'unreadable' }
  }

  /**
   * The charge with our reference: the way out of a lost answer, for a key may replay a fault for ever. Zip finds no charge by it and lists
   * the newest first, so all are looked through that may have been made since the attempt. One that is made meanwhile moves the others
   * back: some are seen twice, and none is missed.
   */
  async function findCharge(attempt: PaymentAttempt): Promise<Charge | 'none' | PaymentOutcome> {
    const since = attempt.createdAt.getTime() - clocksDifferMs
    let skip = 0
    for (let page = 0; page < maxPages; page++) {
      const answer = await read(attempt, 'charge-list', `/charges?skip=${skip}&limit=${chargesListed}`)
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      const parsed = Charges.safeParse(answer.body)
      if (answer.status !== 200 || !parsed.success) {
        alarm(attempt, 'charge-list', codeOf(answer))
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
    alarm(attempt, 'charge-list', 'too many charges')
    return { kind: 'unknown', why: 'no-record' }
  }

  async function readCharge(attempt: PaymentAttempt, chargeId: string): Promise<Charge | PaymentOutcome> {
    const answer = await read(attempt, 'charge-read', `/charges/${encodeURIComponent(chargeId)}`)
    if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
    const parsed = Charge.safeParse(answer.body)
    if (answer.status === 200 && parsed.success) return parsed.data
    alarm(attempt, 'charge-read', codeOf(answer))
    return { kind: 'unknown', why: 'server-error' }
  }

  async function query(attempt: PaymentAttempt): Promise<PaymentOutcome> {
    const { checkoutId, chargeId } = partsOf(attempt)
    if (checkoutId === null) return { kind: 'unknown', why: 'no-record' }
    if (chargeId !== null) {
      const charge = await readCharge(attempt, chargeId)
      return 'kind' in charge ? charge : outcomeOf(charge, attempt, 'charge-read')
    }
    const answer = await read(attempt, 'checkout-read', `/checkouts/${encodeURIComponent(checkoutId)}`)
    if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
    if (answer.status === 404) return { kind: 'expired' }
    const checkout = Checkout.safeParse(answer.body)
    if (answer.status !== 200 || !checkout.success || checkout.data.id !== checkoutId) {
      alarm(attempt, 'checkout-read', codeOf(answer))
      return { kind: 'unknown', why: 'unreadable' }
    }
    switch (checkout.data.state) {
      case 'created':
        return { kind: 'pending', providerRef: checkoutId, action: null }
      case 'approved':
        return { kind: 'pending', providerRef: checkoutId, action: null, isAgreed: true }
      case 'completed':
        return chargeMade(attempt, 'no-record')
      case 'cancelled':
        return { kind: 'cancelled' }
      case 'expired':
        return { kind: 'expired' }
      case 'declined':
        return { kind: 'declined', providerRef: checkoutId, code: 'checkout declined', shownReason: null }
    }
    alarm(attempt, 'checkout-read', checkout.data.state)
    return { kind: 'unknown', why: 'unreadable' }
  }

  /** What the charge that must be there came to. */
  async function chargeMade(
    attempt: PaymentAttempt,
    why: Extract<PaymentOutcome, { kind: 'unknown' }>['why'],
  ): Promise<PaymentOutcome> {
    const found = await findCharge(attempt)
    if (found === 'none') return { kind: 'unknown', why }
    return 'kind' in found ? found : outcomeOf(found, attempt, 'charge-list')
  }

  async function charge(attempt: PaymentAttempt, checkoutId: string, key: string): Promise<PaymentOutcome> {
    const answer = await http({
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
    if (!answer.isAnswered) return chargeMade(attempt, answer.why)
    const made = Charge.safeParse(answer.body)
    if (answer.status === 201 && made.success) return outcomeOf(made.data, attempt, 'charges')
    const code = problemCode(answer)
    if (answer.status === 402 && refusals.has(code ?? ''))
      return { kind: 'declined', providerRef: checkoutId, code: code ?? '', shownReason: null }
    if (answer.status === 402 && code === 'invalid_state') return query(attempt)
    if (answer.status === 409) return chargeMade(attempt, 'server-error')
    alarm(attempt, 'charges', codeOf(answer))
    return { kind: 'unknown', why: answer.status < 400 ? 'unreadable' : 'server-error' }
  }

  return {
    code: 'zip',
    returnParameter: 'checkoutId',

    async initiate({ attempt, instrument, order, returnUrl, idempotencyKey }) {
      if (instrument.method !== 'zip') throw new Error('the Zip provider takes Zip payments only')
      const answer = await http({
        operation: 'checkouts',
        attemptId: attempt.id,
        method: 'POST',
        path: '/checkouts',
        headers: { 'idempotency-key': idempotencyKey },
        body: checkoutBody(attempt, order, returnUrl),
        readMs,
        // A second checkout moves no money; the first one lapses unused.
        isReplaySafe: true,
      })
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      const checkout = Checkout.safeParse(answer.body)
      if (answer.status === 201 && checkout.success && checkout.data.uri !== undefined) {
        const action = { kind: 'redirect', url: checkout.data.uri } as const
        return { kind: 'pending', providerRef: checkout.data.id, action }
      }
      alarm(attempt, 'checkouts', codeOf(answer))
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code: codeOf(answer), shownReason: null }
    },

    async finalise({ attempt, returned, idempotencyKey }) {
      const found = await query(attempt)
      const { checkoutId } = partsOf(attempt)
      if (found.kind !== 'pending' || checkoutId === null) return found
      if (found.isAgreed === true) return charge(attempt, checkoutId, idempotencyKey)
      const isOurs = returned['checkoutId'] === checkoutId
      if (isOurs && returned['result'] === 'cancelled') return { kind: 'cancelled' }
      // A person looks at the shopper's application: it may not be charged later without the shopper.
      return isOurs && returned['result'] === 'referred' ? { ...found, action: { kind: 'review' } } : found
    },

    query,

    async cancel(attempt) {
      // No checkout ever reached us, so no shopper was sent there and nothing can be charged.
      if (partsOf(attempt).checkoutId === null) return { kind: 'cancelled' }
      // There is no call that ends a checkout. It is enough not to charge it, once it is sure that nobody has.
      const found = await query(attempt)
      return found.kind === 'pending' ? { kind: 'cancelled' } : found
    },

    async giveBack(attempt, idempotencyKey) {
      const { chargeId } = partsOf(attempt)
      const held = chargeId === null ? await findCharge(attempt) : await readCharge(attempt, chargeId)
      if (held === 'none' || 'kind' in held) return false
      const cents = centsOfNumber(held.amount ?? held.captured_amount)
      const refunded = centsOfNumber(held.refunded_amount ?? 0)
      if (cents === null || refunded === null) return false
      if (cents === refunded || held.state === 'cancelled' || held.state === 'declined') return true
      const answer = await http({
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
      if (answer.isAnswered) alarm(attempt, 'refunds', codeOf(answer))
      return false
    },

    async refund(attempt, part, idempotencyKey) {
      const { chargeId } = partsOf(attempt)
      const held = chargeId === null ? await findCharge(attempt) : await readCharge(attempt, chargeId)
      if (held === 'none' || 'kind' in held) return 'unknown'
      // Read first: a key may replay a fault for ever, what was given back is told by the charge.
      const refunded = centsOfNumber(held.refunded_amount ?? 0)
      if (refunded === null) return 'unknown'
      if (isRefunded(refunded, part)) return 'done'
      const answer = await http({
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
      alarm(attempt, 'refunds', codeOf(answer))
      return answer.status === 402 && !answer.isAfterDoubt ? 'refused' : 'unknown'
    },

    /** Zip tells merchants no range by this interface. */
    isAnswering: async () => (await http({ ...healthCall, path: '/charges?skip=0&limit=1' })).isAnswered,
    limits: async () => ({ minimum: null, maximum: null }),
  }
}

/** What the reference of an attempt holds. */
function partsOf({ providerRef }: PaymentAttempt): { checkoutId: string | null; chargeId: string | null } {
  const [checkoutId = null, chargeId = null] = providerRef?.split('/') ?? []
  return { checkoutId, chargeId }
}

/** Cents of a JSON number, read as it is written: no arithmetic touches it. */
function centsOfNumber(amount: number | null | undefined): number | null {
  return amount == null ? null : centsOfDecimal(String(amount))
}

function checkoutBody(attempt: PaymentAttempt, order: PaymentOrder, redirectUri: string): object {
  const { billing, lines, discountCents, shippingCents } = order
  const items = [
    ...lines.map((line) => ({
      name: cut(line.name, 200),
      amount: dollarsOf(line.unit),
      quantity: line.quantity,
      type: 'sku',
      reference: cut(line.sku, 200),
      product_code: cut(line.sku, 200),
    })),
    ...(shippingCents > 0
      ? [{ name: 'Delivery', amount: dollarsOf(shippingCents), quantity: 1, type: 'shipping' }]
      : []),
    ...(discountCents > 0
      ? [{ name: 'Discount', amount: -dollarsOf(discountCents), quantity: 1, type: 'discount' }]
      : []),
  ]
  return {
    type: 'standard',
    shopper: {
      first_name: cut(billing.firstName, 200),
      last_name: cut(billing.lastName, 200),
      email: order.email,
      ...optional('phone', cut(order.phone, 200)),
      billing_address: addressOf(billing),
    },
    order: {
      // The attempt and not the order: Zip answers the same reference and amount with the checkout of before, cancelled or not.
      reference: attempt.id,
      amount: dollarsOf(attempt.cents),
      currency: attempt.currency,
      shipping: { pickup: false, address: addressOf(order.shipping) },
      items,
    },
    config: { redirect_uri: redirectUri },
  }
}

function addressOf(address: Address): object {
  return {
    line1: cut(address.address, 200),
    ...optional('line2', cut(address.companyName, 200)),
    city: cut(address.suburb, 100),
    // New Zealand has none, and the field may not be empty.
    state: cut(address.state === '' ? address.suburb : address.state, 100),
    postal_code: address.postcode,
    country: address.country,
    first_name: cut(address.firstName, 200),
    last_name: cut(address.lastName, 200),
  }
}

function problemCode(answer: Extract<ProviderAnswer, { isAnswered: true }>): string | null {
  return Problem.safeParse(answer.body).data?.error.code ?? null
}

function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  return problemCode(answer) ?? String(answer.status)
}

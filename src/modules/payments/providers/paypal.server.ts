import { z } from 'zod'
import { minutes, seconds, type Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import { decimalString, type Cents } from '../../../platform/money.ts'
import {
  checkedAmount,
  type PaymentAttempt,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentProvider,
} from '../payments.ts'
import {
  connectLimitedFetch,
  providerHttp,
  type ProviderAnswer,
  type ProviderCall,
  healthCall,
  type ProviderHttpSettings,
} from './provider-http.server.ts'
import { centsOfDecimal, cut, isCurrency, optional } from './provider-values.ts'

/**
 * PayPal's Orders v2. A shopper's approval moves no money: only our capture of the order does, once. An attempt
 * is known by its order for all its life, also after it has become a capture there.
 */

export type PayPalSettings = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
}

const connectMs = seconds(3)
const readMs = seconds(10)
const captureMs = seconds(30)
/** A token is not used for the last minutes of its life, so that none runs out on the way. */
const tokenReserveMs = minutes(5)

const Token = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const Money = z.object({ currency_code: z.string(), value: z.string() })
const Link = z.object({ href: z.string(), rel: z.string() })
const Capture = z.object({
  id: z.string().min(1),
  status: z.string(),
  amount: Money,
  custom_id: z.string().nullish(),
})
const Order = z.object({
  id: z.string().min(1),
  status: z.string(),
  update_time: z.string().nullish(),
  purchase_units: z
    .array(
      z.object({
        custom_id: z.string().nullish(),
        amount: Money.nullish(),
        payments: z.object({ captures: z.array(Capture).default([]) }).nullish(),
      }),
    )
    .default([]),
  links: z.array(Link).default([]),
})
type Order = z.infer<typeof Order>
const Problem = z.object({
  name: z.string(),
  debug_id: z.string().nullish(),
  details: z.array(z.object({ issue: z.string() })).nullish(),
  links: z.array(Link).nullish(),
})

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
const refusals: ReadonlySet<string> = new Set([
  'TRANSACTION_REFUSED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'COMPLIANCE_VIOLATION',
  'TRANSACTION_LIMIT_EXCEEDED',
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'TRANSACTION_BLOCKED_BY_PAYEE',
])

/** The PayPal provider of one merchant. */
export function paypal(settings: PayPalSettings): PaymentProvider {
  const { clock, log } = settings
  const http = providerHttp({
    provider: 'paypal',
    baseUrl: settings.url,
    headers: {},
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
  })
  let token: { readonly text: string; readonly goodUntil: number } | null = null
  let asking: Promise<ProviderAnswer> | null = null

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'paypal', operation, attemptId: attempt.id, code }, 'PayPal answered out of contract')
  }

  /** A token for calls, asked for once for all who wait for it; else the answer that brought none. */
  async function bearer(): Promise<{ readonly text: string } | Exclude<ProviderAnswer, { isAnswered: true }>> {
    if (token !== null && clock.now().getTime() < token.goodUntil) return token
    asking ??= http({
      operation: 'token',
      attemptId: null,
      method: 'POST',
      path: '/v1/oauth2/token',
      headers: {
        authorization: `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`,
      },
      form: { grant_type: 'client_credentials' },
      readMs,
      isReplaySafe: true,
    }).finally(() => (asking = null))
    const answer = await asking
    if (!answer.isAnswered) return answer
    const parsed = Token.safeParse(answer.body)
    if (answer.status !== 200 || !parsed.success) {
      log.error({ provider: 'paypal', operation: 'token', status: answer.status }, 'PayPal gives no token')
      // Without a token nothing is sent, so nothing moves.
      return { isAnswered: false, why: 'unreachable' }
    }
    const lives = parsed.data.expires_in * 1_000 - tokenReserveMs
    token = { text: parsed.data.access_token, goodUntil: clock.now().getTime() + lives }
    return token
  }

  async function call(requested: ProviderCall): Promise<ProviderAnswer> {
    for (let isSecond = false; ; isSecond = true) {
      const pass = await bearer()
      if ('isAnswered' in pass) return pass
      const answer = await http({
        ...requested,
        headers: { authorization: `Bearer ${pass.text}`, ...requested.headers },
      })
      if (!answer.isAnswered || answer.status !== 401 || isSecond) return answer
      token = null
    }
  }

  async function readOrder(
    attempt: PaymentAttempt,
  ): Promise<{ readonly order: Order } | { readonly outcome: PaymentOutcome }> {
    const { providerRef } = attempt
    if (providerRef === null) return { outcome: { kind: 'unknown', why: 'no-record' } }
    const answer = await call({
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
      alarm(attempt, 'order-read', codeOf(answer))
      return { outcome: { kind: 'unknown', why: answer.status === 200 ? 'unreadable' : 'server-error' } }
    }
    return { order: parsed.data }
  }

  /** The outcome of a payment as PayPal describes its order. */
  function outcomeOf(order: Order, attempt: PaymentAttempt, operation: string): PaymentOutcome {
    const [unit] = order.purchase_units
    const isForeign = order.id !== attempt.providerRef || (unit?.custom_id ?? attempt.id) !== attempt.id
    if (isForeign) {
      alarm(attempt, operation, 'foreign order')
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
    alarm(attempt, operation, order.status)
    return { kind: 'unknown', why: 'unreadable' }
  }

  async function query(attempt: PaymentAttempt): Promise<PaymentOutcome> {
    const found = await readOrder(attempt)
    return 'outcome' in found ? found.outcome : outcomeOf(found.order, attempt, 'order-read')
  }

  async function capture(attempt: PaymentAttempt, order: Order, key: string): Promise<PaymentOutcome> {
    const [unit] = order.purchase_units
    const isExact =
      unit?.amount == null ||
      (centsOfDecimal(unit.amount.value) === attempt.cents && unit.amount.currency_code === attempt.currency)
    if (!isExact) {
      alarm(attempt, 'capture', 'another amount')
      return { kind: 'unknown', why: 'mismatch' }
    }
    const answer = await call({
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
    if (!answer.isAnswered) return afterDoubt(await query(attempt), answer.why)
    if (answer.status === 200 || answer.status === 201) {
      const parsed = Order.safeParse(answer.body)
      if (parsed.success) return outcomeOf(parsed.data, attempt, 'capture')
      alarm(attempt, 'capture', 'unreadable')
      return { kind: 'unknown', why: 'unreadable' }
    }
    return refusedCapture(attempt, order, answer)
  }

  async function refusedCapture(
    attempt: PaymentAttempt,
    order: Order,
    answer: Extract<ProviderAnswer, { isAnswered: true }>,
  ): Promise<PaymentOutcome> {
    const issue = issueOf(answer) ?? ''
    const pending = { kind: 'pending', providerRef: order.id, action: null } as const
    if (issue === 'ORDER_ALREADY_CAPTURED') return query(attempt)
    if (issue === 'ORDER_NOT_APPROVED' || issue === 'ORDER_COMPLETION_IN_PROGRESS') return pending
    if (refusals.has(issue)) return { kind: 'declined', providerRef: order.id, code: issue, shownReason: null }
    if (chooseAgain.has(issue)) {
      const url = payPage(Problem.safeParse(answer.body).data?.links ?? [])
      if (url !== null) return { ...pending, action: { kind: 'redirect', url } }
      return { kind: 'declined', providerRef: order.id, code: issue, shownReason: null }
    }
    if (answer.status === 404) return { kind: 'expired' }
    alarm(attempt, 'capture', codeOf(answer))
    return { kind: 'unknown', why: 'server-error' }
  }

  return {
    code: 'paypal',
    returnParameter: 'token',

    async initiate({ attempt, instrument, order, returnUrl, cancelUrl, idempotencyKey }) {
      if (instrument.method !== 'paypal') throw new Error('the PayPal provider takes PayPal payments only')
      const answer = await call({
        operation: 'orders',
        attemptId: attempt.id,
        method: 'POST',
        path: '/v2/checkout/orders',
        headers: { 'paypal-request-id': idempotencyKey.slice(0, 108), ...whole },
        body: orderBody(attempt, order, returnUrl, cancelUrl),
        readMs,
        isReplaySafe: true,
      })
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      const made = Order.safeParse(answer.body)
      if ((answer.status === 200 || answer.status === 201) && made.success) {
        const url = payPage(made.data.links)
        if (url !== null) return { kind: 'pending', providerRef: made.data.id, action: { kind: 'redirect', url } }
      }
      const code = codeOf(answer)
      alarm(attempt, 'orders', code)
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code, shownReason: null }
    },

    async finalise({ attempt, returned, idempotencyKey }) {
      const found = await readOrder(attempt)
      if ('outcome' in found) return found.outcome
      const outcome = outcomeOf(found.order, attempt, 'order-read')
      if (outcome.kind !== 'pending' || outcome.action !== null) return outcome
      if (outcome.isAgreed === true) return capture(attempt, found.order, idempotencyKey)
      const isCancelled = returned['status'] === 'CANCELLED' && returned['token'] === attempt.providerRef
      return isCancelled ? { kind: 'cancelled' } : outcome
    },

    query,

    async cancel(attempt) {
      // No order ever reached us, so no shopper was sent there and nothing can be captured.
      if (attempt.providerRef === null) return { kind: 'cancelled' }
      const found = await query(attempt)
      // There is no call that ends an order. It is enough not to capture it; one under review has been captured.
      return found.kind === 'pending' && found.action === null ? { kind: 'cancelled' } : found
    },

    async giveBack(attempt, idempotencyKey) {
      const found = await readOrder(attempt)
      if ('outcome' in found) return false
      const held = found.order.purchase_units[0]?.payments?.captures[0]
      if (held === undefined) return false
      if (held.status === 'REFUNDED' || held.status === 'DECLINED' || held.status === 'FAILED') return true
      const answer = await call({
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
      if (!isDone) alarm(attempt, 'refund', codeOf(answer))
      return isDone
    },

    async refund(attempt, part, idempotencyKey) {
      const found = await readOrder(attempt)
      if ('outcome' in found) return 'unknown'
      const held = found.order.purchase_units[0]?.payments?.captures[0]
      if (held === undefined) return 'unknown'
      // PayPal keeps the key of a refund for 45 days, longer than anybody asks again.
      const answer = await call({
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
      alarm(attempt, 'refund', codeOf(answer))
      return issue === 'CAPTURE_FULLY_REFUNDED' || issue === 'REFUND_AMOUNT_EXCEEDED' ? 'refused' : 'unknown'
    },

    /** PayPal tells no range. */
    isAnswering: async () => (await call({ ...healthCall, path: '/v2/checkout/orders/HEALTH' })).isAnswered,
    limits: async () => ({ minimum: null, maximum: null }),
  }
}

const whole = { prefer: 'return=representation' }

/** What a reading says after an answer was lost. An order still open is no proof: the capture may be running. */
function afterDoubt(found: PaymentOutcome, why: Extract<PaymentOutcome, { kind: 'unknown' }>['why']): PaymentOutcome {
  return found.kind === 'pending' && found.action === null ? { kind: 'unknown', why } : found
}

/** Where the shopper approves: 'payer-action' of today's orders, 'approve' of older ones. */
function payPage(links: readonly z.infer<typeof Link>[]): string | null {
  const found = links.find((link) => link.rel === 'payer-action' || link.rel === 'approve')?.href
  return found !== undefined && /^https?:\/\//.test(found) ? found : null
}

function orderBody(attempt: PaymentAttempt, order: PaymentOrder, returnUrl: string, cancelUrl: string): object {
  const money = (cents: Cents) => ({ currency_code: attempt.currency, value: decimalString(cents) })
  const { shipping, lines, discountCents, shippingCents } = order
  const itemTotal = lines.reduce((sum, line) => sum + line.unit * line.quantity, 0)
  // Only sums that are exact may be told; without them the total alone is.
  const isExact = itemTotal + shippingCents - discountCents === attempt.cents
  const cancelled = new URL(cancelUrl)
  cancelled.searchParams.set('status', 'CANCELLED')
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        reference_id: attempt.id,
        custom_id: attempt.id,
        invoice_id: attempt.id,
        description: cut(`Order at ${order.shopName}`, 127),
        soft_descriptor: cut(order.shopName, 22),
        amount: {
          ...money(attempt.cents),
          ...(isExact
            ? {
                breakdown: {
                  item_total: money(itemTotal),
                  shipping: money(shippingCents),
                  discount: money(discountCents),
                },
              }
            : {}),
        },
        ...(isExact
          ? {
              items: lines.map((line) => ({
                name: cut(line.name, 127),
                quantity: String(line.quantity),
                unit_amount: money(line.unit),
                sku: cut(line.sku, 127),
                category: 'PHYSICAL_GOODS',
              })),
            }
          : {}),
        shipping: {
          name: { full_name: cut(`${shipping.firstName} ${shipping.lastName}`.trim(), 300) },
          type: 'SHIPPING',
          address: {
            address_line_1: cut(shipping.address, 300),
            ...optional('address_line_2', cut(shipping.companyName, 300)),
            admin_area_2: cut(shipping.suburb, 120),
            ...optional('admin_area_1', cut(shipping.state, 300)),
            postal_code: cut(shipping.postcode, 60),
            country_code: shipping.country,
          },
        },
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: cancelled.href,
          user_action: 'PAY_NOW',
          shipping_preference: 'SET_PROVIDED_ADDRESS',
          brand_name: cut(order.shopName, 127),
          locale: attempt.country === 'NZ' ? 'en-NZ' : 'en-AU',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
        },
      },
    },
  }
}

function issueOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string | null {
  return Problem.safeParse(answer.body).data?.details?.[0]?.issue ?? null
}

function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  const problem = Problem.safeParse(answer.body).data
  return problem === undefined
    ? String(answer.status)
    : `${issueOf(answer) ?? problem.name} ${problem.debug_id ?? ''}`.trim()
}

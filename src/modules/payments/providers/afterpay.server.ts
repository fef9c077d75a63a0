import { z } from 'zod'
import { seconds, type Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import { decimalString, type Cents, type Currency } from '../../../platform/money.ts'
import {
  checkedAmount,
  type Address,
  type PaymentAttempt,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentProvider,
  isRefunded,
} from '../payments.ts'
import { centsOfDecimal, cut, isCurrency, optional } from './provider-values.ts'
import {
  connectLimitedFetch,
  providerHttp,
  type ProviderAnswer,
  healthCall,
  type ProviderHttpSettings,
} from './provider-http.server.ts'

/**
 * Afterpay's online API, version 2. A shopper's consent moves no money: only our capture of the token does, and
 * a token can be captured once. So an attempt is known by its token for all its life, also after it has become an order there.
 */

export type AfterpaySettings = {
  readonly url: string
  readonly merchantId: string
  readonly secretKey: string
  /** The shop's address, told to Afterpay in the User-Agent as it asks. */
  readonly site?: string | undefined
  readonly clock: Clock
  readonly log: Log
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly backoffMs?: readonly number[] | undefined
  readonly onNews?: ProviderHttpSettings['onNews']
  /** Time for one answer to a read or a checkout; 20 seconds. */
  readonly readMs?: number | undefined
  /** Time for one answer to a call that moves money; 70 seconds. */
  readonly payMs?: number | undefined
}

const connectMs = seconds(10)

const Money = z.object({ amount: z.string(), currency: z.string() })
const CheckoutAnswer = z.object({
  token: z.string().min(1),
  expires: z.string(),
  redirectCheckoutUrl: z.url({ protocol: /^https?$/ }),
})
const CheckoutRead = z.object({ expires: z.iso.datetime() })
const Payment = z.object({
  id: z.string().min(1),
  token: z.string(),
  status: z.string(),
  paymentState: z.string(),
  originalAmount: Money,
  merchantReference: z.string().nullish(),
  refunds: z.array(z.object({ amount: Money })).default([]),
})
type Payment = z.infer<typeof Payment>
const Problem = z.object({ errorCode: z.string() })
const Configuration = z.object({ minimumAmount: Money.nullish(), maximumAmount: Money.nullish() })

/** The Afterpay provider of one merchant. */
export function afterpay(settings: AfterpaySettings): PaymentProvider {
  const { merchantId, clock, log } = settings
  const readMs = settings.readMs ?? seconds(20)
  const payMs = settings.payMs ?? seconds(70)
  const http = providerHttp({
    provider: 'afterpay',
    baseUrl: settings.url,
    headers: {
      authorization: `Basic ${Buffer.from(`${merchantId}:${settings.secretKey}`).toString('base64')}`,
      'user-agent':
        `Storefront/1.0 (Node.js/${process.versions.node}; Merchant/${merchantId}) ${settings.site ?? ''}`.trim(),
    },
    fetch: settings.fetch ?? connectLimitedFetch(connectMs),
    clock,
    log,
    backoffMs: settings.backoffMs,
    onNews: settings.onNews,
  })

  function read(attemptId: string | null, operation: string, path: string): Promise<ProviderAnswer> {
    return http({ operation, attemptId, method: 'GET', path, readMs, isReplaySafe: true })
  }

  function alarm(attempt: PaymentAttempt, operation: string, code: string): void {
    log.error({ provider: 'afterpay', operation, attemptId: attempt.id, code }, 'Afterpay answered out of contract')
  }

  /** The outcome of a payment as Afterpay describes it. */
  function outcomeOf(body: unknown, attempt: PaymentAttempt, operation: string): PaymentOutcome {
    const parsed = Payment.safeParse(body)
    if (!parsed.success) {
      alarm(attempt, operation, 'unreadable')
      return { kind: 'unknown', why: 'unreadable' }
    }
    const payment = parsed.data
    const isForeign = payment.token !== attempt.providerRef || (payment.merchantReference ?? attempt.id) !== attempt.id
    if (isForeign) {
      alarm(attempt, operation, 'foreign payment')
      return { kind: 'unknown', why: 'mismatch' }
    }
    if (payment.status === 'DECLINED') {
      return { kind: 'declined', providerRef: payment.token, code: payment.paymentState, shownReason: null }
    }
    if (payment.status !== 'APPROVED') {
      alarm(attempt, operation, 'unknown status')
      return { kind: 'unknown', why: 'unreadable' }
    }
    return approvedOutcome(payment, attempt, operation)
  }

  function approvedOutcome(payment: Payment, attempt: PaymentAttempt, operation: string): PaymentOutcome {
    const cents = centsOfDecimal(payment.originalAmount.amount)
    const refunded = refundedCents(payment)
    // Money that went back is not held, whatever the first answer was.
    if (payment.paymentState === 'VOIDED' || (refunded > 0 && refunded === cents)) return { kind: 'cancelled' }
    if (payment.paymentState === 'EXPIRED') return { kind: 'expired' }
    if (payment.paymentState !== 'CAPTURED' || refunded > 0 || cents === null) {
      // Part of the money, or none of it, is taken: nothing we ask for ends like this.
      alarm(attempt, operation, payment.paymentState)
      return { kind: 'unknown', why: 'mismatch' }
    }
    const { currency } = payment.originalAmount
    if (!isCurrency(currency)) return { kind: 'unknown', why: 'mismatch' }
    return checkedAmount({ kind: 'approved', providerRef: payment.token, cents, currency, card: null }, attempt)
  }

  /** What Afterpay holds for the attempt's token. Null when it holds no payment. */
  async function payment(attempt: PaymentAttempt): Promise<PaymentOutcome | null> {
    if (attempt.providerRef === null) return null
    const path = `/v2/payments/token:${encodeURIComponent(attempt.providerRef)}`
    const answer = await read(attempt.id, 'token-read', path)
    if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
    if (answer.status === 200) return outcomeOf(answer.body, attempt, 'token-read')
    if (answer.status === 404 && isProblem(answer, 'not_found')) return null
    alarm(attempt, 'token-read', codeOf(answer))
    return { kind: 'unknown', why: 'server-error' }
  }

  async function query(attempt: PaymentAttempt): Promise<PaymentOutcome> {
    const { providerRef } = attempt
    if (providerRef === null) return { kind: 'unknown', why: 'no-record' }
    const found = await payment(attempt)
    if (found !== null) return found
    const answer = await read(attempt.id, 'checkout-read', `/v2/checkouts/${encodeURIComponent(providerRef)}`)
    if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
    if (answer.status === 404 && isProblem(answer, 'not_found')) return { kind: 'expired' }
    const checkout = CheckoutRead.safeParse(answer.body)
    if (answer.status !== 200 || !checkout.success) {
      alarm(attempt, 'checkout-read', codeOf(answer))
      return { kind: 'unknown', why: 'unreadable' }
    }
    const isAlive = clock.now().getTime() < Date.parse(checkout.data.expires)
    return isAlive ? { kind: 'pending', providerRef, action: null } : { kind: 'expired' }
  }

  async function capture(attempt: PaymentAttempt, token: string): Promise<PaymentOutcome> {
    const answer = await http({
      operation: 'capture',
      attemptId: attempt.id,
      method: 'POST',
      path: '/v2/payments/capture',
      body: { token, merchantReference: attempt.id },
      readMs: payMs,
      // The token is the key: it is captured once, and asked again it answers the same payment.
      isReplaySafe: true,
    })
    if (!answer.isAnswered) {
      // The way out of a lost answer is to read. Nothing found is no proof: the capture may still be running.
      const found = await payment(attempt)
      return found ?? { kind: 'unknown', why: answer.why }
    }
    if (answer.status === 201) return outcomeOf(answer.body, attempt, 'capture')
    if (answer.status === 402 && Payment.safeParse(answer.body).success) {
      return outcomeOf(answer.body, attempt, 'capture')
    }
    if (answer.status === 402 && isProblem(answer, 'invalid_token')) return { kind: 'expired' }
    const isUnconfirmed = answer.status === 412 && isProblem(answer, 'invalid_order_transaction_status')
    if (isUnconfirmed) return { kind: 'pending', providerRef: token, action: null }
    alarm(attempt, 'capture', codeOf(answer))
    return { kind: 'unknown', why: 'server-error' }
  }

  return {
    code: 'afterpay',
    returnParameter: 'orderToken',
    isQueriedByTaking: true,

    async initiate({ attempt, instrument, order, returnUrl, cancelUrl }) {
      if (instrument.method !== 'afterpay') throw new Error('the Afterpay provider takes Afterpay payments only')
      const answer = await http({
        operation: 'checkouts',
        attemptId: attempt.id,
        method: 'POST',
        path: '/v2/checkouts',
        body: checkoutBody(attempt, order, returnUrl, cancelUrl),
        readMs,
        // A second checkout moves no money; the first one lapses unused.
        isReplaySafe: true,
      })
      if (!answer.isAnswered) return { kind: 'unknown', why: answer.why }
      const checkout = CheckoutAnswer.safeParse(answer.body)
      if (answer.status === 201 && checkout.success) {
        const action = { kind: 'redirect', url: checkout.data.redirectCheckoutUrl } as const
        return { kind: 'pending', providerRef: checkout.data.token, action }
      }
      const code = codeOf(answer)
      // An amount outside the merchant's range is ordinary; everything else is ours to repair.
      if (code !== 'unsupported_payment_type') alarm(attempt, 'checkouts', code)
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code, shownReason: null }
    },

    async finalise({ attempt, returned }) {
      const { providerRef } = attempt
      const hasNobodyReturned = Object.keys(returned).length === 0
      if (hasNobodyReturned && providerRef !== null) return capture(attempt, providerRef)
      const isOurs = providerRef !== null && returned['orderToken'] === providerRef
      if (isOurs && returned['status'] === 'SUCCESS') return capture(attempt, providerRef)
      // Whatever else the address says, what Afterpay holds comes first: the address may be old or made up.
      const found = await query(attempt)
      const isCancelled = isOurs && returned['status'] === 'CANCELLED' && found.kind === 'pending'
      return isCancelled ? { kind: 'cancelled' } : found
    },

    query,

    async cancel(attempt) {
      // No token ever reached us, so no shopper was sent there and nothing can be captured.
      if (attempt.providerRef === null) return { kind: 'cancelled' }
      // There is no call that ends a token. It is enough not to capture it, once it is sure that nobody has.
      const found = await query(attempt)
      return found.kind === 'pending' ? { kind: 'cancelled' } : found
    },

    async giveBack(attempt, idempotencyKey) {
      const { providerRef: token } = attempt
      if (token === null) return false
      const path = `/v2/payments/token:${encodeURIComponent(token)}`
      const answer = await read(attempt.id, 'token-read', path)
      if (!answer.isAnswered) return false
      const found = Payment.safeParse(answer.body)
      if (answer.status === 200 && found.success) return payBack(attempt, found.data, idempotencyKey)
      if (answer.status !== 404) return false
      // Captured a moment ago and not to be read yet: reversal is made for that, and works for ten minutes.
      const reversed = await http({
        operation: 'reversal',
        attemptId: attempt.id,
        method: 'POST',
        path: `${path}/reversal`,
        body: {},
        readMs: payMs,
        isReplaySafe: false,
      })
      return reversed.isAnswered && reversed.status === 204
    },

    async refund(attempt, part, idempotencyKey) {
      if (attempt.providerRef === null) return 'refused'
      const path = `/v2/payments/token:${encodeURIComponent(attempt.providerRef)}`
      const known = await read(attempt.id, 'token-read', path)
      const found = Payment.safeParse(known.isAnswered && known.status === 200 ? known.body : null)
      if (!found.success || found.data.token !== attempt.providerRef) return 'unknown'
      if (isRefunded(refundedCents(found.data), part)) return 'done'
      const answer = await http({
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
        readMs: payMs,
        isReplaySafe: true,
      })
      if (!answer.isAnswered) return 'unknown'
      if (answer.status === 201) return 'done'
      alarm(attempt, 'refund', codeOf(answer))
      return answer.status === 412 || answer.status === 422 ? 'refused' : 'unknown'
    },

    isAnswering: async () => (await http({ ...healthCall, path: '/v2/configuration' })).isAnswered,
    async limits(currency) {
      const answer = await read(null, 'configuration', '/v2/configuration')
      const parsed = Configuration.safeParse(answer.isAnswered ? answer.body : null)
      if (!answer.isAnswered || answer.status !== 200 || !parsed.success) {
        throw new Error(`Afterpay's limits cannot be read: ${answer.isAnswered ? answer.status : answer.why}`)
      }
      const { minimumAmount, maximumAmount } = parsed.data
      return { minimum: boundOf(minimumAmount, currency), maximum: boundOf(maximumAmount, currency) }
    },
  }

  async function payBack(attempt: PaymentAttempt, held: Payment, idempotencyKey: string): Promise<boolean> {
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
    const answer = await http({
      operation,
      attemptId: attempt.id,
      method: 'POST',
      path: `/v2/payments/${encodeURIComponent(held.id)}/${operation}`,
      body,
      readMs: payMs,
      isReplaySafe: true,
    })
    if (answer.isAnswered && answer.status === 201) return true
    if (answer.isAnswered) alarm(attempt, operation, codeOf(answer))
    return false
  }
}

function checkoutBody(attempt: PaymentAttempt, order: PaymentOrder, returnUrl: string, cancelUrl: string): object {
  const money = (cents: Cents) => ({ amount: decimalString(cents), currency: attempt.currency })
  const { billing } = order
  return {
    amount: money(attempt.cents),
    consumer: {
      email: order.email,
      givenNames: cut(billing.firstName, 128),
      surname: cut(billing.lastName, 128),
      ...optional('phoneNumber', cut(order.phone, 32)),
    },
    billing: contactOf(billing, order.phone),
    shipping: contactOf(order.shipping, order.phone),
    items: order.lines.map((line) => ({
      name: cut(line.name, 255),
      sku: cut(line.sku, 128),
      quantity: line.quantity,
      price: money(line.unit),
    })),
    ...(order.discountCents > 0
      ? { discounts: [{ displayName: 'Discount', amount: money(order.discountCents) }] }
      : {}),
    shippingAmount: money(order.shippingCents),
    merchantReference: attempt.id,
    merchant: { redirectConfirmUrl: returnUrl, redirectCancelUrl: cancelUrl },
    purchaseCountry: attempt.country,
  }
}

function contactOf(address: Address, phone: string): object {
  return {
    name: cut(`${address.firstName} ${address.lastName}`.trim(), 255),
    line1: cut(address.address, 128),
    ...optional('line2', cut(address.companyName, 128)),
    ...optional('area1', cut(address.suburb, 128)),
    ...optional('region', cut(address.state, 128)),
    postcode: address.postcode,
    countryCode: address.country,
    ...optional('phoneNumber', cut(phone, 32)),
  }
}

function refundedCents(payment: Payment): Cents {
  return payment.refunds.reduce((sum, refund) => sum + (centsOfDecimal(refund.amount.amount) ?? 0), 0)
}

function boundOf(money: z.infer<typeof Money> | null | undefined, currency: Currency): Cents | null {
  if (money === null || money === undefined) return null
  const cents = centsOfDecimal(money.amount)
  if (cents === null || money.currency !== currency) throw new Error(`Afterpay's limits are not in ${currency}`)
  return cents
}

function isProblem(answer: Extract<ProviderAnswer, { isAnswered: true }>, code: string): boolean {
  return Problem.safeParse(answer.body).data?.errorCode === code
}

function codeOf(answer: Extract<ProviderAnswer, { isAnswered: true }>): string {
  return Problem.safeParse(answer.body).data?.errorCode ?? String(answer.status)
}

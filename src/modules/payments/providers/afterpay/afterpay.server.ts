import type { z } from 'zod'
import { type Cents, type Currency, decimalString } from '../../../../platform/money.ts'
import type { Address, PaymentAttempt, PaymentOrder, PaymentProvider } from '../../payments.ts'
import { centsOfDecimal, cut, optional } from '../provider-values.ts'
import { healthCall } from '../provider-http.server.ts'
import type { Money } from './afterpay-client.server.ts'
import {
  type AfterpaySettings,
  CheckoutAnswer,
  Configuration,
  codeOf,
  createAfterpayClient,
} from './afterpay-client.server.ts'
import { capture, query } from './afterpay-payments.server.ts'
import { reverse, refund } from './afterpay-refunds.server.ts'

/**
 * Afterpay's online API, version 2. A shopper's consent moves no money: only our capture of the token does, and
 * a token can be captured once. So an attempt is known by its token for all its life, also after it has become an order there.
 */

/** The Afterpay provider of one merchant. */
export function afterpay(settings: AfterpaySettings): PaymentProvider {
  const client = createAfterpayClient(settings)
  return {
    code: 'afterpay',
    returnParameter: 'orderToken',
    isQueriedByTaking: true,

    async initiate({ attempt, instrument, order, returnUrl, cancelUrl }) {
      if (instrument.method !== 'afterpay') throw new Error('the Afterpay provider takes Afterpay payments only')
      const answer = await client.http({
        operation: 'checkouts',
        attemptId: attempt.id,
        method: 'POST',
        path: '/v2/checkouts',
        body: checkoutBody(attempt, order, returnUrl, cancelUrl),
        readMs: client.readMs,
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
      if (code !== 'unsupported_payment_type') client.alarm(attempt, 'checkouts', code)
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code, shownReason: null }
    },

    async finalise({ attempt, returned }) {
      const { providerRef } = attempt
      const hasShopperNotReturned = Object.keys(returned).length === 0
      if (hasShopperNotReturned && providerRef !== null) return capture(client, attempt, providerRef)
      const isOurs = providerRef !== null && returned['orderToken'] === providerRef
      if (isOurs && returned['status'] === 'SUCCESS') return capture(client, attempt, providerRef)
      // Whatever else the address says, what Afterpay holds comes first: the address may be old or made up.
      const found = await query(client, attempt)
      const isCancelled = isOurs && returned['status'] === 'CANCELLED' && found.kind === 'pending'
      return isCancelled ? { kind: 'cancelled' } : found
    },

    query: (attempt) => query(client, attempt),

    async cancel(attempt) {
      // No token ever reached us, so no shopper was sent there and nothing can be captured.
      if (attempt.providerRef === null) return { kind: 'cancelled' }
      // There is no call that ends a token. It is enough not to capture it, once it is sure that nobody has.
      const found = await query(client, attempt)
      return found.kind === 'pending' ? { kind: 'cancelled' } : found
    },

    reverse: (...given) => reverse(client, ...given),
    refund: (...given) => refund(client, ...given),

    isAnswering: async () => (await client.http({ ...healthCall, path: '/v2/configuration' })).isAnswered,
    async limits(currency) {
      const answer = await client.read(null, 'configuration', '/v2/configuration')
      const parsed = Configuration.safeParse(answer.isAnswered ? answer.body : null)
      if (!answer.isAnswered || answer.status !== 200 || !parsed.success) {
        throw new Error(`Afterpay's limits cannot be read: ${answer.isAnswered ? answer.status : answer.why}`)
      }
      const { minimumAmount, maximumAmount } = parsed.data
      return { minimum: boundOf(minimumAmount, currency), maximum: boundOf(maximumAmount, currency) }
    },
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

function boundOf(money: z.infer<typeof Money> | null | undefined, currency: Currency): Cents | null {
  if (money === null || money === undefined) return null
  const cents = centsOfDecimal(money.amount)
  if (cents === null || money.currency !== currency) throw new Error(`Afterpay's limits are not in ${currency}`)
  return cents
}

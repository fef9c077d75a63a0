import { type Cents, decimalString } from '../../../../platform/money.ts'
import type { PaymentAttempt, PaymentOrder, PaymentProvider } from '../../payments.ts'
import { healthCall } from '../provider-http.server.ts'
import { cut, optional } from '../provider-values.ts'
import {
  Order,
  type PayPalSettings,
  codeOf,
  createPayPalClient,
  payPage,
  readMs,
  whole,
} from './paypal-client.server.ts'
import { capture, outcomeOf, query, readOrder } from './paypal-orders.server.ts'
import { reverse, refund } from './paypal-refunds.server.ts'

/**
 * PayPal's Orders v2. A shopper's approval moves no money: only our capture of the order does, once. An attempt
 * is known by its order for all its life, also after it has become a capture there.
 */

/** The PayPal provider of one merchant. */
export function paypal(settings: PayPalSettings): PaymentProvider {
  const client = createPayPalClient(settings)
  return {
    code: 'paypal',
    returnParameter: 'token',

    async initiate({ attempt, instrument, order, returnUrl, cancelUrl, idempotencyKey }) {
      if (instrument.method !== 'paypal') throw new Error('the PayPal provider takes PayPal payments only')
      const answer = await client.call({
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
      client.alarm(attempt, 'orders', code)
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code, shownReason: null }
    },

    async finalise({ attempt, returned, idempotencyKey }) {
      const found = await readOrder(client, attempt)
      if ('outcome' in found) return found.outcome
      const outcome = outcomeOf(client, found.order, attempt, 'order-read')
      if (outcome.kind !== 'pending' || outcome.action !== null) return outcome
      if (outcome.isAgreed === true) return capture(client, attempt, found.order, idempotencyKey)
      const isCancelled = returned['status'] === 'CANCELLED' && returned['token'] === attempt.providerRef
      return isCancelled ? { kind: 'cancelled' } : outcome
    },

    query: (attempt) => query(client, attempt),

    async cancel(attempt) {
      // No order ever reached us, so no shopper was sent there and nothing can be captured.
      if (attempt.providerRef === null) return { kind: 'cancelled' }
      const found = await query(client, attempt)
      // There is no call that ends an order. It is enough not to capture it; one under review has been captured.
      return found.kind === 'pending' && found.action === null ? { kind: 'cancelled' } : found
    },

    reverse: (...given) => reverse(client, ...given),
    refund: (...given) => refund(client, ...given),

    /** PayPal tells no range. */
    isAnswering: async () => (await client.call({ ...healthCall, path: '/v2/checkout/orders/HEALTH' })).isAnswered,
    limits: async () => ({ minimum: null, maximum: null }),
  }
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

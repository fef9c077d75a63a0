import { dollarsOf } from '../../../../platform/money.ts'
import type { Address, PaymentAttempt, PaymentOrder, PaymentProvider } from '../../payments.ts'
import { healthCall } from '../provider-http.server.ts'
import { cut, optional } from '../provider-values.ts'
import { Checkout, type ZipSettings, codeOf, createZipClient, partsOf, readMs } from './zip-client.server.ts'
import { charge, query } from './zip-charges.server.ts'
import { reverse, refund } from './zip-refunds.server.ts'

/**
 * Zip's checkouts and charges, in Australia and New Zealand. A shopper's approval moves no money: only our
 * charge does. An attempt is known by its checkout, and from its charge on by both: 'checkout/charge'.
 */

/** The Zip provider of one merchant. */
export function zip(settings: ZipSettings): PaymentProvider {
  const client = createZipClient(settings)
  return {
    code: 'zip',
    returnParameter: 'checkoutId',

    async initiate({ attempt, instrument, order, returnUrl, idempotencyKey }) {
      if (instrument.method !== 'zip') throw new Error('the Zip provider takes Zip payments only')
      const answer = await client.http({
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
      client.alarm(attempt, 'checkouts', codeOf(answer))
      if (answer.status < 400) return { kind: 'unknown', why: 'unreadable' }
      return { kind: 'declined', providerRef: null, code: codeOf(answer), shownReason: null }
    },

    async finalise({ attempt, returned, idempotencyKey }) {
      const found = await query(client, attempt)
      const { checkoutId } = partsOf(attempt)
      if (found.kind !== 'pending' || checkoutId === null) return found
      if (found.isAgreed === true) return charge(client, attempt, checkoutId, idempotencyKey)
      const isOurs = returned['checkoutId'] === checkoutId
      if (isOurs && returned['result'] === 'cancelled') return { kind: 'cancelled' }
      // A person looks at the shopper's application: it may not be charged later without the shopper.
      return isOurs && returned['result'] === 'referred' ? { ...found, action: { kind: 'review' } } : found
    },

    query: (attempt) => query(client, attempt),

    async cancel(attempt) {
      // No checkout ever reached us, so no shopper was sent there and nothing can be charged.
      if (partsOf(attempt).checkoutId === null) return { kind: 'cancelled' }
      // There is no call that ends a checkout. It is enough not to charge it, once it is sure that nobody has.
      const found = await query(client, attempt)
      return found.kind === 'pending' ? { kind: 'cancelled' } : found
    },

    reverse: (...given) => reverse(client, ...given),
    refund: (...given) => refund(client, ...given),

    /** Zip tells merchants no range by this interface. */
    isAnswering: async () => (await client.http({ ...healthCall, path: '/charges?skip=0&limit=1' })).isAnswered,
    limits: async () => ({ minimum: null, maximum: null }),
  }
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

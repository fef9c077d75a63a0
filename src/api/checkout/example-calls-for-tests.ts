import { bodyOf, signatureOf, type GatewayEvent } from '../../../sandbox/webhooks/delivery.ts'
import { brandOf } from '../../brands/brands.ts'
import { readQuoteForm } from '../../modules/quotes/quotes.ts'
import {
  atTheBank,
  backFrom,
  backWithTheRest,
  lookedUp,
  ordered,
  payingAt,
  payingTheRest,
  withCart,
  withKey,
} from '../../testing/api-visitors.ts'
import { codes, places } from '../../testing/catalogue.ts'
import type { ExampleCalls } from '../../testing/endpoint-contract.ts'
import { hmacKey, merchantAccount } from '../../testing/shop/merchant.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { testAddress } from '../../testing/shop/order-body.ts'

/** A notice that is signed well and speaks of a payment that is not ours. */
const somebodyElses: GatewayEvent = {
  eventCode: 'AUTHORISATION',
  success: true,
  pspReference: 'UNKNOWNPSP000001',
  originalReference: '',
  merchantAccountCode: merchantAccount,
  merchantReference: 'SOMEBODY-ELSES-REFERENCE',
  value: 100,
  currency: 'AUD',
  eventDate: '2026-11-24T00:00:00Z',
  paymentMethod: 'visa',
  reason: '',
  operations: [],
  additionalData: {},
}

/** One good request for each call between a cart and an order that is paid, changed or cancelled. */
export const checkoutCalls: ExampleCalls = {
  'GET /api/cart/': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/cart/?suburb=Sydney&postcode=2000&state=NSW',
  }),
  'GET /api/cart/goes-with': async (shop) => ({ visitor: shop.visitor(), path: '/api/cart/goes-with?sku=WM-1' }),
  'POST /api/cart/product/': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/cart/product/',
    body: { sku: 'LAMP-1', quantity: 2 },
  }),
  'GET /api/giftcard/:code': async (shop) => ({ visitor: shop.visitor(), path: `/api/giftcard/${codes.giftCard}` }),
  'GET /api/cart/product/:code': async (shop) => ({ visitor: await withCart(shop), path: '/api/cart/product/LAMP-1' }),
  'DELETE /api/cart/product/:code': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/cart/product/LAMP-1',
  }),
  'DELETE /api/cart/': async (shop) => ({ visitor: await withCart(shop), path: '/api/cart/' }),
  'POST /api/cart/email': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/cart/email',
    body: { email: 'ana@example.com' },
  }),
  'POST /api/cart/coupon/': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/cart/coupon/',
    body: { code: codes.freeDelivery.toLowerCase(), userEmail: null },
  }),
  'DELETE /api/cart/coupon/:id': async (shop) => {
    const visitor = await withCart(shop)
    await visitor.applyCode(codes.freeDelivery)
    return { visitor, path: `/api/cart/coupon/${codes.freeDelivery}` }
  },
  'GET /api/checkout': async (shop) => ({ visitor: await withCart(shop), path: '/api/checkout' }),
  'POST /api/checkout/avail': async (shop) => {
    const visitor = await withCart(shop)
    const { cartId } = await visitor.cart()
    const { suburb, state, postcode } = places.sydney
    return {
      visitor,
      path: '/api/checkout/avail',
      body: { cartId, deliveryAddress: { ...testAddress, suburb, state, postcode } },
    }
  },
  'GET /api/checkout/pickup': async (shop) => ({
    visitor: await withCart(shop),
    path: '/api/checkout/pickup?suburb=Sydney&state=NSW&postcode=2000',
  }),
  'POST /api/checkout': async (shop) => {
    const visitor = await withCart(shop)
    return { visitor, path: '/api/checkout', body: await visitor.order({ card: await shop.card() }) }
  },
  'GET /api/checkout/confirmation': async (shop) => {
    const { visitor, body } = await ordered(shop)
    return { visitor, path: `/api/checkout/confirmation?id=${body.cartId}` }
  },
  'GET /api/v2/delivery/estimates': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/v2/delivery/estimates?localityId=${places.sydney.id}&sku=LAMP-1&sku=WM-1&sku=A%2FB-1`,
  }),
  'GET /api/v2/delivery/dates': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/v2/delivery/dates?localityId=${places.sydney.id}&sku=LAMP-1`,
  }),
  'GET /api/checkout/paymentconfiguration': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/checkout/paymentconfiguration',
  }),
  'GET /api/checkout/v2/paymentconfiguration': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/checkout/v2/paymentconfiguration',
  }),
  'POST /api/checkout/applepaysession': async (shop) => {
    await shop.database.db
      .updateTable('payment_method')
      .set({ is_enabled: true })
      .where('name', '=', 'applepay')
      .execute()
    await shop.advance(31_000)
    await shop.services.payments.follow()
    return { visitor: shop.visitor(), path: '/api/checkout/applepaysession' }
  },
  'GET /api/payment/status': async (shop) => {
    const { visitor, body, answer } = await ordered(shop)
    const query = `cartId=${body.cartId}&paymentReference=${answer.paymentReference}&selectedPaymentOption=0`
    return { visitor, path: `/api/payment/status?${query}` }
  },
  'POST /api/checkout/void': async (shop) => {
    const { visitor, body } = await atTheBank(shop)
    return { visitor, path: '/api/checkout/void', body: { cartId: body.cartId, selectedPaymentOption: 0 } }
  },
  'POST /api/checkout/afterpayconfirmation': (shop) => backFrom(shop, 'afterpay', 2048),
  'POST /api/checkout/paypalconfirmation': (shop) => backFrom(shop, 'paypal', 2),
  'POST /api/checkout/zipconfirmation': (shop) => backFrom(shop, 'zip', 256),
  'GET /api/checkout/cardreturn/:token': async (shop) => {
    const { visitor, secure3DResponse } = await atTheBank(shop)
    return { visitor, path: await passChallenge(secure3DResponse, '1234') }
  },
  'POST /api/checkout/cardreturn/:token': async (shop) => {
    const { visitor, secure3DResponse } = await atTheBank(shop)
    return { visitor, path: await passChallenge(secure3DResponse, '1234') }
  },
  'GET /api/checkout/paymenterror/:attemptId': async (shop) => {
    const { visitor, secure3DResponse, paymentReference } = await atTheBank(shop)
    await visitor.get(await passChallenge(secure3DResponse, '0000'))
    return { visitor, path: `/api/checkout/paymenterror/${paymentReference}` }
  },
  'POST /api/payment/webhook/card': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/payment/webhook/card',
    raw: bodyOf(somebodyElses, signatureOf(somebodyElses, hmacKey)),
  }),
  'POST /api/payment/webhook/paypal': async (shop) => {
    const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.REVERSED', resource: {} }
    const raw = JSON.stringify(event)
    const headers = shop.sandbox().signAsPayPal(raw)
    return { visitor: shop.visitor(), path: '/api/payment/webhook/paypal', raw, headers }
  },
  'POST /api/orders/lookup': async (shop) => {
    const { webOrderId } = await lookedUp(shop)
    return {
      visitor: shop.visitor(),
      path: '/api/orders/lookup',
      body: { orderNumber: webOrderId, email: 'ana.botha@example.com' },
    }
  },
  'POST /api/orders/open': async (shop) => {
    const { id } = await lookedUp(shop)
    return { visitor: shop.visitor(), path: '/api/orders/open', body: { key: shop.services.orders.access.link(id) } }
  },
  'GET /api/orders/:id': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}` }
  },
  'GET /api/cart/quote/:token/quote.pdf': async (shop) => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const line = { productCode: 'LAMP-1', productId: product?.id ?? 0, quantity: 1, warrantyId: null, installId: null }
    const form = readQuoteForm(new URLSearchParams({ place: '2000 Sydney, NSW' }))
    const made = await shop.services.quotes.make(brandOf('aol'), { lines: [line], form, place: null })
    return { visitor: shop.visitor(), path: `/api/cart/quote/${made.ok ? made.value.token : 'refused'}/quote.pdf` }
  },
  'GET /api/orders/:id/invoice.pdf': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}/invoice.pdf` }
  },
  'POST /api/orders/:id/refund-preview': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}/refund-preview`, body: { lines: null } }
  },
  'POST /api/orders/:id/cancel': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    const lines = [{ productCode: 'LAMP-1', quantity: 1 }]
    return { visitor, path: `/api/orders/${id}/cancel`, body: { lines, expectedAmount: 49.5 }, headers: withKey() }
  },
  'GET /api/orders/:id/dates': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}/dates` }
  },
  'POST /api/orders/:id/reschedule': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}/reschedule`, body: { deliveryDate: [2026, 11, 27] } }
  },
  'GET /api/orders/:id/payment': async (shop) => {
    const { visitor, id } = await lookedUp(shop, 40)
    return { visitor, path: `/api/orders/${id}/payment` }
  },
  'POST /api/orders/:id/payment': (shop) => payingTheRest(shop, 0),
  'GET /api/orders/:id/payment/:reference': async (shop) => {
    const { visitor, path, reference } = await payingAt(shop, 2048)
    return { visitor, path: `${path}/${reference}` }
  },
  'POST /api/orders/:id/payment/void': async (shop) => {
    const { visitor, path } = await payingAt(shop, 2048)
    return { visitor, path: `${path}/void` }
  },
  'POST /api/orders/:id/payment/afterpay': (shop) => backWithTheRest(shop, 'afterpay', 2048),
  'POST /api/orders/:id/payment/paypal': (shop) => backWithTheRest(shop, 'paypal', 2),
  'POST /api/orders/:id/payment/zip': (shop) => backWithTheRest(shop, 'zip', 256),
  'POST /api/orders/:id/reorder': async (shop) => {
    const { visitor, id } = await lookedUp(shop)
    return { visitor, path: `/api/orders/${id}/reorder` }
  },
}

import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { bodyOf, signatureOf, type GatewayEvent } from '../../sandbox/webhooks/delivery.ts'
import { codes, places, stores } from '../testing/catalogue.ts'
import { brandOf } from '../brands/brands.ts'
import { anyDemo } from '../modules/events/events.ts'
import { readQuoteForm } from '../modules/quotes/quotes.ts'
import { announce } from '../modules/catalogue/catalogue.server.ts'
import type { ErrorBody } from '../platform/http/problem.ts'
import { randomIds } from '../platform/ids.ts'
import {
  chooseAtProvider,
  hmacKey,
  merchantAccount,
  openTestShop,
  passChallenge,
  testAddress,
  testCard,
  until,
  type TestAnswer,
  type TestShop,
  type Visitor,
} from '../testing/shop.server.ts'
import { apiDescription, endpoints } from './endpoints.server.ts'

/** Every call of the API over HTTP: what it promises when asked well, and what it does when asked badly. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
  // Enough lamps and places for an order in every other test.
  const { rows } = await sql<{ id: number }>`update stock set quantity = 5000 from product
    where product.id = stock.product_id and product.sku = 'LAMP-1' returning product.id`.execute(shop.database.db)
  await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, capacity)
    select '2000', 'metro-au', day::date, 100000 from generate_series('2026-11-24'::date, '2026-12-10'::date, '1 day') as day`.execute(
    shop.database.db,
  )
  await announce(shop.database.db, { products: rows.map((row) => row.id) })
  await until(() => shop.services.catalogue.productBySku('LAMP-1')?.stock['2000']?.quantity === 5_000)
  await layCanaries()
})
afterAll(async () => shop.close())

type Call = {
  readonly visitor: Visitor
  readonly path: string
  readonly body?: object
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A shopper who has approved at a provider and comes back. */
async function backFrom(provider: string, option: number): Promise<Call> {
  const visitor = await withCart()
  const { redirectUrl } = (await visitor.submit(await visitor.order({ option }))).json<{ redirectUrl: string }>()
  const back = await chooseAtProvider(redirectUrl, 'approve')
  return { visitor, path: back.replace('/customer/checkout', `/api/checkout/${provider}confirmation`) }
}

async function withCart(): Promise<Visitor> {
  const visitor = shop.visitor()
  await visitor.add('LAMP-1', 2)
  return visitor
}

/** Somebody who was sent to the bank's page: the body of the submit and what it answered. */
async function atTheBank() {
  const visitor = await withCart()
  const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
  const answer = (await visitor.submit(body)).json<{ paymentReference: string; secure3DResponse: never }>()
  return { visitor, body, ...answer }
}

/** A cooking demo with seats for every test, or with none; its id. */
async function cookingDemo({ isFull = false } = {}): Promise<string> {
  const title = isFull ? 'Full' : 'Bread'
  const startsAt = new Date('2027-02-01T00:00:00Z')
  const { events: cookingDemos } = shop.services
  const find = async () => {
    const { items } = await cookingDemos.list(brandOf('wa'), { ...anyDemo, storeUri: 'newtown' }, 48)
    return items.find((one) => one.title === title)?.id
  }
  if ((await find()) === undefined)
    await cookingDemos.add([
      {
        storeUri: 'newtown', title, summary: '', description: '', brand: '', presenter: null, cookingDemoType: 2, cookingDemoSubEventType: 0,
        startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000), priceCents: 0, imageUrl: null, capacity: 1_000, seatsTaken: isFull ? 1_000 : 0,
        maxGuests: 4, isBookedByStore: false, skus: [], isDemo: false,
      },
    ]) // prettier-ignore
  return (await find()) ?? ''
}

/** Seats for somebody who has none there. */
async function demoBooking({ isFull = false } = {}) {
  return {
    cookingDemoId: await cookingDemo({ isFull }),
    firstName: 'Robin',
    lastName: 'Vale',
    email: `${randomIds.uuid()}@shopper.example`,
    phone: '0412 345 678',
    guests: 1,
    orderNumber: null,
    dietaryRequirements: null,
    newsletter: false,
  }
}

async function ordered() {
  const visitor = await withCart()
  const body = await visitor.order({ card: await shop.card() })
  return { visitor, body, answer: (await visitor.submit(body)).json<{ paymentReference: string }>() }
}

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

/** One good request of every call. A call without one here is a call without a test. */
const goodCalls: Readonly<Record<string, () => Promise<Call>>> = {
  'GET /api/cart/': async () => ({
    visitor: await withCart(),
    path: '/api/cart/?suburb=Sydney&postcode=2000&state=NSW',
  }),
  'POST /api/cart/product/': async () => ({
    visitor: shop.visitor(),
    path: '/api/cart/product/',
    body: { sku: 'LAMP-1', quantity: 2 },
  }),
  'GET /api/giftcard/:code': async () => ({ visitor: shop.visitor(), path: `/api/giftcard/${codes.giftCard}` }),
  'GET /api/redirect': async () => ({ visitor: shop.visitor(), path: '/api/redirect?fromUrl=%2Fnowhere' }),
  'GET /api/redirect/getdestination': async () => ({
    visitor: shop.visitor(),
    path: '/api/redirect/getdestination?fromUri=%2Fnowhere',
  }),
  'GET /api/settings': async () => ({ visitor: shop.visitor(), path: '/api/settings' }),
  'GET /api/settings/global': async () => ({
    visitor: shop.visitor(),
    path: '/api/settings/global?keys=countryCode,nothing',
  }),
  'GET /api/alertBanner': async () => ({ visitor: shop.visitor('andoo'), path: '/api/alertBanner' }),
  'GET /api/page/:slug': async () => ({ visitor: shop.visitor(), path: '/api/page/home' }),
  'GET /api/footer': async () => ({ visitor: shop.visitor(), path: '/api/footer' }),
  'GET /api/blog': async () => ({ visitor: shop.visitor(), path: '/api/blog?page=0' }),
  'GET /api/blog/:slug': async () => ({ visitor: shop.visitor(), path: '/api/blog/how-loud-is-a-dishwasher' }),
  'GET /api/sitemap': async () => ({ visitor: shop.visitor(), path: '/api/sitemap' }),
  'POST /api/newsletter': async () => ({
    visitor: shop.visitor(),
    path: '/api/newsletter',
    body: { email: 'news@shopper.example' },
  }),
  'GET /api/v2/cookingdemo': async () => ({
    visitor: shop.visitor('wa'),
    path: '/api/v2/cookingdemo?storeUri=newtown',
  }),
  'GET /api/v2/cookingdemo/:id': async () => ({
    visitor: shop.visitor('wa'),
    path: `/api/v2/cookingdemo/${await cookingDemo()}`,
  }),
  'POST /api/v2/cookingdemo/booking': async () => ({
    visitor: shop.visitor('wa'),
    path: '/api/v2/cookingdemo/booking',
    body: await demoBooking(),
  }),
  'POST /api/cookingdemo/booking': async () => {
    const { cookingDemoId, email, phone, guests } = await demoBooking()
    const body = { cookingDemoId, name: 'Robin Vale', email, phone, guests }
    return { visitor: shop.visitor('wa'), path: '/api/cookingdemo/booking', body }
  },
  'POST /api/v2/cookingdemo/wait-list': async () => {
    const { cookingDemoId, firstName, lastName, email, phone, guests } = await demoBooking({ isFull: true })
    const body = { cookingDemoId, firstName, lastName, email, phone, guests, message: null }
    return { visitor: shop.visitor('wa'), path: '/api/v2/cookingdemo/wait-list', body }
  },
  'POST /api/cookingdemo/rsvp': async () => {
    const booking = await demoBooking()
    await shop.visitor('wa').post('/api/v2/cookingdemo/booking', booking)
    const { cookingDemoId, email } = booking
    const body = { cookingDemoId, bookingReference: null, email, attending: true, guests: 1 }
    return { visitor: shop.visitor('wa'), path: '/api/cookingdemo/rsvp', body }
  },
  'POST /api/contact': async () => ({
    visitor: shop.visitor(),
    path: '/api/contact',
    body: {
      name: 'Robin Vale',
      email: 'robin@shopper.example',
      phone: null,
      postcode: '2000',
      topic: 'Delivery',
      orderNumber: null,
      message: 'Can you bring it up four flights of stairs?',
    },
  }),
  'GET /api/Static/:name': async () => ({ visitor: shop.visitor(), path: '/api/Static/privacy-policy' }),
  'GET /api/cart/product/:code': async () => ({ visitor: await withCart(), path: '/api/cart/product/LAMP-1' }),
  'DELETE /api/cart/product/:code': async () => ({ visitor: await withCart(), path: '/api/cart/product/LAMP-1' }),
  'DELETE /api/cart/': async () => ({ visitor: await withCart(), path: '/api/cart/' }),
  'POST /api/cart/email': async () => ({
    visitor: await withCart(),
    path: '/api/cart/email',
    body: { email: 'ana@example.com' },
  }),
  'POST /api/cart/coupon/': async () => ({
    visitor: await withCart(),
    path: '/api/cart/coupon/',
    body: { code: codes.freeDelivery.toLowerCase(), userEmail: null },
  }),
  'DELETE /api/cart/coupon/:id': async () => {
    const visitor = await withCart()
    await visitor.applyCode(codes.freeDelivery)
    return { visitor, path: `/api/cart/coupon/${codes.freeDelivery}` }
  },
  'GET /api/checkout': async () => ({ visitor: await withCart(), path: '/api/checkout' }),
  'POST /api/checkout/avail': async () => {
    const visitor = await withCart()
    const { cartId } = await visitor.cart()
    const { suburb, state, postcode } = places.sydney
    return {
      visitor,
      path: '/api/checkout/avail',
      body: { cartId, deliveryAddress: { ...testAddress, suburb, state, postcode } },
    }
  },
  'POST /api/checkout': async () => {
    const visitor = await withCart()
    return { visitor, path: '/api/checkout', body: await visitor.order({ card: await shop.card() }) }
  },
  'GET /api/checkout/confirmation': async () => {
    const { visitor, body } = await ordered()
    return { visitor, path: `/api/checkout/confirmation?id=${body.cartId}` }
  },
  'GET /api/compare/': async () => ({ visitor: shop.visitor(), path: '/api/compare/' }),
  'POST /api/compare/product/': async () => ({
    visitor: shop.visitor(),
    path: '/api/compare/product/',
    body: { sku: 'LAMP-1' },
  }),
  'DELETE /api/compare/product/:sku': async () => ({
    visitor: shop.visitor(),
    path: '/api/compare/product/LAMP-1',
  }),
  'GET /api/compare/products': async () => ({
    visitor: shop.visitor(),
    path: '/api/compare/products?SkuList=LAMP-1~WM-1~A%2FB-1',
  }),
  'GET /api/navbar/': async () => ({ visitor: shop.visitor(), path: '/api/navbar/' }),
  'GET /api/v2/delivery/estimates': async () => ({
    visitor: shop.visitor(),
    path: `/api/v2/delivery/estimates?localityId=${places.sydney.id}&sku=LAMP-1&sku=WM-1&sku=A%2FB-1`,
  }),
  'GET /api/v2/delivery/dates': async () => ({
    visitor: shop.visitor(),
    path: `/api/v2/delivery/dates?localityId=${places.sydney.id}&sku=LAMP-1`,
  }),
  'GET /api/geo': async () => ({ visitor: shop.visitor(), path: '/api/geo' }),
  'POST /api/geo/setlocation': async () => ({
    visitor: shop.visitor(),
    path: '/api/geo/setlocation',
    body: { localityId: places.sydney.id },
  }),
  'GET /api/analytics/search': async () => ({
    visitor: shop.visitor(),
    path: '/api/analytics/search?searchTerm=washing%20machine',
  }),
  'POST /api/analytics/search': async () => ({
    visitor: shop.visitor(),
    path: '/api/analytics/search',
    body: { analyticsEventType: 0, query: 'washer', productList: [], url: '/search/washer', isRepeatUser: false },
  }),
  'POST /api/analytics/count': async () => ({
    visitor: shop.visitor(),
    path: '/api/analytics/count',
    body: { event: 'page_view', pageType: 'product' },
  }),
  'POST /api/analytics/speed': async () => ({
    visitor: shop.visitor(),
    path: '/api/analytics/speed',
    body: { pageType: 'product', lcp: 900, cls: 12 },
  }),
  'GET /api/analytics/product-load-event': async () => ({
    visitor: shop.visitor(),
    path: '/api/analytics/product-load-event?productId=1',
  }),
  'GET /api/locality/:term': async () => ({ visitor: shop.visitor(), path: '/api/locality/syd' }),
  'GET /api/locality/:suburb/:state/:postcode': async () => ({
    visitor: shop.visitor(),
    path: '/api/locality/sydney/nsw/2000',
  }),
  'GET /api/checkout/paymentconfiguration': async () => ({
    visitor: shop.visitor(),
    path: '/api/checkout/paymentconfiguration',
  }),
  'GET /api/checkout/v2/paymentconfiguration': async () => ({
    visitor: shop.visitor(),
    path: '/api/checkout/v2/paymentconfiguration',
  }),
  'POST /api/checkout/applepaysession': async () => {
    await shop.database.db
      .updateTable('payment_method')
      .set({ is_enabled: true })
      .where('name', '=', 'applepay')
      .execute()
    await shop.advance(31_000)
    await shop.services.payments.follow()
    return { visitor: shop.visitor(), path: '/api/checkout/applepaysession' }
  },
  'GET /api/payment/status': async () => {
    const { visitor, body, answer } = await ordered()
    const query = `cartId=${body.cartId}&paymentReference=${answer.paymentReference}&selectedPaymentOption=0`
    return { visitor, path: `/api/payment/status?${query}` }
  },
  'POST /api/checkout/void': async () => {
    const { visitor, body } = await atTheBank()
    return { visitor, path: '/api/checkout/void', body: { cartId: body.cartId, selectedPaymentOption: 0 } }
  },
  'POST /api/checkout/afterpayconfirmation': () => backFrom('afterpay', 2048),
  'POST /api/checkout/paypalconfirmation': () => backFrom('paypal', 2),
  'POST /api/checkout/zipconfirmation': () => backFrom('zip', 256),
  'GET /api/checkout/cardreturn/:token': async () => {
    const { visitor, secure3DResponse } = await atTheBank()
    return { visitor, path: await passChallenge(secure3DResponse, '1234') }
  },
  'POST /api/checkout/cardreturn/:token': async () => {
    const { visitor, secure3DResponse } = await atTheBank()
    return { visitor, path: await passChallenge(secure3DResponse, '1234') }
  },
  'GET /api/checkout/paymenterror/:attemptId': async () => {
    const { visitor, secure3DResponse, paymentReference } = await atTheBank()
    await visitor.get(await passChallenge(secure3DResponse, '0000'))
    return { visitor, path: `/api/checkout/paymenterror/${paymentReference}` }
  },
  'POST /api/payment/webhook/card': async () => ({
    visitor: shop.visitor(),
    path: '/api/payment/webhook/card',
    raw: bodyOf(somebodyElses, signatureOf(somebodyElses, hmacKey)),
  }),
  'POST /api/payment/webhook/paypal': async () => {
    const event = { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.REVERSED', resource: {} }
    const raw = JSON.stringify(event)
    const headers = shop.sandbox().signAsPayPal(raw)
    return { visitor: shop.visitor(), path: '/api/payment/webhook/paypal', raw, headers }
  },
  'POST /api/monitoring/policy': async () => ({
    visitor: shop.visitor(),
    path: '/api/monitoring/policy',
    raw: JSON.stringify({
      'csp-report': {
        'document-uri': 'https://shop.example/customer/checkout',
        'effective-directive': 'script-src',
        'blocked-uri': 'inline',
      },
    }),
    headers: { 'content-type': 'application/csp-report' },
  }),
  'POST /api/monitoring/error': async () => ({
    visitor: shop.visitor(),
    path: '/api/monitoring/error',
    body: { message: 'It broke.', code: 401, area: 'card check', url: '/customer/checkout', context: { field: 'cvv' } },
  }),
  'GET /api/v3/search/suggestions': async () => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/suggestions?searchTerm=washer&limit=4',
  }),
  'GET /api/v3/search/destination': async () => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/destination?searchTerm=washer',
  }),
  'GET /api/v2/product/slug/:slug': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/slug/front-load-washer-8-kg?date=2026-11-24',
  }),
  'GET /api/v2/product/extended/id/:id': async () => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/extended/id/${washerId()}`,
  }),
  'GET /api/v2/product/id/:id/': async () => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/id/${washerId()}/`,
  }),
  'GET /api/v2/product/sku/:sku': async () => ({ visitor: shop.visitor(), path: '/api/v2/product/sku/A%2FB-1' }),
  'GET /api/v2/product/upselloptions/sku/:sku': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/upselloptions/sku/WM-1',
  }),
  'GET /api/product/features/id/:value': async () => ({
    visitor: shop.visitor(),
    path: `/api/product/features/id/${washerId()}`,
  }),
  'GET /api/product/features/sku/:value': async () => ({
    visitor: shop.visitor(),
    path: '/api/product/features/sku/WM-1',
  }),
  'GET /api/v2/product/specifications/id/:value': async () => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/specifications/id/${washerId()}`,
  }),
  'GET /api/v2/product/specifications/sku/:value': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/specifications/sku/WM-1',
  }),
  'GET /api/meta/product/:id': async () => ({ visitor: shop.visitor(), path: `/api/meta/product/${washerId()}` }),
  'GET /api/v2/listing': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/listing?type=category&uri=laundry&page=0&pageSize=4&sort=price-asc&filter=brand:brightwater&term=',
  }),
  'GET /api/v2/brand': async () => ({ visitor: shop.visitor(), path: '/api/v2/brand' }),
  'GET /api/v2/brand/:uri': async () => ({ visitor: shop.visitor(), path: '/api/v2/brand/nordhaus' }),
  'POST /api/notifyme': async () => ({
    visitor: shop.visitor(),
    path: '/api/notifyme',
    body: { sku: 'OUT-1', email: 'ana@example.com', phone: null, callbackTime: null },
  }),
  'GET /api/pricehistory/get-price-history/:sku': async () => {
    await shop.set('aol', 'PriceHistoryEnabled', 'true')
    return { visitor: shop.visitor(), path: '/api/pricehistory/get-price-history/WM-1' }
  },
  'GET /api/v3/search': async () => ({
    visitor: shop.visitor(),
    path: '/api/v3/search?searchTerm=washer&isAutoCorrectEnabled=true&limit=3&wid=true',
  }),
  'GET /api/v3/search/products': async () => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/products?searchTerm=washer&limit=4&page=0&sort=price-asc&filter=brand:brightwater',
  }),
  'GET /api/v2/product/search-url': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/search-url?SearchTerm=LAMP-1',
  }),
  'GET /api/v2/sitesearch/:type/:term': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/SiteSearch/f/washer?fallback=true&location=2000&wid=true',
  }),
  'GET /api/v2/sitesearch/search-url': async () => ({
    visitor: shop.visitor(),
    path: '/api/v2/sitesearch/search-url?searchterms=washer',
  }),
  'GET /api/search/products': async () => ({
    visitor: shop.visitor(),
    path: '/api/search/products?searchTerms=washer',
  }),
  'GET /api/promotion': async () => ({ visitor: shop.visitor('fk'), path: '/api/promotion?brand=ember&page=0' }),
  'GET /api/promotion/sale': async () => ({
    visitor: shop.visitor(),
    path: '/api/promotion/sale?dateOverride=2026-12-24',
  }),
  'GET /api/promotion/:path': async () => ({
    visitor: shop.visitor('fk'),
    path: '/api/promotion/kitchens-of-the-year',
  }),
  'GET /api/store': async () => ({ visitor: shop.visitor('wa'), path: '/api/store?filters=NSW,open-today' }),
  'GET /api/store/:id': async () => ({
    visitor: shop.visitor('wa'),
    path: `/api/store/${storeId()}`,
  }),
  'POST /api/store/setstore': async () => ({
    visitor: shop.visitor('wa'),
    path: '/api/store/setstore',
    body: { storeId: storeId() },
  }),
  'POST /api/session/nonce': async () => ({ visitor: shop.visitor(), path: '/api/session/nonce' }),
  'POST /api/session/start': async () => ({ visitor: await owner(), path: '/api/session/start' }),
  'GET /api/account/reminders': async () => ({ visitor: await salesperson(), path: '/api/account/reminders' }),
  'GET /api/staff/projects': async () => ({ visitor: await salesperson(), path: '/api/staff/projects?search=kitchen' }),
  'POST /api/staff/panel-tokens': async () => ({
    visitor: await salesperson(),
    path: '/api/staff/panel-tokens',
    body: {},
  }),
  'POST /api/session/end': async () => ({ visitor: shop.visitor(), path: '/api/session/end' }),
  'GET /api/account': async () => ({ visitor: await owner(), path: '/api/account' }),
  'PATCH /api/account': async () => ({
    visitor: await owner(),
    path: '/api/account',
    body: { phone: '0412 345 678', newsletter: true },
  }),
  'GET /api/account/orders': async () => ({ visitor: await owner(), path: '/api/account/orders' }),
  'GET /api/account/order/invoiced': async () => ({
    visitor: await owner(),
    path: '/api/account/order/invoiced?page=0',
  }),
  'GET /api/account/order/invoiced/:id': async () => {
    const visitor = await owner()
    const { items } = (await visitor.get('/api/account/order/invoiced')).json<{ items: { id: string }[] }>()
    return { visitor, path: `/api/account/order/invoiced/${items[0]?.id}` }
  },
  'GET /api/account/order/addresses': async () => ({
    visitor: await owner(),
    path: '/api/account/order/addresses',
  }),
  'POST /api/account/order/addresses/save': async () => {
    const visitor = await owner()
    const stored = await visitor.get('/api/account/order/addresses')
    const id = stored.json<{ addresses: { id: string }[] }>().addresses[0]?.id ?? null
    return { visitor, path: '/api/account/order/addresses/save', body: { id, ...savedAddress } }
  },
  'DELETE /api/account/order/addresses/:id': async () => {
    const visitor = await owner()
    const saved = await visitor.post('/api/account/order/addresses/save', savedAddress)
    return { visitor, path: `/api/account/order/addresses/${saved.json<{ id: string }>().id}` }
  },
  'POST /api/orders/lookup': async () => {
    const { webOrderId } = await lookedUp()
    return {
      visitor: shop.visitor(),
      path: '/api/orders/lookup',
      body: { orderNumber: webOrderId, email: 'ana.botha@example.com' },
    }
  },
  'POST /api/orders/open': async () => {
    const { id } = await lookedUp()
    return { visitor: shop.visitor(), path: '/api/orders/open', body: { key: shop.services.orders.access.link(id) } }
  },
  'GET /api/orders/:id': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}` }
  },
  'GET /api/cart/quote/:token/quote.pdf': async () => {
    const product = shop.services.catalogue.productBySku('LAMP-1')
    const line = { productCode: 'LAMP-1', productId: product?.id ?? 0, quantity: 1, warrantyId: null, installId: null }
    const form = readQuoteForm(new URLSearchParams({ place: '2000 Sydney, NSW' }))
    const made = await shop.services.quotes.make(brandOf('aol'), { lines: [line], form, place: null })
    return { visitor: shop.visitor(), path: `/api/cart/quote/${made.ok ? made.value.token : 'refused'}/quote.pdf` }
  },
  'GET /api/orders/:id/invoice.pdf': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}/invoice.pdf` }
  },
  'POST /api/orders/:id/refund-preview': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}/refund-preview`, body: { lines: null } }
  },
  'POST /api/orders/:id/cancel': async () => {
    const { visitor, id } = await lookedUp()
    const lines = [{ productCode: 'LAMP-1', quantity: 1 }]
    return { visitor, path: `/api/orders/${id}/cancel`, body: { lines, expectedAmount: 49.5 }, headers: withKey() }
  },
  'GET /api/orders/:id/dates': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}/dates` }
  },
  'POST /api/orders/:id/reschedule': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}/reschedule`, body: { deliveryDate: [2026, 11, 27] } }
  },
  'GET /api/orders/:id/payment': async () => {
    const { visitor, id } = await lookedUp(40)
    return { visitor, path: `/api/orders/${id}/payment` }
  },
  'POST /api/orders/:id/payment': () => payingTheRest(0),
  'GET /api/orders/:id/payment/:reference': async () => {
    const { visitor, path, reference } = await payingAt(2048)
    return { visitor, path: `${path}/${reference}` }
  },
  'POST /api/orders/:id/payment/void': async () => {
    const { visitor, path } = await payingAt(2048)
    return { visitor, path: `${path}/void` }
  },
  'POST /api/orders/:id/payment/afterpay': () => backWithTheRest('afterpay', 2048),
  'POST /api/orders/:id/payment/paypal': () => backWithTheRest('paypal', 2),
  'POST /api/orders/:id/payment/zip': () => backWithTheRest('zip', 256),
  'POST /api/orders/:id/reorder': async () => {
    const { visitor, id } = await lookedUp()
    return { visitor, path: `/api/orders/${id}/reorder` }
  },
  'GET /api/account/prices': async () => ({
    visitor: await owner(),
    path: `/api/account/prices?uri=${shop.services.catalogue.productBySku('LAMP-1')?.uri ?? ''}&uri=nothing`,
  }),
  'GET /api/account/deals-club': () => ofClub(),
  'PATCH /api/account/deals-club': async () => ({ ...(await ofClub()), body: { isMember: false } }),
  'GET /api/account/owned': async () => ({ visitor: await owner(), path: '/api/account/owned' }),
  'GET /api/account/privacy': async () => ({ visitor: await owner(), path: '/api/account/privacy' }),
  'PATCH /api/account/privacy': async () => ({
    visitor: await owner(),
    path: '/api/account/privacy',
    // As it is: the call is asked many times.
    body: { newsletter: false, careReminders: true },
  }),
  'GET /api/account/data': async () => ({ visitor: await justSignedIn(), path: '/api/account/data' }),
  'POST /api/account/close': async () => {
    const visitor = await justSignedIn()
    const { email } = (await visitor.get('/api/account')).json<{ email: string }>()
    return { visitor, path: '/api/account/close', body: { email } }
  },
  'GET /api/openapi.json': async () => ({ visitor: shop.visitor(), path: '/api/openapi.json' }),
}

/** Of somebody in a shop that has a club. */
async function ofClub(): Promise<Call> {
  await shop.set('aol', 'dealsClubEnabled', 'true')
  return { visitor: await owner(), path: '/api/account/deals-club' }
}

const withKey = () => ({ 'idempotency-key': randomIds.uuid() })

/** An order of two lamps that a guest has looked up; with a deposit, if any, in dollars. */
async function lookedUp(deposit = 0) {
  const buyer = await withCart()
  const body = { ...(await buyer.order({ card: await shop.card() })), partialPayment: deposit }
  const { webOrderId } = (await buyer.submit(body)).json<{ webOrderId: string }>()
  const visitor = shop.visitor()
  const found = await visitor.post('/api/orders/lookup', { orderNumber: webOrderId, email: 'ana.botha@example.com' })
  return { visitor, webOrderId, id: found.json<{ id: string }>().id }
}

/** The form of somebody who pays the rest of such an order. */
async function payingTheRest(option: number) {
  const { visitor, id } = await lookedUp(40)
  const card = await shop.card()
  const paid =
    option === 0
      ? { encryptedValues: { 'Appliances Online': card.encrypted }, cardHolderName: card.holder }
      : { selectedPaymentOption: option }
  return { visitor, path: `/api/orders/${id}/payment`, body: { expectedBalance: 59, ...paid }, headers: withKey() }
}

/** Somebody who was sent to a provider with it. */
async function payingAt(option: number) {
  const { visitor, path, body, headers } = await payingTheRest(option)
  const answer = await visitor.post(path, body, { headers })
  const { paymentReference: reference, redirectUrl } = answer.json<{ paymentReference: string; redirectUrl: string }>()
  return { visitor, path, reference, redirectUrl }
}

async function backWithTheRest(provider: string, option: number): Promise<Call> {
  const { visitor, path, redirectUrl } = await payingAt(option)
  const back = new URL(await chooseAtProvider(redirectUrl, 'approve'), shop.url)
  back.searchParams.delete('provider')
  return { visitor, path: `${path}/${provider}?${back.searchParams}` }
}

/** A member with an order, signed in once: what the calls of an account ask for. */
let seller: Promise<Visitor> | null = null
const salesperson = () => (seller ??= shop.colleague('sales'))
let signedIn: Promise<Visitor> | null = null
const owner = () => (signedIn ??= openAccount())
async function openAccount(): Promise<Visitor> {
  const visitor = shop.visitor()
  const [email, password] = ['owner@shopper.example', 'a long fridge 42']
  const person = { firstName: 'Ana', lastName: 'Botha', phone: '0412 345 678' }
  const body = { email, password, ...person, clientId: 'storefront-aol', ABN: '' }
  await visitor.identity('POST', '/api/account/register', { body })
  await visitor.signIn(email, password)
  await visitor.add('LAMP-1')
  await visitor.submit(await visitor.order({ card: await shop.card() }))
  return visitor
}

let leaving = 0
/** Somebody who has proved a moment ago who they are. */
async function justSignedIn(): Promise<Visitor> {
  const visitor = shop.visitor()
  const [email, password] = [`leaving${++leaving}@shopper.example`, 'a long fridge 42']
  const person = { firstName: 'Ana', lastName: 'Botha', phone: '0412 345 678' }
  const body = { email, password, ...person, clientId: 'storefront-aol', ABN: '' }
  await visitor.identity('POST', '/api/account/register', { body })
  await visitor.signIn(email, password)
  return visitor
}

const savedAddress = {
  label: null,
  ...testAddress,
  companyName: null,
  suburb: 'Sydney',
  state: 'NSW',
  postcode: '2000',
  country: 'AU',
  phone: '0412 345 678',
  deliveryInstructions: null,
  isDefault: false,
}

const storeId = () => shop.services.stores.find({ app: 'wa' }, stores.newtown.storeUri)?.storeId ?? 0
const washerId = () => shop.services.catalogue.productBySku('WM-1')?.id ?? 0

const named = endpoints.map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
async function callOf(name: string): Promise<Call> {
  const call = await (goodCalls[name]?.() ?? expect.fail(`no good request of ${name}`))
  // What the sandbox still has to say would look like a change that the call made.
  await shop.settleNotices()
  return call
}

async function send(
  { visitor, path, body, raw, headers }: Call,
  method: string,
  more: { headers?: Record<string, string> } = {},
): Promise<TestAnswer> {
  const answer = await visitor.send(method, path, {
    ...more,
    ...(body === undefined ? {} : { body }),
    ...(raw === undefined ? {} : { raw }),
    headers: { ...headers, ...more.headers },
  })
  // What is known of products inside the house is told by no call of the shop, to nobody.
  expect([method, path, canary.exec(answer.text + JSON.stringify(answer.headers))]).toEqual([method, path, null])
  return answer
}

/** What no answer may hold: what every product costs us, its notes, and who asks what for it. */
const canary = /CANARY|7777731|77777\.31|7333337|73333\.37/i
async function layCanaries(): Promise<void> {
  const { db } = shop.database
  await sql`insert into staff_cost select id, 'AUD', 7777731, now() from product
    union all select id, 'NZD', 7777731, now() from product`.execute(db)
  await sql`insert into staff_product_note (id, product_id, text, created_at)
    select gen_random_uuid(), id, 'CANARY note', now() from product`.execute(db)
  await sql`insert into staff_competitor_price (id, product_id, currency, competitor, url, price_cents, seen_at)
    select gen_random_uuid(), id, 'AUD', 'CANARY rival', 'https://canary.example/', 7333337, now() from product`.execute(
    db,
  )
}

/** The error body of decision platform-02, whole. */
function expectProblem(answer: TestAnswer, status: number, what = ''): ErrorBody {
  expect([what, answer.status]).toEqual([what, status])
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['cache-control']).toMatch(/no-store/)
  expect(answer.headers['set-cookie']).toBeUndefined()
  const body = answer.json<ErrorBody>()
  expect(body.errors.length).toBeGreaterThan(0)
  for (const error of body.errors) {
    expect(Object.keys(error).toSorted()).toEqual(['code', 'field', 'message'])
    expect(error.message).not.toBe('')
    expect(error.code).toMatch(/^[a-z0-9_]+$/)
    expect(error.field === null || typeof error.field === 'string').toBe(true)
  }
  expect(body.status).toEqual({ code: status, errors: body.errors.map((error) => error.message) })
  expect(['validation', 'refused', 'error']).toContain(body.type)
  expect(body.traceId).toMatch(/^[0-9a-f]{16}$/)
  return body
}

/** All the database holds, in short: of each table how many rows, and the sum of what their texts hash to. */
let digestQuery: Promise<RawBuilder<{ name: string; digest: string }>> | null = null
async function databaseDigest(): Promise<Record<string, string>> {
  // Figures are written a moment after what they count.
  await shop.services.analytics.counts.close()
  digestQuery ??= (async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema = 'public'`.execute(shop.database.db)
    const each = rows.map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${sql.table(name)} t`,
    )
    return sql<{ name: string; digest: string }>`${sql.join(each, sql` union all `)}`
  })()
  const { rows } = await (await digestQuery).execute(shop.database.db)
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}

test('every call has a good request here, and no request is for a call that is gone', () => {
  expect(Object.keys(goodCalls).toSorted()).toEqual(named.map((one) => one.name).toSorted())
})

test('what a call changes shows in the digest by which calls that change nothing are known', async () => {
  const before = await databaseDigest()
  await withCart()
  const after = await databaseDigest()
  const changed = Object.keys(after).filter((name) => after[name] !== before[name])
  expect(changed).toEqual(expect.arrayContaining(['cart', 'cart_line']))
  expect(changed).not.toContain('product')
})

describe.each(named)('$name', ({ name, endpoint }) => {
  const { success } = endpoint

  test('answers a good request as its own description says', async () => {
    const described = Object.keys(operationOf(endpoint.method, endpoint.path)?.responses ?? { [success]: {} })
    expect(described.filter((status) => status < '400')).toEqual([String(success)])
    const call = await callOf(name)
    const answer = await send(call, endpoint.method)
    expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
    expect(answer.headers['cache-control']).toMatch(/^(public, max-age=60|private, no-store|no-store)$/)
    if (success === 303) expect(answer.headers.location).toMatch(/^\/customer\/(checkout|confirmation)/)
    const schema = schemaOfAnswer(endpoint.method, endpoint.path)
    if (schema === null) return
    const checked = z.fromJSONSchema(schema as never).safeParse(answer.json())
    expect(checked.error?.issues ?? []).toEqual([])
  })

  test('is found in any letter case, with and without a slash at the end', async () => {
    for (const respell of [
      upperCase,
      (path: string) => withSlash(path, true),
      (path: string) => withSlash(path, false),
    ]) {
      const call = await callOf(name)
      // Tokens and references keep their spelling; only the path's own words change.
      const isOwn = /cardreturn|paymenterror|locality|product\/|brand\/|coupon|invoiced\/|addresses\/[0-9a-f]/.test(
        call.path,
      )
      const answer = await send(
        { ...call, path: isOwn && respell === upperCase ? upperCaseWords(call.path) : respell(call.path) },
        endpoint.method,
      )
      expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
    }
  })

  if (endpoint.method === 'GET' && success === 200) {
    test('answers HEAD like GET, without a body', async () => {
      const call = await callOf(name)
      const [head, get] = [await send(call, 'HEAD'), await send(call, 'GET')]
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers['content-type']).toBe(get.headers['content-type'])
      expect(head.headers['cache-control']).toBe(get.headers['cache-control'])
    })
  }

  if (endpoint.method !== 'GET' && !endpoint.ownProof) {
    test('is refused across sites, whatever says so, and changes nothing', async () => {
      const call = await callOf(name)
      const before = await databaseDigest()
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': 'cross-site', origin: ownOrigin(call.visitor) },
        { 'sec-fetch-site': 'friendly' },
        { origin: 'https://elsewhere.example' },
        { origin: 'http://aol.localhost:1' },
        { origin: 'null' },
        { referer: 'https://elsewhere.example/page' },
        { referer: 'elsewhere' },
      ]) {
        const refused = expectProblem(await send(call, endpoint.method, { headers }), 403, JSON.stringify(headers))
        expect(refused.errors[0]?.code).toBe('cross_site')
      }
      expect(await databaseDigest()).toEqual(before)
    })

    test('is answered for our own pages and for programs', async () => {
      for (const headersFrom of [
        () => ({ 'sec-fetch-site': 'same-origin' }),
        () => ({ 'sec-fetch-site': 'none' }),
        (own: string) => ({ origin: own }),
        (own: string) => ({ referer: `${own}/cart` }),
      ]) {
        const call = await callOf(name)
        const headers = headersFrom(ownOrigin(call.visitor))
        expect((await send(call, endpoint.method, { headers })).status).toBe(success)
      }
    })
  }

  if (endpoint.body !== undefined) {
    test('refuses a body that is not what it takes, and changes nothing', async () => {
      const call = await callOf(name)
      const good = JSON.stringify(call.body)
      const before = await databaseDigest()
      const refuse = async (status: number, code: string, raw: string, type = 'application/json') => {
        const answer = await call.visitor.send(endpoint.method, call.path, { raw, headers: { 'content-type': type } })
        expect([raw.slice(0, 60), expectProblem(answer, status, raw.slice(0, 60)).errors[0]?.code]).toEqual([
          raw.slice(0, 60),
          code,
        ])
      }
      for (const raw of ['', '{', '{"a":}', "{'a':1}", 'undefined', '\u0000', `${good},`])
        await refuse(400, 'malformed_json', raw)
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/jsonp',
        'text/json',
      ])
        await refuse(415, 'content_type', good, type)
      await refuse(413, 'body_too_large', JSON.stringify({ ...call.body, filler: 'x'.repeat(endpoint.bodyLimit) }))
      const inside = (text: string) => `${good.slice(0, -1)},${text}}`
      for (const extra of [
        '"__proto__":{"isAdmin":true}',
        '"constructor":{"prototype":{"isAdmin":true}}',
        '"filler":{"deep":{"__proto__":{"isAdmin":true}}}',
        `"filler":${'['.repeat(30)}${']'.repeat(30)}`,
        `"filler":[${'0,'.repeat(600)}0]`,
        `"filler":{${Array.from({ length: 2_100 }, (_, at) => `"k${at}":0`).join(',')}}`,
        String.raw`"filler":"\u0000"`,
        String.raw`"filler":["\ud800"]`,
      ]) {
        // What is over the limit is refused for that.
        if (inside(extra).length <= endpoint.bodyLimit) await refuse(400, 'malformed_json', inside(extra))
      }
      // Where every field may be left out, nothing is left of a change that says nothing.
      const nothing = endpoint.body?.safeParse({}).success === true ? [] : ['{}']
      for (const raw of ['null', '[]', '"text"', '7', 'true', ...nothing]) {
        const answer = await call.visitor.send(endpoint.method, call.path, { raw })
        expectProblem(answer, 400, raw)
      }
      expect(await databaseDigest()).toEqual(before)
    })

    test('ignores fields that it does not know', async () => {
      const call = await callOf(name)
      const body = { ...call.body, isAdmin: true, unitPrice: 1, cartSecret: 'x', filler: { a: [1, null] } }
      const answer = await send({ ...call, body }, endpoint.method)
      expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
    })

    test('answers any wrong value of any field with a refusal, never with a fault', async () => {
      const call = await callOf(name)
      const known = shop.logged.length
      let before = await databaseDigest()
      for (const [path, values] of wrongBodies(call.body ?? {})) {
        let isRefused = true
        for (const value of values) {
          // A submit that would be right must not buy anything here: one of its totals is never the cart's.
          if (name === 'POST /api/checkout') {
            if (path.startsWith('cart.') || path === 'cart') Object.assign(value, { expectedTotal: 0.01 })
            else Object.assign(value, { cart: { orderTotal: 0.01 } })
          }
          const answer = await call.visitor.send(endpoint.method, call.path, { body: value })
          if (answer.status < 300) isRefused = false
          else {
            const what = `${path} = ${JSON.stringify(at(value, path))?.slice(0, 60)}`
            expectProblem(answer, [403, 404].includes(answer.status) ? answer.status : 400, what)
          }
        }
        const after = await databaseDigest()
        if (isRefused) expect([path, after]).toEqual([path, before])
        before = after
      }
      expect(shop.logged.slice(known).filter((line) => line.includes('request failed'))).toEqual([])
    })
  }

  if (endpoint.params !== undefined) {
    test('answers an unknown or impossible id with a refusal, and changes nothing', async () => {
      const call = await callOf(name)
      const before = await databaseDigest()
      const known = shop.logged.length
      for (const value of [
        'unknown',
        '%00',
        '%ED%A0%80',
        '%E0%A4%A',
        '..%2f..%2fetc',
        "x' or '1'='1",
        '%F0%9F%9A%9A',
        'x'.repeat(2_000),
        '-1',
        '%20',
      ]) {
        const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, encoded(value))
        const answer = await send({ ...call, path }, endpoint.method)
        if (answer.status === 303 || answer.status === 200) continue
        expect([value.slice(0, 20), [400, 404, 414].includes(answer.status)]).toEqual([value.slice(0, 20), true])
        expectProblem(answer, answer.status, value.slice(0, 20))
      }
      expect(await databaseDigest()).toEqual(before)
      expect(shop.logged.slice(known).filter((line) => line.includes('request failed'))).toEqual([])
    })
  }

  const query = Object.keys(endpoint.query?.shape ?? {})
  if (query.length > 0) {
    test('reads query names in any letter case, ignores unknown ones, and refuses one given twice', async () => {
      const call = await callOf(name)
      const isLookUp = /^GET \/api\/(redirect|settings\/global)\b/.test(name)
      const [path = '', given = ''] = call.path.split('?')
      const renamed = new URLSearchParams(
        [...new URLSearchParams(given)].map(([key, value]) => [key.toUpperCase(), value]),
      )
      expect(
        (await send({ ...call, path: `${path}?${renamed}&utm_source=mail&__proto__=1` }, endpoint.method)).status,
      ).toBe(success)
      // What the providers still have to say of it would look like a change.
      await shop.settleNotices()
      const before = await databaseDigest()
      for (const key of query) {
        // Lists may be given as often as one likes, and a look-up answers whatever it is asked with (decision platform-19).
        if (key === 'sku' || key === 'filter' || (key === 'uri' && name.endsWith('/prices')) || isLookUp) continue
        const twice = new URLSearchParams(given)
        twice.delete(key)
        const answer = await send(
          { ...call, path: `${path}?${twice}&${key}=a&${key.toUpperCase()}=b` },
          endpoint.method,
        )
        expect(expectProblem(answer, 400, key).errors[0]?.code).toBe('duplicate_parameter')
      }
      expect(await databaseDigest()).toEqual(before)
    })

    test('answers any wrong value in the query with a refusal, never with a fault', async () => {
      const call = await callOf(name)
      const [path = '', given = ''] = call.path.split('?')
      const known = shop.logged.length
      for (const key of query) {
        for (const value of [
          '',
          '-1',
          '1e999',
          'NaN',
          '%00',
          '%ED%A0%80',
          '%E0%A4%A',
          "' or 1=1 --",
          'x'.repeat(3_000),
          '00000000-0000-0000-0000-000000000000',
          '[object Object]',
        ]) {
          const others = new URLSearchParams(given)
          others.delete(key)
          const answer = await send({ ...call, path: `${path}?${others}&${key}=${encoded(value)}` }, endpoint.method)
          if (answer.status < 300) continue
          expectProblem(answer, answer.status === 404 ? 404 : 400, `${key}=${value.slice(0, 20)}`)
        }
      }
      expect(shop.logged.slice(known).filter((line) => line.includes('request failed'))).toEqual([])
    })
  }
})

/** As it may stand in an address; what is encoded already stays as it is. */
const encoded = (value: string) => encodeURI(value).replaceAll('%25', '%')

const ownOrigin = ({ app }: Visitor) => `http://${app}.localhost:${new URL(shop.url).port}`

function upperCase(path: string): string {
  const [address = '', query] = path.split('?')
  return address.toUpperCase() + (query === undefined ? '' : `?${query}`)
}

/** The first three segments only: what comes after may be a value. */
function upperCaseWords(path: string): string {
  return path
    .split('/')
    .map((part, index) => (index <= 3 && !part.includes('?') ? part.toUpperCase() : part))
    .join('/')
}

function withSlash(path: string, isRequested: boolean): string {
  const [address = '', query] = path.split('?')
  const bare = address.replace(/\/$/, '')
  return `${bare}${isRequested ? '/' : ''}${query === undefined ? '' : `?${query}`}`
}

const wrongValues: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  'x'.repeat(5_000),
  -1,
  0,
  1.5,
  1e308,
  '1; drop table cart',
  '💥',
  {},
  [],
  [[]],
  { toString: 1 },
]

/** For each field, the body with every wrong value in its place, and without it. */
function* wrongBodies(body: object): Generator<[string, Record<string, unknown>[]]> {
  for (const path of pathsOf(body)) {
    yield [path, [...wrongValues, undefined].map((wrong) => replaced(body, path, wrong))]
  }
}

function pathsOf(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = before === '' ? key : `${before}.${key}`
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? [path, ...pathsOf(inner as object, path)]
      : [path]
  })
}

function replaced(body: object, path: string, value: unknown): Record<string, unknown> {
  const copy = structuredClone(body) as Record<string, unknown>
  const parts = path.split('.')
  let inside = copy
  for (const part of parts.slice(0, -1)) inside = inside[part] as Record<string, unknown>
  const last = parts.at(-1) ?? ''
  if (value === undefined) delete inside[last]
  else inside[last] = value
  return copy
}

function at(body: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], body)
}

type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: unknown }[]
  requestBody?: { content: Record<string, { schema: unknown }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>
}
const paths = apiDescription.paths as unknown as Record<string, Record<string, Operation>>

function operationOf(method: string, path: string): Operation | undefined {
  return paths[path.replaceAll(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]
}

function schemaOfAnswer(method: string, path: string): object | null {
  const responses = operationOf(method, path)?.responses
  return (
    ((responses?.['201'] ?? responses?.['200'])?.content?.['application/json']?.schema as object | undefined) ?? null
  )
}

describe('the description', () => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

  test('is OpenAPI 3.1, served as it is made, and names every call once', async () => {
    const served = (await shop.visitor().get('/api/openapi.json')).json<typeof apiDescription>()
    expect(served).toEqual(JSON.parse(JSON.stringify(apiDescription)))
    expect(served.openapi).toMatch(/^3\.1\.\d+$/)
    expect(served.info).toEqual({ title: expect.any(String), version: expect.any(String) })
    const ids = operations.map((one) => one.operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.every((id) => /^[A-Za-z][A-Za-z0-9]*$/.test(id))).toBe(true)
    expect(operations).toHaveLength(endpoints.length - 1)
  })

  test('declares exactly the parameters that its paths have, and a description for every answer', () => {
    for (const { path, operation } of operations) {
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter]) => parameter).toSorted()
      const declared = operation.parameters.filter((one) => one.in === 'path')
      expect([path, declared.map((one) => one.name).toSorted()]).toEqual([path, inPath])
      expect(declared.every((one) => one.required)).toBe(true)
      const keys = operation.parameters.map((one) => `${one.in} ${one.name}`)
      expect(new Set(keys).size).toBe(keys.length)
      expect(Object.keys(operation.responses).length).toBeGreaterThan(0)
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^[1-5]\d\d$/)
        expect([path, status, typeof response.description]).toEqual([path, status, 'string'])
      }
    }
  })

  test('has no reference that leads nowhere and no schema that cannot be read', () => {
    const visit = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (key === '$ref') {
          const target = String(inner)
            .replace(/^#\//, '')
            .split('/')
            .reduce<unknown>((inside, part) => (inside as Record<string, unknown> | undefined)?.[part], apiDescription)
          expect([inner, typeof target]).toEqual([inner, 'object'])
        } else visit(inner)
      }
    }
    visit(apiDescription)
    for (const { operation } of operations) {
      const schemas = [
        ...operation.parameters.map((one) => one.schema),
        ...Object.values(operation.requestBody?.content ?? {}).map((one) => one.schema),
        ...Object.values(operation.responses['200']?.content ?? {}).map((one) => one.schema),
      ]
      for (const schema of schemas) expect(() => z.fromJSONSchema(schema as never)).not.toThrow()
    }
  })

  test('describes the error body that is really sent', async () => {
    const answer = await shop.visitor().post('/api/cart/product/', {})
    const { ErrorBody: described } = apiDescription.components.schemas
    expect(z.fromJSONSchema(described as never).safeParse(answer.json()).success).toBe(true)
  })
})

describe('what belongs to somebody else', () => {
  test('no call acts on a cart other than the one of the cookie', async () => {
    const { visitor: owner, body, paymentReference } = await atTheBank()
    const stranger = await withCart()
    const before = await databaseDigest()
    const { cartId } = body
    const address = { suburb: 'Sydney', state: 'NSW', postcode: '2000' }
    for (const thief of [stranger, shop.visitor()]) {
      expectProblem(await thief.post('/api/checkout/void', { cartId }), 400)
      expectProblem(await thief.post('/api/checkout/avail', { cartId, deliveryAddress: address }), 400)
      expectProblem(await thief.submit(body), 400)
      expectProblem(await thief.get(`/api/payment/status?cartId=${cartId}&paymentReference=${paymentReference}`), 400)
      expectProblem(
        await thief.post(`/api/checkout/afterpayconfirmation?cartId=${cartId}&status=SUCCESS&orderToken=x`),
        400,
      )
      expectProblem(await thief.get(`/api/checkout/paymenterror/${paymentReference}`), 404)
      expectProblem(await thief.get(`/api/checkout/confirmation?id=${cartId}`), 404)
    }
    // A reference of another cart under one's own cart id says nothing either.
    const own = (await stranger.cart()).cartId
    expectProblem(await stranger.get(`/api/payment/status?cartId=${own}&paymentReference=${paymentReference}`), 400)
    expect(await databaseDigest()).toEqual(before)
    expect((await owner.post('/api/checkout/void', { cartId })).status).toBe(200)
  })

  test('a cart of one brand is none of another, and its order neither', async () => {
    const { visitor, body } = await ordered()
    const cookie = [...visitor.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const elsewhere = shop.visitor('wa')
    expect((await elsewhere.get('/api/cart/', { headers: { cookie } })).json()).toMatchObject({ products: [] })
    expectProblem(await elsewhere.get(`/api/checkout/confirmation?id=${body.cartId}`), 404)
  })

  test('a line is changed by its own name only', async () => {
    const visitor = await withCart()
    await visitor.add('WM-1')
    const wrong = await visitor.post('/api/cart/product/', { sku: 'WM-1', productCode: 'LAMP-1', quantity: 9 })
    expectProblem(wrong, 400)
    expect((await visitor.cart()).products.map((line) => [line.sku, line.quantity])).toEqual([
      ['LAMP-1', 2],
      ['WM-1', 1],
    ])
  })
})

test('an address that is no call, and a method that is none of its, answer the error body', async () => {
  const visitor = shop.visitor()
  for (const path of [
    '/api',
    '/api/',
    '/API/nothing',
    '/api/cart/product/a/b',
    '/api//',
    '/api/%zz',
    '/api/cart/%2e%2e',
  ]) {
    expect(expectProblem(await visitor.get(path), 404, path).errors[0]?.message).toBe(
      'The requested resource could not be found.',
    )
  }
  for (const method of ['PUT', 'PATCH', 'OPTIONS']) expectProblem(await visitor.send(method, '/api/cart/'), 404, method)
})

test('a sku with a slash is one path segment when it is encoded', async () => {
  const visitor = shop.visitor()
  await visitor.add('A/B-1')
  const line = await visitor.get('/api/cart/product/A%2FB-1')
  expect(line.json()).toMatchObject({ sku: 'A/B-1' })
  expect((await visitor.delete('/api/cart/product/A%2fB-1')).json()).toMatchObject({ products: [] })
})

describe('under rate limits', () => {
  let guarded: TestShop
  beforeAll(async () => {
    guarded = await openTestShop({ env: { RATE_LIMITS: 'on', TRUSTED_PROXIES: '1' }, sandbox: false })
  })
  afterAll(async () => guarded.close())

  async function refusedAfter(max: number, ask: (at: number) => Promise<TestAnswer>): Promise<number> {
    for (let done = 0; done <= max; done++) {
      const answer = await ask(done)
      if (answer.status !== 429) continue
      const { errors, traceId } = expectProblem(answer, 429)
      expect(answer.headers['x-trace-id']).toBe(traceId)
      expect(errors).toEqual([
        { message: 'Too many attempts. Please try again later.', code: 'too_many_requests', field: null },
      ])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      return done
    }
    return Infinity
  }

  test('cart edits, codes and submits are counted by cart, and Retry-After is true', async () => {
    const visitor = guarded.visitor()
    await visitor.add('LAMP-1')
    expect(
      await refusedAfter(80, () =>
        visitor.post('/api/cart/product/', { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 }),
      ),
    ).toBe(59 + 1)
    const again = await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })
    await guarded.advance(Number(again.headers['retry-after']) * 1_000)
    expect(
      (await visitor.post('/api/cart/product/', { sku: 'LAMP-1', productCode: 'LAMP-1', quantity: 1 })).status,
    ).toBe(200)
    const cart = await visitor.cart()
    expect(await refusedAfter(20, () => visitor.post('/api/checkout', { ...minimalSubmit, cartId: cart.cartId }))).toBe(
      6,
    )
    expect(await refusedAfter(20, () => visitor.post('/api/cart/coupon/', { code: 'GUESS', userEmail: null }))).toBe(10)
  })

  test('a new cart or a made-up cookie for every guess of a code does not get round the limit', async () => {
    await guarded.advance(3_600_000)
    const visitor = guarded.visitor()
    const guess = async (at: number) => {
      if (at % 5 === 0) {
        visitor.cookies.delete('cart')
        await visitor.add('LAMP-1')
      }
      visitor.cookies.set('junk', String(at))
      return visitor.post('/api/cart/coupon/', { code: `GUESS-${at}`, userEmail: null })
    }
    expect(await refusedAfter(60, guess)).toBe(30)
  })

  test('all addresses of one IPv6 customer count as one', async () => {
    await guarded.advance(3_600_000)
    const guess = async (network: string, at: number) => {
      const visitor = guarded.visitor()
      const headers = { 'x-forwarded-for': `2001:db8:0:${network}::${at.toString(16)}` }
      return visitor.post('/api/cart/coupon/', { code: `GUESS-${at}`, userEmail: null }, { headers })
    }
    // Without a cart it is the address that counts: ten codes a minute.
    expect(await refusedAfter(20, (at) => guess('a', at))).toBe(10)
    expect((await guess('b', 1)).status).toBe(400)
  })

  test('one address gets 1,200 requests a minute, pages and calls together', async () => {
    await guarded.advance(3_600_000)
    const visitor = guarded.visitor()
    expect(await refusedAfter(1_300, (at) => visitor.get(at % 2 === 0 ? '/api/geo' : '/some-page'))).toBe(1_200)
    expect((await visitor.get('/livez')).text).toBe('ok')
  })

  const minimalSubmit = {
    email: '',
    phoneNumber: '',
    deliveryAddress: { firstName: '', lastName: '', address: '', suburb: '', postcode: '' },
    billingAddress: null,
    deliveryDate: null,
    cart: { orderTotal: 1 },
  }
})

test('a fault says nothing of its cause to the caller and enough to the log', async () => {
  const broken = await openTestShop({ sandbox: false })
  try {
    await sql`drop table visitor cascade`.execute(broken.database.db)
    const answer = await broken.visitor().post('/api/geo/setlocation', { localityId: places.sydney.id })
    const body = expectProblem(answer, 500)
    expect(body.errors).toEqual([
      { message: 'A server error occurred. Please try again later.', code: 'fault', field: null },
    ])
    expect(answer.text).not.toMatch(/visitor|relation|select|\.ts/i)
    const line = broken.logged.find((one) => one.includes('request failed')) ?? ''
    expect(JSON.parse(line)).toMatchObject({ level: 'error', traceId: body.traceId, route: '/api/geo/setlocation' })
  } finally {
    await broken.close()
  }
})

import { cookingDemo, demoBooking } from '../../testing/api-visitors.ts'
import { places, stores } from '../../testing/catalogue.ts'
import type { ExampleCalls } from '../../testing/endpoint-contract.ts'
import type { TestShop } from '../../testing/shop.server.ts'

const storeId = (shop: TestShop) => shop.services.stores.find({ app: 'wa' }, stores.newtown.storeUri)?.storeId ?? 0

/** One good request for each call about content, places, stores, events and what pages report. */
export const contentCalls: ExampleCalls = {
  'GET /api/redirect': async (shop) => ({ visitor: shop.visitor(), path: '/api/redirect?fromUrl=%2Fnowhere' }),
  'GET /api/redirect/getdestination': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/redirect/getdestination?fromUri=%2Fnowhere',
  }),
  'GET /api/settings': async (shop) => ({ visitor: shop.visitor(), path: '/api/settings' }),
  'GET /api/settings/global': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/settings/global?keys=countryCode,nothing',
  }),
  'GET /api/alertBanner/': async (shop) => ({ visitor: shop.visitor('andoo'), path: '/api/alertBanner/' }),
  'GET /api/page/:slug': async (shop) => ({ visitor: shop.visitor(), path: '/api/page/home' }),
  'GET /api/footer': async (shop) => ({ visitor: shop.visitor(), path: '/api/footer' }),
  'GET /api/blog': async (shop) => ({ visitor: shop.visitor(), path: '/api/blog?page=0' }),
  'GET /api/blog/:slug': async (shop) => ({ visitor: shop.visitor(), path: '/api/blog/how-loud-is-a-dishwasher' }),
  'GET /api/sitemap': async (shop) => ({ visitor: shop.visitor(), path: '/api/sitemap' }),
  'POST /api/newsletter': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/newsletter',
    body: { email: 'news@shopper.example' },
  }),
  'GET /api/v2/cookingdemo': async (shop) => ({
    visitor: shop.visitor('wa'),
    path: '/api/v2/cookingdemo?storeUri=newtown',
  }),
  'GET /api/v2/cookingdemo/:id': async (shop) => ({
    visitor: shop.visitor('wa'),
    path: `/api/v2/cookingdemo/${await cookingDemo(shop)}`,
  }),
  'POST /api/v2/cookingdemo/booking': async (shop) => ({
    visitor: shop.visitor('wa'),
    path: '/api/v2/cookingdemo/booking',
    body: await demoBooking(shop),
  }),
  'POST /api/cookingdemo/booking': async (shop) => {
    const { cookingDemoId, email, phone, guests } = await demoBooking(shop)
    const body = { cookingDemoId, name: 'Robin Vale', email, phone, guests }
    return { visitor: shop.visitor('wa'), path: '/api/cookingdemo/booking', body }
  },
  'POST /api/v2/cookingdemo/wait-list': async (shop) => {
    const { cookingDemoId, firstName, lastName, email, phone, guests } = await demoBooking(shop, { isFull: true })
    const body = { cookingDemoId, firstName, lastName, email, phone, guests, message: null }
    return { visitor: shop.visitor('wa'), path: '/api/v2/cookingdemo/wait-list', body }
  },
  'POST /api/cookingdemo/rsvp': async (shop) => {
    const booking = await demoBooking(shop)
    await shop.visitor('wa').post('/api/v2/cookingdemo/booking', booking)
    const { cookingDemoId, email } = booking
    const body = { cookingDemoId, bookingReference: null, email, attending: true, guests: 1 }
    return { visitor: shop.visitor('wa'), path: '/api/cookingdemo/rsvp', body }
  },
  'POST /api/contact': async (shop) => ({
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
  'GET /api/Static/:name': async (shop) => ({ visitor: shop.visitor(), path: '/api/Static/privacy-policy' }),
  'GET /api/navbar/': async (shop) => ({ visitor: shop.visitor(), path: '/api/navbar/' }),
  'GET /api/geo': async (shop) => ({ visitor: shop.visitor(), path: '/api/geo' }),
  'GET /api/address/suggestions': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/address/suggestions?text=12%20col&localityId=${places.sydney.id}`,
  }),
  'POST /api/geo/setlocation': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/geo/setlocation',
    body: { localityId: places.sydney.id },
  }),
  'GET /api/analytics/search': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/analytics/search?searchTerm=washing%20machine',
  }),
  'POST /api/analytics/search': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/analytics/search',
    body: { analyticsEventType: 0, query: 'washer', productList: [], url: '/search/washer', isRepeatUser: false },
  }),
  'POST /api/analytics/count': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/analytics/count',
    body: { event: 'page_view', pageType: 'product' },
  }),
  'POST /api/analytics/speed': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/analytics/speed',
    body: { pageType: 'product', lcp: 900, cls: 12 },
  }),
  'GET /api/analytics/product-load-event': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/analytics/product-load-event?productId=1',
  }),
  'GET /api/locality/:term': async (shop) => ({ visitor: shop.visitor(), path: '/api/locality/syd' }),
  'GET /api/locality/:suburb/:state/:postcode': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/locality/sydney/nsw/2000',
  }),
  'POST /api/monitoring/policy': async (shop) => ({
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
  'POST /api/monitoring/error': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/monitoring/error',
    body: { message: 'It broke.', code: 401, area: 'card check', url: '/customer/checkout', context: { field: 'cvv' } },
  }),
  'GET /api/store': async (shop) => ({ visitor: shop.visitor('wa'), path: '/api/store?filters=NSW,open-today' }),
  'GET /api/store/:id': async (shop) => ({
    visitor: shop.visitor('wa'),
    path: `/api/store/${storeId(shop)}`,
  }),
  'POST /api/store/setstore': async (shop) => ({
    visitor: shop.visitor('wa'),
    path: '/api/store/setstore',
    body: { storeId: storeId(shop) },
  }),
}

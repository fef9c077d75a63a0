import type { ExampleCalls } from '../../testing/endpoint-contract.ts'
import type { TestShop } from '../../testing/shop.server.ts'

const washerId = (shop: TestShop) => shop.services.catalogue.productBySku('WM-1')?.id ?? 0

/** One good request for each call about products, lists of them and their prices. */
export const catalogueCalls: ExampleCalls = {
  'GET /api/compare/': async (shop) => ({ visitor: shop.visitor(), path: '/api/compare/' }),
  'POST /api/compare/product/': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/compare/product/',
    body: { sku: 'LAMP-1' },
  }),
  'DELETE /api/compare/product/:sku': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/compare/product/LAMP-1',
  }),
  'GET /api/compare/products': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/compare/products?SkuList=LAMP-1~WM-1~A%2FB-1',
  }),
  'GET /api/v3/search/suggestions': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/suggestions?searchTerm=washer&limit=4',
  }),
  'GET /api/v2/popular-terms': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/popular-terms',
  }),
  'GET /api/v3/search/destination': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/destination?searchTerm=washer',
  }),
  'GET /api/v2/product/slug/:slug': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/slug/front-load-washer-8-kg?date=2026-11-24',
  }),
  'GET /api/v2/product/extended/id/:id': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/extended/id/${washerId(shop)}`,
  }),
  'GET /api/v2/product/id/:id/': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/id/${washerId(shop)}/`,
  }),
  'GET /api/v2/product/sku/:sku': async (shop) => ({ visitor: shop.visitor(), path: '/api/v2/product/sku/A%2FB-1' }),
  'GET /api/v2/product/upselloptions/sku/:sku': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/upselloptions/sku/WM-1',
  }),
  'GET /api/product/features/id/:value': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/product/features/id/${washerId(shop)}`,
  }),
  'GET /api/product/features/sku/:value': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/product/features/sku/WM-1',
  }),
  'GET /api/v2/product/specifications/id/:value': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/v2/product/specifications/id/${washerId(shop)}`,
  }),
  'GET /api/v2/product/specifications/sku/:value': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/specifications/sku/WM-1',
  }),
  'GET /api/meta/product/:id': async (shop) => ({
    visitor: shop.visitor(),
    path: `/api/meta/product/${washerId(shop)}`,
  }),
  'GET /api/v2/listing': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/listing?type=category&uri=laundry&page=0&pageSize=4&sort=price-asc&filter=brand:brightwater&term=',
  }),
  'GET /api/v2/brand': async (shop) => ({ visitor: shop.visitor(), path: '/api/v2/brand' }),
  'GET /api/v2/brand/:uri': async (shop) => ({ visitor: shop.visitor(), path: '/api/v2/brand/nordhaus' }),
  'POST /api/notifyme': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/notifyme',
    body: { sku: 'OUT-1', email: 'ana@example.com', phone: null, callbackTime: null },
  }),
  'GET /api/pricehistory/get-price-history/:sku': async (shop) => {
    await shop.set('aol', 'PriceHistoryEnabled', 'true')
    return { visitor: shop.visitor(), path: '/api/pricehistory/get-price-history/WM-1' }
  },
  'GET /api/v3/search': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v3/search?searchTerm=washer&isAutoCorrectEnabled=true&limit=3&wid=true',
  }),
  'GET /api/v3/search/products': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v3/search/products?searchTerm=washer&limit=4&page=0&sort=price-asc&filter=brand:brightwater',
  }),
  'GET /api/v2/product/search-url': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/product/search-url?SearchTerm=LAMP-1',
  }),
  'GET /api/v2/sitesearch/:type/:term': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/SiteSearch/f/washer?fallback=true&location=2000&wid=true',
  }),
  'GET /api/v2/sitesearch/search-url': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/v2/sitesearch/search-url?searchterms=washer',
  }),
  'GET /api/search/products': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/search/products?searchTerms=washer',
  }),
  'GET /api/promotion': async (shop) => ({ visitor: shop.visitor('fk'), path: '/api/promotion?brand=ember&page=0' }),
  'GET /api/promotion/sale/': async (shop) => ({
    visitor: shop.visitor(),
    path: '/api/promotion/sale/?dateOverride=2026-12-24',
  }),
  'GET /api/promotion/:path': async (shop) => ({
    visitor: shop.visitor('fk'),
    path: '/api/promotion/kitchens-of-the-year',
  }),
  'GET /api/account/prices': async (shop) => ({
    visitor: await shop.owner(),
    path: `/api/account/prices?uri=${shop.services.catalogue.productBySku('LAMP-1')?.uri ?? ''}&uri=nothing`,
  }),
}

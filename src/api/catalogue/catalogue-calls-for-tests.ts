import { expect } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import { productRecord, type ProductRecordInput } from '../../modules/catalogue/product/product-record.ts'
import type { ProductResponse } from '../../modules/catalogue/product/product-responses.ts'
import { importRecords } from '../../modules/product-import/import-records.server.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import type { TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'

/** A product with everything that a product can have. */
export const oven = {
  sku: 'FULL-1',
  mpn: 'F 1',
  title: 'Steam oven 60 cm',
  brand: 'Nordhaus',
  categoryUri: 'kitchen/cookers',
  shortDescription: 'Steam and bake.',
  description: '<p>Steam <script>alert(1)</script>and bake.</p>',
  features: [
    { title: 'Steam', description: 'From a tank.' },
    { title: 'Bake', description: 'To 250 degrees.' },
  ],
  condition: 'CosmeticImperfection',
  missingParts: 'One oven rack',
  widthMm: 600,
  heightMm: 600,
  depthMm: 560,
  attributes: { capacity_l: 72.5, energy_stars: 3.5, steam: true, finishes: ['Black', 'Steel'], unknown_code: 1 },
  documents: [{ title: 'User manual', url: 'https://example.com/manual.pdf', sizeKb: 1_250 }],
  videos: [{ provider: 'youtube', id: 'abc-123' }],
  relatedSkus: ['HOSE-1', 'NOT-THERE', 'NZ-1'],
  supersededBy: 'FR-1',
  offers: [
    {
      app: 'aol',
      price: 1_899_00,
      rrp: 2_499_00,
      lineDiscount: 100_00,
      altPriceMsg: 'Floor stock',
      ribbons: ['bonus'],
    },
    { app: 'hc', price: 1_799_00, rrp: 2_499_00, lineDiscount: 100_00 },
    { app: 'aoc', price: 1_850_00, rrp: 2_499_00 },
    { app: 'wa', price: null, rrp: 2_499_00 },
    { app: 'aol-nz', price: 2_050_00, priceType: 'manufacturer', lineDiscount: 10_00 },
  ],
  stock: { '2000': { quantity: 3 } },
  rating: { average: 4.4, count: 31 },
  releasedOn: '2024-02-01',
  isDemo: true,
} satisfies ProductRecordInput

/** Nobody has said whether there is any. */
const unknown = {
  sku: 'WHO-KNOWS',
  title: 'Oven nobody counted',
  brand: 'Nordhaus',
  categoryUri: 'kitchen/cookers',
  offers: [{ app: 'aol', price: 500_00 }],
} satisfies ProductRecordInput

const attributes = [
  { code: 'capacity_l', title: 'Capacity', group: 'Capacity', valueType: 'number', unit: 'L', facet: null },
  { code: 'energy_stars', title: 'Energy rating', group: 'Energy', valueType: 'stars', unit: null, facet: null },
  { code: 'steam', title: 'Steam', group: 'Energy', valueType: 'boolean', unit: null, facet: null },
  { code: 'finishes', title: 'Finishes', group: 'Look', valueType: 'list', unit: null, facet: null },
] as const

/** Puts the two beside the dozen products. */
export async function addOvens(shop: TestShop): Promise<void> {
  const items = [oven, unknown].map((record, at) => ({ line: at + 1, record: productRecord.parse(record) }))
  await importRecords(shop.database, items, { source: 'more', now: shop.clock.now(), taxonomy: { attributes } })
  await announce(shop.database.db, 'all')
  await until(() => shop.services.catalogue.productBySku('FULL-1') !== null)
  await until(() => shop.services.catalogue.attribute('steam') !== null)
}

/** The calls of the catalogue, as an app asks for them. */
export function catalogueCallsOf(shop: () => TestShop) {
  const idOf = (sku: string) => shop().services.catalogue.productBySku(sku)?.id ?? 0
  const ask = (path: string, app: AppCode = 'aol') => shop().visitor(app).get(path)
  async function get<Body>(path: string, app: AppCode = 'aol'): Promise<Body> {
    const answer = await ask(path, app)
    expect([path, answer.status, answer.status === 200 ? '' : answer.text]).toEqual([path, 200, ''])
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    return answer.json<Body>()
  }
  async function refused(path: string, status: number, app: AppCode = 'aol'): Promise<ErrorBody> {
    const answer = await ask(path, app)
    expect([path, answer.status]).toEqual([path, status])
    return answer.json<ErrorBody>()
  }
  const bySku = (sku: string, app: AppCode = 'aol') =>
    get<ProductResponse>(`/api/v2/product/sku/${encodeURIComponent(sku)}`, app)

  return { idOf, ask, get, refused, bySku }
}

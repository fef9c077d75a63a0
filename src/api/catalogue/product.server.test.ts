import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AppCode } from '../../brands/apps.ts'
import { databaseEngines } from '../../testing/database.ts'
import { hours, seconds } from '../../platform/clock.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import { importRecords } from '../../modules/product-import/import-records.server.ts'
import { productRecord, type ProductRecordInput } from '../../modules/catalogue/product-record.ts'
import type { ExtendedProductResponse, ProductResponse } from '../../modules/catalogue/product-responses.ts'
import { places } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'

/** The calls of catalogue and pricing over HTTP: what they say, on both engines. Their bad inputs are in endpoints.server.test.ts. */

const oven = {
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

const engines = await databaseEngines()

describe.each(engines)('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    const items = [oven, unknown].map((record, at) => ({ line: at + 1, record: productRecord.parse(record) }))
    await importRecords(shop.database, items, { source: 'more', now: shop.clock.now(), taxonomy: { attributes } })
    await announce(shop.database.db, 'all')
    await until(() => shop.services.catalogue.productBySku('FULL-1') !== null)
    await until(() => shop.services.catalogue.attribute('steam') !== null)
  })
  afterAll(async () => shop.close())

  const idOf = (sku: string) => shop.services.catalogue.productBySku(sku)?.id ?? 0
  const ask = (path: string, app: AppCode = 'aol') => shop.visitor(app).get(path)
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

  describe('a product', () => {
    test('by its sku has its ids, its address, its prices and everything a card needs [CAT-01] [CAT-13] [PRICE-02]', async () => {
      expect(await bySku('full-1')).toEqual({
        productId: idOf('FULL-1'),
        sku: 'FULL-1',
        uri: 'steam-oven-60-cm',
        title: 'Steam oven 60 cm',
        brand: { name: 'Nordhaus', uri: 'nordhaus' },
        manufacturer: { name: 'Nordhaus', uri: 'nordhaus', thumbnail: null },
        category: { title: 'Cookers', uri: 'kitchen/cookers' },
        categorization: { level1: 'kitchen', level2: 'cookers', level3: null },
        price: 1_899,
        rrp: 2_499,
        lineDiscount: 100,
        discountOffRrp: 600,
        percentageDiscountOffRrp: 24.01,
        altPriceMsg: 'Floor stock',
        priceHidden: false,
        quantity: 1,
        priceType: 0,
        stockStatus: 2,
        available: true,
        unavailableReason: null,
        images: [{ url: '/media/placeholder.svg', thumbUrl: '/media/placeholder.svg', alt: 'Steam oven 60 cm' }],
        ribbon: { type: 'bonus', text: 'Bonus', size: 'sm' },
        conditionType: 'CosmeticImperfection',
        missingParts: 'One oven rack',
        isProforma: false,
        rating: { average: 4.4, count: 31 },
      })
      expect((await bySku('MI-1')).isProforma).toBe(true)
    })

    test('by its id is the same, wrapped [CAT-12]', async () => {
      expect(await get(`/api/v2/product/id/${idOf('FULL-1')}/`)).toEqual({ product: await bySku('FULL-1') })
    })

    test('by its slug and by its id has everything its page shows [CAT-10] [CAT-11] [CRUMB-02]', async () => {
      const byId = await get<ExtendedProductResponse>(`/api/v2/product/extended/id/${idOf('FULL-1')}`)
      expect(byId).toEqual({
        ...(await bySku('FULL-1')),
        shortDescription: 'Steam and bake.',
        description: '<p>Steam and bake.</p>',
        features: [
          { title: 'Steam', description: 'From a tank.', imageUrl: null, valueType: 'String', sortOrder: 0 },
          { title: 'Bake', description: 'To 250 degrees.', imageUrl: null, valueType: 'String', sortOrder: 1 },
        ],
        specifications: [
          { title: 'Capacity', attributes: [{ name: 'Capacity', unit: 'L', valueType: 'String', value: '72.5' }] },
          {
            title: 'Energy',
            attributes: [
              { name: 'Energy rating', unit: null, valueType: 'Rating', value: 3.5 },
              { name: 'Steam', unit: null, valueType: 'Boolean', value: true },
            ],
          },
          { title: 'Look', attributes: [{ name: 'Finishes', unit: null, valueType: 'String', value: 'Black, Steel' }] },
          {
            title: 'Downloads',
            attributes: [
              {
                name: 'Documents',
                unit: null,
                valueType: 'Downloads',
                value: [{ title: 'User manual', url: 'https://example.com/manual.pdf' }],
              },
            ],
          },
        ],
        downloads: [{ title: 'User manual', url: 'https://example.com/manual.pdf', sizeKb: 1_250 }],
        promotions: [],
        breadcrumbs: [
          { title: 'Kitchen', uri: '/c/kitchen', params: {} },
          { title: 'Cookers', uri: '/c/kitchen/cookers', params: {} },
          { title: 'Steam oven 60 cm', uri: '', params: {} },
        ],
        // What its maker names and this app sells, then others of its category.
        relatedSkus: ['HOSE-1', 'SC-20', 'WHO-KNOWS'],
        supersededBy: 'FR-1',
        videos: [{ provider: 'youtube', id: 'abc-123' }],
        pageNavigation: [
          { title: 'Stock', uri: 'stock', display: true },
          { title: 'Description', uri: 'description', display: true },
          { title: 'Features', uri: 'features', display: true },
          { title: 'Dimensions', uri: 'dimensions', display: true },
          { title: 'Running costs', uri: 'energy', display: false },
          { title: 'Specifications', uri: 'specifications', display: true },
          { title: 'Price history', uri: 'price-history', display: false },
          { title: 'Downloads', uri: 'downloads', display: true },
          { title: 'Questions', uri: 'questions', display: true },
          { title: 'Reviews', uri: 'reviews', display: true },
        ],
      })
      // Only staff may look at another day.
      expect(await get('/api/v2/product/slug/steam-oven-60-cm?date=2020-01-01')).toEqual(byId)
    })

    test('that this app does not sell, or nobody does, is not found', async () => {
      for (const path of [
        '/api/v2/product/slug/nowhere',
        '/api/v2/product/slug/washer-for-auckland',
        '/api/v2/product/extended/id/0',
        '/api/v2/product/extended/id/99999999999999999999',
        '/api/v2/product/id/one/',
        `/api/v2/product/id/${idOf('NZ-1')}/`,
        '/api/v2/product/sku/NZ-1',
        '/api/v2/product/upselloptions/sku/NZ-1',
        '/api/product/features/id/0',
        '/api/product/features/sku/NZ-1',
        '/api/v2/product/specifications/id/0',
        '/api/v2/product/specifications/sku/NZ-1',
        '/api/meta/product/0',
        '/api/pricehistory/get-price-history/NZ-1',
      ]) {
        const body = await refused(path, 404)
        expect(body.errors).toEqual([
          { code: 'not_found', field: null, message: 'The requested resource could not be found.' },
        ])
      }
    })

    test('features and specifications by id and by sku are the same, and empty lists when there are none [CAT-15] [CAT-16] [CAT-17] [CAT-18]', async () => {
      const extended = await get<ExtendedProductResponse>(`/api/v2/product/extended/id/${idOf('FULL-1')}`)
      const features = { features: extended.features }
      expect(await get(`/api/product/features/id/${idOf('FULL-1')}`)).toEqual(features)
      expect(await get('/api/product/features/sku/FULL-1')).toEqual(features)
      const groups = { groups: extended.specifications }
      expect(await get(`/api/v2/product/specifications/id/${idOf('FULL-1')}`)).toEqual(groups)
      expect(await get('/api/v2/product/specifications/sku/FULL-1')).toEqual(groups)
      expect(await get('/api/product/features/sku/LAMP-1')).toEqual({ features: [] })
      expect(await get('/api/v2/product/specifications/sku/LAMP-1')).toEqual({ groups: [] })
    })

    test('has what goes into the head of its page [CAT-19]', async () => {
      const meta = await get<{ structuredData: { '@graph': { '@type': string; offers?: unknown }[] } }>(
        `/api/meta/product/${idOf('FULL-1')}`,
      )
      expect(meta).toMatchObject({
        title: 'Steam oven 60 cm',
        description: 'Steam and bake.',
        canonicalUrl: `${shop.url}/p/steam-oven-60-cm/`,
        noIndex: false,
        openGraph: {
          title: 'Steam oven 60 cm',
          url: `${shop.url}/p/steam-oven-60-cm/`,
          description: 'Steam and bake.',
          type: 'product',
          image: { url: `${shop.url}/media/placeholder.svg`, width: 350, height: 380 },
        },
      })
      expect(meta.structuredData['@graph'].map((one) => one['@type'])).toEqual(['Product', 'BreadcrumbList'])
      // What is paid in the end, in the currency's own code.
      expect(meta.structuredData['@graph'][0]?.offers).toMatchObject({ price: '1799.00', priceCurrency: 'AUD' })
      expect(await get(`/api/meta/product/${idOf('FULL-1')}`, 'hc')).toMatchObject({
        canonicalUrl: `http://hc.localhost:${new URL(shop.url).port}/p/steam-oven-60-cm`,
      })
    })
  })

  test('attribute values are of these types, in the description and in every answer [ENUM-10]', async () => {
    const { text } = await ask('/api/openapi.json')
    const described = [...text.matchAll(/"valueType":\{"type":"string","enum":(\[[^\]]*\])/g)].map(
      ([, list = '']) => list,
    )
    expect(described.length).toBeGreaterThan(0)
    for (const list of described) expect(JSON.parse(list)).toEqual(['Html', 'String', 'Boolean', 'Rating', 'Downloads'])
    const { groups } = await get<{ groups: { attributes: { valueType: string }[] }[] }>(
      '/api/v2/product/specifications/sku/FULL-1',
    )
    const used = groups.flatMap((group) => group.attributes.map((one) => one.valueType))
    expect([...new Set(used)].toSorted()).toEqual(['Boolean', 'Downloads', 'Rating', 'String'])
  })

  describe('prices', () => {
    test('are each app’s own: no line discount on the outlet, none off what the maker fixed [PRICE-08]', async () => {
      expect(await bySku('FULL-1', 'hc')).toMatchObject({ price: 1_799, lineDiscount: 0, priceType: 0 })
      expect(await bySku('FULL-1', 'aol-nz')).toMatchObject({ price: 2_050, lineDiscount: 0, priceType: 1 })
      expect(await bySku('FULL-1', 'wa')).toMatchObject({
        price: null,
        rrp: 2_499,
        priceHidden: false,
        available: false,
      })
    })

    test('are hidden from visitors of the commercial app, wherever they would be [PRICE-14]', async () => {
      const hidden = {
        price: null,
        rrp: null,
        discountOffRrp: null,
        percentageDiscountOffRrp: null,
        altPriceMsg: null,
        priceHidden: true,
      }
      expect(await bySku('FULL-1', 'aoc')).toMatchObject({ ...hidden, lineDiscount: 0, available: true, ribbon: null })
      const meta = await ask(`/api/meta/product/${idOf('FULL-1')}`, 'aoc')
      expect(meta.text).not.toContain('1850')
      const list = await get<{ products: unknown[]; filters: { id: string }[]; sortOptions: { id: string }[] }>(
        '/api/v2/listing?type=all&sort=price-asc',
        'aoc',
      )
      for (const tile of list.products) expect(tile).toMatchObject(hidden)
      expect(list.filters.map((one) => one.id)).not.toContain('price')
      expect(list.sortOptions.map((one) => one.id)).toEqual(['relevance', 'name', 'newest', 'rating'])
      expect(list.sortOptions).toContainEqual({ id: 'relevance', label: 'Most popular', selected: true })
      expect(await get('/api/v2/product/upselloptions/sku/FULL-1', 'aoc')).toMatchObject({
        warranties: [],
        installs: [],
      })
      await shop.set('aoc', 'PriceHistoryEnabled', 'true')
      await refused('/api/pricehistory/get-price-history/FULL-1', 403, 'aoc')
    })
  })

  test('stock status is a number, with the reason why a product cannot be had [ENUM-06] [ENUM-12]', async () => {
    const stateOf = async (sku: string) => {
      const { stockStatus, available, unavailableReason } = await bySku(sku)
      return [stockStatus, available, unavailableReason]
    }
    expect(await stateOf('OUT-1')).toEqual([0, false, 'NoStock'])
    expect(await stateOf('OLD-1')).toEqual([1, false, 'SupersededNoStock'])
    expect(await stateOf('WM-1')).toEqual([2, true, null])
    expect(await stateOf('BO-1')).toEqual([3, true, null])
    expect(await stateOf('WHO-KNOWS')).toEqual([4, false, null])
  })

  test('a place that is not served blocks what could be had, and only that [ENUM-12]', async () => {
    const textsAt = async (placeId: string) => {
      const query = ['WM-1', 'OUT-1', 'OLD-1', 'WHO-KNOWS'].map((sku) => `&sku=${sku}`).join('')
      const { estimates } = await get<{ estimates: Record<string, { text: string }> }>(
        `/api/v2/delivery/estimates?localityId=${placeId}${query}`,
      )
      return Object.values(estimates).map((one) => one.text)
    }
    expect(await textsAt(places.lordHowe.id)).toEqual([
      'Not available in your area',
      'Out of stock',
      'This product has been discontinued.',
      'Not available in your area',
    ])
    expect((await textsAt(places.sydney.id))[0]).toMatch(/ · (FREE|\$)/)
  })

  test('requests for one slug within 1000 ms share one answer until the product changes, and a refusal is not kept [CAT-05]', async () => {
    const { catalogue } = shop.services
    const path = '/api/v2/product/slug/inlet-hose-2-m'
    const priceNow = async () => (await get<ProductResponse>(path)).price
    const { counts } = shop.pageCache
    const made = async (ask: () => Promise<unknown>) => {
      const before = counts.miss
      await ask()
      return counts.miss - before
    }
    shop.clock.advance(1_000)
    expect(await made(priceNow)).toBe(1)
    shop.clock.advance(999)
    expect(await made(priceNow)).toBe(0)
    shop.clock.advance(1)
    expect(await made(priceNow)).toBe(1)
    // A change does not wait for it.
    await catalogue.setOffer(idOf('HOSE-1'), 'aol', { price: 12_34, rrp: null })
    await until(() => catalogue.productBySku('HOSE-1')?.offers.aol?.price === 12_34)
    expect(await priceNow()).toBe(12.34)
    // Another app has its own answer.
    expect((await get<ProductResponse>(path, 'wa')).price).toBe(10)

    const later = '/api/v2/product/slug/heat-pump-dryer'
    const id = idOf('BO-1')
    const setLive = async (isLive: boolean) => {
      await shop.database.db.updateTable('product').set({ is_live: isLive }).where('id', '=', id).execute()
      await announce(shop.database.db, { products: [id] })
      await until(() => (catalogue.productBySku('BO-1') !== null) === isLive)
    }
    await setLive(false)
    await refused(later, 404)
    await setLive(true)
    expect((await get<ProductResponse>(later)).sku).toBe('BO-1')
  })

  describe('upsell options', () => {
    beforeAll(async () => {
      const { db } = shop.database
      const category = await db
        .selectFrom('category')
        .select('id')
        .where('uri', '=', 'kitchen')
        .executeTakeFirstOrThrow()
      const warranty = { kind: 'warranty', app: 'aol', category_id: category.id, blurb: 'Repairs.', is_demo: true }
      await db
        .insertInto('upsell_option')
        .values([
          { ...warranty, name: 'One year', term_months: 12, price_cents: 99_00, from_cents: 1_000_00, position: 1 },
          {
            ...warranty,
            name: 'For cheap ones',
            term_months: 12,
            price_cents: 9_00,
            below_cents: 1_000_00,
            position: 0,
          },
          { ...warranty, name: 'Elsewhere', term_months: 12, price_cents: 9_00, app: 'wa' },
          {
            kind: 'install',
            app: 'aol',
            product_id: idOf('FULL-1'),
            name: 'Installation',
            blurb: 'By an electrician.',
            price_cents: 229_50,
            is_demo: true,
          },
        ])
        .execute()
    })

    test('are the warranties and installs for the product and its price, and what goes with it [CAT-14]', async () => {
      const found = await get<{ warranties: unknown[]; installs: unknown[]; accessories: { sku: string }[] }>(
        '/api/v2/product/upselloptions/sku/FULL-1',
      )
      expect(found).toMatchObject({
        sku: 'FULL-1',
        warranties: [
          { warrantyId: expect.any(Number), name: 'One year', termMonths: 12, price: 99, blurb: 'Repairs.' },
        ],
        installs: [{ installId: expect.any(Number), name: 'Installation', price: 229.5, blurb: 'By an electrician.' }],
      })
      expect(found.warranties).toHaveLength(1)
      expect(found.accessories.map((one) => one.sku)).toEqual(['HOSE-1'])
    })

    test('are empty lists when there are none', async () => {
      expect(await get('/api/v2/product/upselloptions/sku/LAMP-1')).toEqual({
        sku: 'LAMP-1',
        warranties: [],
        installs: [],
        accessories: [],
      })
    })
  })

  describe('a listing', () => {
    type Listing = {
      products: { sku: string; price: number | null }[]
      totalItems: number
      filters: { id: string; options: { value: string; label: string; count: number; selected: boolean }[] }[]
      [key: string]: unknown
    }

    test('of a category has its head, its products, its filters and its sorts', async () => {
      const listing = await get<Listing>('/api/v2/listing?type=category&uri=kitchen/cookers&sort=price-desc')
      expect(listing).toMatchObject({
        title: 'Cookers',
        uri: 'kitchen/cookers',
        intro: null,
        masthead: null,
        breadcrumbs: [
          { title: 'Kitchen', uri: '/c/kitchen', params: {} },
          { title: 'Cookers', uri: '', params: {} },
        ],
        subCategories: [],
        totalItems: 3,
        itemsPerPage: 24,
        noIndex: true,
      })
      // A tile says what is paid in the end: 1,899 less the line discount of 100.
      expect(listing.products.map(({ sku, price }) => [sku, price])).toEqual([
        ['FULL-1', 1_799],
        ['WHO-KNOWS', 500],
        ['SC-20', 450],
      ])
      expect(listing.filters.find((one) => one.id === 'price')?.options).toEqual([
        { value: '450-1799', label: '$450 to $1,799', count: 3, selected: false },
      ])
      const parent = await get<Listing>('/api/v2/listing?type=category&uri=kitchen')
      expect(parent).toMatchObject({ noIndex: false })
      expect(parent['subCategories']).toContainEqual({
        title: 'Cookers',
        uri: 'kitchen/cookers',
        image: { src: '/media/placeholder.svg', alt: '' },
      })
    })

    test('pages from 0, with at most 48 items, and filters by several values and facets', async () => {
      const first = await get<Listing>('/api/v2/listing?type=all&pageSize=2&sort=name')
      const second = await get<Listing>('/api/v2/listing?type=all&pageSize=2&sort=name&page=1')
      const both = await get<Listing>('/api/v2/listing?type=all&pageSize=4&sort=name')
      expect([...first.products, ...second.products]).toEqual(both.products)
      expect((await get<Listing>('/api/v2/listing?type=all&pageSize=500')).itemsPerPage).toBe(48)
      expect((await get<Listing>('/api/v2/listing?type=all&page=99')).products).toEqual([])

      const either = await get<Listing>('/api/v2/listing?type=all&filter=brand:nordhaus&filter=brand:miele')
      expect(either.products.map((one) => one.sku).toSorted()).toEqual([
        'FR-1',
        'FULL-1',
        'LAMP-1',
        'MI-1',
        'WHO-KNOWS',
      ])
      const all = await get<Listing>('/api/v2/listing?type=all&filter=brand:nordhaus&filter=price:40-500')
      expect(all.products.map((one) => one.sku).toSorted()).toEqual(['LAMP-1', 'WHO-KNOWS'])
      expect(all.filters.find((one) => one.id === 'price')?.options.filter((one) => one.selected)).toEqual([
        { value: '40-500', label: '$40 to $500', count: 2, selected: true },
      ])
    })

    test('is of a brand, a sale, a search or everything', async () => {
      const skus = async (query: string) =>
        (await get<Listing>(`/api/v2/listing?${query}`)).products.map((one) => one.sku).toSorted()
      expect(await skus('type=brand&uri=miele')).toEqual(['MI-1'])
      expect(await skus('type=sale')).toEqual(['FULL-1', 'WM-1'])
      expect(await skus('type=search&term=steam%20oven')).toEqual(['FULL-1'])
      expect((await skus('type=all')).length).toBeGreaterThan(10)
    })

    test('of something unknown is not found, of an unknown kind a mistake that is named', async () => {
      for (const query of ['type=category&uri=nowhere', 'type=brand&uri=nobody', 'type=promotion&uri=winter'])
        await refused(`/api/v2/listing?${query}`, 404)
      const problems = await Promise.all(
        ['type=bundle', 'uri=kitchen', 'type=all&sort=cheapest', 'type=all&page=-1', 'type=search&term=x'].map(
          async (query) => (await refused(`/api/v2/listing?${query}`, 400)).errors[0],
        ),
      )
      expect(problems.map((one) => one?.field)).toEqual(['type', 'type', 'sort', 'page', 'term'])
      expect(problems[0]?.message).toBe('type: must be one of category, brand, promotion, sale, search, all')
      expect(problems[4]?.message).toBe('term: must have at least 2 characters')
    })
  })

  describe('brands', () => {
    test('are those that this app sells, by name', async () => {
      expect(await get('/api/v2/brand')).toEqual({
        items: [
          { name: 'Brightwater', uri: 'brightwater', logo: null },
          { name: 'Miele', uri: 'miele', logo: null },
          { name: 'Nordhaus', uri: 'nordhaus', logo: null },
        ],
      })
      const { items } = await get<{ items: { uri: string }[] }>('/api/v2/brand', 'aol-nz')
      expect(items.map((one) => one.uri)).toEqual(['brightwater', 'nordhaus'])
    })

    test('have their words and the categories they have products in, most first', async () => {
      expect(await get('/api/v2/brand/nordhaus')).toMatchObject({
        name: 'Nordhaus',
        uri: 'nordhaus',
        logo: null,
        masthead: null,
        blurb: '',
        categories: [
          { title: 'Cookers', uri: 'kitchen/cookers' },
          { title: 'Fridges', uri: 'kitchen/fridges' },
          { title: 'Lamps', uri: 'lighting/lamps' },
        ],
      })
      await refused('/api/v2/brand/nobody', 404)
      await refused('/api/v2/brand/miele', 404, 'aol-nz')
    })
  })

  describe('the price history', () => {
    test('is for staff while it is switched off, then one entry for each change of 12 months, ascending [CAT-20]', async () => {
      const path = '/api/pricehistory/get-price-history/fr-1'
      expect((await refused(path, 403)).errors[0]).toEqual({
        code: 'not_permitted',
        field: null,
        message: 'You do not have permission to perform this action.',
      })
      await shop.set('aol', 'PriceHistoryEnabled', 'true')
      const { catalogue } = shop.services
      const id = idOf('FR-1')
      for (const [wait, price] of [
        [hours(24), 2_199_00],
        [hours(48), 2_199_00],
        [seconds(1), 2_599_00],
        [seconds(1), 2_299_00],
      ] as const) {
        shop.clock.advance(wait)
        await catalogue.setOffer(id, 'aol', { price, rrp: null })
      }
      expect(await get(path)).toEqual({
        sku: 'FR-1',
        currency: 'AUD',
        history: [
          { date: '2026-11-24', price: 2_499.95 },
          { date: '2026-11-25', price: 2_199 },
          { date: '2026-11-27', price: 2_599 },
          { date: '2026-11-27', price: 2_299 },
        ],
        lowest: 2_199,
        highest: 2_599,
        current: 2_299,
      })
      const rows = await shop.database.db
        .selectFrom('price_change')
        .select('id')
        .where('product_id', '=', id)
        .where('app', '=', 'aol')
        .execute()
      expect(rows).toHaveLength(4)
      await shop.set('aol', 'PriceHistoryEnabled', 'false')
      await refused(path, 403)
    })

    test('a change of a price that fails leaves no record behind', async () => {
      const id = idOf('LAMP-1')
      const records = () => shop.services.catalogue.priceChanges(id, 'aol')
      const before = await records()
      // The record is written first; the message is one character too long for the offer.
      const tooLong = { price: 40_00, rrp: null, altPriceMsg: 'x'.repeat(61) }
      await expect(shop.services.catalogue.setOffer(id, 'aol', tooLong)).rejects.toThrow(/check constraint/)
      expect(await records()).toEqual(before)
      expect(before).toHaveLength(1)
    })

    test('of a product that has no price is not found', async () => {
      await shop.set('wa', 'PriceHistoryEnabled', 'true')
      await refused('/api/pricehistory/get-price-history/FULL-1', 404, 'wa')
    })
  })

  describe('asking to be notified', () => {
    const input = { sku: 'out-1', email: ' Ana@Example.com ', phone: null, callbackTime: null }
    const rows = () =>
      shop.database.db.selectFrom('notify_request').select(['app', 'email', 'phone', 'callback_time']).execute()

    test('is kept once, and answered the same each time', async () => {
      for (let times = 0; times < 2; times++) {
        const answer = await shop.visitor().post('/api/notifyme', input)
        expect([answer.status, answer.json()]).toEqual([201, { success: true }])
      }
      expect(await rows()).toEqual([{ app: 'aol', email: 'ana@example.com', phone: null, callback_time: null }])
    })

    test('is for products that cannot be bought, and every mistake is named', async () => {
      for (const [change, field] of [
        [{ sku: 'WM-1' }, 'sku'],
        [{ sku: 'NOT-THERE' }, 'sku'],
        [{ sku: 'NZ-1' }, 'sku'],
        [{ email: 'ana' }, 'email'],
        [{ phone: 7 }, 'phone'],
      ] as const) {
        const answer = await shop.visitor().post('/api/notifyme', { ...input, ...change })
        expect(answer.status).toBe(400)
        expect(answer.json<ErrorBody>().errors[0]?.field).toBe(field)
      }
      expect(await rows()).toHaveLength(1)
    })

    test('takes a number to call only where the form asks for one', async () => {
      const call = { ...input, email: 'call@example.com', phone: '0412 345 678', callbackTime: 'Mornings' }
      await shop.visitor().post('/api/notifyme', call)
      expect(await rows()).toContainEqual({ app: 'aol', email: 'call@example.com', phone: null, callback_time: null })
      await shop.set('aol', 'NotifyMeCallbackExtended', 'true')
      await shop.visitor().post('/api/notifyme', { ...call, email: 'call2@example.com' })
      expect(await rows()).toContainEqual({
        app: 'aol',
        email: 'call2@example.com',
        phone: '0412345678',
        callback_time: 'Mornings',
      })
      const answer = await shop.visitor().post('/api/notifyme', { ...call, phone: '12345' })
      expect(answer.json<ErrorBody>().errors[0]).toEqual({
        code: 'invalid_phone',
        field: 'phone',
        message: 'Please enter a valid phone number',
      })
    })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { announce } from '../../modules/catalogue/catalogue.server.ts'
import type { ExtendedProductResponse, ProductResponse } from '../../modules/catalogue/product/product-responses.ts'
import { places } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import { addOvens, catalogueCallsOf } from './catalogue-calls-for-tests.ts'

/** The calls of products and their prices over HTTP: what they say, on both engines. Their bad inputs are in endpoints.server.test.ts. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    await addOvens(shop)
  })
  afterAll(async () => shop.close())

  const { idOf, ask, get, refused, bySku } = catalogueCallsOf(() => shop)

  describe('a product', () => {
    test('by SKU has ids, URL, prices and everything a card shows [CAT-01] [CAT-13] [PRICE-02]', async () => {
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

    test('by id is the same, wrapped in an envelope [CAT-12]', async () => {
      expect(await get(`/api/v2/product/id/${idOf('FULL-1')}/`)).toEqual({ product: await bySku('FULL-1') })
    })

    test('by slug and id has everything the product page shows [CAT-10] [CAT-11] [CRUMB-02]', async () => {
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
        model3d: null,
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

    test('that this app does not sell, or that does not exist, is 404', async () => {
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

    test('features and specifications are the same by id and SKU, and empty lists where there are none [CAT-15] [CAT-16] [CAT-17] [CAT-18]', async () => {
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

    test('has the data for its page head [CAT-19]', async () => {
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

  test('attribute values keep their type in the API description and in every response [ENUM-10]', async () => {
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
    test('are per app: no line discount at the outlet, no coupon on manufacturer-fixed prices [PRICE-08]', async () => {
      expect(await bySku('FULL-1', 'hc')).toMatchObject({ price: 1_799, lineDiscount: 0, priceType: 0 })
      expect(await bySku('FULL-1', 'aol-nz')).toMatchObject({ price: 2_050, lineDiscount: 0, priceType: 1 })
      expect(await bySku('FULL-1', 'wa')).toMatchObject({
        price: null,
        rrp: 2_499,
        priceHidden: false,
        available: false,
      })
    })

    test('are hidden from guests of the commercial app in every response [PRICE-14]', async () => {
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

  test('stock status is a number, with the reason when a product cannot be bought [ENUM-06] [ENUM-12]', async () => {
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

  test('a location without delivery blocks available products, and nothing else changes [ENUM-12]', async () => {
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

  test('requests for one slug within 1000 ms share a response until the product changes; errors are not cached [CAT-05]', async () => {
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

    test('are the warranties and installs for the product and its price, and its accessories [CAT-14]', async () => {
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
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { hours, seconds } from '../../platform/clock.ts'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { addOvens, catalogueCallsOf } from './catalogue-calls-for-tests.ts'

/** The calls of the catalogue beside a product’s own, over HTTP and on both engines: lists, brands, the price history and asking to be notified. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
    await addOvens(shop)
  })
  afterAll(async () => shop.close())

  const { idOf, get, refused } = catalogueCallsOf(() => shop)

  describe('a listing', () => {
    type Listing = {
      products: { sku: string; price: number | null }[]
      totalItems: number
      filters: { id: string; options: { value: string; label: string; count: number; selected: boolean }[] }[]
      [key: string]: unknown
    }

    test('of a category has heading, products, filters and sort orders', async () => {
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

    test('is paged from 0, at most 48 items, and filtered by several values and facets', async () => {
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

    test('can be a brand, a sale, a search or all products', async () => {
      const skus = async (query: string) =>
        (await get<Listing>(`/api/v2/listing?${query}`)).products.map((one) => one.sku).toSorted()
      expect(await skus('type=brand&uri=miele')).toEqual(['MI-1'])
      expect(await skus('type=sale')).toEqual(['FULL-1', 'WM-1'])
      expect(await skus('type=search&term=steam%20oven')).toEqual(['FULL-1'])
      expect((await skus('type=all')).length).toBeGreaterThan(10)
    })

    test('is 404 for an unknown subject, 400 for an unknown kind', async () => {
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
    test('lists the brands this app sells, by name', async () => {
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

    test('returns a brand’s text and its categories, largest first', async () => {
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

  describe('price history', () => {
    test('is for staff only while switched off; otherwise one entry per change in 12 months, oldest first [CAT-20]', async () => {
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

    test('a price change that fails leaves no history entry', async () => {
      const id = idOf('LAMP-1')
      const records = () => shop.services.catalogue.priceChanges(id, 'aol')
      const before = await records()
      // The record is written first; the message is one character too long for the offer.
      const tooLong = { price: 40_00, rrp: null, altPriceMsg: 'x'.repeat(61) }
      await expect(shop.services.catalogue.setOffer(id, 'aol', tooLong)).rejects.toThrow(/check constraint/)
      expect(await records()).toEqual(before)
      expect(before).toHaveLength(1)
    })

    test('is 404 for a product without a price', async () => {
      await shop.set('wa', 'PriceHistoryEnabled', 'true')
      await refused('/api/pricehistory/get-price-history/FULL-1', 404, 'wa')
    })
  })

  describe('back-in-stock notifications', () => {
    const input = { sku: 'out-1', email: ' Ana@Example.com ', phone: null, callbackTime: null }
    const rows = () =>
      shop.database.db.selectFrom('notify_request').select(['app', 'email', 'phone', 'callback_time']).execute()

    test('store a request once, and answer the same each time', async () => {
      for (let times = 0; times < 2; times++) {
        const answer = await shop.visitor().post('/api/notifyme', input)
        expect([answer.status, answer.json()]).toEqual([201, { success: true }])
      }
      expect(await rows()).toEqual([{ app: 'aol', email: 'ana@example.com', phone: null, callback_time: null }])
    })

    test('are for unavailable products only, and errors name the field', async () => {
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

    test('ask for a phone number only where the form has one', async () => {
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

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { brandOf } from '../../brands/brands.ts'
import { databaseEngines } from '../../testing/database.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Services } from '../../composition/services.server.ts'
import { announce } from './catalogue.server.ts'
import { takeStock } from './stock.server.ts'

/** What one process changes, every process shows. */

const engines = await databaseEngines()
const brand = brandOf('aol')
const plain = { page: 1, sort: 'relevance', filters: {}, ranges: {}, delivery: null, services: null } as const
const priceInListing = (services: Services, sku: string) =>
  services.search.listings
    .list(brand, { categoryUri: 'laundry' }, plain, 'laundry')
    .cards.find((card) => card.sku === sku)?.price

describe.each(engines)('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  test('a price set in this process appears in its listings and on its cards', async () => {
    const { catalogue } = shop.services
    const id = catalogue.productBySku('HOSE-1')?.id ?? 0
    await catalogue.setOffer(id, 'aol', { price: 11_00, rrp: 15_00 })
    await until(() => priceInListing(shop.services, 'HOSE-1') === 11_00)
    expect(catalogue.product(id)?.offers.aol).toEqual({ price: 11_00, rrp: 15_00 })
    expect(catalogue.product(id)?.offers.wa).toEqual({ price: 10_00, rrp: null })
  })

  test('a product that is no longer live disappears everywhere, with its URL', async () => {
    const { catalogue } = shop.services
    const product = catalogue.productBySku('BO-1')
    await shop.database.db
      .updateTable('product')
      .set({ is_live: false })
      .where('id', '=', product?.id ?? 0)
      .execute()
    await announce(shop.database.db, { products: [product?.id ?? 0] })
    await until(() => catalogue.productBySku('BO-1') === null)
    expect(catalogue.productByUri(product?.uri ?? '')).toBeNull()
    expect(priceInListing(shop.services, 'BO-1')).toBeUndefined()
    await shop.database.db
      .updateTable('product')
      .set({ is_live: true })
      .where('id', '=', product?.id ?? 0)
      .execute()
    await announce(shop.database.db, 'all')
    await until(() => priceInListing(shop.services, 'BO-1') === 1_450_00)
  })

  test('a product’s clearance is on its card and applies in the list filter', async () => {
    const { catalogue } = shop.services
    const { listings } = shop.services.search
    const fitting = (space: string) =>
      listings
        .list(brand, { categoryUri: 'laundry' }, { ...plain, filters: { space: [space] } }, 'laundry')
        .cards.map(({ sku, size, air }) => ({ sku, size, air }))
    const id = catalogue.productBySku('WM-1')?.id ?? 0
    const write = async (clearance: string) => {
      await shop.database.db
        .updateTable('product')
        .set({ width_mm: 600, height_mm: 850, depth_mm: 600, attributes: { clearance_mm: clearance } })
        .where('id', '=', id)
        .execute()
      await announce(shop.database.db, { products: [id] })
    }
    await write('20 mm sides, 50 mm top')
    const washer = { sku: 'WM-1', size: [600, 850, 600], air: [20, 50, 0] }
    await until(() => fitting('640x900x600x0').length === 1)
    expect(fitting('640x900x600x0')).toEqual([washer])
    expect(fitting('640x899x600x0')).toEqual([])
    expect(fitting('640x900x600x1')).toEqual([])
    await write('none')
    await until(() => fitting('600x850x600x0').length === 1)
    expect(fitting('600x850x600x0')).toEqual([{ sku: 'WM-1', size: [600, 850, 600], air: undefined }])
  })

  test('a changed attribute, category or brand reloads only the products that show it', async () => {
    const { catalogue } = shop.services
    const { db } = shop.database
    const id = catalogue.productBySku('WM-1')?.id ?? 0
    const reported: (readonly (string | undefined)[] | 'all' | 'taxonomy')[] = []
    catalogue.subscribe({
      reset: () => void reported.push('all'),
      changed: (changes) => void reported.push(changes.map(({ product }) => product?.sku)),
      taxonomyChanged: () => void reported.push('taxonomy'),
    })
    const after = async (work: () => Promise<unknown>) => {
      reported.length = 0
      await work()
      await announce(db, 'taxonomy')
      await until(() => reported.includes('taxonomy') || reported.includes('all'))
      return reported.slice(0, reported.indexOf('taxonomy') + 1 || 1)
    }
    const own = { uri: catalogue.product(id)?.categoryUri ?? '' }
    const alike = [...catalogue.all()].filter(({ categoryUri }) => categoryUri === own.uri).map(({ sku }) => sku)
    expect(alike.length).toBeLessThan(catalogue.size)
    const attribute = (title: string) =>
      db.updateTable('attribute').set({ title }).where('code', '=', 'drum_l').execute()
    const facts = (codes: string[]) =>
      db.updateTable('category').set({ card_facts: codes }).where('uri', '=', own.uri).execute()

    const made = { title: 'Drum', group_title: 'Size', value_type: 'number' }
    const insert = (code: string, facet: 'list' | null) =>
      db
        .insertInto('attribute')
        .values({ ...made, code, facet })
        .execute()

    expect(await after(() => insert('drum_l', null))).toEqual([[], 'taxonomy'])
    expect(await after(() => attribute('Load'))).toEqual([[], 'taxonomy'])
    expect(catalogue.attribute('drum_l')?.title).toBe('Load')
    expect(await after(() => facts(['drum_l']))).toEqual([alike, [], 'taxonomy'])
    expect(await after(() => attribute('Drum size'))).toEqual([alike, [], 'taxonomy'])
    expect(await after(() => db.insertInto('brand').values({ uri: 'new-here', title: 'New here' }).execute())).toEqual([
      [],
      'taxonomy',
    ])
    // Every list has filters and names of them.
    const rename = (title: string) => db.updateTable('category').set({ title }).where('uri', '=', own.uri).execute()
    expect(await after(() => rename('Machines for washing'))).toEqual(['all'])
    expect(await after(() => insert('new_filter', 'list'))).toEqual(['all'])
  })

  test('stock taken by an order is visible at once', async () => {
    const { catalogue } = shop.services
    const before = catalogue.productBySku('FR-1')?.stock['2000']?.quantity ?? 0
    await shop.database.transaction(async (tx) => {
      const id = catalogue.productBySku('FR-1')?.id ?? 0
      await takeStock(tx, { productId: id, quantity: 3, country: 'AU', preferred: '2000' })
      await announce(tx, { products: [id] })
    })
    await until(() => catalogue.productBySku('FR-1')?.stock['2000']?.quantity === before - 3)
  })

  test.skipIf(engine.name === 'PGlite')('orders of one product do not deadlock', async () => {
    const { database } = shop
    const productId = shop.services.catalogue.productBySku('FR-1')?.id ?? 0
    const order = (preferred: string) => {
      let tries = 0
      const done = database.transaction((tx) => {
        tries++
        return takeStock(tx, { productId, quantity: 100, country: 'AU', preferred })
      })
      return done.then((holds) => ({ tries, holds: holds?.length }))
    }
    const areWaiting = async (count: number) => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
      return rows.length === count
    }
    // 3000 has 100 of them. While its row is being changed, an order from there waits for it, and another for all rows.
    const isLocked = Promise.withResolvers<void>()
    const bothWait = Promise.withResolvers<void>()
    const change = database.transaction(async (tx) => {
      await sql`update stock set quantity = 99 where product_id = ${productId} and warehouse_code = '3000'`.execute(tx)
      isLocked.resolve()
      await bothWait.promise
    })
    await isLocked.promise
    const first = order('3000')
    await until(() => areWaiting(1))
    const second = order('')
    await until(() => areWaiting(2))
    bothWait.resolve()
    await change
    expect(await Promise.all([first, second])).toEqual([
      { tries: 1, holds: 2 },
      { tries: 1, holds: 1 },
    ])
  })

  test.skipIf(engine.name === 'PGlite')(
    'a price set in another process appears in listings within a second',
    async () => {
      const second = await shop.openSecond()
      try {
        const id = shop.services.catalogue.productBySku('WM-1')?.id ?? 0
        for (const [from, to, price] of [
          [second.services, shop.services, 900_00],
          [shop.services, second.services, 950_00],
        ] as const) {
          expect(priceInListing(to, 'WM-1')).not.toBe(price)
          const began = performance.now()
          await from.catalogue.setOffer(id, 'aol', { price, rrp: null })
          await until(() => priceInListing(to, 'WM-1') === price)
          expect(performance.now() - began).toBeLessThan(1_000)
        }
      } finally {
        await second.close()
      }
    },
  )
})

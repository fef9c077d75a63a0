import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, products } from '../testing/catalogue.ts'
import { importRecords } from '../modules/product-import/import-records.server.ts'
import { productRecord } from '../modules/catalogue/product/product-record.ts'
import { fixedClock } from '../platform/clock.ts'
import { anyEngine, type TestDatabase } from '../testing/database.ts'
import { randomIds } from '../platform/ids.ts'
import { StartError } from '../platform/start-error.ts'
import { openTestShop } from '../testing/shop.server.ts'
import { demo } from '../../data/demo/demo.server.ts'
import {
  countDemoRecords,
  demoCountText,
  DemoOrdersError,
  refuseDemoRecords,
  removeDemoRecords,
  usedCodesText,
} from './demo-removal.server.ts'
import { seedReferenceData } from './reference-data.server.ts'

const clock = fixedClock('2026-11-24T00:00:00Z')

const geoFolder = mkdtempSync(join(tmpdir(), 'geo-data-'))
execFileSync(process.execPath, ['scripts/bundle/geo-data.ts', geoFolder])

let database: TestDatabase
let beforeDemo: readonly string[]
beforeAll(async () => {
  database = await anyEngine.open()
  await seedReferenceData(database, geoFolder)
  beforeDemo = await filledTables()
  await demo.seed({
    database,
    clock,
    ids: randomIds,
    geoFolder,
    cmsUrl: 'http://localhost:3002',
    secretKey: 'a key of this test, which is long enough',
    say: () => {},
  })
})
afterAll(async () => {
  await database.close()
  rmSync(geoFolder, { recursive: true })
})

async function filledTables(): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string }>`select c.relname as "table" from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`.execute(database.db)
  const filled: string[] = []
  for (const { table } of rows) {
    const { rows: some } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(database.db)
    if (some.length > 0) filled.push(table)
  }
  return filled
}

test('a new production database has reference data and nothing else', () => {
  expect(beforeDemo).toEqual([
    // That the rest was written.
    'change_log',
    'delivery_service',
    'delivery_service_price',
    'delivery_tier',
    'locality',
    'month_partitioned',
    'payment_method',
    'postcode_range',
    'public_holiday',
    'schema_migration',
    'search_synonym',
    'waiting_room',
    'warehouse',
  ])
})

/** Every record of the tables that the demonstration fills. */
async function unmarked(): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string }>`
    select c.relname as "table" from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'is_demo'
    where c.relkind = 'r' order by 1`.execute(database.db)
  const found: string[] = []
  for (const { table } of rows) {
    const { rows: own } = await sql`select 1 from ${sql.table(table)} where not is_demo limit 1`.execute(database.db)
    if (own.length > 0) found.push(table)
  }
  return found
}

test('every demo record is marked as such', async () => {
  const counts = await countDemoRecords(database.db)
  expect(counts.map(({ table }) => table)).toEqual([
    'gift_card',
    'coupon',
    'account',
    'review',
    'question',
    'upsell_option',
    'product',
    'category',
    'brand',
    'attribute',
    'promotion',
    'sale',
    'bundle',
    'content_entry',
    'cooking_demo',
    'salesperson',
    'store_stock',
    'store',
    'street',
    'supplier',
    'installation_contact_category',
    'energy_tariff',
    'setting',
    'media',
  ])
  expect(await unmarked()).toEqual([])
})

test('production rejects a database with demo records, with one sentence of instructions', async () => {
  const refused = refuseDemoRecords(database.db)
  await expect(refused).rejects.toThrow(StartError)
  await expect(refuseDemoRecords(database.db)).rejects.toThrow(
    /^DATABASE_URL: the database holds demo records \(2 gift cards, 3 coupons, 5 accounts, .*\), which everybody knows\. Take them out with: npm run demo:remove$/,
  )
})

test('counts are written in words', () => {
  expect(
    demoCountText([
      { table: 'gift_card', count: 1 },
      { table: 'category', count: 2 },
    ]),
  ).toBe('1 gift card, 2 categories')
})

describe('removing demo records', () => {
  test('is rejected, changing nothing, while orders have demo products, unless those are included', async () => {
    const shop = await openTestShop()
    try {
      const visitor = shop.visitor()
      await visitor.add('FR-1')
      const placed = await visitor.submit(await visitor.order({ card: await shop.card() }))
      expect(placed.status).toBe(200)
      const before = await countDemoRecords(shop.database.db)
      const refused = removeDemoRecords(shop.database, { withOrders: false })
      await expect(refused).rejects.toThrow(DemoOrdersError)
      expect(await countDemoRecords(shop.database.db)).toEqual(before)
      await removeDemoRecords(shop.database, { withOrders: true })
      expect(await countDemoRecords(shop.database.db)).toEqual([])
      for (const table of ['customer_order', 'payment_attempt', 'order_line', 'stock_hold'] as const)
        expect(await shop.database.db.selectFrom(table).selectAll().execute()).toEqual([])
    } finally {
      await shop.close()
    }
  })

  test('names the codes that remaining orders used, and reports gift card payments of removed cards', async () => {
    const shop = await openTestShop()
    try {
      const { db } = shop.database
      for (const table of ['product', 'category', 'brand', 'attribute'] as const)
        await sql`update ${sql.table(table)} set is_demo = false`.execute(db)
      await sql`update gift_card set is_demo = true`.execute(db)
      const buyer = shop.visitor()
      await buyer.add('WM-1')
      await buyer.applyCode(codes.giftCard)
      const placed = await buyer.submit(await buyer.order({ card: await shop.card() }))
      expect(placed.status).toBe(200)
      const order = await db.selectFrom('customer_order').selectAll().executeTakeFirstOrThrow()

      const { usedCodes } = await removeDemoRecords(shop.database, { withOrders: false })
      expect(usedCodes).toEqual([{ kind: 'gift card', code: codes.giftCard, orders: [order.web_order_id] }])
      expect(usedCodesText(usedCodes)).toBe(
        `Orders that stay used codes which are removed now:\n  gift card ${codes.giftCard}: ${order.web_order_id}\nNothing can be put back on a removed gift card: a refund that would do so is refused.`,
      )
      expect(usedCodesText([])).toBeNull()

      const { email } = (order.snapshot as { contact: { email: string } }).contact
      const owner = shop.visitor()
      await owner.post('/api/orders/lookup', { orderNumber: order.web_order_id, email })
      const headers = { 'idempotency-key': randomIds.uuid() }
      expect((await owner.post(`/api/orders/${order.id}/cancel`, { lines: null }, { headers })).status).toBe(500)
      expect(shop.logged.some((line) => line.includes('GiftCardGoneError'))).toBe(true)
      // Nothing was written down as paid back: the order is as it was.
      expect(await db.selectFrom('order_refund').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('customer_order').selectAll().executeTakeFirstOrThrow()).toMatchObject({
        state: order.state,
        version: order.version,
      })
    } finally {
      await shop.close()
    }
  })

  test('keeps the shop’s own records and what they use, and no demo record', async () => {
    const own = productRecord.parse({ ...products.fridge, sku: 'OWN-1', isDemo: false })
    await importRecords(database, [{ line: 1, record: own }], { source: 'test', now: clock.now() })
    const before = await countDemoRecords(database.db)
    expect(await removeDemoRecords(database, { withOrders: false })).toEqual({ removed: before, usedCodes: [] })
    expect(await countDemoRecords(database.db)).toEqual([])
    await expect(refuseDemoRecords(database.db)).resolves.toBeUndefined()
    const { rows } = await sql<{ sku: string; category: string; brand: string }>`
      select p.sku, c.uri as category, b.title as brand from product p
        join category c on c.id = p.category_id join brand b on b.id = p.brand_id`.execute(database.db)
    expect(rows).toEqual([{ sku: 'OWN-1', category: 'kitchen/fridges', brand: 'Nordhaus' }])
    // A second time there is nothing to do.
    expect(await removeDemoRecords(database, { withOrders: false })).toEqual({ removed: [], usedCodes: [] })
  })
})

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines, openUnmigrated } from '../../../testing/database.ts'
import { migrate } from '../../../platform/database/migrate.server.ts'
import { readMigrations } from '../../../platform/database/migration-files.server.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { until } from '../../../testing/shop/until.ts'

/** Records of prices: one for each change, whoever makes it and however many at once. */

const engines = await databaseEngines()

describe.each(engines)('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine, sandbox: false })
  })
  afterAll(async () => shop.close())

  test('concurrent identical price changes count once, each different price once more', async () => {
    const { catalogue } = shop.services
    const id = catalogue.productBySku('HOSE-1')?.id ?? 0
    const pricesOf = async () => (await catalogue.priceChanges(id, 'aol')).map((one) => one.price)
    expect(await pricesOf()).toEqual([10_00])
    await Promise.all(Array.from({ length: 8 }, () => catalogue.setOffer(id, 'aol', { price: 12_00, rrp: null })))
    // The memory follows by a notice of the database.
    await until(async () => (await pricesOf()).length > 1)
    expect(await pricesOf()).toEqual([10_00, 12_00])
    await Promise.all([11_00, 13_00, 14_00].map((price) => catalogue.setOffer(id, 'aol', { price, rrp: null })))
    await until(async () => (await pricesOf()).length > 4)
    const prices = await pricesOf()
    expect(prices.toSorted((a, b) => Number(a) - Number(b))).toEqual([10_00, 11_00, 12_00, 13_00, 14_00])
    // The last record is what is asked now.
    const offer = await shop.database.db
      .selectFrom('offer')
      .select('price_cents')
      .where('product_id', '=', id)
      .where('app', '=', 'aol')
      .executeTakeFirstOrThrow()
    expect(offer.price_cents).toBe(prices.at(-1))
  })
})

test('records without a timestamp keep their day and order', async () => {
  const all = readMigrations(join(import.meta.dirname, '../../../../migrations'))
  const at = all.findIndex((one) => one.name === 'prices-and-settings')
  const database = await openUnmigrated()
  try {
    await migrate(database, all.slice(0, at))
    await sql`insert into brand (uri, title) values ('b', 'B')`.execute(database.db)
    await sql`insert into category (uri, title) values ('c', 'C')`.execute(database.db)
    await sql`insert into product (sku, uri, title, brand_id, category_id) values ('A', 'a', 'A', 1, 1)`.execute(
      database.db,
    )
    await sql`insert into offer (product_id, app, price_cents) values (1, 'aol', 200)`.execute(database.db)
    await sql`insert into price_change (product_id, app, changed_on, price_cents)
      values (1, 'aol', '2026-02-01', 300), (1, 'aol', '2026-03-01', 200)`.execute(database.db)
    await migrate(database, all)
    const { rows } = await sql<{ day: string; price_cents: number; line_discount_cents: number }>`
      select to_char(changed_at at time zone 'UTC', 'YYYY-MM-DD') as day, price_cents, line_discount_cents
      from price_change order by changed_at`.execute(database.db)
    expect(rows).toEqual([
      { day: '2026-02-01', price_cents: 300, line_discount_cents: 0 },
      { day: '2026-03-01', price_cents: 200, line_discount_cents: 0 },
    ])
    expect(await database.db.selectFrom('offer').select(['price_cents', 'price_type', 'ribbons']).execute()).toEqual([
      { price_cents: 200, price_type: 'winning', ribbons: [] },
    ])
  } finally {
    await database.close()
  }
})

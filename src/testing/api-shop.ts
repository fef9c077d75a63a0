import { sql, type RawBuilder } from 'kysely'
import { announce } from '../modules/catalogue/catalogue.server.ts'
import { memberWithOrder } from './api-visitors.ts'
import { openTestShop, type TestShop } from './shop.server.ts'
import { until } from './shop/until.ts'
import type { Visitor } from './shop/visitor.ts'

/** A shop for tests that call every endpoint many times: stock never runs out, and it reveals what a call changes or leaks. */

export type ApiShop = TestShop & {
  /** A member with an order, signed in once, for account calls. */
  readonly owner: () => Promise<Visitor>
  readonly salesperson: () => Promise<Visitor>
  /** A digest of the database: per table the number of rows and the sum of their hashes. */
  readonly databaseDigest: () => Promise<Readonly<Record<string, string>>>
}

export async function openApiShop(): Promise<ApiShop> {
  const shop = await openTestShop()
  // Stock and delivery slots for an order in every other test.
  const { rows } = await sql<{ id: number }>`update stock set quantity = 5000 from product
    where product.id = stock.product_id and product.sku = 'LAMP-1' returning product.id`.execute(shop.database.db)
  await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, capacity)
    select '2000', 'metro-au', day::date, 100000 from generate_series('2026-11-24'::date, '2026-12-10'::date, '1 day') as day`.execute(
    shop.database.db,
  )
  await announce(shop.database.db, { products: rows.map((row) => row.id) })
  await until(() => shop.services.catalogue.productBySku('LAMP-1')?.stock['2000']?.quantity === 5_000)
  await layCanaries(shop)
  let owner: Promise<Visitor> | null = null
  let salesperson: Promise<Visitor> | null = null
  return {
    ...shop,
    owner: () => (owner ??= memberWithOrder(shop)),
    salesperson: () => (salesperson ??= shop.colleague('sales')),
    databaseDigest: databaseDigestOf(shop),
  }
}

/** Data no response may contain: cost prices, internal notes, and competitors' prices. */
export const canary = /CANARY|7777731|77777\.31|7333337|73333\.37/i
async function layCanaries({ database: { db } }: TestShop): Promise<void> {
  await sql`insert into staff_cost select id, 'AUD', 7777731, now() from product
    union all select id, 'NZD', 7777731, now() from product`.execute(db)
  await sql`insert into staff_product_note (id, product_id, text, created_at)
    select gen_random_uuid(), id, 'CANARY note', now() from product`.execute(db)
  await sql`insert into staff_competitor_price (id, product_id, currency, competitor, url, price_cents, seen_at)
    select gen_random_uuid(), id, 'AUD', 'CANARY rival', 'https://canary.example/', 7333337, now() from product`.execute(
    db,
  )
}

function databaseDigestOf(shop: TestShop): ApiShop['databaseDigest'] {
  const { db } = shop.database
  let query: Promise<RawBuilder<{ name: string; digest: string }>> | null = null
  async function queryOfAllTables(): Promise<RawBuilder<{ name: string; digest: string }>> {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema = 'public'`.execute(db)
    const each = rows.map(
      ({ name }) =>
        sql`select ${sql.lit(name)} as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as digest from ${sql.table(name)} t`,
    )
    return sql<{ name: string; digest: string }>`${sql.join(each, sql` union all `)}`
  }
  return async () => {
    // Counters are written a moment after the event.
    await shop.services.analytics.counts.close()
    const { rows } = await (await (query ??= queryOfAllTables())).execute(db)
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
  }
}

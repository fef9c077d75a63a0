import { setTimeout as wait } from 'node:timers/promises'
import { letTimePass, unfinished } from './facts.ts'
import type { Market } from './shoppers.ts'
import type { Site } from './site.ts'

/** What a run begins and ends with: stock that does not run out, and a shop that has nothing left to do. */

const restMs = 120_000
/** The channel of changes of the catalogue (modules/catalogue). */
export const catalogueChange = 'catalogue_changed'

/** Stocks the shop for a run, and returns what is for sale there. */
export async function openMarket(site: Site, random: () => number): Promise<Market> {
  const { rows } = await site.database.query<{ sku: string; id: number }>(
    `select p.sku, p.id from product p join stock s on s.product_id = p.id join offer o on o.product_id = p.id and o.app = 'aol'
        join brand b on b.id = p.brand_id
      where p.is_live and p.supplier_direct is null and b.title <> 'Miele' and s.warehouse_code = '2000' and s.quantity > 3
        and o.price_cents between 10000 and 90000 order by p.id limit 40`,
  )
  const [scarce, ...others] = rows
  const [agency] = (
    await site.database.query<{ sku: string; id: number }>(
      `select p.sku, p.id from product p join stock s on s.product_id = p.id join offer o on o.product_id = p.id and o.app = 'aol'
          join brand b on b.id = p.brand_id
        where p.is_live and b.title = 'Miele' and s.warehouse_code = '2000' and s.quantity > 0 order by p.id limit 1`,
    )
  ).rows
  if (scarce === undefined || agency === undefined || others.length < 5)
    throw new Error('the demo catalogue has too little to sell')
  // A run must not sell out, except for one product with little stock.
  const plenty = [agency, ...others].map((one) => one.id)
  await site.database.query(`update stock set quantity = 100000 where product_id = any($1)`, [plenty])
  const few = `update stock set quantity = case when warehouse_code = '2000' then 5 else 0 end, incoming_quantity = 0 where product_id = $1`
  await site.database.query(few, [scarce.id])
  await site.database.query('update delivery_tier set orders_a_day = 100000')
  await site.database.query(`select publish_change('${catalogueChange}', $1)`, [
    JSON.stringify({ products: [agency, ...rows].map((one) => one.id) }),
  ])
  // Makes the processes reload terms and stock.
  await site.database.query(`select publish_change('delivery_parts_changed', '')`)
  const giftCards = await makeGiftCards(site, 5_000)
  return {
    shops: site.shops,
    skus: others.map((one) => one.sku),
    scarceSku: scarce.sku,
    agencySku: agency.sku,
    random,
    giftCard: () => giftCards.pop() ?? '',
  }
}

async function makeGiftCards({ database }: Site, count: number): Promise<string[]> {
  const { rows } = await database.query<{ code: string }>(
    `insert into gift_card (code, currency, balance_cents, expires_on)
      select 'RIG-' || n, 'AUD', 5000, '2099-01-01' from generate_series(1, $1) n returning code`,
    [count],
  )
  return rows.map((one) => one.code)
}

/**
 * Waits until no work is pending; returns what is still pending on timeout. A shopper who left after approving is settled before the half
 * hour for which stock is held ends: it is left alone for `holdsMs`.
 */
export async function comeToRest(site: Site, holdsMs: number): Promise<readonly string[]> {
  const startedAt = Date.now()
  for (;;) {
    const open = await unfinished(site)
    if (open.length === 0 || Date.now() - startedAt > restMs) return open
    await letTimePass(site, { holdsToo: Date.now() - startedAt > holdsMs })
    await wait(500)
  }
}

import { sql, type RawBuilder } from 'kysely'
import type { DB } from '../platform/database/database-types.ts'
import type { Database, Reader, Writer } from '../platform/database/database.server.ts'
import { demoSearchMark } from '../modules/search/search-events.ts'
import { StartError } from '../platform/start-error.ts'

/** Demo records in a database: which there are, what refuses them, and what takes them out. */

/** Tables whose records say that they are demo, with the word for one and for several; what depends on others stands before them. */
const demoTables = [
  ['gift_card', 'gift card', 'gift cards'],
  ['coupon', 'coupon', 'coupons'],
  ['account', 'account', 'accounts'],
  ['review', 'review', 'reviews'],
  ['question', 'question', 'questions'],
  ['upsell_option', 'warranty or installation', 'warranties and installations'],
  ['product', 'product', 'products'],
  ['category', 'category', 'categories'],
  ['brand', 'brand', 'brands'],
  ['attribute', 'attribute', 'attributes'],
  ['promotion', 'promotion', 'promotions'],
  ['sale', 'sale', 'sales'],
  ['bundle', 'bundle', 'bundles'],
  ['content_entry', 'text', 'texts'],
  ['cooking_demo', 'cooking demo', 'cooking demos'],
  ['salesperson', 'salesperson', 'salespeople'],
  ['store_stock', 'stock line of a store', 'stock lines of stores'],
  ['store', 'store', 'stores'],
  ['street', 'street', 'streets'],
  ['supplier', 'supplier', 'suppliers'],
  ['installation_contact_category', 'category with installation', 'categories with installation'],
  ['energy_tariff', 'energy tariff', 'energy tariffs'],
  ['setting', 'setting', 'settings'],
  ['media', 'picture', 'pictures'],
] as const satisfies readonly (readonly [keyof DB, string, string])[]

export type DemoTable = (typeof demoTables)[number][0]

export type DemoCount = { readonly table: DemoTable; readonly count: number }

/** How many demo records each table holds; tables without one are left out. */
export async function countDemoRecords(db: Reader): Promise<readonly DemoCount[]> {
  const marked = await markedTables(db)
  if (marked.length === 0) return []
  const counts = marked.map(
    (table) => sql`select ${sql.lit(table)} as "table", count(*) as count from ${sql.table(table)} where is_demo`,
  )
  const { rows } = await sql<DemoCount>`${sql.join(counts, sql` union all `)}`.execute(db)
  return demoTables.flatMap(([table]) => rows.filter((row) => row.table === table && row.count > 0))
}

/** An empty database has none of the tables, one of an older version perhaps no mark in some. */
async function markedTables(db: Reader): Promise<readonly DemoTable[]> {
  const { rows } = await sql<{ table: string }>`select c.relname as "table" from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'is_demo' and not a.attisdropped
    where c.relkind = 'r' and pg_table_is_visible(c.oid)`.execute(db)
  const names = new Set(rows.map(({ table }) => table))
  return demoTables.map(([table]) => table).filter((table) => names.has(table))
}

/** '2 gift cards, 1 coupon'. */
export function demoCountText(counts: readonly DemoCount[]): string {
  return counts
    .map(({ table, count }) => {
      const [, one, many] = demoTables.find(([name]) => name === table) ?? ['', table, table]
      return `${count} ${count === 1 ? one : many}`
    })
    .join(', ')
}

/** Throws a StartError while there is a demo record: everybody knows the codes and passwords of the demonstration. */
export async function refuseDemoRecords(db: Reader): Promise<void> {
  const counts = await countDemoRecords(db)
  if (counts.length === 0) return
  throw new StartError(
    `DATABASE_URL: the database holds demo records (${demoCountText(counts)}), which everybody knows. Take them out with: npm run demo:remove`,
  )
}

/** A demo gift card or coupon that orders of other products used. */
export type UsedCode = {
  readonly kind: 'gift card' | 'coupon'
  readonly code: string
  /** Order numbers. */
  readonly orders: readonly string[]
}

export type DemoRemoval = {
  readonly removed: readonly DemoCount[]
  /** Codes that are gone and that orders which stay were paid with. */
  readonly usedCodes: readonly UsedCode[]
}

/** What an operator has to know of codes that are gone: null when no order used one. */
export function usedCodesText(codes: readonly UsedCode[]): string | null {
  if (codes.length === 0) return null
  const lines = codes.map(({ kind, code, orders }) => `  ${kind} ${code}: ${orders.join(', ')}`)
  const isCard = codes.some(({ kind }) => kind === 'gift card')
  return [
    'Orders that stay used codes which are removed now:',
    ...lines,
    ...(isCard ? ['Nothing can be put back on a removed gift card: a refund that would do so is refused.'] : []),
  ].join('\n')
}

async function usedCodes(tx: Writer): Promise<readonly UsedCode[]> {
  const { rows } = await sql<UsedCode>`
    with used as (
      select o.web_order_id as number, o.snapshot -> 'code' ->> 'code' as code from customer_order o
      union select o.web_order_id, card ->> 'code' from customer_order o
        cross join lateral jsonb_array_elements(coalesce(o.snapshot -> 'giftCards', '[]')) card
    )
    select 'gift card' as kind, g.code, array_agg(u.number order by u.number) as orders
      from gift_card g join used u on u.code = g.code where g.is_demo group by g.code
    union all select 'coupon', c.code, array_agg(u.number order by u.number)
      from coupon c join used u on u.code = c.code where c.is_demo group by c.code
    order by 1 desc, 2`.execute(tx)
  return rows
}

/** Orders for demo products stand in the way of removing these. */
export class DemoOrdersError extends StartError {}

/**
 * Takes every demo record out in one transaction, with what depends on it, and says how many there were and which codes orders had used. Demo brands, categories and
 * attributes that other products use stay, as the shop's own. Orders for demo products, made while somebody tried the shop, are removed
 * only where that is asked for; else a DemoOrdersError names them and nothing is changed.
 */
export async function removeDemoRecords(
  database: Database,
  { withOrders }: { readonly withOrders: boolean },
): Promise<DemoRemoval> {
  return database.transaction(async (tx) => {
    const removed = await countDemoRecords(tx)
    await removeOrders(tx, withOrders)
    const codes = await usedCodes(tx)
    await adoptUsed(tx)
    await sql`delete from credit_entry where user_id in (select id::text from account where is_demo)`.execute(tx)
    await sql`delete from credit_account where user_id in (select id::text from account where is_demo)`.execute(tx)
    await sql`delete from search_event where sku = ${demoSearchMark}`.execute(tx)
    for (const [table] of demoTables) await deleteWithDependents(tx, table, sql`is_demo`)
    return { removed, usedCodes: codes }
  })
}

async function removeOrders(tx: Writer, withOrders: boolean): Promise<void> {
  const { rows } = await sql<{ number: string; cart: string }>`
    select distinct o.web_order_id as number, o.cart_id::text as cart from customer_order o
      join order_line l on l.order_id = o.id join product p on p.id = l.product_id
    where p.is_demo order by number`.execute(tx)
  if (rows.length === 0) return
  if (!withOrders) {
    const named = rows.slice(0, 5).map(({ number }) => number)
    throw new DemoOrdersError(
      `${rows.length} ${rows.length === 1 ? 'order holds' : 'orders hold'} demo products (${named.join(', ')}${rows.length > named.length ? ', …' : ''}). Nothing was changed. To remove these orders too: npm run demo:remove -- --with-orders`,
    )
  }
  // Payments and holds belong to the cart that the order was made of.
  await deleteWithDependents(tx, 'cart', sql`id in (${sql.join(rows.map(({ cart }) => sql`${cart}::uuid`))})`)
}

/** What the shop's own products use is the shop's own. */
async function adoptUsed(tx: Writer): Promise<void> {
  await sql`update brand set is_demo = false
    where is_demo and id in (select brand_id from product where not is_demo)`.execute(tx)
  await sql`with recursive used as (
      select id, parent_id from category where id in (select category_id from product where not is_demo) or not is_demo
      union select c.id, c.parent_id from category c join used on used.parent_id = c.id
    ) update category set is_demo = false where is_demo and id in (select id from used)`.execute(tx)
  await sql`update attribute a set is_demo = false
    where is_demo and exists (select 1 from product p where not p.is_demo and p.attributes ? a.code)`.execute(tx)
}

type Reference = { readonly child: string; readonly columns: string[]; readonly parent_columns: string[] }

/** Deletes rows after those that refer to them, by the schema's own foreign keys, so that a new table needs no line here. */
async function deleteWithDependents(tx: Writer, table: string, where: RawBuilder<unknown>): Promise<void> {
  const { rows: references } = await sql<Reference>`select c.conrelid::regclass::text as child,
      array(select attname::text from unnest(c.conkey) with ordinality k (number, at)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number order by k.at) as columns,
      array(select attname::text from unnest(c.confkey) with ordinality k (number, at)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.number order by k.at) as parent_columns
    from pg_constraint c
    where c.contype = 'f' and c.conparentid = 0 and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r') and c.conrelid <> c.confrelid`.execute(
    tx,
  )
  for (const { child, columns, parent_columns: parentColumns } of references) {
    const own = sql.join(columns.map((name) => sql.ref(name)))
    const theirs = sql.join(parentColumns.map((name) => sql.ref(name)))
    await deleteWithDependents(tx, child, sql`(${own}) in (select ${theirs} from ${sql.table(table)} where ${where})`)
  }
  await sql`delete from ${sql.table(table)} where ${where}`.execute(tx)
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Reader } from '../../platform/database/database.server.ts'
import { firstSortableId } from '../../platform/ids.ts'

/** What orders need, once for each database. */
export async function insertGoodsForOrders({ db }: Pick<Database, 'db'>): Promise<void> {
  for (const statement of [
    sql`insert into brand (uri, title) values ('months', 'Months')`,
    sql`insert into category (uri, title) values ('months', 'Months')`,
    sql`insert into product (sku, uri, title, brand_id, category_id)
      select 'FR-1', 'fr-1', 'Fridge', b.id, c.id from brand b, category c where b.uri = 'months' and c.uri = 'months'`,
    sql`insert into warehouse (code, title, country, time_zone, lat, lng)
      values ('9999', 'Months', 'AU', 'Australia/Sydney', 0, 0)`,
  ])
    await statement.execute(db)
}

let made = 0

export type OrderInMonth = {
  readonly at: string
  readonly cartId?: string
  readonly stage?: 'placed' | 'delivered' | 'cancelled'
  readonly state?: 'paid' | 'awaiting-payment'
}

/** An id of a moment, different each time. */
export function idAt(at: string): string {
  return `${firstSortableId(new Date(at)).slice(0, 10)}${String(++made).padStart(16, '0')}`
}

export async function insertCart(db: Reader, id: string = randomUUID()): Promise<string> {
  await sql`insert into cart (id, app, currency, state, created_at, updated_at)
    values (${id}, 'aol', 'AUD', 'ordered', now(), now())`.execute(db)
  return id
}

/** An order with a line, its choice, goods, an event, and a payment with its own; the statements are those of any version. */
export async function insertWholeOrder(
  db: Reader,
  { at, cartId, stage = 'delivered', state = 'paid' }: OrderInMonth,
): Promise<{ readonly id: string; readonly cartId: string; readonly number: string }> {
  const id = idAt(at)
  const cart = cartId ?? (await insertCart(db))
  const number = `W${String(70_000_000 + made)}`
  await sql`insert into payment_attempt (id, cart_id, app, method, provider, state, amount_cents, currency, snapshot,
      provider_ref, holds_until, created_at, updated_at)
    values (${id}, ${cart}, 'aol', 'card', 'card', 'Approved', 5000, 'AUD', '{}', ${id}, ${at}, ${at}, ${at})`.execute(
    db,
  )
  await sql`insert into payment_event (attempt_id, at, from_state, to_state, cause)
    values (${id}, ${at}, 'Pending', 'Approved', 'submit')`.execute(db)
  await sql`with placed as (insert into customer_order
      (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at, stage)
      values (${id}, ${number}, ${cart}, 'aol', ${state}, 'AUD', 5000, 'Ana@Example.com', '{}', ${at}, ${stage}) returning *),
    lines as (insert into order_line (order_id, product_code, product_id, title, quantity, unit_cents)
      select ${id}, 'FR-1', id, 'Fridge', 1, 5000 from product where sku = 'FR-1'),
    choices as (insert into order_line_choice (order_id, product_code, kind, option_id, name, unit_cents)
      values (${id}, 'FR-1', 'warranty', 1, 'Five years', 900))
    select id from placed`.execute(db)
  await sql`insert into order_payment (order_id, attempt_id, amount_cents, provider, provider_ref, paid_at)
    values (${id}, ${id}, 5000, 'card', ${id}, ${at})`.execute(db)
  await sql`insert into order_goods (order_id, product_id, warehouse_code, is_incoming, quantity)
    select ${id}, id, '9999', false, 1 from product where sku = 'FR-1'`.execute(db)
  await sql`insert into order_event (order_id, at, move, actor, from_stage, to_stage, from_state, to_state, facts)
    values (${id}, ${at}, 'deliver', 'staff', 'placed', ${stage}, ${state}, ${state}, '{}')`.execute(db)
  return { id, cartId: cart, number }
}

/** The tables that are divided, with the column of the id. */
export const divided = [
  ['customer_order', 'id'],
  ['order_line', 'order_id'],
  ['order_line_choice', 'order_id'],
  ['order_goods', 'order_id'],
  ['order_event', 'order_id'],
  ['payment_event', 'attempt_id'],
] as const

/** Where the rows of an id lie, by table: 'before', '2090-01' or 'rest'. */
export async function partsOf(db: Reader, id: string): Promise<readonly string[]> {
  const parts: string[] = []
  for (const [table, column] of divided) {
    const { rows } = await sql<{ name: string }>`select c.relname as name from ${sql.table(table)} t
      join pg_class c on c.oid = t.tableoid where ${sql.ref(`t.${column}`)} = ${id}`.execute(db)
    parts.push(...rows.map(({ name }) => name.slice(table.length + 1).replace('_', '-')))
  }
  return parts
}

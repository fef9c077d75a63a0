import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Sought } from './partition-statements.ts'

/** Fills a database with orders over many months, the same in both layouts. */

export type Filling = { readonly orders: number; readonly months: number; readonly isDivided: boolean }

const migration = readFileSync(join(import.meta.dirname, '../../migrations/0069-order-key.sql'), 'utf8')
const firstIdAt = /create function first_id_at[^;]+\$\$[^$]+\$\$;/.exec(migration)?.[0] ?? ''

/** Rows for what orders refer to, without what a shop has besides. */
const references = `
  insert into brand (uri, title) values ('bench', 'Bench');
  insert into category (id, uri, title) overriding system value values (1, 'bench', 'Bench');
  insert into product (sku, uri, title, brand_id, category_id)
    select 'P-' || n, 'p-' || n, 'French door fridge ' || n, (select id from brand), 1 from generate_series(1, 2000) n;
  insert into warehouse (code, title, country, time_zone, lat, lng) values ('2000', 'Sydney', 'AU', 'Australia/Sydney', 0, 0);
  insert into account (id, email, first_name, last_name, role, created_at)
    select md5('account ' || n)::uuid, 'buyer' || n || '@example.com', 'Ana', 'Buyer', 'customer', now() from generate_series(1, 20000) n;`

/**
 * Orders at even distances from the first month on, of which one in ten belongs to an account and one in a hundred is not paid. Triggers and
 * foreign keys are off meanwhile, so that a fill takes minutes.
 */
export async function fill(url: string, { orders, months, isDivided }: Filling): Promise<Sought> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('set session_replication_role = replica')
    if (!isDivided) await client.query(firstIdAt)
    await client.query(references)
    await client.query(`create table made as
      select n, t.at, left(first_id_at(t.at), 10) || lpad(n::text, 16, '0') as id, md5('cart ' || n)::uuid as cart
      from generate_series(1, ${orders}) n,
        lateral (select date_trunc('month', now(), 'UTC') + (n - 1) * (interval '${months} months' / ${orders}) as at) t`)
    await client.query(`insert into cart (id, app, currency, state, created_at, updated_at)
      select cart, 'aol', 'AUD', 'ordered', at, at from made`)
    // About as large as that of an order with two lines.
    const text = `(select string_agg(md5(n::text || g), '') from generate_series(1, 60) g)`
    await client.query(`insert into customer_order
        (id, web_order_id, cart_id, app, state, currency, total_cents, email, snapshot, placed_at, balance_cents, stage, account_id)
      select id, 'W' || lpad(n::text, 8, '0'), cart, 'aol', case when n % 100 = 0 then 'awaiting-payment' else 'paid' end, 'AUD', 5000 + n % 200000,
        'guest' || n % 60000 || '@example.com', jsonb_build_object('contact', jsonb_build_object('phone', '0400 000 000'), 'text', ${text}), at,
        case when n % 100 = 0 then 5000 else 0 end, case when n % 100 = 0 then 'cancelled' else 'delivered' end,
        case when n % 10 = 0 then md5('account ' || 1 + n % 20000)::uuid end from made`)
    await client.query(`insert into order_line (order_id, product_code, product_id, title, quantity, unit_cents)
      select id, 'P-' || 1 + (n * k) % 2000, 1 + (n * k) % 2000, 'French door fridge', 1, 5000 from made, generate_series(1, 2) k
      on conflict do nothing`)
    await client.query(`insert into order_goods (order_id, product_id, warehouse_code, is_incoming, quantity)
      select order_id, product_id, '2000', false, 1 from order_line`)
    await client.query(`insert into order_event (order_id, at, move, actor, from_stage, to_stage, from_state, to_state, facts)
      select id, at + k * interval '1 day', (array['send', 'deliver'])[k], 'staff', 'placed', 'delivered', 'paid', 'paid', '{}'
      from made, generate_series(1, 2) k order by n, k`)
    await client.query(`insert into payment_attempt
        (id, cart_id, app, method, provider, state, amount_cents, currency, snapshot, provider_ref, holds_until, created_at, updated_at)
      select id, cart, 'aol', 'card', 'card', 'Approved', 5000, 'AUD', '{}', 'ref ' || n, at, at, at from made`)
    await client.query(`insert into order_payment (order_id, attempt_id, amount_cents, provider, provider_ref, paid_at)
      select id, id, 5000, 'card', 'ref ' || n, at from made`)
    await client.query(`insert into payment_event (attempt_id, at, from_state, to_state, cause)
      select id, at, null, (array['Pending', 'Approved'])[k], 'submit' from made, generate_series(1, 2) k order by n, k`)
    if (isDivided)
      await client.query(`insert into order_key (order_id, web_order_id, cart_id, app, account_id, address_hash, placed_at)
        select id, web_order_id, cart_id, app, account_id, address_hash(email), placed_at from customer_order`)
    const { rows } = await client.query<Sought>(`
      select o.id as "orderId", o.cart_id as "cartId", o.web_order_id as number, o.account_id as "accountId", o.email,
        (select max(product_id) from order_line l where l.order_id = (select id from made where n = ${orders} - 10)) as "productId",
        (select max(at) from made) as now
      from customer_order o where o.id = (select id from made where n = ${Math.floor(orders / 20) * 10})`)
    // The migrations bring their own.
    if (!isDivided) await client.query('drop function first_id_at')
    await client.query('vacuum analyze')
    const [sought] = rows
    if (sought === undefined) throw new Error('there is no order in the middle')
    return sought
  } finally {
    await client.end()
  }
}

import type pg from 'pg'

/**
 * Copies paid orders until there are `count`, so that a backup has the size of a shop's: a restore of twenty orders says nothing about one of
 * a hundred thousand. Carts, lines, payments and their histories are copied with them; ids are new, and the copies lie in the year before.
 */
export async function copyOrders(database: pg.Pool, count: number): Promise<void> {
  const client = await database.connect()
  try {
    await client.query('begin')
    // A copy takes no stock, which was taken long ago.
    await client.query(`create temp table original on commit drop as
      select row_number() over (order by id) as n, id as order_id, cart_id,
        (select attempt_id from order_payment p where p.order_id = o.id order by attempt_id limit 1) as attempt_id
      from customer_order o where (select count(*) from order_payment p where p.order_id = o.id) = 1
        and not exists (select from order_refund r where r.order_id = o.id) and o.gift_card_cents = 0`)
    await client.query(
      `create temp table copy on commit drop as
      select g as n, t.order_id as from_order, t.attempt_id as from_attempt, t.cart_id as from_cart, gen_random_uuid() as cart_id,
        left(first_id_at(at), 10) || 'C' || lpad(g::text, 15, '0') as order_id,
        left(first_id_at(at), 10) || 'P' || lpad(g::text, 15, '0') as attempt_id,
        'W' || (60000000 + g) as web_order_id, at
      from (select g, now() - interval '1 year' * random() as at from generate_series(1, $1::integer) g) made
      join original t on t.n = 1 + g % (select count(*) from original)`,
      [count],
    )
    for (const { table, key, set } of copied)
      await client.query(`insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || ${set})).*
        from copy c join ${table} t on t.${key}`)
    for (const { table, columns, key, set } of numbered)
      await client.query(
        `insert into ${table} (${columns}) select ${set} from copy c join ${table} t on t.${key} order by c.n, t.id`,
      )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  await database.query('analyze')
}

const copied = [
  {
    table: 'cart',
    key: 'id = c.from_cart',
    set: `jsonb_build_object('id', c.cart_id, 'secret_hash', 'copy ' || c.n, 'created_at', c.at, 'updated_at', c.at)`,
  },
  { table: 'cart_line', key: 'cart_id = c.from_cart', set: `jsonb_build_object('cart_id', c.cart_id)` },
  {
    table: 'customer_order',
    key: 'id = c.from_order',
    set: `jsonb_build_object('id', c.order_id, 'web_order_id', c.web_order_id, 'cart_id', c.cart_id, 'placed_at', c.at)`,
  },
  {
    table: 'payment_attempt',
    key: 'id = c.from_attempt',
    set: `jsonb_build_object('id', c.attempt_id, 'cart_id', c.cart_id, 'order_id', c.order_id, 'provider_ref', 'copy-' || c.n,
      'return_token_hash', null, 'created_at', c.at, 'updated_at', c.at)`,
  },
  { table: 'order_line', key: 'order_id = c.from_order', set: `jsonb_build_object('order_id', c.order_id)` },
  {
    table: 'order_payment',
    key: 'attempt_id = c.from_attempt',
    set: `jsonb_build_object('order_id', c.order_id, 'attempt_id', c.attempt_id, 'provider_ref', 'copy-' || c.n, 'paid_at', c.at)`,
  },
] as const

/** With a number that the database gives, in the order of the originals. */
const numbered = [
  {
    table: 'payment_event',
    columns: 'attempt_id, from_state, to_state, cause, at',
    key: 'attempt_id = c.from_attempt',
    set: 'c.attempt_id, t.from_state, t.to_state, t.cause, c.at',
  },
] as const

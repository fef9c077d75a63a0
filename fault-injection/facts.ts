import type pg from 'pg'
import type { Counted, Facts, Reported } from './invariants.ts'
import type { Site } from './site.ts'

/** Reads both sides after a run: the shop's tables and the providers' own ledger. */

/** What was for sale before anyone bought. */
export type Opening = Readonly<Record<'goods' | 'days' | 'giftCards', ReadonlyMap<string, number>>>

type Count = { readonly name: string; readonly count: number }

/** Delivery slots are counted down from a number that no day reaches, because a day without orders has no row. */
const places = 1_000_000

const goodsFree = `select product_id::text as name, sum(quantity + incoming_quantity)::int as count from stock group by 1`
const daysFree = `select warehouse_code || ' ' || tier_code || ' ' || delivers_on as name, ${places} - booked as count from delivery_day`

const goodsTaken = `select product_id::text as name, sum(quantity)::int as count
  from (select product_id, quantity from order_goods union all select product_id, quantity from stock_hold) t group by 1`
const daysTaken = `select name, count(*)::int as count from (
    select (snapshot #>> '{delivery,warehouseCode}') || ' ' || (snapshot #>> '{delivery,tierCode}') || ' ' ||
      (snapshot #>> '{delivery,deliversOn}') as name from customer_order
    where stage <> 'cancelled' and snapshot #>> '{delivery,deliversOn}' is not null
      and coalesce(snapshot #>> '{delivery,isArranged}', 'false') = 'false'
    union all select warehouse_code || ' ' || tier_code || ' ' || delivers_on from day_hold) t group by 1`

const giftCardsFree = `select code as name, balance_cents::int as count from gift_card`
/** What orders redeemed from each gift card, less refunds. */
const giftCardsTaken = `select name, sum(cents)::int as count from (
    select card ->> 'code' as name, (card ->> 'cents')::int as cents
      from customer_order, jsonb_array_elements(coalesce(snapshot -> 'giftCards', '[]')) card
    union all select gift_card_code, -cents from order_refund_part where gift_card_code is not null) t group by 1`

async function counts(database: pg.Pool, query: string): Promise<Map<string, number>> {
  const { rows } = await database.query<Count>(query)
  return new Map(rows.map((row) => [row.name, row.count]))
}

export async function openingOf({ database }: Site): Promise<Opening> {
  return {
    goods: await counts(database, goodsFree),
    days: await counts(database, daysFree),
    giftCards: await counts(database, giftCardsFree),
  }
}

async function compared(
  database: pg.Pool,
  opening: ReadonlyMap<string, number>,
  queries: { free: string; taken: string; unopened: number },
): Promise<Counted[]> {
  const now = await counts(database, queries.free)
  const taken = await counts(database, queries.taken)
  return [...new Set([...opening.keys(), ...now.keys(), ...taken.keys()])].map((name) => ({
    name,
    opening: opening.get(name) ?? queries.unopened,
    now: now.get(name) ?? queries.unopened,
    taken: taken.get(name) ?? 0,
  }))
}

export async function factsOf(site: Site, opening: Opening, reported: readonly Reported[]): Promise<Facts> {
  const { database } = site
  const rows = async <Row extends pg.QueryResultRow>(query: string) => (await database.query<Row>(query)).rows
  const ledger = await fetch(`${site.sandboxUrl}/ledger`, { headers: { accept: 'application/json' } })
  return {
    movements: ((await ledger.json()) as Pick<Facts, 'movements'>).movements,
    attempts: await rows(
      'select id, cart_id as "cartId", state, amount_cents as cents, currency, pair_id as "pairId" from payment_attempt order by id',
    ),
    orders: await rows(
      `select id, web_order_id as "webOrderId", cart_id as "cartId", total_cents as total, stage, state,
        coalesce((snapshot #>> '{totals,deposit}')::int, total_cents) as due,
        snapshot ->> 'method' not in ('credit-account', 'other') as "isCollected" from customer_order order by id`,
    ),
    payments: await rows(
      `select order_id as "orderId", attempt_id as "attemptId", amount_cents as cents, refunded_cents as refunded
        from order_payment where provider <> 'credit-account'`,
    ),
    paymentEvents: await rows(
      'select attempt_id as id, from_state as "from", to_state as "to" from payment_event order by payment_event.id',
    ),
    orderEvents: await rows(
      `select order_id as id, from_stage || ' ' || from_state as "from", to_stage || ' ' || to_state as "to"
        from order_event order by order_event.id`,
    ),
    confirmations: (
      await rows<{ id: string }>(`select substr(id, 7) as id from mail where id ~ '^order-[0-9A-Za-z]{26}$'`)
    ).map((row) => row.id),
    goods: await compared(database, opening.goods, { free: goodsFree, taken: goodsTaken, unopened: 0 }),
    days: await compared(database, opening.days, { free: daysFree, taken: daysTaken, unopened: places }),
    giftCards: await compared(database, opening.giftCards, {
      free: giftCardsFree,
      taken: giftCardsTaken,
      unopened: 0,
    }),
    reported,
  }
}

/** All pending work in the database, by name; empty when the shop is idle. */
export async function unfinished(site: Site): Promise<readonly string[]> {
  const { rows } = await site.database.query<Count>(`
    select 'payments' as name, count(*)::int as count from payment_attempt where state in ('Pending', 'Unknown')
    union all select 'notices', count(*)::int from webhook_event where processed_at is null
    union all select 'late money', count(*)::int from late_money where returned_at is null
    union all select 'captures', count(*)::int from payment_attempt where capture = 'due'
    union all select 'refunds', count(*)::int from order_refund_part where state = 'due'
    union all select 'jobs', count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and name !~ '^__'`)
  const open = rows.filter((row) => row.count > 0).map((row) => `${row.count} ${row.name}`)
  const notifications = await fetch(`${site.sandboxUrl}/ledger/undelivered-webhooks`)
  const { undelivered } = (await notifications.json()) as { undelivered: unknown[] }
  return undelivered.length === 0 ? open : [...open, `${undelivered.length} notices on their way`]
}

/**
 * Fast-forwards scheduled work: the next check of a payment, the next attempt of a job or a refund; and with `holdsToo` the half hour
 * that stock is held during payment. The processes' clocks do not change.
 */
export async function letTimePass(
  { database, sandboxUrl }: Site,
  { holdsToo }: { readonly holdsToo: boolean },
): Promise<void> {
  await database.query(
    `update payment_attempt set next_check_at = least(next_check_at, now())
      ${holdsToo ? ', holds_until = least(holds_until, now())' : ''} where state in ('Pending', 'Unknown')`,
  )
  await database.query(`update order_refund_part set next_try_at = least(next_try_at, now()) where state = 'due'`)
  await database.query(
    `update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now() and name !~ '^__'`,
  )
  await fetch(`${sandboxUrl}/control/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hurry: true }),
  })
}

/** All rows of all tables as text, one table at a time. */
export async function* tablesAsText({ database }: Site): AsyncGenerator<{ table: string; text: string }> {
  const { rows } = await database.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'pgboss') order by 1, 2`,
  )
  for (const { schema, name } of rows) {
    const found = await database.query<{ row: string }>(`select t::text as row from "${schema}"."${name}" t`)
    yield { table: `${schema}.${name}`, text: found.rows.map((one) => one.row).join('\n') }
  }
}

import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import type { Reader } from '../../platform/database/database.server.ts'
import { isOne, likeText, recordSet } from '../../platform/database/record-source.server.ts'
import { plannedForValues } from '../../platform/database/partitions/planned-for-values.ts'
import { orderIdsFrom, orderIdsUntil } from './order-keys.server.ts'
import { orderStages } from './order-status.ts'

/** Orders for the back office. They change by transitions only (order-transitions.server.ts). */

export const orderRecords = recordSet({
  from: sql`customer_order o`,
  locked: 'o',
  key: sql`o.id`,
  byKey: (key) => sql<boolean>`o.id = ${key}`,
  columns: {
    webOrderId: { sql: sql`o.web_order_id`, sorts: 'text' },
    placedAt: { sql: sql`o.placed_at`, sorts: 'timestamptz' },
    app: { sql: sql`o.app`, sorts: 'text' },
    name: {
      sql: sql`(o.snapshot -> 'delivery' -> 'address' ->> 'firstName') || ' ' || (o.snapshot -> 'delivery' -> 'address' ->> 'lastName')`,
    },
    total: { sql: sql`o.total_cents` },
    credited: { sql: sql`o.credited_cents` },
    balance: { sql: sql`o.balance_cents` },
    currency: { sql: sql`o.currency` },
    stage: { sql: sql`o.stage` },
    /** The stage in the words of how the order reaches its customer. */
    goods: {
      sql: sql`case when o.snapshot -> 'delivery' -> 'pickup' is null then o.stage
        when o.stage = 'on-its-way' then 'ready-for-pickup' when o.stage = 'delivered' then 'collected' else o.stage end`,
    },
    pickup: {
      sql: sql`o.snapshot -> 'delivery' -> 'pickup' ->> 'name'`,
    },
    readyAt: { sql: sql`(o.snapshot -> 'delivery' -> 'pickup' ->> 'readyAt')::timestamptz`, isLong: true },
    pickupHours: {
      sql: sql`(select array_agg(h) from jsonb_array_elements_text(o.snapshot -> 'delivery' -> 'pickup' -> 'hours') h)`,
      isLong: true,
    },
    state: { sql: sql`o.state` },
    deliversOn: { sql: sql`o.snapshot -> 'delivery' ->> 'deliversOn'` },
    email: { sql: sql`o.email` },
    version: { sql: sql`o.version`, isLong: true },
    phone: { sql: sql`o.snapshot -> 'contact' ->> 'phone'`, isLong: true },
    method: { sql: sql`o.snapshot ->> 'method'`, isLong: true },
    address: {
      sql: sql`concat_ws(', ', nullif(o.snapshot -> 'delivery' -> 'address' ->> 'companyName', ''), o.snapshot -> 'delivery' -> 'address' ->> 'address',
        o.snapshot -> 'delivery' -> 'address' ->> 'suburb', nullif(o.snapshot -> 'delivery' -> 'address' ->> 'state', ''),
        o.snapshot -> 'delivery' -> 'address' ->> 'postcode')`,
      isLong: true,
    },
    window: { sql: sql`o.snapshot -> 'delivery' ->> 'window'`, isLong: true },
    access: {
      sql: sql`(select array_agg(e.key || ': ' || e.value order by e.key) from jsonb_each_text(o.snapshot -> 'delivery' -> 'access') e)`,
      isLong: true,
    },
    instructions: { sql: sql`o.snapshot -> 'delivery' ->> 'instructions'`, isLong: true },
    /** 'FR-1 | 2 | Fridge', a line each. */
    lines: {
      sql: sql`(select array_agg(l.product_code || ' | ' || l.quantity || ' | ' || l.title order by l.product_code)
        from order_line l where l.order_id = o.id)`,
      isLong: true,
    },
  },
  search: (word) =>
    sql`o.web_order_id = ${word.toUpperCase()} or lower(o.email) like ${`${likeText(word.toLowerCase())}%`}`,
  filters: {
    app: isOne(sql`o.app`, appCodes),
    stage: isOne(sql`o.stage`, orderStages),
    state: isOne(sql`o.state`, ['paid', 'deposit-paid', 'on-account', 'awaiting-payment']),
    which: (word) =>
      word === 'refunded'
        ? sql<boolean>`o.credited_cents > 0`
        : word === 'owed'
          ? sql<boolean>`o.balance_cents > 0`
          : word === 'pickup'
            ? sql<boolean>`o.snapshot -> 'delivery' -> 'pickup' is not null`
            : null,
  },
})

export type DayOfOrders = { readonly on: string; readonly orders: number; readonly revenue: number }

/** Orders by day in a place's calendar, less cancelled and refunded parts. Revenue is cents of one currency. */
export async function ordersByDay(
  db: Reader,
  {
    from,
    until,
    app,
    currency,
    timeZone,
  }: {
    readonly from: Date
    readonly until: Date
    readonly app: string | null
    readonly currency: string
    readonly timeZone: string
  },
): Promise<readonly DayOfOrders[]> {
  const { rows } = await sql<DayOfOrders>`
    select (placed_at at time zone ${timeZone})::date::text as on, count(*)::integer as orders,
      coalesce(sum(total_cents + gift_card_cents - credited_cents), 0)::bigint as revenue
    from customer_order
    where placed_at >= ${from} and placed_at < ${until} and id >= ${orderIdsFrom(from)} and id < ${orderIdsUntil(until)}
      and currency = ${currency} and stage <> 'cancelled'
      and (${app}::text is null or app = ${app}::text)
    group by 1 order by 1 ${plannedForValues}`.execute(db)
  return rows
}

/** Units sold since a moment by product, the most first. */
export async function unitsSold(
  db: Reader,
  { since, currency, limit }: { readonly since: Date; readonly currency: string; readonly limit: number },
): Promise<readonly { readonly productId: number; readonly units: number }[]> {
  const { rows } = await sql<{ productId: number; units: number }>`
    with recent as (
      select id from customer_order where placed_at >= ${since} and id >= ${orderIdsFrom(since)}
        and currency = ${currency} and stage <> 'cancelled')
    select l.product_id as "productId", sum(l.quantity)::integer as units
    from order_line l join recent on recent.id = l.order_id
    -- Ids grow with time: what is older is not even looked at.
    where l.order_id >= ${orderIdsFrom(since)}
    group by l.product_id order by units desc, l.product_id limit ${limit} ${plannedForValues}`.execute(db)
  return rows
}

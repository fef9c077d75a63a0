import { sql, type Kysely } from 'kysely'
import type { DB } from '../../src/platform/database/database-types.ts'
import { boughtWith, soldSince } from '../../src/modules/orders/internal/product-sales.server.ts'
import { orderRecords, ordersByDay, unitsSold } from '../../src/modules/orders/order-records.server.ts'
import {
  attachGuestOrders,
  eventsOf,
  orderByCart,
  orderById,
  orderByNumber,
  ordersOfAccount,
  unpaidTillOrders,
} from '../../src/modules/orders/orders-store.server.ts'

/** What is looked for in both layouts: an order of the middle of the time, its account, and the last days. */
export type Sought = {
  readonly orderId: string
  readonly cartId: string
  readonly number: string
  readonly accountId: string
  readonly email: string
  readonly productId: number
  readonly now: Date
}

type Run = (db: Kysely<DB>, of: Sought) => Promise<unknown>
const before = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
const columns = sql`id, web_order_id as "webOrderId", cart_id as "cartId", app, state, stage, version,
  balance_cents as balance, credited_cents as credited, placed_at as "placedAt", snapshot`
const newest = { search: '', filters: {}, sort: { column: 'placedAt', isDescending: true }, cursor: null } as const
const page = { ...newest, isBackwards: false, limit: 50 } as const

/** Statements of the version before, which names carts and numbers of orders directly; `since` without ids. */
export const formerStatements: Readonly<Record<string, Run>> = {
  'order by id': (db, { orderId }) => sql`select ${columns} from customer_order where id = ${orderId}`.execute(db),
  'order by cart': (db, { cartId }) => sql`select ${columns} from customer_order where cart_id = ${cartId}`.execute(db),
  'order by number': (db, { number }) =>
    sql`select ${columns} from customer_order where web_order_id = ${number} and app = 'aol'`.execute(db),
  'orders of an account': (db, { accountId }) =>
    sql`select ${columns} from customer_order where app = 'aol'
      and (account_id = ${accountId} or cart_id in (select id from cart where cart.account_id = ${accountId}))
      order by placed_at desc, id desc limit 10 offset 0`.execute(db),
  'orders of a guest for an account': (db, { accountId, email }) =>
    sql`update customer_order set account_id = ${accountId}
      where lower(email) = ${email} and account_id is null
        and not exists (select 1 from cart where cart.id = customer_order.cart_id and cart.account_id is not null)`.execute(
      db,
    ),
  'history of an order': (db, { orderId }) =>
    sql`select id::integer as id, at, move, actor, facts from order_event
      where order_id = ${orderId} order by order_event.id`.execute(db),
  'orders nobody paid for': (db, { now }) => unpaidTillOrders(db, before(now, 2)),
  'staff: newest orders': (db) => orderRecords.list(db, page),
  'staff: by start of an address': (db, { email }) =>
    sql`select o.web_order_id, o.placed_at from customer_order o
      where o.web_order_id = ${email.toUpperCase()} or lower(o.email) like ${`${email}%`}
      order by o.placed_at desc, o.id desc limit 51`.execute(db),
  'staff: 30 days of orders': (db, { now }) =>
    sql`select (placed_at at time zone 'Australia/Sydney')::date::text as on, count(*)::integer as orders,
        coalesce(sum(total_cents + gift_card_cents - credited_cents), 0)::bigint as revenue
      from customer_order where placed_at >= ${before(now, 30)} and placed_at < ${now} and currency = 'AUD' and stage <> 'cancelled'
      group by 1 order by 1`.execute(db),
  'units sold in 30 days': (db, { now }) =>
    sql`with recent as (select id from customer_order
        where placed_at >= ${before(now, 30)} and currency = 'AUD' and stage <> 'cancelled')
      select l.product_id, sum(l.quantity)::integer as units from order_line l join recent on recent.id = l.order_id
      where l.order_id >= (select min(id) from recent) group by l.product_id order by units desc, l.product_id limit 500`.execute(
      db,
    ),
  'sold of a product in 30 days': (db, { productId, now }) =>
    sql`select coalesce(sum(l.quantity), 0)::integer as units, count(distinct o.id)::integer as orders
      from order_line l join customer_order o on o.id = l.order_id
      where l.product_id = ${productId} and o.app = 'aol' and o.placed_at >= ${before(now, 30)}`.execute(db),
  'bought with a product, 365 days': (db, { productId, now }) =>
    sql`select other.product_id as id from order_line own
      join customer_order o on o.id = own.order_id and o.app = 'aol' and o.stage <> 'cancelled' and o.placed_at >= ${before(now, 365)}
      join order_line other on other.order_id = own.order_id and other.product_id <> own.product_id
      where own.product_id = ${productId} group by 1 having count(distinct lower(o.email)) >= 2
      order by count(distinct lower(o.email)) desc, count(*) desc, 1 limit 20`.execute(db),
}

/** The program's own. */
export const presentStatements: Readonly<Record<string, Run>> = {
  'order by id': (db, { orderId }) => orderById(db, orderId),
  'order by cart': (db, { cartId }) => orderByCart(db, cartId),
  'order by number': (db, { number }) => orderByNumber(db, number, 'aol'),
  'orders of an account': (db, { accountId }) =>
    ordersOfAccount(db, { accountId, app: 'aol', isInvoiced: false }, { offset: 0, limit: 10 }),
  'orders of a guest for an account': (db, { accountId: id, email }) => {
    // The reader stands for a transaction here: nothing is written, because what it does is undone.
    return attachGuestOrders(db as Parameters<typeof attachGuestOrders>[0], { id, email })
  },
  'history of an order': (db, { orderId }) => eventsOf(db, orderId),
  'orders nobody paid for': (db, { now }) => unpaidTillOrders(db, before(now, 2)),
  'staff: newest orders': (db) => orderRecords.list(db, page),
  'staff: by start of an address': (db, { email }) => orderRecords.list(db, { ...page, search: email }),
  'staff: 30 days of orders': (db, { now }) =>
    ordersByDay(db, { from: before(now, 30), until: now, app: null, currency: 'AUD', timeZone: 'Australia/Sydney' }),
  'units sold in 30 days': (db, { now }) => unitsSold(db, { since: before(now, 30), currency: 'AUD', limit: 500 }),
  'sold of a product in 30 days': (db, { productId, now }) => soldSince(db, productId, 'aol', before(now, 30)),
  'bought with a product, 365 days': (db, { productId, now }) => boughtWith(db, productId, 'aol', before(now, 365)),
}

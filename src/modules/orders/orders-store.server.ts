import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { plannedForValues } from '../../platform/database/partitions/planned-for-values.ts'
import type { Cents } from '../../platform/money.ts'
import type { StockHold } from '../catalogue/stock.server.ts'
import { takeHeldStoreGoods } from '../catalogue/store-stock.server.ts'
import type { Seller } from '../payments/payments.ts'
import { balanceOf, webOrderIdOf, type Order, type OrderSnapshot } from './orders.ts'
import type { OrderActor, OrderTransition, OrderState, OrderStatus } from './order-status.ts'
import { giftCardPart } from './refunds.ts'
import {
  orderIdsOfAccount,
  orderIdsOfCustomer,
  guestOrderIds,
  orderIdByCart,
  orderIdByNumber,
} from './order-keys.server.ts'
import type { AccountOrders } from './order-keys.server.ts'

/** The SQL of orders. */

const columns = sql`id, web_order_id as "webOrderId", cart_id as "cartId", app, state, stage, version,
  balance_cents as balance, credited_cents as credited, placed_at as "placedAt", snapshot`

/** The order, its lines and their options, in one statement. */
export async function insertOrder(
  tx: Writer,
  order: { id: string; state: OrderState; snapshot: OrderSnapshot; now: Date },
): Promise<Order> {
  const { rows: numbers } = await sql<{ number: number }>`select nextval('web_order_number') as number`.execute(tx)
  const { snapshot } = order
  const ofOrder = tx
    .insertInto('customer_order')
    .values({
      id: order.id,
      web_order_id: webOrderIdOf(numbers[0]?.number ?? 0),
      cart_id: snapshot.cartId,
      app: snapshot.app,
      state: order.state,
      currency: snapshot.currency,
      total_cents: snapshot.totals.total,
      balance_cents: balanceOf(snapshot),
      email: snapshot.contact.email,
      gift_card_cents: giftCardPart(snapshot),
      // Goods collected in store count as delivered.
      stage: snapshot.sale?.cashAndCarry === true ? 'delivered' : 'placed',
      snapshot: JSON.stringify(snapshot),
      placed_at: order.now,
    })
    .returningAll()
  const ofLines = tx.insertInto('order_line').values(
    snapshot.lines.map((line) => ({
      order_id: order.id,
      product_code: line.productCode,
      product_id: line.productId,
      title: line.title,
      quantity: line.quantity,
      unit_cents: line.unit,
      line_discount_cents: line.lineDiscount ?? 0,
    })),
  )
  const choices = snapshot.lines.flatMap((line) =>
    (['warranty', 'install'] as const).flatMap((kind) => {
      const choice = line[kind]
      if (choice === undefined) return []
      const { id, name, price } = choice
      const lineKey = { order_id: order.id, product_code: line.productCode }
      return [{ ...lineKey, kind, option_id: id, name, unit_cents: price }]
    }),
  )
  const ofChoices =
    choices.length === 0 ? sql`` : sql`, choices as (${tx.insertInto('order_line_choice').values(choices)})`
  const { rows } = await sql<Order>`
    with placed as (${ofOrder}), lines as (${ofLines})${ofChoices}
    select ${columns} from placed`.execute(tx)
  const [placed] = rows
  if (placed === undefined) throw new Error('an order was written and is not there')
  return placed
}

export async function insertPayment(
  tx: Writer,
  payment: { orderId: string; attemptId: string; cents: Cents; provider: string; providerRef: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('order_payment')
    .values({
      order_id: payment.orderId,
      attempt_id: payment.attemptId,
      amount_cents: payment.cents,
      provider: payment.provider,
      provider_ref: payment.providerRef,
      paid_at: payment.now,
    })
    .execute()
}

export async function insertCouponUse(tx: Writer, code: string, email: string, orderId: string): Promise<void> {
  await tx.insertInto('coupon_use').values({ code, email: email.toLowerCase(), order_id: orderId }).execute()
}

async function readOrder(db: Reader | Writer, where: ReturnType<typeof sql>): Promise<Order | null> {
  const { rows } = await sql<Order>`
    select ${columns}
    from customer_order where ${where} ${plannedForValues}`.execute(db)
  return rows[0] ?? null
}

/** By id alone, which leads to one partition (decision 0085). */
const orderOfKey = async (db: Reader | Writer, id: string | null): Promise<Order | null> =>
  id === null ? null : readOrder(db, sql`id = ${id}`)

export const orderByCart = async (db: Reader | Writer, cartId: string): Promise<Order | null> =>
  orderOfKey(db, await orderIdByCart(db, cartId))

export const orderByCartOfApp = async (db: Reader, cartId: string, app: AppCode): Promise<Order | null> =>
  orderOfKey(db, await orderIdByCart(db, cartId, app))

export const orderByNumber = async (db: Reader, webOrderId: string, app: AppCode): Promise<Order | null> =>
  orderOfKey(db, await orderIdByNumber(db, webOrderId, app))

export const orderById = (db: Reader, id: string): Promise<Order | null> => readOrder(db, sql`id = ${id}`)

const isInvoiced = (which: AccountOrders) =>
  sql`(not ${which.isInvoiced}::boolean or state in ('paid', 'deposit-paid'))`

export async function ordersOfAccount(
  db: Reader,
  which: AccountOrders,
  { offset, limit }: { offset: number; limit: number },
): Promise<readonly Order[]> {
  const ids = await orderIdsOfAccount(db, which)
  if (ids.length === 0) return []
  const { rows } = await sql<Order>`
    select ${columns} from customer_order where id = any(${sql.val(ids)}::text[]) and ${isInvoiced(which)}
    order by placed_at desc, id desc limit ${limit} offset ${offset} ${plannedForValues}`.execute(db)
  return rows
}

export async function countOrdersOfAccount(db: Reader, which: AccountOrders): Promise<number> {
  const ids = await orderIdsOfAccount(db, which)
  if (ids.length === 0) return 0
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from customer_order
    where id = any(${sql.val(ids)}::text[]) and ${isInvoiced(which)} ${plannedForValues}`.execute(db)
  return rows[0]?.count ?? 0
}

export const orderOfAccount = async (db: Reader, which: AccountOrders, id: string): Promise<Order | null> =>
  (await orderIdsOfAccount(db, which)).includes(id) ? readOrder(db, sql`id = ${id} and ${isInvoiced(which)}`) : null

/** Who has bought something: an account, or whoever placed an order. */
export type Buyer = Omit<AccountOrders, 'isInvoiced'> | { readonly orderId: string; readonly app: AppCode }

/** Whether they have bought a product; an order that was cancelled does not count. */
export async function isBought(db: Reader, productId: number, by: Buyer): Promise<boolean> {
  const ids = 'orderId' in by ? [by.orderId] : await orderIdsOfAccount(db, by)
  if (ids.length === 0) return false
  const { rows } = await sql`select from customer_order o join order_line l on l.order_id = o.id
    where o.id = any(${sql.val(ids)}::text[]) and l.order_id = any(${sql.val(ids)}::text[])
      and o.app = ${by.app} and o.stage <> 'cancelled' and l.product_id = ${productId} limit 1 ${plannedForValues}`.execute(
    db,
  )
  return rows.length > 0
}

export type OrderPayment = {
  readonly provider: string
  readonly seller: Seller
  readonly cents: Cents
  readonly paidAt: Date
}

/** By order, first to last; the payment that placed it comes before that of its balance, even at the same moment. */
export async function paymentsOfOrders(
  db: Reader,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderPayment[]>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await sql<OrderPayment & { orderId: string }>`
    select p.order_id as "orderId", p.provider, a.seller, p.amount_cents as cents, p.paid_at as "paidAt"
    from order_payment p join payment_attempt a on a.id = p.attempt_id
    where p.order_id = any(${sql.val(orderIds)}::text[]) order by p.paid_at, a.order_id nulls first, a.part`.execute(db)
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => row.orderId),
      ([id, payments]) => [
        id,
        payments.map(({ provider, seller, cents, paidAt }) => ({ provider, seller, cents, paidAt })),
      ],
    ),
  )
}

/** Moves a guest's orders to the account that has confirmed the email address. */
export async function attachGuestOrders(tx: Writer, account: { id: string; email: string }): Promise<void> {
  const ids = await guestOrderIds(tx, account.email)
  if (ids.length === 0) return
  await sql`update customer_order set account_id = ${account.id}
    where id = any(${sql.val(ids)}::text[]) and account_id is null ${plannedForValues}`.execute(tx)
}

/** The order's row, locked until the transaction ends. */
export const lockOrder = (tx: Writer, id: string): Promise<Order | null> => readOrder(tx, sql`id = ${id} for update`)

/** Writes the changes of a transition; nothing when the order has changed since it was read. */
export async function updateOrder(
  tx: Writer,
  order: Pick<Order, 'id' | 'version'>,
  to: OrderStatus & {
    readonly balance: Cents
    readonly credited?: Cents
    readonly giftCardReturned?: Cents
    readonly snapshot?: OrderSnapshot
  },
): Promise<void> {
  const done = await tx
    .updateTable('customer_order')
    .set({
      stage: to.stage,
      state: to.state,
      balance_cents: to.balance,
      version: order.version + 1,
      ...(to.credited === undefined ? {} : { credited_cents: to.credited }),
      ...(to.giftCardReturned === undefined ? {} : { gift_card_returned_cents: to.giftCardReturned }),
      ...(to.snapshot === undefined ? {} : { snapshot: JSON.stringify(to.snapshot) }),
    })
    .where('id', '=', order.id)
    .where('version', '=', order.version)
    .modifyEnd(plannedForValues)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) throw new Error('an order was moved without being locked')
}

export type OrderEvent = {
  readonly id: number
  readonly at: Date
  readonly move: OrderTransition
  readonly actor: OrderActor['kind']
  readonly facts: Readonly<Record<string, unknown>>
}

export async function insertEvent(
  tx: Writer,
  event: {
    orderId: string
    at: Date
    move: OrderTransition
    actor: OrderActor
    from: OrderStatus
    to: OrderStatus
    facts: Readonly<Record<string, unknown>>
  },
): Promise<number> {
  const row = await tx
    .insertInto('order_event')
    .values({
      order_id: event.orderId,
      at: event.at,
      move: event.move,
      actor: event.actor.kind,
      actor_id: event.actor.id ?? null,
      from_stage: event.from.stage,
      to_stage: event.to.stage,
      from_state: event.from.state,
      to_state: event.to.state,
      facts: JSON.stringify(event.facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return Number(row.id)
}

/** First to last. */
export async function eventsOf(db: Reader, orderId: string): Promise<readonly OrderEvent[]> {
  const { rows } = await sql<OrderEvent>`select id::integer as id, at, move, actor, facts
    from order_event where order_id = ${orderId} order by order_event.id ${plannedForValues}`.execute(db)
  return rows
}

/** Payments of an order that are not fully refunded, the newest first. */
export async function paidPartsOf(
  tx: Writer,
  orderId: string,
): Promise<readonly { attemptId: string; seller: Seller; cents: Cents; refunded: Cents }[]> {
  const { rows } = await sql<{ attemptId: string; seller: Seller; cents: number; refunded: number }>`
    select p.attempt_id as "attemptId", a.seller, p.amount_cents as cents, p.refunded_cents as refunded
    from order_payment p join payment_attempt a on a.id = p.attempt_id
    where p.order_id = ${orderId} order by p.paid_at desc, a.order_id nulls last, p.attempt_id desc for update of p`.execute(
    tx,
  )
  return rows
}

/** Notes from where the goods of an order were taken. */
/** Turns an attempt's reservations, stock and day, into the order's. */
export async function takeHeldGoods(tx: Writer, orderId: string, attemptId: string): Promise<void> {
  await sql`
    with held as (delete from stock_hold where attempt_id = ${attemptId} returning *),
    day as (delete from day_hold where attempt_id = ${attemptId})
    insert into order_goods (order_id, product_id, warehouse_code, is_incoming, quantity)
    select ${orderId}, product_id, warehouse_code, is_incoming, quantity from held`.execute(tx)
  await takeHeldStoreGoods(tx, orderId, attemptId)
}

export async function insertGoods(tx: Writer, orderId: string, holds: readonly StockHold[]): Promise<void> {
  if (holds.length === 0) return
  await tx
    .insertInto('order_goods')
    .values(
      holds.map((hold) => ({
        order_id: orderId,
        product_id: hold.productId,
        warehouse_code: hold.warehouseCode,
        is_incoming: hold.isIncoming,
        quantity: hold.quantity,
      })),
    )
    .execute()
}

export async function goodsOf(db: Reader | Writer, orderId: string): Promise<readonly StockHold[]> {
  const { rows } = await sql<StockHold>`select product_id as "productId", warehouse_code as "warehouseCode", quantity,
    is_incoming as "isIncoming" from order_goods where order_id = ${orderId} and quantity > 0
    order by product_id, is_incoming desc, warehouse_code ${plannedForValues}`.execute(db)
  return rows
}

/** Removes stock from an order, incoming stock first; returns where it had been taken from. */
export async function takeGoods(
  tx: Writer,
  orderId: string,
  requested: readonly { productId: number; quantity: number }[],
): Promise<readonly StockHold[]> {
  const taken: StockHold[] = []
  for (const { productId, quantity } of requested) {
    let missing = quantity
    for (const hold of await goodsOf(tx, orderId)) {
      const part = hold.productId === productId ? Math.min(missing, hold.quantity) : 0
      if (part === 0) continue
      missing -= part
      taken.push({ ...hold, quantity: part })
      await sql`update order_goods set quantity = quantity - ${part} where order_id = ${orderId}
        and product_id = ${productId} and warehouse_code = ${hold.warehouseCode} and is_incoming = ${hold.isIncoming} ${plannedForValues}`.execute(
        tx,
      )
    }
  }
  return taken
}

/** An order that was cancelled has used no coupon. */
export async function forgetCouponUse(tx: Writer, orderId: string): Promise<void> {
  await tx.deleteFrom('coupon_use').where('order_id', '=', orderId).execute()
}

/** Orders that wait to be paid at the till since before a moment. */
export async function unpaidTillOrders(db: Reader, before: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('customer_order')
    .select('id')
    .where('state', '=', 'awaiting-payment')
    .where('stage', '=', 'placed')
    .where('placed_at', '<', before)
    .orderBy('placed_at')
    .limit(100)
    .execute()
  return rows.map((row) => row.id)
}

/** An app's orders by one whole thing that a customer can name, the newest first. */
export async function ordersOfCustomer(
  db: Reader,
  app: AppCode,
  named: Readonly<Record<'email' | 'phone' | 'webOrderId', string | null>>,
): Promise<readonly Order[]> {
  const ids = await orderIdsOfCustomer(db, app, named)
  const orders = await Promise.all(ids.map((id) => orderById(db, id)))
  return orders.filter((order) => order !== null)
}

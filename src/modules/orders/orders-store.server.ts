import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database.server.ts'
import type { Cents } from '../../platform/money.ts'
import { balanceOf, webOrderIdOf, type Order, type OrderSnapshot, type OrderState } from './orders.ts'

/** The SQL of orders. */

export async function insertOrder(
  tx: Writer,
  order: { id: string; state: OrderState; snapshot: OrderSnapshot; now: Date },
): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('web_order_number') as number`.execute(tx)
  const webOrderId = webOrderIdOf(rows[0]?.number ?? 0)
  const { snapshot } = order
  await tx
    .insertInto('customer_order')
    .values({
      id: order.id,
      web_order_id: webOrderId,
      cart_id: snapshot.cartId,
      app: snapshot.app,
      state: order.state,
      currency: snapshot.currency,
      total_cents: snapshot.totals.total,
      balance_cents: balanceOf(snapshot),
      email: snapshot.contact.email,
      snapshot: JSON.stringify(snapshot),
      placed_at: order.now,
    })
    .execute()
  await tx
    .insertInto('order_line')
    .values(
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
    .execute()
  const choices = snapshot.lines.flatMap((line) =>
    (['warranty', 'install'] as const).flatMap((kind) => {
      const choice = line[kind]
      if (choice === undefined) return []
      const { id, name, price } = choice
      const lineKey = { order_id: order.id, product_code: line.productCode }
      return [{ ...lineKey, kind, option_id: id, name, unit_cents: price }]
    }),
  )
  if (choices.length > 0) await tx.insertInto('order_line_choice').values(choices).execute()
  return webOrderId
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
    select id, web_order_id as "webOrderId", cart_id as "cartId", app, state, placed_at as "placedAt", snapshot
    from customer_order where ${where}`.execute(db)
  return rows[0] ?? null
}

export const orderByCart = (db: Reader | Writer, cartId: string): Promise<Order | null> =>
  readOrder(db, sql`cart_id = ${cartId}`)

export const orderByCartOfApp = (db: Reader, cartId: string, app: AppCode): Promise<Order | null> =>
  readOrder(db, sql`cart_id = ${cartId} and app = ${app}`)

export const orderById = (db: Reader, id: string): Promise<Order | null> => readOrder(db, sql`id = ${id}`)

/** Orders of an account in an app: those of its carts, and those a guest placed with its address before. */
export type AccountOrders = {
  readonly accountId: string
  readonly app: AppCode
  /** Only those whose payment was approved. */
  readonly isInvoiced: boolean
}

const ownedBy = ({ accountId, app, isInvoiced }: AccountOrders) => sql`app = ${app}
  and (account_id = ${accountId} or cart_id in (select id from cart where cart.account_id = ${accountId}))
  and (not ${isInvoiced}::boolean or state in ('paid', 'deposit-paid'))`

export async function ordersOfAccount(
  db: Reader,
  which: AccountOrders,
  { offset, limit }: { offset: number; limit: number },
): Promise<readonly Order[]> {
  const { rows } = await sql<Order>`
    select id, web_order_id as "webOrderId", cart_id as "cartId", app, state, placed_at as "placedAt", snapshot
    from customer_order where ${ownedBy(which)} order by placed_at desc, id desc limit ${limit} offset ${offset}`.execute(
    db,
  )
  return rows
}

export async function countOrdersOfAccount(db: Reader, which: AccountOrders): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from customer_order where ${ownedBy(which)}`.execute(db)
  return rows[0]?.count ?? 0
}

export const orderOfAccount = (db: Reader, which: AccountOrders, id: string): Promise<Order | null> =>
  readOrder(db, sql`id = ${id} and ${ownedBy(which)}`)

export type OrderPayment = { readonly provider: string; readonly cents: Cents; readonly paidAt: Date }

/** By order, first to last. */
export async function paymentsOfOrders(
  db: Reader,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, readonly OrderPayment[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_payment')
    .select(['order_id', 'provider', 'amount_cents', 'paid_at'])
    .where('order_id', 'in', orderIds)
    .orderBy('paid_at')
    .execute()
  const byOrder = Map.groupBy(rows, (row) => row.order_id)
  return new Map(
    Array.from(byOrder, ([id, payments]) => [
      id,
      payments.map((one) => ({ provider: one.provider, cents: one.amount_cents, paidAt: one.paid_at })),
    ]),
  )
}

/** What a guest ordered with an address becomes the order of the account that has proved to have it. */
export async function attachGuestOrders(tx: Writer, account: { id: string; email: string }): Promise<void> {
  await sql`update customer_order set account_id = ${account.id}
    where lower(email) = ${account.email} and account_id is null
      and not exists (select 1 from cart where cart.id = customer_order.cart_id and cart.account_id is not null)`.execute(
    tx,
  )
}

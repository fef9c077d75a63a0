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

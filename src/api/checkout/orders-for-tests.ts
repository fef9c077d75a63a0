import { sql } from 'kysely'
import { expect } from 'vitest'
import { heldCents } from '../../../sandbox/ledger.ts'
import type { OrderView } from '../../modules/orders/order-view.ts'
import { randomIds } from '../../platform/ids.ts'
import type { SubmitBody } from '../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import type { TestShop } from '../../testing/shop.server.ts'

export type ErrorAnswer = { errors: { code: string; message: string; field: string | null }[] }
/** Status and code of a refusal. */
export const codeOf = (answer: TestAnswer) => [answer.status, answer.json<ErrorAnswer>().errors[0]?.code]
/** Of everybody who buys here. */
export const email = 'ana.botha@example.com'
export const key = () => randomIds.uuid()

export type Bought = { id: string; webOrderId: string; cartId: string; visitor: Visitor; body: SubmitBody }

/** Orders of the shop under test, and what they hold of its goods, days and money. */
export function boughtOrdersOf(shop: () => TestShop) {
  /** An order of these goods, and a visitor who has looked it up. */
  async function bought(
    goods: Readonly<Record<string, number>>,
    more: Partial<Record<string, unknown>> = {},
    prepare: (visitor: Visitor) => Promise<unknown> = async () => {},
  ): Promise<Bought> {
    const buyer = shop().visitor()
    for (const [sku, quantity] of Object.entries(goods)) await buyer.add(sku, quantity)
    await prepare(buyer)
    const body = { ...(await buyer.order({ card: await shop().card() })), ...more }
    const answer = await buyer.submit(body)
    if (answer.status !== 200) throw new Error(`buying: ${answer.text}`)
    return { ...(await found(body.cartId)), cartId: body.cartId, body }
  }

  async function found(cartId: string) {
    const { id, web_order_id: webOrderId } = await rowOf(cartId)
    const visitor = shop().visitor()
    const answer = await visitor.post('/api/orders/lookup', { orderNumber: webOrderId, email })
    expect([answer.status, answer.json()]).toEqual([200, { id }])
    return { id, webOrderId, visitor }
  }

  const rowOf = (cartId: string) =>
    shop().database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).executeTakeFirstOrThrow()
  const viewOf = async ({ visitor, id }: Pick<Bought, 'visitor' | 'id'>) =>
    (await visitor.get(`/api/orders/${id}`)).json<OrderView>()
  const cancel = ({ visitor, id }: Bought, lines: object[] | null, more: object = {}, withKey = key()) =>
    visitor.post(`/api/orders/${id}/cancel`, { lines, ...more }, { headers: { 'idempotency-key': withKey } })

  /** What the providers hold of the shopper for all payments of a cart. */
  async function heldOf(cartId: string): Promise<number> {
    const attempts = await shop()
      .database.db.selectFrom('payment_attempt')
      .select('id')
      .where('cart_id', '=', cartId)
      .execute()
    return heldCents(attempts.flatMap((one) => shop().sandbox().movements(one.id)))
  }

  const onHand = async (sku: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select sum(quantity + incoming_quantity)::int as total from stock s
      join product p on p.id = s.product_id where p.sku = ${sku}`.execute(shop().database.db)
    return rows[0]?.total ?? 0
  }

  const bookedOn = async (day: string): Promise<number> => {
    const row = await shop()
      .database.db.selectFrom('delivery_day')
      .select('booked')
      .where('warehouse_code', '=', '2000')
      .where('tier_code', '=', 'metro-au')
      .where('delivers_on', '=', day)
      .executeTakeFirst()
    return row?.booked ?? 0
  }

  /** Everything a refused call must leave as it was. */
  async function everything(): Promise<string> {
    const { rows } = await sql<{ all: string }>`select concat(
      (select json_agg(o order by id) from customer_order o), (select json_agg(s order by product_id, warehouse_code) from stock s),
      (select json_agg(d order by delivers_on) from delivery_day d), (select json_agg(r order by id) from order_refund r),
      (select json_agg(a order by id) from payment_attempt a), (select count(*) from order_event)) as all`.execute(
      shop().database.db,
    )
    return rows[0]?.all ?? ''
  }
  return { bought, found, rowOf, viewOf, cancel, heldOf, onHand, bookedOn, everything }
}

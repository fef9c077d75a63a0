import { sql } from 'kysely'
import { expect } from 'vitest'
import { bodyOf, signatureOf, type GatewayEvent } from '../../../../sandbox/webhooks/delivery.ts'
import { heldCents } from '../../../../sandbox/ledger.ts'
import { allRows } from '../../../testing/shop/rows.ts'
import { chooseAtProvider } from '../../../testing/shop/provider-pages.ts'
import type { TestShop } from '../../../testing/shop.server.ts'
import { hmacKey, merchantAccount, testCard } from '../../../testing/shop/merchant.ts'
import { until } from '../../../testing/shop/until.ts'
import type { SubmitBody } from '../../../testing/shop/order-body.ts'
import type { TestAnswer } from '../../../testing/shop/browser.ts'
import type { Visitor } from '../../../testing/shop/visitor.ts'
import { announce } from '../../catalogue/catalogue.server.ts'

/** What the tests of the money path share: its answers, what database and providers say of a cart, and shoppers. */

/** What a submit and a return of a provider answer. */
export type Result = {
  orderCompleted: boolean
  success: boolean
  webOrderId: string | null
  paymentReference: string | null
  redirectUrl: string | null
  secure3DResponse: { htmlFormAction: string; htmlFormToPost: Record<string, string> } | null
  paymentStatus: string
  message: string | null
}
export type ErrorAnswer = {
  errors: { message: string; code: string; field: string | null }[]
  type: string
  errorCode?: number
  errorMessages?: string[]
  refusalReason?: string | null
  showRefusalReason?: boolean
  paymentReference?: string | null
}
export const result = (answer: TestAnswer) => answer.json<Result>()
export const refusal = (answer: TestAnswer) => answer.json<ErrorAnswer>()
/** The code of the first error. */
export const codeOf = (answer: TestAnswer) => refusal(answer).errors[0]?.code

/** What the database holds of the payments of a cart, and what the providers do. */
export function paymentRecordsOf(shop: () => TestShop) {
  const ordersOf = (cartId: string) =>
    shop().database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).execute()
  const attemptsOf = (cartId: string) =>
    shop().database.db.selectFrom('payment_attempt').selectAll().where('cart_id', '=', cartId).orderBy('id').execute()

  /** What the provider holds of the shopper for all payments of a cart, and how often it charged. */
  async function moneyOf(cartId: string): Promise<{ charges: number; held: number }> {
    const movements = (await attemptsOf(cartId)).flatMap((one) => shop().sandbox().movements(one.id))
    return { charges: movements.filter((one) => one.kind === 'authorise').length, held: heldCents(movements) }
  }
  return { ordersOf, attemptsOf, moneyOf }
}

/** What there is only so much of: goods, places on days, and money on gift cards. */
export function goodsOf(shop: () => TestShop) {
  const onHand = async (sku: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select sum(quantity)::int as total from stock s
      join product p on p.id = s.product_id where p.sku = ${sku} and s.warehouse_code not in ('1010', '8011')`.execute(
      shop().database.db,
    )
    return rows[0]?.total ?? 0
  }

  /** Twenty of the scarce product again, and everybody knows. */
  async function restock(): Promise<void> {
    const product = shop().services.catalogue.productBySku('SC-20')
    await sql`update stock set quantity = case warehouse_code when '2000' then 12 else 8 end
      where product_id = ${product?.id} and warehouse_code in ('2000', '3000')`.execute(shop().database.db)
    await announce(shop().database.db, { products: [product?.id ?? 0] })
    await until(() => shop().services.catalogue.productBySku('SC-20')?.stock['2000']?.quantity === 12)
  }

  /** Everything that a payment takes and must put back: stock, places on days, holds, states of carts. */
  async function goodsAndDays(): Promise<string> {
    const { db } = shop().database
    const stock = await db.selectFrom('stock').selectAll().orderBy('product_id').orderBy('warehouse_code').execute()
    const days = await db
      .selectFrom('delivery_day')
      .select(['warehouse_code', 'tier_code', 'delivers_on', 'booked'])
      .where('booked', '>', 0)
      .orderBy('warehouse_code')
      .orderBy('tier_code')
      .orderBy('delivers_on')
      .execute()
    const holds = await db.selectFrom('stock_hold').selectAll().execute()
    const dayHolds = await db.selectFrom('day_hold').selectAll().execute()
    return JSON.stringify({ stock, days, holds, dayHolds })
  }

  /** What is left on a gift card, in cents. */
  const balance = async (code: string): Promise<number | undefined> =>
    (
      await shop()
        .database.db.selectFrom('gift_card')
        .select('balance_cents')
        .where('code', '=', code)
        .executeTakeFirst()
    )?.balance_cents
  const setBalance = (code: string, cents: number) =>
    shop().database.db.updateTable('gift_card').set({ balance_cents: cents }).where('code', '=', code).execute()

  return { onHand, restock, goodsAndDays, balance, setBalance }
}

/** Shoppers of the shop under test, what it has of what they want, and what happens beside its answers. */
export function checkoutOf(shop: () => TestShop) {
  async function shopperWith(sku: string, quantity = 1): Promise<Visitor> {
    const visitor = shop().visitor()
    await visitor.add(sku, quantity)
    return visitor
  }

  /** A notice as the gateway signs it, for when the test decides when it comes. */
  async function notice(
    attemptId: string,
    more: Partial<GatewayEvent> = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestAnswer> {
    const attempt = await shop().services.checkout.attempt(attemptId)
    const event: GatewayEvent = {
      eventCode: 'AUTHORISATION',
      success: true,
      pspReference: attempt?.providerRef ?? `PSP${attemptId.slice(-12)}`,
      originalReference: '',
      merchantAccountCode: merchantAccount,
      merchantReference: attemptId,
      value: attempt?.cents ?? 1,
      currency: 'AUD',
      eventDate: shop().clock.now().toISOString(),
      paymentMethod: 'visa',
      reason: '',
      operations: [],
      additionalData: {},
      ...more,
    }
    return shop()
      .visitor()
      .post('/api/payment/webhook/card', undefined, { raw: bodyOf(event, signatureOf(event, hmacKey)), headers })
  }

  /** The shopper agrees, the money is taken, and every answer to that is lost on the way to the shop. */
  async function captureUnseen({ redirectUrl, paymentReference }: Result): Promise<void> {
    const back = await chooseAtProvider(redirectUrl, 'approve')
    const token = new URL(back, shop().url).searchParams.get('orderToken')
    const { AFTERPAY_MERCHANT_ID: id, AFTERPAY_SECRET_KEY: secret, afterpayUrl } = shop().config
    const answer = await fetch(`${afterpayUrl}/v2/payments/capture`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
        'user-agent': `Test/1.0 (Node.js/24; Merchant/${id}) ${shop().url}`,
      },
      body: JSON.stringify({ token, merchantReference: paymentReference }),
    })
    expect(answer.status).toBe(201)
  }

  return { ...paymentRecordsOf(shop), ...goodsOf(shop), shopperWith, notice, captureUnseen }
}

/** A payment that was begun for a washer, by the number of its way to pay. */
export async function startedPayment(
  shop: TestShop,
  option: number,
): Promise<{ visitor: Visitor; body: SubmitBody; answer: Result }> {
  const visitor = shop.visitor()
  await visitor.add('WM-1')
  const body = await visitor.order({ option })
  const answer = await visitor.submit(body)
  expect(answer.status).toBe(200)
  return { visitor, body, answer: result(answer) }
}

/** Of each of the orders that were paid, at least `minimum`, the provider holds its total, and of nothing else anything. */
export async function expectAgreement(shop: TestShop, { minimum }: { minimum: number }): Promise<void> {
  await shop.settleNotices()
  const { rows } = await sql<{ attempt_id: string; amount_cents: number; total_cents: number }>`
    select p.attempt_id, p.amount_cents, o.total_cents from order_payment p join customer_order o on o.id = p.order_id`.execute(
    shop.database.db,
  )
  expect(rows.length).toBeGreaterThanOrEqual(minimum)
  for (const row of rows) expect(row.amount_cents).toBe(row.total_cents)
  const movements = shop.sandbox().movements()
  const paid = new Map(rows.map((row) => [row.attempt_id, row.amount_cents]))
  const references = new Set(movements.map((one) => one.reference))
  for (const reference of references) {
    expect([reference, heldCents(movements.filter((one) => one.reference === reference))]).toEqual([
      reference,
      paid.get(reference) ?? 0,
    ])
  }
}

/** The server counts its transactions, over all databases, and comes by every number of four digits. */
const withoutTransaction = (row: string) => row.replace(/(?<=,)\d+(?=,)/, '')

/** Looked for in every table, and in a log of at least `minimumLines`. */
export async function expectNoCardData(shop: TestShop, { minimumLines }: { minimumLines: number }): Promise<void> {
  const digits = [testCard.number, testCard.challenged].flatMap((number) => [number, number.replaceAll(' ', '')])
  const traces = [...digits, 'eyJhbGciOiJSU0Et', 'encryptedValues', 'encryptedCard'].map((text) => new RegExp(text))
  // Four digits also occur inside ids and times.
  traces.push(new RegExp(`(?<![\\w.-])${testCard.cvc}(?![\\w.-])`))
  const { encrypted } = await shop.card()
  expect(encrypted.startsWith('eyJhbGciOiJSU0Et')).toBe(true)
  const tables = new Map(
    [...(await allRows(shop.database, { withJobs: true }))].map(([table, rows]) => [
      table,
      table.startsWith('public.change_log') ? rows.map(withoutTransaction) : rows,
    ]),
  )
  expect([...tables.values()].flat().length).toBeGreaterThan(500)
  expect(shop.logged.length).toBeGreaterThanOrEqual(minimumLines)
  for (const trace of traces) {
    const found = [...tables].filter(([, rows]) => rows.some((row) => trace.test(row))).map(([table]) => table)
    expect([trace, found]).toEqual([trace, []])
    expect([trace, shop.logged.filter((line) => trace.test(line))]).toEqual([trace, []])
  }
}

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, signatureOf, type GatewayEvent } from '../../../sandbox/webhooks/delivery.ts'
import { heldCents } from '../../../sandbox/ledger.ts'
import { codes, places } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { minutes, seconds } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { allRows } from '../../testing/shop/rows.ts'
import { chooseAtProvider, passChallenge } from '../../testing/shop/provider-pages.ts'
import { holdEnds } from '../../testing/shop/hold.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { hmacKey, merchantAccount, testCard } from '../../testing/shop/merchant.ts'
import { until } from '../../testing/shop/until.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { startJobs } from '../../composition/jobs.server.ts'
import { announce } from '../catalogue/catalogue.server.ts'

/** The money path as a shopper and the providers drive it: over HTTP, against the sandbox, on every engine there is. */

type Result = {
  orderCompleted: boolean
  success: boolean
  webOrderId: string | null
  paymentReference: string | null
  redirectUrl: string | null
  secure3DResponse: { htmlFormAction: string; htmlFormToPost: Record<string, string> } | null
  paymentStatus: string
}
type ErrorAnswer = {
  errors: { message: string; code: string; field: string | null }[]
  type: string
  errorCode?: number
  errorMessages?: string[]
  refusalReason?: string | null
  showRefusalReason?: boolean
  paymentReference?: string | null
}
const result = (answer: TestAnswer) => answer.json<Result>()
const refusal = (answer: TestAnswer) => answer.json<ErrorAnswer>()
const codeOf = (answer: TestAnswer) => refusal(answer).errors[0]?.code

/** So many of them, made one after the other. */
async function oneByOne<Made>(count: number, make: () => Promise<Made>): Promise<Made[]> {
  const made: Made[] = []
  for (let at = 0; at < count; at++) made.push(await make())
  return made
}

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    // Room for every test's order on the first days; the tests about full days go elsewhere.
    await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, capacity)
      select '2000', 'metro-au', day::date, 100000 from generate_series('2026-11-24'::date, '2026-12-10'::date, '1 day') as day`.execute(
      shop.database.db,
    )
  })
  afterAll(async () => shop.close())

  async function shopperWith(sku: string, quantity = 1): Promise<Visitor> {
    const visitor = shop.visitor()
    await visitor.add(sku, quantity)
    return visitor
  }

  const onHand = async (sku: string): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select sum(quantity)::int as total from stock s
      join product p on p.id = s.product_id where p.sku = ${sku} and s.warehouse_code not in ('1010', '8011')`.execute(
      shop.database.db,
    )
    return rows[0]?.total ?? 0
  }

  /** Twenty of the scarce product again, and everybody knows. */
  async function restock(): Promise<void> {
    const product = shop.services.catalogue.productBySku('SC-20')
    await sql`update stock set quantity = case warehouse_code when '2000' then 12 else 8 end
      where product_id = ${product?.id} and warehouse_code in ('2000', '3000')`.execute(shop.database.db)
    await announce(shop.database.db, { products: [product?.id ?? 0] })
    await until(() => shop.services.catalogue.productBySku('SC-20')?.stock['2000']?.quantity === 12)
  }

  /** Everything that a payment takes and must put back: stock, places on days, holds, states of carts. */
  async function goodsAndDays(): Promise<string> {
    const { db } = shop.database
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

  const ordersOf = (cartId: string) =>
    shop.database.db.selectFrom('customer_order').selectAll().where('cart_id', '=', cartId).execute()
  const attemptsOf = (cartId: string) =>
    shop.database.db.selectFrom('payment_attempt').selectAll().where('cart_id', '=', cartId).orderBy('id').execute()

  /** What the provider holds of the shopper for all payments of a cart, and how often it charged. */
  async function moneyOf(cartId: string): Promise<{ charges: number; held: number }> {
    const movements = (await attemptsOf(cartId)).flatMap((one) => shop.sandbox().movements(one.id))
    return { charges: movements.filter((one) => one.kind === 'authorise').length, held: heldCents(movements) }
  }

  /** A notice as the gateway signs it, for when the test decides when it comes. */
  async function notice(attemptId: string, more: Partial<GatewayEvent> = {}): Promise<TestAnswer> {
    const attempt = await shop.services.checkout.attempt(attemptId)
    const event: GatewayEvent = {
      eventCode: 'AUTHORISATION',
      success: true,
      pspReference: attempt?.providerRef ?? `PSP${attemptId.slice(-12)}`,
      originalReference: '',
      merchantAccountCode: merchantAccount,
      merchantReference: attemptId,
      value: attempt?.cents ?? 1,
      currency: 'AUD',
      eventDate: shop.clock.now().toISOString(),
      paymentMethod: 'visa',
      reason: '',
      operations: [],
      additionalData: {},
      ...more,
    }
    return shop
      .visitor()
      .post('/api/payment/webhook/card', undefined, { raw: bodyOf(event, signatureOf(event, hmacKey)) })
  }

  /** The shopper agrees, the money is taken, and every answer to that is lost on the way to the shop. */
  async function captureUnseen({ redirectUrl, paymentReference }: Result): Promise<void> {
    const back = await chooseAtProvider(redirectUrl, 'approve')
    const token = new URL(back, shop.url).searchParams.get('orderToken')
    const { AFTERPAY_MERCHANT_ID: id, AFTERPAY_SECRET_KEY: secret, afterpayUrl } = shop.config
    const answer = await fetch(`${afterpayUrl}/v2/payments/capture`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/json',
        'user-agent': `Test/1.0 (Node.js/24; Merchant/${id}) ${shop.url}`,
      },
      body: JSON.stringify({ token, merchantReference: paymentReference }),
    })
    expect(answer.status).toBe(201)
  }

  test('a card that is approved makes one order of what the cart held, and one charge of its total', async () => {
    const visitor = await shopperWith('FR-1', 2)
    const opening = await onHand('FR-1')
    const body = await visitor.order({ card: await shop.card() })
    const answer = await visitor.submit(body)
    expect(answer.status).toBe(200)
    expect(result(answer)).toMatchObject({
      orderCompleted: true,
      success: true,
      redirectUrl: null,
      secure3DResponse: null,
      paymentStatus: 'Approved',
    })
    expect(result(answer).webOrderId).toMatch(/^W\d{8}$/)
    const [order] = await ordersOf(body.cartId)
    expect(order).toMatchObject({
      total_cents: 4_999_90,
      state: 'paid',
      currency: 'AUD',
      email: 'ana.botha@example.com',
    })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 4_999_90 })
    expect(await onHand('FR-1')).toBe(opening - 2)
    const [attempt] = await attemptsOf(body.cartId)
    expect(attempt?.card).toEqual({ brand: 'visa', lastFour: '1111', expiry: '3/2030' })
    expect((await visitor.cart()).products).toEqual([])
    const confirmation = await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)
    expect(confirmation.json()).toMatchObject({ webOrderId: result(answer).webOrderId })
  })

  test('what a date costs is part of what is charged [SUMM-21]', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card(), place: places.orange })
    expect(body.expectedTotal).toBe(114.5)
    expect((await visitor.submit(body)).status).toBe(200)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 114_50 })
  })

  test('3-D Secure answers a form to post, and the way back places the order', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const answer = await visitor.submit(body)
    expect(result(answer)).toMatchObject({
      orderCompleted: false,
      success: true,
      paymentStatus: 'Pending',
      redirectUrl: null,
    })
    const back = await visitor.get(await passChallenge(result(answer).secure3DResponse, '1234'))
    expect(back.status).toBe(303)
    expect(back.headers.location).toBe(`/customer/confirmation?id=${body.cartId}`)
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('a return token works once', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const back = await passChallenge(result(await visitor.submit(body)).secure3DResponse, '1234')
    const answers = await Promise.all([visitor.get(back), visitor.get(back), shop.visitor().get(back)])
    const places = answers.map((one) => one.headers.location).toSorted()
    expect(places).toEqual(['/customer/checkout', '/customer/checkout', `/customer/confirmation?id=${body.cartId}`])
    expect((await visitor.get(back)).headers.location).toBe('/customer/checkout')
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('a failed 3-D Secure check takes no money, says why, and opens the cart again [CERR-17]', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const answer = await visitor.submit(body)
    expect(await goodsAndDays()).not.toBe(opening)
    const back = await visitor.get(await passChallenge(result(answer).secure3DResponse, '9999'))
    const { paymentReference } = result(answer)
    expect(back.headers.location).toBe(`/customer/checkout?paymentError=${paymentReference}`)
    const problem = await visitor.get(`/api/checkout/paymenterror/${paymentReference}`)
    expect(problem.json()).toMatchObject({
      refusalReason: '3D Not Authenticated',
      showRefusalReason: true,
      errorCode: 401,
    })
    expect((await shop.visitor().get(`/api/checkout/paymenterror/${paymentReference}`)).status).toBe(404)
    expect(await goodsAndDays()).toBe(opening)
    expect((await visitor.add('LAMP-1')).products).toHaveLength(2)
  })

  test('a declined card answers 400 with error code 401 and puts goods and day back [CERR-16]', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('FR-1', 3)
    await visitor.add('SC-20', 20)
    const body = await visitor.order({ card: await shop.card({ holder: 'DECLINED' }) })
    const answer = await visitor.submit(body)
    expect(answer.status).toBe(400)
    const text =
      'Sorry there has been a problem with your payment. Please check your details or try a different payment method. ' +
      'If the problem persists, kindly contact a member of our team on 1300 975 708.'
    expect(refusal(answer)).toMatchObject({
      errorCode: 401,
      errorMessages: [text],
      refusalReason: null,
      showRefusalReason: false,
    })
    expect(await goodsAndDays()).toBe(opening)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 0, held: 0 })
    // The cart is as it was and can be paid another way.
    await shop.advance(seconds(1))
    expect((await visitor.submit(await visitor.order({ card: await shop.card() }))).status).toBe(200)
    expect(await onHand('SC-20')).toBe(0)
    await restock()
  })

  test.each([
    ['NOT_ENOUGH_BALANCE', 'Not enough balance'],
    ['CARD_EXPIRED', 'Expired Card'],
    ['CVC_DECLINED', 'CVC Declined'],
    ['FRAUD', null],
    ['ACQUIRER_FRAUD', null],
  ])('a card refused as %s shows %j as the reason [CERR-17]', async (holder, reason) => {
    const visitor = await shopperWith('LAMP-1')
    const answer = await visitor.submit(await visitor.order({ card: await shop.card({ holder }) }))
    expect(refusal(answer)).toMatchObject({ refusalReason: reason, showRefusalReason: reason !== null })
    expect(answer.text).not.toMatch(/fraud/i)
  })

  test('Afterpay sends the shopper to its page, and the return takes the money and places the order [PAY-03]', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    const answer = await visitor.submit(body)
    expect(result(answer)).toMatchObject({
      orderCompleted: false,
      success: true,
      paymentStatus: 'Pending',
      secure3DResponse: null,
    })
    const back = new URL(await chooseAtProvider(result(answer).redirectUrl, 'approve'), shop.url)
    expect(back.pathname).toBe('/customer/checkout')
    expect(back.searchParams.get('cartId')).toBe(body.cartId)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 0, held: 0 })
    const confirmation = () => visitor.post(`/api/checkout/afterpayconfirmation${back.search}`)
    const [first, again] = [await confirmation(), await confirmation()]
    expect(result(first)).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved' })
    expect(again.json()).toEqual(first.json())
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
    // Somebody else's cookie gets nothing from the same address.
    expect(codeOf(await shop.visitor().post(`/api/checkout/afterpayconfirmation${back.search}`))).toBe('cart_changed')
  })

  test('a made-up Afterpay token takes no money and changes nothing', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    const answer = await visitor.submit(body)
    await chooseAtProvider(result(answer).redirectUrl, 'approve-and-stay')
    const forged = await visitor.post(
      `/api/checkout/afterpayconfirmation?cartId=${body.cartId}&status=SUCCESS&orderToken=000.made-up`,
    )
    expect(codeOf(forged)).toBe('payment_missing')
    expect(await moneyOf(body.cartId)).toEqual({ charges: 0, held: 0 })
    await visitor.post('/api/checkout/void', { cartId: body.cartId })
  })

  test('a shopper who cancels at Afterpay gets the cart back and pays nothing', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    const answer = await visitor.submit(body)
    const back = new URL(await chooseAtProvider(result(answer).redirectUrl, 'cancel'), shop.url)
    expect(back.searchParams.get('status')).toBe('CANCELLED')
    const cancelled = await visitor.post('/api/checkout/void', { cartId: body.cartId, selectedPaymentOption: 2048 })
    expect(cancelled.json()).toEqual({
      success: true,
      paymentStatus: 'Cancelled',
      nothingCharged: true,
      message: null,
    })
    expect((await visitor.post('/api/checkout/void', { cartId: body.cartId })).json()).toEqual(cancelled.json())
    expect(await goodsAndDays()).toBe(opening)
    expect(await ordersOf(body.cartId)).toEqual([])
  })

  test('an approval that comes after the shopper gave up: nothing was charged until then, and afterwards it is said to go back', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ afterpay: true })
    await visitor.submit(body)
    const gaveUp = () => visitor.post('/api/checkout/void', { cartId: body.cartId, selectedPaymentOption: 2048 })
    expect((await gaveUp()).json()).toMatchObject({ paymentStatus: 'Cancelled', nothingCharged: true })
    const { id = '' } = (await attemptsOf(body.cartId))[0] ?? {}
    const status = async () =>
      (await visitor.get(`/api/payment/status?cartId=${body.cartId}&paymentReference=${id}`)).json()
    const why = async () => (await visitor.get(`/api/checkout/paymenterror/${id}`)).json()
    expect(await status()).toMatchObject({ nothingCharged: true })
    expect(await why()).toMatchObject({ nothingCharged: true })

    const late = { kind: 'approved', providerRef: 'LATE-VOID', cents: 49_50, currency: 'AUD', card: null } as const
    await shop.services.checkout.settle(id, late, 'test')
    const message = expect.stringContaining('Your payment is being returned to you in full; please do not repeat it')
    const reported = { paymentStatus: 'Cancelled', nothingCharged: false, message }
    expect([(await gaveUp()).json(), await status()]).toEqual([{ success: true, ...reported }, reported])
    expect(await why()).toMatchObject({ nothingCharged: false, errors: [{ message }] })
  })

  test('Afterpay may decline when the money is taken', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    const back = new URL(
      await chooseAtProvider(result(await visitor.submit(body)).redirectUrl, 'approve', '051'),
      shop.url,
    )
    const answer = await visitor.post(`/api/checkout/afterpayconfirmation${back.search}`)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
    expect(await ordersOf(body.cartId)).toEqual([])
  })

  test('cancelling too late answers that the payment was approved', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await visitor.submit(body)
    const answer = await visitor.post('/api/checkout/void', { cartId: body.cartId })
    expect(answer.json()).toMatchObject({ success: false, paymentStatus: 'Approved', nothingCharged: false })
    expect(await moneyOf(body.cartId)).toMatchObject({ charges: 1 })
  })

  test('an order that a gift card pays in full is free and needs no provider [SUMM-22]', async () => {
    const visitor = await shopperWith('HOSE-1', 2)
    await visitor.applyCode(codes.smallGiftCard)
    const body = await visitor.order()
    expect(body.expectedTotal).toBe(0)
    const counted = async () =>
      Number(
        /^orders_placed_total{app="aol",method="free"} (\d+)$/m.exec((await visitor.get('/metrics')).text)?.[1] ?? 0,
      )
    const before = await counted()
    const [one, other] = await Promise.all([visitor.submit(body), visitor.submit(body)])
    const done = [one, other].filter((answer) => answer.status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(result(done[0] ?? one)).toMatchObject({ orderCompleted: true, paymentReference: null })
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await attemptsOf(body.cartId)).toEqual([])
    expect(await balance(codes.smallGiftCard)).toBe(0)
    expect((await visitor.submit(body)).status).toBe(200)
    expect(await counted()).toBe(before + 1)
  })

  const balance = async (code: string): Promise<number | undefined> =>
    (await shop.database.db.selectFrom('gift_card').select('balance_cents').where('code', '=', code).executeTakeFirst())
      ?.balance_cents
  const setBalance = (code: string, cents: number) =>
    shop.database.db.updateTable('gift_card').set({ balance_cents: cents }).where('code', '=', code).execute()

  test('a coupon for one order of each address is refused for the second, when it is applied and when it is submitted', async () => {
    const used = { message: 'This code has already been used.', code: 'coupon_invalid', field: 'code' }
    const first = await shopperWith('LAMP-1')
    await first.applyCode(codes.onceEach)
    const body = await first.order({ card: await shop.card() })
    expect(body.expectedTotal).toBe(39.5)
    expect((await first.submit(body)).status).toBe(200)
    expect((await first.submit(body)).status).toBe(200)

    const second = await shopperWith('LAMP-1')
    const apply = (userEmail: string | null) =>
      second.post('/api/cart/coupon/', { code: codes.onceEach.toLowerCase(), userEmail })
    expect([
      (await apply(' Ana.Botha@Example.com ')).status,
      refusal(await apply('ana.botha@example.com')).errors,
    ]).toEqual([400, [used]])
    await second.post('/api/cart/email', { email: 'Ana.Botha@example.com' })
    expect(refusal(await apply(null)).errors).toEqual([used])
    expect((await second.cart()).couponCode).toBeNull()
    expect((await apply('somebody.else@example.com')).status).toBe(200)
    const again = await second.order({ card: await shop.card() })
    const refused = await second.submit(again)
    expect([refused.status, refusal(refused).errors]).toEqual([400, [used]])
    expect(await attemptsOf(again.cartId)).toEqual([])
    expect((await second.submit({ ...again, email: 'somebody.else@example.com' })).status).toBe(200)
  })

  test('two carts at once, and one at the bank, cannot use a coupon twice for one address', async () => {
    const withCode = async () => {
      const visitor = await shopperWith('LAMP-1')
      await visitor.applyCode(codes.onceEach)
      return visitor
    }
    const carts = await Promise.all([withCode(), withCode(), withCode(), withCode()])
    const card = await shop.card()
    const bodies = await Promise.all(carts.map((visitor) => visitor.order({ card })))
    const email = 'two.carts@example.com'
    const answers = await Promise.all(
      carts.map((visitor, at) => visitor.submit({ ...(bodies[at] ?? expect.fail()), email })),
    )
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 400, 400, 400])

    const atBank = await withCode()
    const theirs = { email: 'at.the.bank@example.com' }
    const challenged = await atBank.order({ card: await shop.card({ number: testCard.challenged }) })
    expect(result(await atBank.submit({ ...challenged, ...theirs })).paymentStatus).toBe('Pending')
    const other = await withCode()
    const body = { ...(await other.order({ card })), ...theirs }
    expect(codeOf(await other.submit(body))).toBe('coupon_invalid')
    await atBank.post('/api/checkout/void', { cartId: challenged.cartId })
    expect((await other.submit(body)).status).toBe(200)
  })

  test('ten orders at once of one address use a coupon for one order of each address once', async () => {
    const email = 'ten.orders@example.com'
    const card = await shop.card()
    const carts = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const visitor = await shopperWith('LAMP-1')
        await visitor.applyCode(codes.onceEach)
        return { visitor, body: { ...(await visitor.order({ card })), email } }
      }),
    )
    const answers = await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body)))
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)])
    expect(new Set(answers.filter((one) => one.status === 400).map(codeOf))).toEqual(new Set(['coupon_invalid']))
    const { n } = await shop.database.db
      .selectFrom('coupon_use')
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(1)
    const money = await Promise.all(carts.map(({ body }) => moneyOf(body.cartId)))
    expect(money.filter((one) => one.held > 0)).toHaveLength(1)
  })

  test('one unit that two carts want at once is sold to one of them, and only that one is charged, twenty times', async () => {
    const product = shop.services.catalogue.productBySku('SC-20')
    const card = await shop.card()
    const one = async () => {
      const visitor = await shopperWith('SC-20')
      return { visitor, body: await visitor.order({ card }) }
    }
    // Filled while there is enough; who was too late tries again in the next round.
    let late = await one()
    const fresh = await oneByOne(20, one)
    for (const next of fresh) {
      await sql`update stock set quantity = case warehouse_code when '2000' then 1 else 0 end
        where product_id = ${product?.id}`.execute(shop.database.db)
      await announce(shop.database.db, { products: [product?.id ?? 0] })
      await until(() => shop.services.catalogue.productBySku('SC-20')?.stock['2000']?.quantity === 1)
      const carts = [late, next]
      const answers = await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const loser = answers.findIndex(({ status }) => status === 400)
      expect(codeOf(answers[loser] ?? expect.fail())).toBe('out_of_stock')
      expect(await onHand('SC-20')).toBe(0)
      const money = await Promise.all(carts.map(({ body }) => moneyOf(body.cartId)))
      expect(money.map(({ charges }) => charges).toSorted()).toEqual([0, 1])
      late = carts[loser] ?? expect.fail()
    }
    await restock()
  })

  test('notices replayed and in the wrong order change nothing of what a calm run ends with', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const { paymentReference, secure3DResponse } = result(await visitor.submit(body))
    const id = paymentReference ?? ''
    const back = await passChallenge(secure3DResponse, '1234')
    // A cancellation of nobody's and a failed authorisation of another try come before and after the good one, each three times.
    const late: Partial<GatewayEvent>[] = [
      { eventCode: 'CANCELLATION', pspReference: 'LATE-1', success: true },
      { eventCode: 'AUTHORISATION', pspReference: 'LATE-2', success: false, reason: 'Refused' },
    ]
    await visitor.get(back)
    for (const event of [...late, {}, ...late.toReversed(), {}, ...late, {}]) {
      await notice(id, event)
      await shop.services.checkout.webhooks.work()
    }
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect((await attemptsOf(body.cartId)).map((one) => one.state)).toEqual(['Approved'])
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('a gift card that two carts want at once pays one of them, twenty times', async () => {
    await setBalance(codes.smallGiftCard, 20_00)
    const one = async () => {
      const visitor = await shopperWith('HOSE-1', 2)
      await visitor.applyCode(codes.smallGiftCard)
      return { visitor, body: await visitor.order() }
    }
    let late = await one()
    for (const next of await oneByOne(20, one)) {
      await setBalance(codes.smallGiftCard, 20_00)
      const carts = [late, next]
      const answers = await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
      const loser = answers.findIndex(({ status }) => status === 400)
      expect(codeOf(answers[loser] ?? expect.fail())).toBe('cart_changed')
      expect(await balance(codes.smallGiftCard)).toBe(0)
      late = carts[loser] ?? expect.fail()
    }
  })

  test('a gift card spent elsewhere while its owner pays the rest: the money goes back and there is no order', async () => {
    await setBalance(codes.smallGiftCard, 20_00)
    const opening = await goodsAndDays()
    const visitor = await shopperWith('WM-1')
    await visitor.applyCode(codes.smallGiftCard)
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    expect(body.expectedTotal).toBe(979)
    const answer = await visitor.submit(body)
    await setBalance(codes.smallGiftCard, 0)
    const back = await visitor.get(await passChallenge(result(answer).secure3DResponse, '1234'))
    expect(back.headers.location).toContain('paymentError=')
    expect(await ordersOf(body.cartId)).toEqual([])
    const [attempt] = await attemptsOf(body.cartId)
    expect(attempt?.state).toBe('Cancelled')
    await shop.services.checkout.reverse(attempt?.id ?? '', attempt?.provider_ref ?? '')
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 0 })
    expect(await goodsAndDays()).toBe(opening)
    expect((await visitor.cart()).orderTotal).toBe(999)
  })

  test('a date that is full, closed, past or made up is refused before any payment', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    const submitFor = (deliveryDate: readonly number[]) => visitor.submit({ ...body, deliveryDate } as typeof body)
    expect(codeOf(await submitFor([2026, 11, 1]))).toBe('date_unavailable')
    expect(codeOf(await submitFor([2027, 11, 1]))).toBe('date_unavailable')
    await sql`insert into delivery_day (warehouse_code, tier_code, delivers_on, is_closed, capacity)
      values ('2000', 'metro-au', '2027-01-14', true, null), ('2000', 'metro-au', '2027-01-15', false, 0)`.execute(
      shop.database.db,
    )
    expect(codeOf(await submitFor([2027, 1, 14]))).toBe('date_unavailable')
    expect(codeOf(await submitFor([2027, 1, 15]))).toBe('date_unavailable')
    expect(codeOf(await submitFor([2027, 2, 30]))).toBe('validation')
    expect(await attemptsOf(body.cartId)).toEqual([])
  })

  test('goods that are gone by the time of the submit are refused by name, and nothing is held', async () => {
    const visitor = await shopperWith('SC-20', 5)
    const body = await visitor.order({ card: await shop.card() })
    const opening = await goodsAndDays()
    const id = shop.services.catalogue.productBySku('SC-20')?.id ?? 0
    // Another process has sold them; this one has not heard of it yet.
    await sql`update stock set quantity = 1 where product_id = ${id} and warehouse_code in ('2000', '3000')`.execute(
      shop.database.db,
    )
    const answer = await visitor.submit(body)
    expect(codeOf(answer)).toBe('out_of_stock')
    expect(refusal(answer).errors[0]?.message).toContain('Copper range cooker')
    await restock()
    expect(await goodsAndDays()).toBe(opening)
    expect(await attemptsOf(body.cartId)).toEqual([])
  })

  test('a cart, a price or a total other than the one on screen is refused before any payment', async () => {
    const visitor = await shopperWith('BO-1')
    const stranger = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    const foreign = await stranger.cart()
    expect(codeOf(await visitor.submit({ ...body, cartId: foreign.cartId }))).toBe('cart_changed')
    expect(codeOf(await visitor.submit({ ...body, expectedTotal: body.expectedTotal - 1 }))).toBe('cart_changed')
    expect(codeOf(await visitor.submit({ ...body, cart: { orderTotal: 1 } }))).toBe('cart_changed')
    await visitor.add('LAMP-1')
    const changed = await visitor.submit(body)
    expect([changed.status, codeOf(changed)]).toEqual([400, 'cart_changed'])
    expect(refusal(changed).errors[0]?.message).toBe('Your cart has changed. Please review your order and try again.')

    const again = await visitor.order({ card: await shop.card() })
    const lamp = shop.services.catalogue.productBySku('LAMP-1')
    await shop.services.catalogue.setOffer(lamp?.id ?? 0, 'aol', { price: 59_50, rrp: null })
    await until(() => shop.services.catalogue.productBySku('LAMP-1')?.offers.aol?.price === 59_50)
    expect(codeOf(await visitor.submit(again))).toBe('cart_changed')
    await shop.services.catalogue.setOffer(lamp?.id ?? 0, 'aol', { price: 49_50, rrp: null })
    await until(() => shop.services.catalogue.productBySku('LAMP-1')?.offers.aol?.price === 49_50)
    expect(await attemptsOf(body.cartId)).toEqual([])
  })

  test('no cart, an empty cart and an app that sells to members only are refused', async () => {
    const anonymous = shop.visitor()
    const someone = await shopperWith('WM-1')
    const body = await someone.order({ card: await shop.card() })
    expect(codeOf(await anonymous.submit(body))).toBe('empty_cart')
    await someone.delete('/api/cart/product/WM-1')
    expect(codeOf(await someone.submit(body))).toBe('empty_cart')
    expect(codeOf(await shop.visitor('aoc').post('/api/cart/product/', { sku: 'WM-1', quantity: 1 }))).toBe(
      'login_required',
    )
  })

  test('the same key and body get the same answer again, however the payment went', async () => {
    for (const card of [
      await shop.card(),
      await shop.card({ holder: 'NOT_ENOUGH_BALANCE' }),
      await shop.card({ number: testCard.challenged }),
    ]) {
      const visitor = await shopperWith('LAMP-1')
      const body = await visitor.order({ card })
      const first = await visitor.submit(body, 'one-key-for-this-submit')
      const again = await visitor.submit(body, 'one-key-for-this-submit')
      expect(again.status).toBe(first.status)
      expect({ ...again.json(), traceId: '' }).toEqual({ ...first.json(), traceId: '' })
      expect(await attemptsOf(body.cartId)).toHaveLength(1)
      await visitor.post('/api/checkout/void', { cartId: body.cartId })
    }
  })

  test('the same key with another body is refused with 422', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await visitor.submit(body, 'one-key-for-this-submit')
    const answer = await visitor.submit({ ...body, email: 'other@example.com' }, 'one-key-for-this-submit')
    expect([answer.status, codeOf(answer)]).toEqual([422, 'key_reused'])
  })

  test('a refusal before the payment gives the key back', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    expect((await visitor.submit({ ...body, email: '' }, 'one-key-for-this-submit')).status).toBe(400)
    expect((await visitor.submit(body, 'one-key-for-this-submit')).status).toBe(200)
  })

  test('one key used by two carts is two keys', async () => {
    for (let carts = 0; carts < 2; carts++) {
      const visitor = await shopperWith('LAMP-1')
      const answer = await visitor.submit(await visitor.order({ card: await shop.card() }), 'a-key-of-no-imagination')
      expect(result(answer)).toMatchObject({ orderCompleted: true })
    }
  })

  test('without a key a second submit of the same cart is the first one, and after a decline it is a new try', async () => {
    const visitor = await shopperWith('LAMP-1')
    const submit = (body: object) => visitor.post('/api/checkout', body)
    expect((await submit(await visitor.order({ card: await shop.card({ holder: 'DECLINED' }) }))).status).toBe(400)
    await shop.advance(seconds(1))
    const good = await visitor.order({ card: await shop.card() })
    const [first, second] = await Promise.all([submit(good), submit(good)])
    expect([first.status, second.status].toSorted().at(0)).toBe(200)
    expect(await moneyOf(good.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('another key while the provider is being asked waits for the first, and answers its order', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'delay', 1, 400)
    const first = visitor.submit(body)
    await until(async () => (await moneyOf(body.cartId)).charges === 1)
    const second = visitor.submit(body)
    expect((await visitor.post('/api/cart/product/', { sku: 'LAMP-1', quantity: 1 })).status).toBe(409)
    expect(result(await first).orderCompleted).toBe(true)
    expect(result(await second)).toMatchObject({ orderCompleted: true, webOrderId: result(await first).webOrderId })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('another key during a payment that comes to no order answers 409 with when to ask again', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card({ holder: 'DECLINED' }) })
    await shop.injectFault('card.payments', 'delay', 1, 400)
    const first = visitor.submit(body)
    await until(async () => (await attemptsOf(body.cartId)).length === 1)
    const second = await visitor.submit(body)
    expect([second.status, codeOf(second)]).toEqual([409, 'in_progress'])
    expect(refusal(second).errors[0]?.message).toBe('Your order is being processed. Please wait.')
    expect(second.headers['retry-after']).toBe('1')
    expect((await first).status).toBe(400)
    expect(await attemptsOf(body.cartId)).toHaveLength(1)
  })

  test('another key after the order answers that order and charges nothing', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    const first = result(await visitor.submit(body))
    const second = await visitor.submit(body)
    expect(second.status).toBe(200)
    expect(result(second)).toMatchObject({ orderCompleted: true, webOrderId: first.webOrderId })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('another key while the shopper is at the bank ends the first payment and starts anew', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const first = result(await visitor.submit(body))
    await shop.advance(seconds(1))
    const second = await visitor.submit(await visitor.order({ afterpay: true }))
    expect(result(second).redirectUrl).not.toBeNull()
    const [old, fresh] = await attemptsOf(body.cartId)
    expect([old?.id, old?.state, fresh?.state]).toEqual([first.paymentReference, 'Cancelled', 'Pending'])
    await visitor.post('/api/checkout/void', { cartId: body.cartId })
  })

  test('another key after the first payment was approved unseen answers that order', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    await captureUnseen(result(await visitor.submit(body)))
    const again = await visitor.submit(body)
    expect(result(again)).toMatchObject({ orderCompleted: true, paymentStatus: 'Approved' })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test.each([
    ['fifty keys', () => randomIds.uuid()],
    ['one key', () => 'one-key-for-this-submit'],
    ['no key', () => null],
  ])('fifty submits of one cart at once under %s are one order, one charge and replays of it', async (_, key) => {
    const visitor = await shopperWith('FR-1')
    const body = await visitor.order({ card: await shop.card() })
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => {
        const own = key()
        return own === null ? visitor.post('/api/checkout', body) : visitor.submit(body, own)
      }),
    )
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]))
    expect(new Set(answers.map((one) => result(one).webOrderId)).size).toBe(1)
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await attemptsOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 2_499_95 })
  })

  test('without a key a submit that asks for something else is another submit, not a reused key', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    const done = result(await visitor.post('/api/checkout', body))
    const again = await visitor.post('/api/checkout', { ...body, email: 'other@example.com' })
    expect([again.status, result(again).webOrderId]).toEqual([200, done.webOrderId])
  })

  test('the newsletter and another card are no other order: the same key answers the same', async () => {
    const visitor = await shopperWith('LAMP-1')
    const key = 'one-key-for-this-submit'
    const body = await visitor.order({ card: await shop.card() })
    const other = await visitor.order({ card: await shop.card() })
    expect(other['encryptedValues']).not.toEqual(body['encryptedValues'])
    const done = result(await visitor.submit(body, key))
    const again = await visitor.submit({ ...other, newsletter: false }, key)
    expect([again.status, result(again).webOrderId]).toEqual([200, done.webOrderId])
  })

  test('the notice may come before the shopper: the way back still ends at the confirmation', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const answer = result(await visitor.submit(body))
    const back = await passChallenge(answer.secure3DResponse, '1234')
    expect((await notice(answer.paymentReference ?? '')).text).toBe('[accepted]')
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect((await visitor.get(back)).headers.location).toBe(`/customer/confirmation?id=${body.cartId}`)
    expect(await ordersOf(body.cartId)).toHaveLength(1)
  })

  test('the shopper may come before the notice, and the notice may come three times', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.control('webhooks', { duplicateNext: 1 })
    const done = result(await visitor.submit(body))
    await shop.settleNotices()
    await notice(done.paymentReference ?? '')
    await notice(done.paymentReference ?? '', { eventCode: 'CANCELLATION', pspReference: 'ANOTHERPSP', success: false })
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('return, notices and reconciler at once make one order, a hundred times', { timeout: 60_000 }, async () => {
    const card = await shop.card({ number: testCard.challenged })
    const race = async () => {
      const visitor = await shopperWith('LAMP-1')
      const body = await visitor.order({ card })
      const answer = result(await visitor.submit(body))
      const back = await passChallenge(answer.secure3DResponse, '1234')
      const id = answer.paymentReference ?? ''
      const { services } = shop
      await Promise.all([
        visitor.get(back),
        notice(id).then(() => services.checkout.webhooks.work()),
        notice(id).then(() => services.checkout.webhooks.work()),
        services.checkout.reconcile(),
        visitor.submit(body).then((one) => expect([200, 409, 500]).toContain(one.status)),
      ])
      return body.cartId
    }
    for (let round = 0; round < 10; round++) {
      const carts = await Promise.all(Array.from({ length: 10 }, race))
      await shop.settleNotices()
      for (const cartId of carts) {
        expect(await ordersOf(cartId)).toHaveLength(1)
        expect((await moneyOf(cartId)).charges).toBeLessThanOrEqual(1)
      }
    }
    const { rows } = await sql<{ open: number }>`select count(*)::int as open from payment_attempt a
      join customer_order o on o.cart_id = a.cart_id where a.state in ('Pending', 'Unknown')`.execute(shop.database.db)
    expect(rows[0]?.open).toBe(0)
  })

  test('money that is approved after the shopper gave up goes back, and there is no order', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'delay', 1, 300)
    await shop.control('webhooks', { paused: true })
    const submitting = visitor.submit(body)
    await until(async () => (await moneyOf(body.cartId)).charges === 1)
    const [attempt] = await attemptsOf(body.cartId)
    await shop.services.checkout.settle(attempt?.id ?? '', { kind: 'cancelled' }, 'test')
    const answer = await submitting
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_refused'])
    expect(await ordersOf(body.cartId)).toEqual([])
    const [late] = await shop.database.db
      .selectFrom('late_money')
      .selectAll()
      .where('attempt_id', '=', attempt?.id ?? '')
      .execute()
    expect(late).toMatchObject({ amount_cents: 999_00, returned_at: null })
    await shop.services.checkout.reverse(late?.attempt_id ?? '', late?.provider_ref ?? '')
    await shop.services.checkout.reverse(late?.attempt_id ?? '', late?.provider_ref ?? '')
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 0 })
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect(await ordersOf(body.cartId)).toEqual([])
    expect(await goodsAndDays()).toBe(opening)
  })

  test('an answer lost for good is unknown, may not be tried again, and the notice settles it [CERR-15]', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ card: await shop.card() })
    await shop.injectFault('card.payments', 'error-after', 3)
    await shop.control('webhooks', { paused: true })
    const answer = await visitor.submit(body, 'one-key-for-this-submit')
    expect(answer.status).toBe(500)
    const text =
      'An error occurred when processing your checkout request. Please do not attempt to checkout again. ' +
      'To resolve this issue, kindly contact a member of our team on 1300 975 708.'
    expect(refusal(answer)).toMatchObject({ errorCode: 500, errorMessages: [text] })
    const [attempt] = await attemptsOf(body.cartId)
    expect(refusal(answer).paymentReference).toBe(attempt?.id)
    expect(attempt?.state).toBe('Unknown')
    const again = await visitor.submit(body, 'one-key-for-this-submit')
    expect({ ...again.json(), traceId: '' }).toEqual({ ...answer.json(), traceId: '' })
    expect(await attemptsOf(body.cartId)).toHaveLength(1)
    const status = () =>
      visitor.get(`/api/payment/status?cartId=${body.cartId}&paymentReference=${attempt?.id}&selectedPaymentOption=0`)
    expect((await status()).json()).toEqual({ paymentStatus: 'Unknown', message: null, nothingCharged: false })
    await shop.control('webhooks', { paused: false })
    await shop.settleNotices()
    expect((await status()).json()).toEqual({ paymentStatus: 'Approved', message: null, nothingCharged: false })
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
  })

  test('a payment that was taken while nobody heard of it is found by the reconciler', async () => {
    const visitor = await shopperWith('WM-1')
    const body = await visitor.order({ afterpay: true })
    await captureUnseen(result(await visitor.submit(body)))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toEqual([])
    await shop.advance(minutes(2))
    await shop.services.checkout.reconcile()
    expect(await ordersOf(body.cartId)).toHaveLength(1)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 999_00 })
    expect(result(await visitor.submit(body))).toMatchObject({ orderCompleted: true })
  })

  test('what is held for somebody who never finishes is put back by the reconciler', async () => {
    const opening = await goodsAndDays()
    const atBank = await shopperWith('SC-20', 3)
    const cardBody = await atBank.order({ card: await shop.card({ number: testCard.challenged }) })
    await atBank.submit(cardBody)
    const atAfterpay = await shopperWith('SC-20', 3)
    const afterpayBody = await atAfterpay.order({ afterpay: true })
    await atAfterpay.submit(afterpayBody)
    await shop.services.checkout.reconcile()
    expect(await goodsAndDays()).not.toBe(opening)
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect(await goodsAndDays()).toBe(opening)
    expect((await attemptsOf(cardBody.cartId))[0]?.state).toBe('Cancelled')
    expect(['Cancelled', 'Expired']).toContain((await attemptsOf(afterpayBody.cartId))[0]?.state)
    expect((await atBank.add('SC-20')).products[0]?.quantity).toBe(4)
  })

  test('one payment that cannot be settled does not hold up the others', async () => {
    const card = await shop.card({ number: testCard.challenged })
    const [stuck, noticed, abandoned] = await Promise.all(['LAMP-1', 'LAMP-1', 'SC-20'].map((sku) => shopperWith(sku)))
    if (stuck === undefined || noticed === undefined || abandoned === undefined) expect.fail()
    const stuckBody = await stuck.order({ card })
    const first = result(await stuck.submit(stuckBody)).paymentReference ?? ''
    await shop.advance(1)
    const noticedBody = await noticed.order({ card })
    const second = result(await noticed.submit(noticedBody)).paymentReference ?? ''
    const abandonedBody = await abandoned.order({ card })
    await abandoned.submit(abandonedBody)
    // The gateway says that it paid under a reference that another order has: the database refuses to believe it.
    await shop.control('webhooks', { paused: true })
    const other = await shopperWith('LAMP-1')
    const otherBody = await other.order({ card: await shop.card() })
    await other.submit(otherBody)
    const [taken] = await attemptsOf(otherBody.cartId)
    expect((await notice(first, { pspReference: taken?.provider_ref ?? '' })).status).toBe(200)
    await shop.advance(1)
    await notice(second)
    await shop.services.checkout.webhooks.work()
    expect(await ordersOf(stuckBody.cartId)).toEqual([])
    expect(await ordersOf(noticedBody.cartId)).toHaveLength(1)
    await shop.control('webhooks', { paused: false })
    await shop.advance(holdEnds)
    await shop.services.checkout.reconcile()
    expect((await attemptsOf(abandonedBody.cartId))[0]?.state).toBe('Cancelled')
    expect(await ordersOf(stuckBody.cartId)).toEqual([])
    expect(
      shop.logged.filter((line) => line.includes(first) && line.includes('"level":"error"')).length,
    ).toBeGreaterThan(1)
    // The notice is taken back, and what it held up can be ended.
    await shop.database.db.deleteFrom('webhook_event').where('attempt_id', '=', first).execute()
    await stuck.post('/api/checkout/void', { cartId: stuckBody.cartId })
    await shop.settleNotices()
    expect((await attemptsOf(stuckBody.cartId))[0]?.state).toBe('Cancelled')
  })

  test('whoever is too late for the last units is told which product it is, not that a date or a total changed [delivery-19]', async () => {
    await restock()
    const card = await shop.card()
    const [first, second] = [await shopperWith('SC-20', 12), await shopperWith('SC-20', 12)]
    const [body, late] = [await first.order({ card }), await second.order({ card })]
    expect((await first.submit(body)).status).toBe(200)
    await until(() => shop.services.catalogue.productBySku('SC-20')?.stock['2000']?.quantity === 0)
    const answer = await second.submit(late)
    expect([answer.status, codeOf(answer), refusal(answer).errors[0]?.message]).toEqual([
      400,
      'out_of_stock',
      'Sorry, Copper range cooker is no longer available in the quantity requested.',
    ])
    expect(await attemptsOf(late.cartId)).toEqual([])
    await restock()
  })

  test('a card submit without a card is refused and leaves the cart open', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order()
    const answer = await visitor.submit(body)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_missing'])
    expect(await attemptsOf(body.cartId)).toEqual([])
    expect(await goodsAndDays()).toBe(opening)
    expect((await visitor.add('LAMP-1')).productCount).toBe(2)
  })

  /** How many answers there were of each kind, so that a failure says what ended the others. */
  function outcomesOf(answers: readonly TestAnswer[]): Record<string, number> {
    const outcomes: Record<string, number> = {}
    for (const answer of answers) {
      const outcome = answer.status === 200 ? 'placed' : (codeOf(answer) ?? `status ${answer.status}`)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    return outcomes
  }

  /** The newest warnings and errors of the log, for the message of a failure. */
  const problemsLogged = () =>
    shop.logged
      .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
      .slice(-20)
      .join('')

  test('sixty carts at once for twenty units sell twenty', { timeout: 60_000 }, async () => {
    expect(await onHand('SC-20')).toBe(20)
    const card = await shop.card()
    const visitors = await Promise.all(Array.from({ length: 60 }, () => shopperWith('SC-20')))
    const bodies = await Promise.all(visitors.map((visitor) => visitor.order({ card })))
    // A date by which what lies in Melbourne has arrived as well.
    const deliveryDate = [2026, 12, 4] as const
    const answers = await Promise.all(
      visitors.map((visitor, at) => visitor.submit({ ...(bodies[at] ?? expect.fail()), deliveryDate })),
    )
    expect(outcomesOf(answers), problemsLogged()).toEqual({ placed: 20, out_of_stock: 40 })
    expect(await onHand('SC-20')).toBe(0)
    const charges = await Promise.all(bodies.map((body) => moneyOf(body.cartId)))
    expect(charges.filter((one) => one.charges === 1)).toHaveLength(20)
  })

  test('sixty carts at once for a day with twenty places book twenty', { timeout: 60_000 }, async () => {
    const card = await shop.card()
    const visitors = await Promise.all(Array.from({ length: 60 }, () => shopperWith('LAMP-1')))
    const bodies = await Promise.all(visitors.map((visitor) => visitor.order({ card, place: places.orange })))
    const [year, month, day] = bodies[0]?.deliveryDate ?? expect.fail()
    const booked = async () =>
      (
        await sql<{
          booked: number
        }>`select booked from delivery_day where warehouse_code = '2000' and tier_code = 'regional-au'
          and delivers_on = make_date(${year}, ${month}, ${day})`.execute(shop.database.db)
      ).rows[0]?.booked ?? 0
    const opening = await booked()
    const answers = await Promise.all(visitors.map((visitor, at) => visitor.submit(bodies[at] ?? expect.fail())))
    expect(outcomesOf(answers), problemsLogged()).toEqual({ placed: 20 - opening, date_unavailable: 40 + opening })
    expect(await booked()).toBe(20)
  })

  test('the shop, the orders and the provider agree to the cent', async () => {
    await shop.settleNotices()
    const { rows } = await sql<{ attempt_id: string; amount_cents: number; total_cents: number }>`
      select p.attempt_id, p.amount_cents, o.total_cents from order_payment p join customer_order o on o.id = p.order_id`.execute(
      shop.database.db,
    )
    expect(rows.length).toBeGreaterThan(100)
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
  })

  test('no card number, security code or encrypted card is in any table or log line', async () => {
    const digits = [testCard.number, testCard.challenged].flatMap((number) => [number, number.replaceAll(' ', '')])
    const traces = [...digits, 'eyJhbGciOiJSU0Et', 'encryptedValues', 'encryptedCard'].map((text) => new RegExp(text))
    // Four digits also occur inside ids and times.
    traces.push(new RegExp(`(?<![\\w.-])${testCard.cvc}(?![\\w.-])`))
    const { encrypted } = await shop.card()
    expect(encrypted.startsWith('eyJhbGciOiJSU0Et')).toBe(true)
    const tables = await allRows(shop.database, { withJobs: true })
    expect([...tables.values()].flat().length).toBeGreaterThan(500)
    expect(shop.logged.length).toBeGreaterThan(100)
    for (const trace of traces) {
      const found = [...tables].filter(([, rows]) => rows.some((row) => trace.test(row))).map(([table]) => table)
      expect([trace, found]).toEqual([trace, []])
      expect([trace, shop.logged.filter((line) => trace.test(line))]).toEqual([trace, []])
    }
  })
})

test(
  'the work beside requests sends the mail, hears the notices and gives late money back by itself',
  { timeout: 60_000 },
  async () => {
    const shop = await openTestShop()
    try {
      await startJobs(shop.services, shop)
      const visitor = shop.visitor()
      await visitor.add('LAMP-1')
      const { webOrderId } = result(await visitor.submit(await visitor.order({ card: await shop.card() })))
      await until(async () =>
        (await shop.services.mail.newest(5)).some((mail) => mail.subject.includes(webOrderId ?? '?')),
      )
      const late = shop.visitor()
      await late.add('LAMP-1')
      const body = await late.order({ card: await shop.card() })
      await shop.injectFault('card.payments', 'delay', 1, 200)
      const submitting = late.submit(body)
      let attemptId = ''
      await until(async () => {
        attemptId = (await shop.services.checkout.progress(body.cartId))?.reference ?? ''
        return attemptId !== '' && shop.sandbox().movements(attemptId).length > 0
      })
      await shop.services.checkout.settle(attemptId, { kind: 'cancelled' }, 'test')
      await submitting
      await until(() => heldCents(shop.sandbox().movements(attemptId)) === 0)
    } finally {
      await shop.close()
    }
  },
)

test('with limits on, twenty submits of one cart at once are one order and replays of it, and count as one', async () => {
  const shop = await openTestShop({ env: { RATE_LIMITS: 'on' } })
  try {
    for (const key of [() => randomIds.uuid(), () => 'one-key-for-this-submit']) {
      const visitor = shop.visitor()
      await visitor.add('LAMP-1')
      const body = await visitor.order({ card: await shop.card() })
      const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.submit(body, key())))
      expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]))
      expect(new Set(answers.map((one) => result(one).webOrderId)).size).toBe(1)
    }
  } finally {
    await shop.close()
  }
})

for (const engine of (await databaseEngines()).filter((one) => one.name === 'PostgreSQL')) {
  test('the same submit through two processes on different ports is one order, with one key and with several', async () => {
    const shop = await openTestShop({ engine })
    const second = await shop.openSecond()
    try {
      for (const key of [() => 'one-key-for-this-submit', () => randomIds.uuid()]) {
        const here = shop.visitor()
        await here.add('LAMP-1')
        const there = second.visitor()
        for (const [name, value] of here.cookies) there.cookies.set(name, value)
        const body = await here.order({ card: await shop.card() })
        await shop.injectFault('card.payments', 'delay', 1, 300)
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? here : there).submit(body, key())),
        )
        expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200]))
        expect(new Set(answers.map((one) => result(one).webOrderId)).size).toBe(1)
        const attempts = await shop.database.db
          .selectFrom('payment_attempt')
          .select('id')
          .where('cart_id', '=', body.cartId)
          .execute()
        expect(attempts).toHaveLength(1)
        // And again when it is over.
        expect(result(await there.submit(body, key())).webOrderId).toBe(result(answers[0] ?? expect.fail()).webOrderId)
      }
    } finally {
      await second.close()
      await shop.close()
    }
  })
}

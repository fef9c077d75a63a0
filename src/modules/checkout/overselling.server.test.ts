import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, places } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import { until } from '../../testing/shop/until.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import { announce } from '../catalogue/catalogue.server.ts'
import {
  checkoutOf,
  codeOf,
  expectAgreement,
  expectNoCardData,
  refusal,
  result,
} from './internal/payments-for-tests.ts'

/** What there is one of is sold once, however many want it: goods, places on days, coupons and gift cards. */

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
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const { ordersOf, attemptsOf, moneyOf, shopperWith, onHand, restock, goodsAndDays, balance, setBalance } = checkoutOf(
    () => shop,
  )

  test('a coupon limited to one order per email is rejected for the second, when applied and when submitted', async () => {
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

  test('what memory calls sold is read again before a submit is refused', async () => {
    await restock()
    const visitor = await shopperWith('SC-20', 20)
    const body = await visitor.order({ card: await shop.card() })
    const product = shop.services.catalogue.productBySku('SC-20')
    const inMelbourne = (quantity: number) =>
      sql`update stock set quantity = ${quantity} where warehouse_code = '3000' and product_id = ${product?.id}`.execute(
        shop.database.db,
      )
    await inMelbourne(7)
    await announce(shop.database.db, { products: [product?.id ?? 0] })
    await until(() => shop.services.catalogue.productBySku('SC-20')?.stock['3000']?.quantity === 7)
    // A unit comes back, and its notice is still on its way.
    await inMelbourne(8)
    const answer = await visitor.submit(body)
    expect(answer.status, answer.text).toBe(200)
    expect(await onHand('SC-20')).toBe(0)
    await restock()
  })

  test('concurrent carts, one of them at the bank, cannot use a coupon twice for one email', async () => {
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

  test('ten concurrent orders of one email use a one-per-email coupon once', async () => {
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

  test('of two carts for one unit one is sold and charged, twenty times over', async () => {
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

  test('of two carts with one gift card one is paid, twenty times over', async () => {
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

  test('a gift card spent elsewhere during payment: refund and no order', async () => {
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

  test('a shopper too late for the last units is told which product, not that a date or total changed [delivery-19]', async () => {
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

  test('sixty concurrent carts for twenty units sell twenty', { timeout: 60_000 }, async () => {
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

  test('sixty concurrent carts for a day with twenty slots book twenty', { timeout: 60_000 }, async () => {
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

  test('shop, orders and provider agree to the cent', () => expectAgreement(shop, { minimum: 60 }))

  test('no table or log line has a card number, security code or encrypted card', () =>
    expectNoCardData(shop, { minimumLines: 100 }))
})

import { brandAtExample } from '../../testing/brand.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { heldCents } from '../../../sandbox/ledger.ts'
import { codes } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { randomIds } from '../../platform/ids.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { passChallenge } from '../../testing/shop/provider-pages.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { orderConfirmationMail } from '../orders/mail/order-confirmation.tsx'
import { orderByCart } from '../orders/orders-store.server.ts'

/** A coupon and gift cards on one order, from the cart to the refund: over HTTP, against the sandbox, on every engine (decision 0043). */

const cards = ['GC-A-1111', 'GC-B-2222', 'GC-C-3333', 'GC-D-4444', 'GC-E-5555', 'GC-F-6666'] as const

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await sql`insert into gift_card (code, currency, balance_cents, expires_on, is_demo)
      select code, 'AUD', 0, '2029-01-01'::date, true from unnest(${cards as never}::text[]) code`.execute(
      shop.database.db,
    )
  })
  afterAll(async () => shop.close())
  beforeEach(async () => {
    await sql`update gift_card set balance_cents = 10000, expires_on = '2029-01-01' where code like 'GC-%'`.execute(
      shop.database.db,
    )
  })

  const set = (code: string, cents: number) =>
    sql`update gift_card set balance_cents = ${cents} where code = ${code}`.execute(shop.database.db)
  const balances = async () =>
    (
      await sql<{
        cents: number
      }>`select balance_cents as cents from gift_card where code like 'GC-%' order by code`.execute(shop.database.db)
    ).rows.map((one) => one.cents)
  const first = (answer: TestAnswer) => answer.json<{ errors: { message: string; code: string }[] }>().errors[0]
  const apply = (visitor: Visitor, code: string) => visitor.post('/api/cart/coupon/', { code, userEmail: null })
  async function cartWith(sku: string, quantity: number, given: readonly string[]): Promise<Visitor> {
    const visitor = shop.visitor()
    await visitor.add(sku, quantity)
    for (const code of given) await visitor.applyCode(code)
    return visitor
  }
  const orderOf = async (cartId: string) => (await orderByCart(shop.database.db, cartId)) ?? expect.fail('no order')
  const heldFor = async (cartId: string) => {
    const attempts = await shop.database.db
      .selectFrom('payment_attempt')
      .select('id')
      .where('cart_id', '=', cartId)
      .execute()
    return heldCents(attempts.flatMap((one) => shop.sandbox().movements(one.id)))
  }
  const cancel = async (cartId: string, lines: { productCode: string; quantity: number }[] | null, key: string) => {
    const order = await orderOf(cartId)
    const done = await shop.services.orders.cancellations.cancel({
      orderId: order.id,
      lines,
      expected: null,
      key,
      actor: { kind: 'system' },
    })
    expect(done.ok).toBe(true)
    await shop.services.orders.refunds.work()
  }

  test('a coupon and gift cards combine, the cards in order after the coupon [cart-08]', async () => {
    const visitor = await cartWith('WM-1', 1, [cards[1], codes.tenPercent, cards[0]])
    expect(await visitor.cart()).toMatchObject({
      subTotal: 999,
      coupon: { code: codes.tenPercent, discount: 99.9 },
      giftCards: [
        { code: cards[1], balance: 100, amount: 100 },
        { code: cards[0], balance: 100, amount: 100 },
      ],
      couponCode: codes.tenPercent,
      couponDiscount: 299.9,
      orderTotal: 699.1,
    })
    // The source's call takes either off by its code, in any letter case.
    await visitor.delete(`/api/cart/coupon/${cards[1].toLowerCase()}`)
    await visitor.delete(`/api/cart/coupon/${codes.tenPercent}`)
    expect(await visitor.cart()).toMatchObject({ coupon: null, couponCode: cards[0], orderTotal: 899 })
    expect((await visitor.delete(`/api/cart/coupon/${cards[1]}`)).status).toBe(400)
  })

  test('a duplicate, sixth, empty, expired, foreign or unknown card is rejected by name, and the others stay', async () => {
    const visitor = await cartWith('WM-1', 1, cards.slice(0, 5))
    const refusedWith = async (code: string) => first(await apply(visitor, code))
    expect(await refusedWith(cards[2].toLowerCase())).toMatchObject({
      code: 'gift_card_applied',
      message: 'This gift card is on your order already.',
    })
    expect(await refusedWith(cards[5])).toMatchObject({
      code: 'gift_cards_full',
      message: 'You can use up to 5 gift cards on one order. Please remove one first.',
    })
    await visitor.delete(`/api/cart/coupon/${cards[0]}`)
    await set(cards[5], 0)
    for (const code of [cards[5], codes.giftCardNz, 'NO-SUCH-CARD'])
      expect(await refusedWith(code)).toMatchObject({ message: 'This code is not valid or has expired.' })
    await sql`update gift_card set balance_cents = 1, expires_on = '2026-11-23' where code = ${cards[5]}`.execute(
      shop.database.db,
    )
    expect(await refusedWith(cards[5])).toMatchObject({ message: 'This code is not valid or has expired.' })
    expect((await visitor.cart()).giftCards.map((one) => one.code)).toEqual(cards.slice(1, 5))
  })

  test('a card spent elsewhere is named, pays nothing, and frees its place', async () => {
    const visitor = await cartWith('WM-1', 1, cards.slice(0, 5))
    await set(cards[0], 0)
    const cart = await visitor.cart()
    expect(cart.giftCards.map((one) => one.code)).toEqual(cards.slice(1, 5))
    expect(cart.messages.map((one) => one.message)).toEqual([
      'Gift card 1111 has expired or has no balance left, so it does not count towards this order.',
    ])
    expect((await apply(visitor, cards[5])).status).toBe(200)
    expect((await visitor.cart()).messages).toEqual([])
  })

  test('the rest is paid by card; gift cards are charged with the order, shown by their endings, and refunded last in reverse order', async () => {
    const visitor = await cartWith('WM-1', 1, [codes.tenPercent, cards[0], cards[1]])
    await visitor.add('LAMP-1', 1)
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    // 999 + 49.50, less a tenth, less 200 of gift cards.
    expect(body.expectedTotal).toBe(743.65)
    const answer = (await visitor.submit(body)).json<{ secure3DResponse: Parameters<typeof passChallenge>[0] }>()
    expect(await balances()).toEqual([100_00, 100_00, 100_00, 100_00, 100_00, 100_00])
    await visitor.get(await passChallenge(answer.secure3DResponse, '1234'))
    expect((await balances()).slice(0, 2)).toEqual([0, 0])
    expect(await heldFor(body.cartId)).toBe(743_65)

    const order = await orderOf(body.cartId)
    const discounts = [
      { name: `Coupon ${codes.tenPercent}`, amount: 104.85 },
      { name: 'Gift card 1111', amount: 100 },
      { name: 'Gift card 2222', amount: 100 },
    ]
    const confirmation = await visitor.get(`/api/checkout/confirmation?id=${body.cartId}`)
    expect(confirmation.json<{ totals: object }>().totals).toMatchObject({ discounts, total: 743.65 })
    expect(confirmation.text).not.toContain(cards[0])
    const mail = await orderConfirmationMail(order, brandAtExample('aol'), undefined)
    expect(mail.plain).toContain('Gift card 2222')
    for (const code of cards) expect(mail.html + mail.plain).not.toContain(code)

    // The lamp first: its money comes from the card.
    await cancel(body.cartId, [{ productCode: 'LAMP-1', quantity: 1 }], 'lamp')
    expect((await balances()).slice(0, 2)).toEqual([0, 0])
    expect(await heldFor(body.cartId)).toBe(743_65 - 44_55)
    // Then all of it: the card to the last cent, then both gift cards.
    await cancel(body.cartId, null, 'all')
    expect(await heldFor(body.cartId)).toBe(0)
    expect((await balances()).slice(0, 2)).toEqual([100_00, 100_00])
  })

  test('of two cards the one that paid last is refunded first, and an expired one can be spent again', async () => {
    await set(cards[0], 20_00)
    const visitor = await cartWith('HOSE-1', 3, [cards[0], cards[1]])
    const body = await visitor.order()
    expect(body.expectedTotal).toBe(0)
    expect((await visitor.submit(body)).json()).toMatchObject({ orderCompleted: true, paymentReference: null })
    expect((await balances()).slice(0, 2)).toEqual([0, 90_00])
    await sql`update gift_card set expires_on = '2026-11-24' where code = ${cards[1]}`.execute(shop.database.db)
    await cancel(body.cartId, [{ productCode: 'HOSE-1', quantity: 2 }], 'two')
    expect((await balances()).slice(0, 2)).toEqual([10_00, 100_00])
    await cancel(body.cartId, null, 'rest')
    expect((await balances()).slice(0, 2)).toEqual([20_00, 100_00])
    const { rows } = await sql<{
      day: string
    }>`select expires_on::text as day from gift_card where code = ${cards[1]}`.execute(shop.database.db)
    expect(rows[0]?.day).toBe('2027-11-24')
    expect(
      (await shop.services.orders.storyOf((await orderOf(body.cartId)).id)).payouts
        .map((one) => one.giftCard)
        .toSorted(),
    ).toEqual([cards[0], cards[0], cards[1]])
  })

  test('ten concurrent carts with the same two cards never spend more than the balance', async () => {
    await set(cards[2], 30_00)
    await set(cards[3], 30_00)
    const carts: { visitor: Visitor; body: Awaited<ReturnType<Visitor['order']>> }[] = []
    for (let at = 0; at < 10; at++) {
      // In both orders, so that locks taken as they stand would wait for each other.
      const visitor = await cartWith('HOSE-1', 2, at % 2 === 0 ? [cards[2], cards[3]] : [cards[3], cards[2]])
      carts.push({ visitor, body: await visitor.order() })
    }
    const answers = await Promise.all(carts.map(({ visitor, body }) => visitor.submit(body, randomIds.uuid())))
    const placed = answers.filter((one) => one.status === 200).length
    expect(new Set(answers.map((one) => one.status))).toEqual(new Set([200, 400]))
    const [, , third = -1, fourth = -1] = await balances()
    expect(third).toBeGreaterThanOrEqual(0)
    expect(fourth).toBeGreaterThanOrEqual(0)
    expect(60_00 - third - fourth).toBe(placed * 20_00)
    expect(placed).toBeGreaterThanOrEqual(2)
  })

  test('a card spent elsewhere during 3-D Secure: no order, a full refund, and a correct message', async () => {
    const visitor = await cartWith('WM-1', 1, [cards[0], cards[1]])
    const body = await visitor.order({ card: await shop.card({ number: testCard.challenged }) })
    const answer = (await visitor.submit(body)).json<{ secure3DResponse: Parameters<typeof passChallenge>[0] }>()
    await set(cards[1], 0)
    const back = await visitor.get(await passChallenge(answer.secure3DResponse, '1234'))
    const attemptId = new URL(back.headers.location ?? '', shop.url).searchParams.get('paymentError') ?? ''
    const reported = (await visitor.get(`/api/checkout/paymenterror/${attemptId}`)).json<{
      nothingCharged: boolean
      errors: { message: string }[]
    }>()
    expect(reported.nothingCharged).toBe(false)
    expect(reported.errors[0]?.message).toContain('Your payment is being returned to you in full.')
    expect((await balances()).slice(0, 2)).toEqual([100_00, 0])
    const attempt = await shop.services.checkout.attempt(attemptId)
    await shop.services.checkout.reverse(attemptId, attempt?.providerRef ?? '')
    expect(await heldFor(body.cartId)).toBe(0)
  })

  test('a deposit is a share of what the cards leave, and they are charged with it', async () => {
    const visitor = await cartWith('WM-1', 1, [cards[4]])
    const body = await visitor.order({ card: await shop.card() })
    const done = await visitor.submit({ ...body, partialPayment: 300 })
    expect(done.status).toBe(200)
    expect((await balances())[4]).toBe(0)
    const order = await orderOf(body.cartId)
    expect([order.snapshot.totals.total, order.balance]).toEqual([899_00, 599_00])
    await cancel(body.cartId, null, 'deposit')
    expect(await heldFor(body.cartId)).toBe(0)
    expect((await balances())[4]).toBe(100_00)
  })
})

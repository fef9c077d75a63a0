import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { databaseEngines } from '../../testing/database.ts'
import { seconds } from '../../platform/clock.ts'
import { randomIds } from '../../platform/ids.ts'
import { openDays } from '../../testing/shop/delivery-days.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { testCard } from '../../testing/shop/merchant.ts'
import { until } from '../../testing/shop/until.ts'
import {
  checkoutOf,
  codeOf,
  expectAgreement,
  expectNoCardData,
  refusal,
  result,
} from './internal/payments-for-tests.ts'

/** A submit that comes again, with its key or another one, or many times at once: over HTTP, against the sandbox, on every engine there is. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const { ordersOf, attemptsOf, moneyOf, shopperWith, captureUnseen } = checkoutOf(() => shop)

  test('the same key and body get the same response, whatever the outcome', async () => {
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

  test('the same key with another body is 422', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await visitor.submit(body, 'one-key-for-this-submit')
    const answer = await visitor.submit({ ...body, email: 'other@example.com' }, 'one-key-for-this-submit')
    expect([answer.status, codeOf(answer)]).toEqual([422, 'key_reused'])
  })

  test('a rejection before payment releases the key', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    expect((await visitor.submit({ ...body, email: '' }, 'one-key-for-this-submit')).status).toBe(400)
    expect((await visitor.submit(body, 'one-key-for-this-submit')).status).toBe(200)
  })

  test('one key used by two carts counts as two keys', async () => {
    for (let carts = 0; carts < 2; carts++) {
      const visitor = await shopperWith('LAMP-1')
      const answer = await visitor.submit(await visitor.order({ card: await shop.card() }), 'a-key-of-no-imagination')
      expect(result(answer)).toMatchObject({ orderCompleted: true })
    }
  })

  test('without a key a second submit of the cart repeats the first; after a decline it is a new attempt', async () => {
    const visitor = await shopperWith('LAMP-1')
    const submit = (body: object) => visitor.post('/api/checkout', body)
    expect((await submit(await visitor.order({ card: await shop.card({ holder: 'DECLINED' }) }))).status).toBe(400)
    await shop.advance(seconds(1))
    const good = await visitor.order({ card: await shop.card() })
    const [first, second] = await Promise.all([submit(good), submit(good)])
    expect([first.status, second.status].toSorted().at(0)).toBe(200)
    expect(await moneyOf(good.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('another key during the provider call waits for the first, and returns its order', async () => {
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

  test('another key during a payment that ends without an order answers 409 with Retry-After', async () => {
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

  test('another key after the order returns that order and charges nothing', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    const first = result(await visitor.submit(body))
    const second = await visitor.submit(body)
    expect(second.status).toBe(200)
    expect(result(second)).toMatchObject({ orderCompleted: true, webOrderId: first.webOrderId })
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 49_50 })
  })

  test('another key while the shopper is at the bank ends the first payment and starts a new one', async () => {
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

  test('another key after the first payment was approved unnoticed returns that order', async () => {
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
  ])('fifty concurrent submits of one cart under %s are one order, one charge and replays', async (_, key) => {
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

  test('without a key a submit with different content is a new submit, not a reused key', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    const done = result(await visitor.post('/api/checkout', body))
    const again = await visitor.post('/api/checkout', { ...body, email: 'other@example.com' })
    expect([again.status, result(again).webOrderId]).toEqual([200, done.webOrderId])
  })

  test('newsletter choice and another card do not change the order: the same key returns the same response', async () => {
    const visitor = await shopperWith('LAMP-1')
    const key = 'one-key-for-this-submit'
    const body = await visitor.order({ card: await shop.card() })
    const other = await visitor.order({ card: await shop.card() })
    expect(other['encryptedValues']).not.toEqual(body['encryptedValues'])
    const done = result(await visitor.submit(body, key))
    const again = await visitor.submit({ ...other, newsletter: false }, key)
    expect([again.status, result(again).webOrderId]).toEqual([200, done.webOrderId])
  })

  test('shop, orders and provider agree to the cent', () => expectAgreement(shop, { minimum: 10 }))

  test('no table or log line has a card number, security code or encrypted card', () =>
    expectNoCardData(shop, { minimumLines: 40 }))
})

test('with rate limits, twenty concurrent submits of one cart are one order with replays, and count once', async () => {
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
  test('the same submit through two processes is one order, with one key or several', async () => {
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

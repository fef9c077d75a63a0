import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, places } from '../../testing/catalogue.ts'
import { databaseEngines } from '../../testing/database.ts'
import { seconds } from '../../platform/clock.ts'
import { chooseAtProvider, passChallenge } from '../../testing/shop/provider-pages.ts'
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

/** The money path as a shopper and the providers drive it: over HTTP, against the sandbox, on every engine there is. */

describe.each(await databaseEngines())('on $name', (engine) => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openTestShop({ engine })
    await openDays(shop, { last: '2026-12-10' })
  })
  afterAll(async () => shop.close())

  const { ordersOf, attemptsOf, moneyOf, shopperWith, onHand, restock, goodsAndDays, balance } = checkoutOf(() => shop)

  test('an approved card places one order for the cart and one charge of its total', async () => {
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

  test('the price of a delivery date is part of the charge [SUMM-21]', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card(), place: places.orange })
    expect(body.expectedTotal).toBe(114.5)
    expect((await visitor.submit(body)).status).toBe(200)
    expect(await moneyOf(body.cartId)).toEqual({ charges: 1, held: 114_50 })
  })

  test('3-D Secure returns a form to post, and the return places the order', async () => {
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

  test('a failed 3-D Secure check charges nothing, says why, and reopens the cart [CERR-17]', async () => {
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

  test('a declined card answers 400 with error code 401 and releases stock and delivery slot [CERR-16]', async () => {
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
    const again = await visitor.submit(await visitor.order({ card: await shop.card() }))
    expect(again.status, again.text).toBe(200)
    expect(await onHand('SC-20')).toBe(0)
    await restock()
  })

  test.each([
    ['NOT_ENOUGH_BALANCE', 'Not enough balance'],
    ['CARD_EXPIRED', 'Expired Card'],
    ['CVC_DECLINED', 'CVC Declined'],
    ['FRAUD', null],
    ['ACQUIRER_FRAUD', null],
  ])('a card declined as %s shows %j as the reason [CERR-17]', async (holder, reason) => {
    const visitor = await shopperWith('LAMP-1')
    const answer = await visitor.submit(await visitor.order({ card: await shop.card({ holder }) }))
    expect(refusal(answer)).toMatchObject({ refusalReason: reason, showRefusalReason: reason !== null })
    expect(answer.text).not.toMatch(/fraud/i)
  })

  test('Afterpay redirects to its page, and the return captures the payment and places the order [PAY-03]', async () => {
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

  test('a forged Afterpay token charges nothing and changes nothing', async () => {
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

  test('cancelling at Afterpay reopens the cart without a charge', async () => {
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

  test('an approval after the shopper cancelled is refunded and reported as such; until then nothing was charged', async () => {
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
    const message = expect.stringContaining(
      'Your payment is being returned to you in full. Please wait for it to arrive',
    )
    const reported = { paymentStatus: 'Cancelled', nothingCharged: false, message }
    expect([(await gaveUp()).json(), await status()]).toEqual([{ success: true, ...reported }, reported])
    expect(await why()).toMatchObject({ nothingCharged: false, errors: [{ message }] })
  })

  test('Afterpay can decline at capture', async () => {
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

  test('cancelling too late reports that the payment was approved', async () => {
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order({ card: await shop.card() })
    await visitor.submit(body)
    const answer = await visitor.post('/api/checkout/void', { cartId: body.cartId })
    expect(answer.json()).toMatchObject({ success: false, paymentStatus: 'Approved', nothingCharged: false })
    expect(await moneyOf(body.cartId)).toMatchObject({ charges: 1 })
  })

  test('an order paid fully by gift card is free and calls no provider [SUMM-22]', async () => {
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

  test('a full, closed, past or invalid delivery date is rejected before any payment', async () => {
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

  test('products sold out at submit are named, and nothing is reserved', async () => {
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

  test('a cart, price or total other than the one on screen is rejected before any payment', async () => {
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

  test('a missing or empty cart, and a guest in a members-only app, are rejected', async () => {
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

  test('a card submit without a card is rejected and leaves the cart open', async () => {
    const opening = await goodsAndDays()
    const visitor = await shopperWith('LAMP-1')
    const body = await visitor.order()
    const answer = await visitor.submit(body)
    expect([answer.status, codeOf(answer)]).toEqual([400, 'payment_missing'])
    expect(await attemptsOf(body.cartId)).toEqual([])
    expect(await goodsAndDays()).toBe(opening)
    expect((await visitor.add('LAMP-1')).productCount).toBe(2)
  })

  test('shop, orders and provider agree to the cent', () => expectAgreement(shop, { minimum: 7 }))

  test('no table or log line has a card number, security code or encrypted card', () =>
    expectNoCardData(shop, { minimumLines: 40 }))
})

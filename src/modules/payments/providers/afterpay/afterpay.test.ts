import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { clockOf } from '../../../../platform/clock.ts'
import { keyOf, newAttempt, openTestShop, orderOf, type TestShop } from '../sandbox-for-tests.ts'
import { expectNoSecrets, noCharge, oneCharge, Payment, waysOf } from '../contract-payments-for-tests.ts'

/** What only Afterpay does, against the real sandbox. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

const { afterpay } = waysOf(() => shop)

describe('what only Afterpay does', () => {
  test('the security code 051 is declined at the capture', async () => {
    const payment = new Payment(afterpay, 20_000)
    const outcome = await payment.pay({ code: '051', do: 'approve' })
    expect(outcome).toMatchObject({ kind: 'declined', code: 'CAPTURE_DECLINED', shownReason: null })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a shopper who leaves is waited for until the token expires', async () => {
    const payment = new Payment(afterpay, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, { do: 'abandon' })
    expect(await payment.provider.query(payment.attempt)).toMatchObject({ kind: 'pending' })
    const later = shop.afterpayProvider({ clock: clockOf(() => new Date(Date.now() + 4 * 60 * 60_000)) })
    expect(await later.query(payment.attempt)).toEqual({ kind: 'expired' })
    expect(await later.cancel(payment.attempt, 'key')).toEqual({ kind: 'expired' })
  })

  test('a shopper who agreed and was not sent back can still be charged, once', async () => {
    const payment = new Payment(afterpay, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, { code: '000', do: 'approve-and-stay' })
    expect(payment.returned).toEqual({})
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('"success" in the address without the shopper having agreed stays pending', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.initiate()
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'pending' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('"cancelled" in the address of a payment that was made does not unmake it', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.pay(afterpay.approve)
    payment.returned = { status: 'CANCELLED', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
  })

  test('an expired token is expired at the capture too', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.choose(await payment.initiate(), afterpay.approve ?? {})
    await shop.control('clock', { shiftMs: 4 * 60 * 60_000 })
    try {
      expect(await payment.finalise()).toEqual({ kind: 'expired' })
    } finally {
      await shop.control('clock', { shiftMs: 0 })
    }
  })

  test('an attempt that never got a token has no record, and cancelling it is certain', async () => {
    const attempt = newAttempt(20_000)
    expect(await shop.afterpayProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'no-record' })
    expect(await shop.afterpayProvider().cancel(attempt, 'key')).toEqual({ kind: 'cancelled' })
  })

  test('a capture that cannot be read yet is reversed', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.pay(afterpay.approve)
    const blind: typeof fetch = (url, init) =>
      init?.method === 'GET'
        ? Promise.resolve(Response.json({ errorCode: 'not_found', httpStatusCode: 404 }, { status: 404 }))
        : fetch(url, init)
    expect(await shop.afterpayProvider({ fetch: blind }).reverse(payment.attempt, 'key')).toBe(true)
    expect(payment.books().held).toBe(0)
    expect(await payment.provider.query(payment.attempt)).toEqual({ kind: 'cancelled' })
  })

  test('what was given back in full is no longer called paid', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.pay(afterpay.approve)
    await payment.provider.reverse(payment.attempt, keyOf(payment.attempt, 'give back'))
    expect(await payment.provider.query(payment.attempt)).toEqual({ kind: 'cancelled' })
  })

  test('its limits are read in cents, and only in the merchant’s currency', async () => {
    expect(await shop.afterpayProvider().limits('AUD')).toEqual({ minimum: 1, maximum: 5_000_000 })
    await expect(shop.afterpayProvider().limits('NZD')).rejects.toThrow('not in NZD')
    await shop.injectFault('afterpay.configuration', 'error-before', 3)
    await expect(shop.afterpayProvider().limits('AUD')).rejects.toThrow('cannot be read')
  })

  test('an amount outside the range is refused before the shopper is sent anywhere', async () => {
    const payment = new Payment(afterpay, 5_000_001)
    expect(await payment.initiate()).toMatchObject({ kind: 'declined', code: 'unsupported_payment_type' })
  })

  test('discount, delivery and New Zealand’s missing state are told as they are', async () => {
    const attempt = newAttempt(21_000, { currency: 'NZD', country: 'NZ' })
    const order = orderOf(20_000)
    const address = { ...order.billing, state: '', country: 'NZ' } as const
    const outcome = await shop.afterpayProvider().initiate({
      attempt,
      instrument: { method: 'afterpay' },
      order: { ...order, billing: address, shipping: address, shippingCents: 2_000, discountCents: 1_000 },
      returnUrl: shop.shopUrl,
      cancelUrl: shop.shopUrl,
      idempotencyKey: 'key',
    })
    expect(outcome.kind).toBe('pending')
  })
})

test('after all of this, no log, no file of the sandbox and no webhook holds card data or a key', () =>
  expectNoSecrets(shop, { minimumLines: 70 }))

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

describe('Afterpay only', () => {
  test('security code 051 is declined at capture', async () => {
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

  test('a shopper who approved but was not redirected can still be charged, once', async () => {
    const payment = new Payment(afterpay, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, { code: '000', do: 'approve-and-stay' })
    expect(payment.returned).toEqual({})
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('a return that claims "success" without approval stays pending', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.initiate()
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'pending' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a return that claims "cancelled" does not undo a payment', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.pay(afterpay.approve)
    payment.returned = { status: 'CANCELLED', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
  })

  test('an expired token is also expired at capture', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.choose(await payment.initiate(), afterpay.approve ?? {})
    await shop.control('clock', { shiftMs: 4 * 60 * 60_000 })
    try {
      expect(await payment.finalise()).toEqual({ kind: 'expired' })
    } finally {
      await shop.control('clock', { shiftMs: 0 })
    }
  })

  test('an attempt without a token has no record, and its cancellation is certain', async () => {
    const attempt = newAttempt(20_000)
    expect(await shop.afterpayProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'no-record' })
    expect(await shop.afterpayProvider().cancel(attempt, 'key')).toEqual({ kind: 'cancelled' })
  })

  test('a capture with an unreadable response is reversed', async () => {
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

  test('a fully refunded payment is no longer reported as paid', async () => {
    const payment = new Payment(afterpay, 20_000)
    await payment.pay(afterpay.approve)
    await payment.provider.reverse(payment.attempt, keyOf(payment.attempt, 'give back'))
    expect(await payment.provider.query(payment.attempt)).toEqual({ kind: 'cancelled' })
  })

  test('limits are read in cents, and only in the merchant’s currency', async () => {
    expect(await shop.afterpayProvider().limits('AUD')).toEqual({ minimum: 1, maximum: 5_000_000 })
    await expect(shop.afterpayProvider().limits('NZD')).rejects.toThrow('not in NZD')
    await shop.injectFault('afterpay.configuration', 'error-before', 3)
    await expect(shop.afterpayProvider().limits('AUD')).rejects.toThrow('cannot be read')
  })

  test('an amount outside the limits is rejected before the redirect', async () => {
    const payment = new Payment(afterpay, 5_000_001)
    expect(await payment.initiate()).toMatchObject({ kind: 'declined', code: 'unsupported_payment_type' })
  })

  test('discount, delivery and New Zealand’s missing state are sent correctly', async () => {
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

test('after all of this, no log, sandbox file or webhook has card data or a key', () =>
  expectNoSecrets(shop, { minimumLines: 70 }))

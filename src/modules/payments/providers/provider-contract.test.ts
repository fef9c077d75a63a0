import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, keyOf, openTestShop, type TestShop } from './sandbox-for-tests.ts'
import { expectNoSecrets, noCharge, oneCharge, Payment, waysOf } from './contract-payments-for-tests.ts'

/** The promises of PaymentProvider, kept against the real sandbox: every adapter runs the same list. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

const { card, challenged, saved, savedChallenged, afterpay, paypal, zip, googlePay, applePay } = waysOf(() => shop)
const hosted = [challenged, savedChallenged, afterpay, paypal, zip]

describe.each([card, saved, googlePay, applePay, ...hosted])('$name', (way) => {
  beforeAll(() => way.prepare?.())

  test('reports its health without moving money or retrying', async () => {
    const before = shop.sandbox().movements().length
    const news: boolean[] = []
    expect(await way.provider().isAnswering()).toBe(true)
    // Nobody listens on this port.
    const away = way.provider({ url: 'http://127.0.0.1:1', onNews: (isAnswered) => void news.push(isAnswered) })
    expect(await away.isAnswering()).toBe(false)
    expect(news).toEqual([false])
    expect(shop.sandbox().movements().length).toBe(before)
  })

  test.each([1, 10, 99_999, 100_000, 1_999_995, 5_000_000])('charges an amount of %i cents exactly', async (cents) => {
    const payment = new Payment(way, cents)
    const outcome = await payment.pay(way.approve)
    expect(outcome).toMatchObject({ kind: 'approved', cents, currency: 'AUD' })
    expect(payment.books()).toEqual(oneCharge(cents))
  })

  test('keeps another currency', async () => {
    const payment = new Payment(way, 20_000)
    payment.attempt = { ...payment.attempt, currency: 'NZD', country: 'NZ' }
    expect(await payment.pay(way.approve)).toMatchObject({ kind: 'approved', currency: 'NZD' })
    expect(payment.books().amounts).toEqual(['20000 NZD'])
  })

  test('a decline charges nothing and shows no forbidden reason', async () => {
    const payment = new Payment(way, 20_000)
    const outcome = await payment.pay(way.decline, way.decline === null ? 'DECLINED' : undefined)
    expect(outcome).toMatchObject({
      kind: 'declined',
      shownReason: way === challenged || way === savedChallenged ? '3D Not Authenticated' : null,
    })
    expect(payment.books()).toEqual(noCharge)
  })

  test('no money moves before the shopper approves, and queries never move any', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.initiate()
    if (way.approve !== null) {
      expect(first.kind).toBe('pending')
      await payment.provider.query(payment.attempt)
      expect(payment.books()).toEqual(noCharge)
      await payment.choose(first, way.approve)
      await payment.provider.query(payment.attempt)
      expect(payment.books()).toEqual(noCharge)
      await payment.finalise()
    }
    for (let times = 0; times < 3; times++) await payment.provider.query(payment.attempt)
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('once paid, a query says so', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await eventually(() => payment.provider.code !== 'card' || shop.inbox.get(payment.attempt.id))
    expect(await payment.provider.query(payment.attempt)).toMatchObject({ kind: 'approved', cents: 20_000 })
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'one lost response (%s) is retried and charges once',
    async (kind) => {
      const payment = new Payment(way, 20_000)
      await shop.injectFault(way.moneyRoute, kind)
      expect(await payment.pay(way.approve)).toMatchObject({ kind: 'approved', cents: 20_000 })
      expect(payment.books()).toEqual(oneCharge(20_000))
    },
  )

  test.each(['drop-after', 'error-after'])(
    'when every response is lost (%s) the outcome is unknown, and later found with one charge',
    async (kind) => {
      const payment = new Payment(way, 20_000)
      await shop.injectFault(way.moneyRoute, kind, 3)
      const outcome = await payment.pay(way.approve)
      expect(['unknown', 'approved']).toContain(outcome.kind)
      expect(await payment.settled(outcome)).toMatchObject({ kind: 'approved', cents: 20_000 })
      expect(payment.books()).toEqual(oneCharge(20_000))
    },
  )

  test.each(['drop-before', 'error-before'])('when nothing gets through (%s) it is never a decline', async (kind) => {
    const payment = new Payment(way, 20_000)
    await shop.injectFault(way.moneyRoute, kind, 3)
    const outcome = await payment.pay(way.approve)
    expect(outcome.kind).toBe('unknown')
    expect(payment.books()).toEqual(noCharge)
  })

  test('a stopped provider is unreachable: nothing was sent, and nothing is reported as declined', async () => {
    const payment = new Payment(way, 20_000)
    const instrument = await way.instrument(undefined, payment.attempt)
    await shop.sandbox().close(0)
    try {
      expect(await payment.initiateWith(instrument)).toEqual({ kind: 'unknown', why: 'unreachable' })
    } finally {
      await shop.restart()
    }
    expect(payment.books()).toEqual(noCharge)
  })

  test('the same call with the same key charges once', async () => {
    const payment = new Payment(way, 20_000)
    const instrument = await way.instrument(undefined, payment.attempt)
    const first = await payment.initiateWith(instrument)
    const second = way.approve === null ? await payment.initiateWith(instrument) : first
    if (way.approve !== null) {
      await payment.choose(first, way.approve)
      await Promise.all([payment.finalise(), payment.finalise(), payment.finalise()])
    }
    expect(second).toEqual(first)
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('a response with another amount is never an approval', async () => {
    const payment = new Payment(way, 20_000, way.deafProvider())
    await shop.injectFault(way.moneyRoute, 'wrong-amount')
    expect(await payment.pay(way.approve)).toEqual({ kind: 'unknown', why: 'mismatch' })
  })

  test('a refund leaves nothing held, and repeating it changes nothing', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const key = keyOf(payment.attempt, 'give back')
    expect(await payment.provider.reverse(payment.attempt, key)).toBe(true)
    expect(payment.books().held).toBe(0)
    expect(await payment.provider.reverse(payment.attempt, key)).toBe(true)
    expect(await payment.provider.reverse(payment.attempt, 'another key')).toBe(true)
    expect(payment.books().held).toBe(0)
  })

  test('a refund with a lost response is made once', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await shop.injectFault(way.reverseRoute, 'drop-after')
    expect(await payment.provider.reverse(payment.attempt, keyOf(payment.attempt, 'give back'))).toBe(true)
    expect(payment.books().held).toBe(0)
  })

  test('a partial refund is made once however often requested, and the rest after it', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const first = { cents: 7_512, refundedBefore: 0 }
    for (let times = 0; times < 3; times++)
      expect(await payment.provider.refund(payment.attempt, first, keyOf(payment.attempt, 'refund 1'))).toBe('done')
    expect(payment.books().held).toBe(12_488)
    const rest = { cents: 12_488, refundedBefore: 7_512 }
    for (let times = 0; times < 2; times++)
      expect(await payment.provider.refund(payment.attempt, rest, keyOf(payment.attempt, 'refund 2'))).toBe('done')
    expect(payment.books().held).toBe(0)
  })

  test('a full refund is one refund', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const all = { cents: 20_000, refundedBefore: 0 }
    for (let times = 0; times < 2; times++)
      expect(await payment.provider.refund(payment.attempt, all, keyOf(payment.attempt, 'refund'))).toBe('done')
    expect(payment.books().held).toBe(0)
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'a refund whose responses are all lost (%s) is made once when requested again',
    async (kind) => {
      const payment = new Payment(way, 20_000)
      await payment.pay(way.approve)
      const part = { cents: 5_000, refundedBefore: 0 }
      const key = keyOf(payment.attempt, 'refund')
      await shop.injectFault(way.refundRoute, kind, 3)
      expect(await payment.provider.refund(payment.attempt, part, key)).toBe('unknown')
      expect(await payment.provider.refund(payment.attempt, part, key)).toBe('done')
      expect(payment.books().held).toBe(15_000)
    },
  )

  test('never refunds more than is left', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await payment.provider.refund(payment.attempt, { cents: 15_000, refundedBefore: 0 }, keyOf(payment.attempt, 'one'))
    const more = { cents: 6_000, refundedBefore: 15_000 }
    await payment.provider.refund(payment.attempt, more, keyOf(payment.attempt, 'two'))
    expect(payment.books().held).toBe(5_000)
  })

  test('a payment is still known after a provider restart', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.pay(way.approve)
    await shop.restart()
    if (way.approve !== null) expect(await payment.finalise()).toEqual(first)
    expect(payment.books()).toEqual(oneCharge(20_000))
  })
})

describe.each(hosted)('$name, on its hosted page', (way) => {
  beforeAll(() => way.prepare?.())

  test('a shopper who cancels pays nothing', async () => {
    const payment = new Payment(way, 20_000)
    expect(await payment.pay(way.cancel)).toEqual({ kind: 'cancelled' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a pending attempt can be cancelled, and cannot be paid afterwards', async () => {
    const payment = new Payment(way, 20_000)
    await payment.initiate()
    expect(await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))).toEqual({
      kind: 'cancelled',
    })
    expect(payment.books()).toEqual(noCharge)
  })

  test('cancelling too late reports that it was paid', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await eventually(() => payment.provider.code !== 'card' || shop.inbox.get(payment.attempt.id))
    const outcome = await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(outcome).toMatchObject({ kind: 'approved', cents: 20_000 })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('returning twice gives the same result', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.pay(way.approve)
    expect(await payment.finalise()).toEqual(first)
    // A caller that has lost its key, after a day say, learns the same.
    const { attempt, returned } = payment
    expect(await payment.provider.finalise({ attempt, returned, idempotencyKey: keyOf(attempt, 'another') })).toEqual(
      first,
    )
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('forged return parameters move no money and end nothing', async () => {
    const payment = new Payment(way, 20_000)
    await payment.initiate()
    for (const returned of [
      {},
      { redirectResult: 'X6X!MADEUP' },
      { status: 'SUCCESS', orderToken: 'another' },
      { status: 'CANCELLED', orderToken: 'another' },
    ] as Record<string, string>[]) {
      payment.returned = returned
      expect(await payment.finalise()).toMatchObject({ kind: 'pending', providerRef: payment.attempt.providerRef })
    }
    expect(payment.books()).toEqual(noCharge)
  })

  test('the return of another payment does not pay this one', async () => {
    const mine = new Payment(way, 20_000)
    const other = new Payment(way, 20_000)
    await mine.initiate()
    await other.choose(await other.initiate(), way.approve ?? {})
    mine.returned = other.returned
    expect((await mine.finalise()).kind).not.toBe('approved')
    expect(mine.books()).toEqual(noCharge)
  })
})

test('after all of this, no log, sandbox file or webhook has card data or a key', () =>
  expectNoSecrets(shop, { minimumLines: 200 }))

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { heldCents } from '../../../../../sandbox/ledger.ts'
import { hours } from '../../../../platform/clock.ts'
import type { PaymentAttempt } from '../../payments.ts'
import { keyOf, newAttempt, openTestShop, orderOf, type TestShop } from '../sandbox-for-tests.ts'
import { expectNoSecrets, oneCharge, Payment, waysOf } from '../contract-payments-for-tests.ts'

/** What only Zip does, online and in a store, against the real sandbox. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

const { zip } = waysOf(() => shop)

describe('Zip in a store', () => {
  const attemptOf = (cents: number) => newAttempt(cents)
  const start = (attempt: PaymentAttempt, code: string, provider = shop.inStoreProvider()) =>
    provider.initiate({
      attempt,
      instrument: { method: 'zip-in-store', code },
      order: orderOf(attempt.cents),
      returnUrl: shop.shopUrl,
      cancelUrl: shop.shopUrl,
      idempotencyKey: keyOf(attempt, 'initiate'),
    })
  const held = (attempt: PaymentAttempt) => heldCents(shop.sandbox().movements(attempt.id))
  async function waiting(code = '123456', cents = 20_000): Promise<PaymentAttempt> {
    const attempt = attemptOf(cents)
    const outcome = await start(attempt, code)
    expect(outcome).toMatchObject({ kind: 'pending', action: null })
    return { ...attempt, providerRef: outcome.kind === 'pending' ? outcome.providerRef : null }
  }
  async function after(ms: number, look: () => Promise<void>): Promise<void> {
    await shop.control('clock', { shiftMs: ms })
    await look().finally(() => shop.control('clock', { shiftMs: 0 }))
  }

  test.each([1, 10, 99_999, 1_999_995])(
    'charges an amount of %i cents exactly, and polling charges no more',
    async (cents) => {
      const attempt = await waiting('111111', cents)
      expect(held(attempt)).toBe(0)
      await after(5_000, async () => {
        for (let times = 0; times < 2; times++)
          expect(await shop.inStoreProvider().query(attempt)).toMatchObject({
            kind: 'approved',
            cents,
            currency: 'AUD',
          })
      })
      expect(held(attempt)).toBe(cents)
    },
  )

  test('a wrong code is rejected without asking the customer', async () => {
    const attempt = attemptOf(20_000)
    expect(await start(attempt, '000000')).toMatchObject({ kind: 'declined', code: 'invalid_token', shownReason: null })
    expect(held(attempt)).toBe(0)
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'a lost response (%s) to the request is never retried, and never reported as declined or cancelled',
    async (kind) => {
      const attempt = attemptOf(20_000)
      await shop.injectFault('zip-in-store.create', kind)
      expect((await start(attempt, '123456')).kind).toBe('unknown')
      expect(await shop.inStoreProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'no-record' })
      expect(await shop.inStoreProvider().cancel(attempt, 'key')).toEqual({ kind: 'unknown', why: 'no-record' })
    },
  )

  test('an error while polling says nothing about the payment', async () => {
    const attempt = await waiting()
    await shop.injectFault('zip-in-store.read', 'error-before')
    expect((await shop.inStoreProvider().query(attempt)).kind).toBe('unknown')
  })

  test('cancelling ends it; too late, it reports that it was paid', async () => {
    const early = await waiting()
    expect((await shop.inStoreProvider().cancel(early, 'key')).kind).toBe('cancelled')
    const late = await waiting('111111')
    await after(5_000, async () => {
      expect((await shop.inStoreProvider().cancel(late, 'key')).kind).toBe('approved')
    })
  })

  test('another amount is not an approval', async () => {
    const attempt = await waiting('111111')
    await after(5_000, async () => {
      await shop.injectFault('zip-in-store.read', 'wrong-amount')
      expect(await shop.inStoreProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'mismatch' })
    })
  })

  test('partial refunds are made once each, also when the first response is lost', async () => {
    const attempt = await waiting('111111')
    await after(5_000, async () => {
      const provider = shop.inStoreProvider()
      await provider.query(attempt)
      const part = Math.floor(attempt.cents / 3)
      await shop.injectFault('zip-in-store.refund', 'drop-after', 3)
      const first = { cents: part, refundedBefore: 0 }
      expect(await provider.refund(attempt, first, keyOf(attempt, 'one'))).toBe('unknown')
      expect(await provider.refund(attempt, first, keyOf(attempt, 'one'))).toBe('done')
      expect(held(attempt)).toBe(attempt.cents - part)
      const rest = { cents: attempt.cents - part, refundedBefore: part }
      for (let times = 0; times < 2; times++)
        expect(await provider.refund(attempt, rest, keyOf(attempt, 'two'))).toBe('done')
      expect(await provider.refund(attempt, first, keyOf(attempt, 'three'))).toBe('refused')
    })
    expect(held(attempt)).toBe(0)
  })

  test('a refund is made once, also when the first response is lost', async () => {
    const attempt = await waiting('111111')
    await after(5_000, async () => {
      await shop.inStoreProvider().query(attempt)
      await shop.injectFault('zip-in-store.refund', 'drop-after')
      expect(await shop.inStoreProvider().reverse(attempt, keyOf(attempt, 'give back'))).toBe(true)
      expect(await shop.inStoreProvider().reverse(attempt, 'another key')).toBe(true)
    })
    expect(held(attempt)).toBe(0)
  })
})

test('an error that Zip replays forever under its key is resolved by a query, with one charge', async () => {
  const payment = new Payment(zip, 20_092)
  const outcome = await payment.pay({ do: 'approve' })
  expect(outcome).toMatchObject({ kind: 'approved', cents: 20_092 })
  expect(payment.books()).toEqual(oneCharge(20_092))
})

test('a Zip charge whose response was lost is found behind any number of newer ones', async () => {
  const payment = new Payment(zip, 20_000)
  await payment.choose(await payment.initiate(), { do: 'approve' })
  // Only the checkout is known: whoever charged was gone before the answer was kept.
  await payment.finalise()
  for (let newer = 0; newer < 101; newer++) await new Payment(zip, 10_000).pay({ do: 'approve' })
  expect(await payment.provider.query(payment.attempt)).toMatchObject({ kind: 'approved', cents: 20_000 })
  expect(payment.books()).toEqual(oneCharge(20_000))
  // Nobody looks further back than the attempt is old.
  const later = { ...payment.attempt, createdAt: new Date(Date.now() + hours(1)) }
  expect(await payment.provider.query(later)).toEqual({ kind: 'unknown', why: 'no-record' })
})

test('after all of this, no log, sandbox file or webhook has card data or a key', () =>
  expectNoSecrets(shop, { minimumLines: 200 }))

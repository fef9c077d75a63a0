import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentOutcome } from '../../payments.ts'
import {
  agencyAccount,
  eventually,
  keyOf,
  merchantAccount,
  openTestShop,
  testCards,
  type TestShop,
} from '../sandbox-for-tests.ts'
import { expectNoSecrets, noCharge, oneCharge, Payment, waysOf } from '../contract-payments-for-tests.ts'

/** What only the card gateway does: its refusals, its notices, wallets and orders in two parts. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

const { card, challenged, googlePay } = waysOf(() => shop)

/** The two parts of an order's payment: each its own account, and nothing taken before it is asked for. */
const parts = [
  { part: 1, seller: 'agency', account: agencyAccount },
  { part: 2, seller: 'shop', account: merchantAccount },
] as const

describe('the card gateway only', () => {
  test.each([
    ['CARD_EXPIRED', 'Expired Card'],
    ['INVALID_CARD', 'Invalid Card Number'],
    ['CVC_DECLINED', 'CVC Declined'],
    ['NOT_ENOUGH_BALANCE', 'Not enough balance'],
    ['NOT_3D_AUTHENTICATED', '3D Not Authenticated'],
    ['ISSUER_UNAVAILABLE', 'Issuer Unavailable'],
  ])('the name %s is declined with a reason the shopper can see: %s', async (holderName, shownReason) => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiate(holderName)).toMatchObject({ kind: 'declined', shownReason })
    expect(payment.books()).toEqual(noCharge)
  })

  test.each(['DECLINED', 'REFERRAL', 'BLOCK_CARD', 'ACQUIRER_FRAUD', 'FRAUD', 'RESTRICTED_CARD', 'NOT_SUPPORTED'])(
    'the name %s is declined without a visible reason',
    async (holderName) => {
      const outcome = await new Payment(card, 20_000).initiate(holderName)
      expect(outcome).toMatchObject({ kind: 'declined', shownReason: null })
    },
  )

  test('the bank can decline after the challenge', async () => {
    const payment = new Payment(challenged, 20_000)
    const outcome = await payment.pay(challenged.approve, 'NOT_ENOUGH_BALANCE')
    expect(outcome).toMatchObject({ kind: 'declined', shownReason: 'Not enough balance' })
  })

  test('an empty code cancels', async () => {
    const payment = new Payment(challenged, 20_000)
    expect(await payment.pay({ code: '', do: 'confirm' })).toEqual({ kind: 'cancelled' })
  })

  test('an acquirer error is not reported as a decline; the webhook decides', async () => {
    const payment = new Payment(card, 20_000)
    const outcome = await payment.initiate('ERROR')
    expect(outcome).toEqual({ kind: 'unknown', why: 'server-error' })
    expect(await payment.settled(outcome)).toMatchObject({ kind: 'declined', shownReason: null })
  })

  test('a partial approval is cancelled and counts as declined', async () => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiate('PARTIALLY_APPROVED')).toMatchObject({ kind: 'declined', shownReason: null })
    expect(payment.books()).toMatchObject({ charges: 1, held: 0 })
  })

  test('a number failing the checksum is declined with its reason', async () => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiateWith(await shop.card('4111 1111 1111 1112'))).toMatchObject({
      kind: 'declined',
      shownReason: 'Invalid Card Number',
    })
  })

  test('an unaccepted card type is declined without a visible reason', async () => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiateWith(await shop.card('3530 1113 3330 0000'))).toMatchObject({
      kind: 'declined',
      code: '10 Not supported',
      shownReason: null,
    })
  })

  test.each([
    [20_005, { kind: 'declined' }],
    [20_051, { kind: 'declined', shownReason: 'Not enough balance' }],
    [20_091, { kind: 'approved' }],
    [20_092, { kind: 'approved' }],
    [20_093, { kind: 'approved' }],
  ])('an amount of %i cents ends as its last two digits define', async (cents, expected) => {
    const payment = new Payment(card, cents)
    const outcome = await payment.initiate()
    expect(outcome).toMatchObject(expected)
    expect(payment.books()).toEqual(outcome.kind === 'approved' ? oneCharge(cents) : noCharge)
  })

  test('an approval returns brand, last four digits and expiry, and no other card data', async () => {
    const payment = new Payment(card, 20_000)
    const outcome = await payment.initiateWith(await shop.card(testCards.mastercard))
    expect(outcome).toMatchObject({ card: { brand: 'mc', lastFour: '5454', expiry: '3/2030' } })
  })

  test('a card encrypted more than 15 minutes ago is rejected, and nothing is charged', async () => {
    const payment = new Payment(card, 20_000)
    const old = new Date(Date.now() - 15 * 60_000 - 1_000)
    const outcome = await payment.initiateWith(await shop.card(testCards.visa, 'Ana Botha', old))
    expect(outcome).toMatchObject({ kind: 'declined', code: 'error 172' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a wrong API key or merchant account moves no money and raises an alarm', async () => {
    for (const settings of [{ apiKey: 'wrong' }, { merchantAccount: 'Nobody' }]) {
      const payment = new Payment(card, 20_000, shop.cardProvider(settings))
      expect(await payment.initiate()).toMatchObject({ kind: 'declined', shownReason: null })
      expect(payment.books()).toEqual(noCharge)
    }
    expect(shop.logged.some((line) => line.includes('"level":"error"') && line.includes('000'))).toBe(true)
  })

  test('a payment unknown to the gateway is cancelled by reference', async () => {
    const payment = new Payment(card, 20_000)
    await shop.injectFault('card.payments', 'drop-before', 3)
    expect((await payment.initiate()).kind).toBe('unknown')
    const outcome = await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(outcome).toEqual({ kind: 'cancelled' })
  })

  test('without a webhook inbox a query returns nothing, and cancelling waits for the webhook', async () => {
    const payment = new Payment(challenged, 20_000, challenged.deafProvider())
    await payment.initiate()
    expect(await payment.provider.query(payment.attempt)).toEqual({ kind: 'unknown', why: 'no-record' })
    const outcome = await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(outcome).toMatchObject({ kind: 'pending', action: null })
    expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toEqual({ kind: 'cancelled' })
  })

  test('an attempt cancelled while the shopper is at the bank cannot be paid', async () => {
    const payment = new Payment(challenged, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, challenged.approve ?? {})
    await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(await payment.finalise()).toEqual({ kind: 'cancelled' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a challenge not completed within an hour is closed and reported', async () => {
    const payment = new Payment(challenged, 20_000)
    await payment.initiate()
    await shop.control('clock', { shiftMs: 61 * 60_000 })
    try {
      expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toEqual({ kind: 'expired' })
    } finally {
      await shop.control('clock', { shiftMs: 0 })
    }
  })

  test('a call declined after a lost one is not reported as declined: the lost one may have charged', async () => {
    let calls = 0
    const problem = { status: 422, errorCode: '172', errorType: 'validation', message: 'too old' }
    const flaky: typeof fetch = async () => {
      if (calls++ === 0) throw new TypeError('fetch failed')
      return Response.json(problem, { status: 422 })
    }
    const payment = new Payment(card, 20_000, shop.cardProvider({ fetch: flaky }))
    expect(await payment.initiate()).toEqual({ kind: 'unknown', why: 'timeout' })
  })

  test.each([
    [{ resultCode: 'SomethingNew' }, { kind: 'unknown', why: 'unreadable' }],
    [
      { resultCode: 'Authorised', pspReference: 'A' },
      { kind: 'unknown', why: 'unreadable' },
    ],
    [
      { resultCode: 'Authorised', pspReference: 'A', amount: { currency: 'EUR', value: 20_000 } },
      { kind: 'unknown', why: 'mismatch' },
    ],
    [
      { resultCode: 'Received', pspReference: 'A' },
      { kind: 'pending', providerRef: 'A', action: null },
    ],
    [
      { resultCode: 'RedirectShopper', pspReference: 'A', action: { type: 'redirect', url: 'javascript:alert(1)' } },
      { kind: 'pending', providerRef: 'A', action: null },
    ],
    [
      { resultCode: 'RedirectShopper', pspReference: 'A', action: { type: 'redirect', url: 'https://bank.example/a' } },
      { kind: 'pending', providerRef: 'A', action: { kind: 'redirect', url: 'https://bank.example/a' } },
    ],
  ])('a response of %j is interpreted correctly', async (body, expected) => {
    const provider = shop.cardProvider({ fetch: async () => Response.json(body) })
    expect(await new Payment(card, 20_000, provider).initiate()).toEqual(expected)
  })

  test('has no limits of its own', async () => {
    expect(await shop.cardProvider().limits('AUD')).toEqual({ minimum: null, maximum: null })
  })
})

describe('card gateway webhooks', () => {
  test('one with a wrong signature is rejected, sent again, and then accepted', async () => {
    const payment = new Payment(card, 20_000)
    await shop.control('webhooks', { badSignatureNext: 1 })
    await payment.initiate()
    expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toMatchObject({ kind: 'approved' })
    expect(shop.received.filter((raw) => raw.includes(payment.attempt.id))).toHaveLength(2)
  })

  test('are resent until accepted, also across a restart', async () => {
    const payment = new Payment(card, 20_000)
    shop.state.accepts = false
    await payment.initiate()
    await eventually(() => shop.received.filter((raw) => raw.includes(payment.attempt.id)).length >= 2)
    await shop.restart()
    expect(shop.inbox.get(payment.attempt.id)).toBeUndefined()
    shop.state.accepts = true
    expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toMatchObject({ kind: 'approved' })
  })

  test('can be paused', async () => {
    const payment = new Payment(card, 20_000)
    await shop.control('webhooks', { paused: true })
    await payment.initiate()
    const { undelivered } = await (await fetch(`${shop.sandbox().url}/ledger/undelivered-webhooks`)).json()
    expect(undelivered).toEqual([expect.objectContaining({ reference: payment.attempt.id, tries: 0 })])
    expect(shop.inbox.get(payment.attempt.id)).toBeUndefined()
    await shop.control('webhooks', { paused: false })
    await eventually(() => shop.inbox.get(payment.attempt.id))
  })

  test('for an amount ending in .94 are late, and in .95 are sent three times', async () => {
    const late = new Payment(card, 20_094)
    await late.initiate()
    expect(shop.inbox.get(late.attempt.id)).toBeUndefined()
    await eventually(() => shop.inbox.get(late.attempt.id))
    const thrice = new Payment(card, 20_095)
    await thrice.initiate()
    await eventually(() => shop.received.filter((raw) => raw.includes(thrice.attempt.id)).length === 3)
  })
})

describe('wallets only', () => {
  const tokenFor = (value: number, more = {}) => shop.wallet('googlepay', { currency: 'AUD', value }, more)
  const payment = () => new Payment(googlePay, 20_000)

  test('a token that is for another amount, altered or used is rejected, and charges nothing', async () => {
    const used = payment()
    const instrument = await tokenFor(20_000)
    expect(await used.initiateWith(instrument)).toMatchObject({ kind: 'approved', cents: 20_000 })
    const again = payment()
    expect(await again.initiateWith(instrument)).toMatchObject({ kind: 'declined', shownReason: null })
    const other = payment()
    expect(await other.initiateWith(await tokenFor(19_999))).toMatchObject({ kind: 'declined' })
    const forged = payment()
    const good = await tokenFor(20_000)
    if (good.method !== 'card' || good.source.kind === 'form') throw new Error('not a wallet')
    const source = { ...good.source, token: good.source.token.replace('20000', '10000') }
    expect(await forged.initiateWith({ ...good, source })).toMatchObject({ kind: 'declined' })
    for (const one of [again, other, forged]) expect(one.books()).toEqual(noCharge)
  })

  test('a card on file triggers a bank challenge, a device card does not', async () => {
    const requested = payment()
    const outcome = await requested.initiateWith(await tokenFor(20_000, { authMethod: 'PAN_ONLY' }))
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'form' } })
    expect(requested.books()).toEqual(noCharge)
  })
})

describe.each(parts)('part $part of a card payment, for the $seller', ({ part, seller, account }) => {
  async function authorised(number: string = testCards.visa): Promise<{ payment: Payment; outcome: PaymentOutcome }> {
    const payment = new Payment(card, 20_000)
    payment.attempt = { ...payment.attempt, part, seller }
    const outcome = await payment.initiateWith(await shop.card(number, 'Ana Botha', new Date(), account))
    return { payment, outcome }
  }
  const merchants = ({ attempt }: Payment) => [
    ...new Set(
      shop
        .sandbox()
        .movements(attempt.id)
        .map((one) => one.merchant),
    ),
  ]
  const capture = (payment: Payment, operation = 'capture') =>
    payment.provider.capture?.(payment.attempt, keyOf(payment.attempt, operation))

  test('is authorised by its own account, and captured once however often requested', async () => {
    const { payment, outcome } = await authorised()
    expect(outcome).toMatchObject({ kind: 'approved', cents: 20_000 })
    expect(payment.books()).toEqual({ charges: 1, captures: 0, held: 20_000, amounts: ['20000 AUD'] })
    await shop.injectFault('card.captures', 'drop-after')
    expect(await capture(payment)).toBe(true)
    expect(await capture(payment)).toBe(true)
    await capture(payment, 'another key')
    expect(payment.books()).toEqual(oneCharge(20_000))
    expect(merchants(payment)).toEqual([account])
  })

  test('is not captured during a gateway outage, and is afterwards', async () => {
    const { payment } = await authorised()
    await shop.injectFault('card.captures', 'error-before', 3)
    expect(await capture(payment)).toBe(false)
    expect(payment.books().captures).toBe(0)
    expect(await capture(payment)).toBe(true)
    expect(payment.books().captures).toBe(1)
  })

  test('is cancelled before capture, and refunded in part or in full afterwards', async () => {
    const { payment } = await authorised()
    expect(await payment.provider.reverse(payment.attempt, keyOf(payment.attempt, 'back'))).toBe(true)
    expect(payment.books()).toMatchObject({ captures: 0, held: 0 })
    const { payment: taken } = await authorised()
    await capture(taken)
    const refund = (cents: number, refundedBefore: number) =>
      taken.provider.refund(taken.attempt, { cents, refundedBefore }, keyOf(taken.attempt, `refund ${cents}`))
    expect(await refund(5_000, 0)).toBe('done')
    expect(await refund(15_000, 5_000)).toBe('done')
    expect(taken.books().held).toBe(0)
    expect(merchants(taken)).toEqual([account])
  })

  test('with a bank challenge has a form to post for the first part and a page to open for the second', async () => {
    const { payment, outcome } = await authorised(testCards.challenged)
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: part === 1 ? 'form' : 'redirect' } })
    await payment.choose(outcome, { code: '1234', do: 'confirm' })
    expect(await payment.finalise()).toMatchObject({ kind: 'approved', cents: 20_000 })
    expect(payment.books()).toMatchObject({ charges: 1, captures: 0 })
  })

  test('is cancelled by reference during a bank challenge', async () => {
    const { payment } = await authorised(testCards.challenged)
    expect(await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))).toEqual({
      kind: 'cancelled',
    })
    expect(payment.books()).toEqual(noCharge)
  })
})

test('after all of this, no log, sandbox file or webhook has card data or a key', () =>
  expectNoSecrets(shop, { minimumLines: 200 }))

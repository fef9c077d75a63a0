import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { heldCents } from '../../../../sandbox/ledger.ts'
import { clockOf, hours } from '../../../platform/clock.ts'
import type { PaymentAttempt, PaymentInstrument, PaymentOutcome, PaymentProvider } from '../payments.ts'
import {
  agencyAccount,
  eventually,
  hmacKey,
  keyOf,
  newAttempt,
  openTestShop,
  orderOf,
  testCards,
  testCvc,
  merchantAccount,
  visit,
  type Choice,
  type TestShop,
} from './sandbox-for-tests.ts'

/** The promises of PaymentProvider, kept against the real sandbox: every adapter runs the same list. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

type Way = {
  readonly name: string
  readonly provider: (more?: { url: string; onNews: (isAnswered: boolean) => void }) => PaymentProvider
  /** The same one that can only learn from answers, not from notices. */
  readonly deafProvider: () => PaymentProvider
  readonly instrument: (holderName: string | undefined, amount: PaymentAttempt) => Promise<PaymentInstrument>
  /** The sandbox route on which money moves. */
  readonly moneyRoute: string
  /** The one on which it goes back. */
  readonly reverseRoute: string
  /** The one on which a part of it does. */
  readonly refundRoute: string
  /** What the shopper does on the hosted page; null when there is none. */
  readonly approve: Choice | null
  readonly decline: Choice | null
  readonly cancel: Choice | null
}

const ways: readonly Way[] = [
  {
    name: 'card',
    provider: (more) => shop.cardProvider(more),
    deafProvider: () => shop.cardProvider({ lookup: undefined }),
    instrument: (holderName) => shop.card(testCards.visa, holderName),
    moneyRoute: 'card.payments',
    reverseRoute: 'card.reversals',
    refundRoute: 'card.refunds',
    approve: null,
    decline: null,
    cancel: null,
  },
  {
    name: 'card with 3-D Secure',
    provider: (more) => shop.cardProvider(more),
    deafProvider: () => shop.cardProvider({ lookup: undefined }),
    instrument: (holderName) => shop.card(testCards.challenged, holderName),
    moneyRoute: 'card.details',
    reverseRoute: 'card.reversals',
    refundRoute: 'card.refunds',
    approve: { code: '1234', do: 'confirm' },
    decline: { code: '9999', do: 'confirm' },
    cancel: { code: '', do: 'cancel' },
  },
  {
    name: 'Afterpay',
    provider: (more) => shop.afterpayProvider(more),
    deafProvider: () => shop.afterpayProvider(),
    instrument: async () => ({ method: 'afterpay' }),
    moneyRoute: 'afterpay.capture',
    reverseRoute: 'afterpay.refund',
    refundRoute: 'afterpay.refund',
    approve: { code: '000', do: 'approve' },
    decline: { code: '000', do: 'decline' },
    cancel: { do: 'cancel' },
  },
  {
    name: 'PayPal',
    provider: (more) => shop.paypalProvider(more),
    deafProvider: () => shop.paypalProvider(),
    instrument: async () => ({ method: 'paypal' }),
    moneyRoute: 'paypal.capture',
    reverseRoute: 'paypal.refund',
    refundRoute: 'paypal.refund',
    approve: { do: 'approve' },
    decline: { do: 'decline' },
    cancel: { do: 'cancel' },
  },
  {
    name: 'Zip',
    provider: (more) => shop.zipProvider(more),
    deafProvider: () => shop.zipProvider(),
    instrument: async () => ({ method: 'zip' }),
    moneyRoute: 'zip.charges',
    reverseRoute: 'zip.refunds',
    refundRoute: 'zip.refunds',
    approve: { do: 'approve' },
    decline: { do: 'decline' },
    cancel: { do: 'cancel' },
  },
]

/** Cards behind a wallet, whose token is for one amount. */
const wallets = (['googlepay', 'applepay'] as const).map((kind): Way => {
  const [card] = ways
  if (card === undefined) throw new Error('there is no card')
  const amountOf = ({ currency, cents }: PaymentAttempt) => ({ currency, value: cents })
  return {
    ...card,
    name: kind === 'googlepay' ? 'Google Pay' : 'Apple Pay',
    instrument: (holderName, attempt) =>
      shop.wallet(kind, amountOf(attempt), holderName === undefined ? {} : { holderName }),
  }
})

/** The two parts of an order's payment: each its own account, and nothing taken before it is asked for. */
const parts = [
  { part: 1, seller: 'agency', account: agencyAccount },
  { part: 2, seller: 'shop', account: merchantAccount },
] as const

/** One attempt from its start to where the shopper is back, with everything a caller would remember. */
class Payment {
  readonly way: Way
  provider: PaymentProvider
  attempt: PaymentAttempt
  returned: Record<string, string> = {}
  constructor(way: Way, cents: number, provider = way.provider()) {
    this.way = way
    this.provider = provider
    this.attempt = newAttempt(cents)
  }

  async initiate(holderName?: string): Promise<PaymentOutcome> {
    return this.initiateWith(await this.way.instrument(holderName, this.attempt))
  }

  async initiateWith(instrument: PaymentInstrument): Promise<PaymentOutcome> {
    const outcome = await this.provider.initiate({
      attempt: this.attempt,
      instrument,
      order: orderOf(this.attempt.cents),
      returnUrl: `${shop.shopUrl}/back?cartId=7`,
      cancelUrl: `${shop.shopUrl}/back?cartId=7`,
      idempotencyKey: keyOf(this.attempt, 'initiate'),
    })
    this.remember(outcome)
    return outcome
  }

  finalise(): Promise<PaymentOutcome> {
    const idempotencyKey = keyOf(this.attempt, 'finalise')
    return this.provider.finalise({ attempt: this.attempt, returned: this.returned, idempotencyKey })
  }

  /** Everything from the submit to the result. */
  async pay(choice: Choice | null, holderName?: string): Promise<PaymentOutcome> {
    const first = await this.initiate(holderName)
    if (first.kind !== 'pending' || first.action === null) return first
    await this.choose(first, choice ?? {})
    const last = await this.finalise()
    this.remember(last)
    return last
  }

  async choose(first: PaymentOutcome, choice: Choice): Promise<void> {
    if (first.kind !== 'pending' || first.action === null) throw new Error(`no page to visit: ${first.kind}`)
    this.returned = (await visit(first.action, choice)) ?? {}
  }

  private remember(outcome: PaymentOutcome): void {
    const isNamed = outcome.kind === 'pending' || outcome.kind === 'approved'
    if (isNamed && outcome.providerRef !== null) this.attempt = { ...this.attempt, providerRef: outcome.providerRef }
  }

  /** What the sandbox's ledger says of it. */
  books() {
    const movements = shop.sandbox().movements(this.attempt.id)
    const count = (kind: string) => movements.filter((movement) => movement.kind === kind).length
    return {
      charges: count('authorise'),
      captures: count('capture'),
      held: heldCents(movements),
      amounts: [...new Set(movements.map((movement) => `${movement.cents} ${movement.currency}`))],
    }
  }

  /** What a caller knows once the answer, or else the notice or a reading, has told it. */
  async settled(outcome: PaymentOutcome): Promise<PaymentOutcome> {
    if (outcome.kind !== 'unknown') return outcome
    if (this.provider.code === 'card') await eventually(() => shop.inbox.get(this.attempt.id))
    return this.provider.query(this.attempt)
  }
}

const oneCharge = (cents: number) => ({ charges: 1, captures: 1, held: cents, amounts: [`${cents} AUD`] })
const noCharge = { charges: 0, captures: 0, held: 0, amounts: [] }

describe.each([...ways, ...wallets])('$name', (way) => {
  test('says whether it answers, without moving money and without a second try', async () => {
    const before = shop.sandbox().movements().length
    const news: boolean[] = []
    expect(await way.provider().isAnswering()).toBe(true)
    // Nobody listens on this port.
    const away = way.provider({ url: 'http://127.0.0.1:1', onNews: (isAnswered) => void news.push(isAnswered) })
    expect(await away.isAnswering()).toBe(false)
    expect(news).toEqual([false])
    expect(shop.sandbox().movements().length).toBe(before)
  })

  test.each([1, 10, 99_999, 100_000, 1_999_995, 5_000_000])('an amount of %i cents arrives exactly', async (cents) => {
    const payment = new Payment(way, cents)
    const outcome = await payment.pay(way.approve)
    expect(outcome).toMatchObject({ kind: 'approved', cents, currency: 'AUD' })
    expect(payment.books()).toEqual(oneCharge(cents))
  })

  test('another currency is kept', async () => {
    const payment = new Payment(way, 20_000)
    payment.attempt = { ...payment.attempt, currency: 'NZD', country: 'NZ' }
    expect(await payment.pay(way.approve)).toMatchObject({ kind: 'approved', currency: 'NZD' })
    expect(payment.books().amounts).toEqual(['20000 NZD'])
  })

  test('a refusal takes no money and names no reason that may not be shown', async () => {
    const payment = new Payment(way, 20_000)
    const outcome = await payment.pay(way.decline, way.decline === null ? 'DECLINED' : undefined)
    expect(outcome).toMatchObject({
      kind: 'declined',
      shownReason: way.name === 'card with 3-D Secure' ? '3D Not Authenticated' : null,
    })
    expect(payment.books()).toEqual(noCharge)
  })

  test('no money moves before the shopper agrees, and asking moves none at any time', async () => {
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
    'one lost answer (%s) is asked for again and charges once',
    async (kind) => {
      const payment = new Payment(way, 20_000)
      await shop.injectFault(way.moneyRoute, kind)
      expect(await payment.pay(way.approve)).toMatchObject({ kind: 'approved', cents: 20_000 })
      expect(payment.books()).toEqual(oneCharge(20_000))
    },
  )

  test.each(['drop-after', 'error-after'])(
    'when every answer is lost (%s) nothing is made up, and it is found out later with one charge',
    async (kind) => {
      const payment = new Payment(way, 20_000)
      await shop.injectFault(way.moneyRoute, kind, 3)
      const outcome = await payment.pay(way.approve)
      expect(['unknown', 'approved']).toContain(outcome.kind)
      expect(await payment.settled(outcome)).toMatchObject({ kind: 'approved', cents: 20_000 })
      expect(payment.books()).toEqual(oneCharge(20_000))
    },
  )

  test.each(['drop-before', 'error-before'])('when nothing gets through (%s) it is never a refusal', async (kind) => {
    const payment = new Payment(way, 20_000)
    await shop.injectFault(way.moneyRoute, kind, 3)
    const outcome = await payment.pay(way.approve)
    expect(outcome.kind).toBe('unknown')
    expect(payment.books()).toEqual(noCharge)
  })

  test('a stopped provider is unreachable: nothing was sent, and nothing is called refused', async () => {
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

  test('an answer with another amount is never an approval', async () => {
    const payment = new Payment(way, 20_000, way.deafProvider())
    await shop.injectFault(way.moneyRoute, 'wrong-amount')
    expect(await payment.pay(way.approve)).toEqual({ kind: 'unknown', why: 'mismatch' })
  })

  test('money given back leaves nothing held, and giving it back again changes nothing', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const key = keyOf(payment.attempt, 'give back')
    expect(await payment.provider.reverse(payment.attempt, key)).toBe(true)
    expect(payment.books().held).toBe(0)
    expect(await payment.provider.reverse(payment.attempt, key)).toBe(true)
    expect(await payment.provider.reverse(payment.attempt, 'another key')).toBe(true)
    expect(payment.books().held).toBe(0)
  })

  test('a give-back whose answer is lost gives back once', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await shop.injectFault(way.reverseRoute, 'drop-after')
    expect(await payment.provider.reverse(payment.attempt, keyOf(payment.attempt, 'give back'))).toBe(true)
    expect(payment.books().held).toBe(0)
  })

  test('a part goes back once, however often it is asked for, and the rest after it', async () => {
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

  test('all of it goes back in one refund', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const all = { cents: 20_000, refundedBefore: 0 }
    for (let times = 0; times < 2; times++)
      expect(await payment.provider.refund(payment.attempt, all, keyOf(payment.attempt, 'refund'))).toBe('done')
    expect(payment.books().held).toBe(0)
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'a refund whose answers are all lost (%s) is made once when it is asked for again',
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

  test('more than is left never goes back', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await payment.provider.refund(payment.attempt, { cents: 15_000, refundedBefore: 0 }, keyOf(payment.attempt, 'one'))
    const more = { cents: 6_000, refundedBefore: 15_000 }
    await payment.provider.refund(payment.attempt, more, keyOf(payment.attempt, 'two'))
    expect(payment.books().held).toBe(5_000)
  })

  test('what was paid is known after the provider was restarted', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.pay(way.approve)
    await shop.restart()
    if (way.approve !== null) expect(await payment.finalise()).toEqual(first)
    expect(payment.books()).toEqual(oneCharge(20_000))
  })
})

describe.each(ways.slice(1))('$name, on its hosted page', (way) => {
  test('a shopper who cancels pays nothing', async () => {
    const payment = new Payment(way, 20_000)
    expect(await payment.pay(way.cancel)).toEqual({ kind: 'cancelled' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('an attempt that waits can be cancelled, and cannot be paid afterwards', async () => {
    const payment = new Payment(way, 20_000)
    await payment.initiate()
    expect(await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))).toEqual({
      kind: 'cancelled',
    })
    expect(payment.books()).toEqual(noCharge)
  })

  test('cancelling too late answers that it was paid', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    await eventually(() => payment.provider.code !== 'card' || shop.inbox.get(payment.attempt.id))
    const outcome = await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(outcome).toMatchObject({ kind: 'approved', cents: 20_000 })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('coming back twice gives the same answer', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.pay(way.approve)
    expect(await payment.finalise()).toEqual(first)
    // A caller that has lost its key, after a day say, learns the same.
    const { attempt, returned } = payment
    expect(await payment.provider.finalise({ attempt, returned, idempotencyKey: 'another' })).toEqual(first)
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('made-up return parameters move no money and end nothing', async () => {
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

describe('what only the card gateway does', () => {
  const [card, challenged] = ways as [Way, Way, ...Way[]]

  test.each([
    ['CARD_EXPIRED', 'Expired Card'],
    ['INVALID_CARD', 'Invalid Card Number'],
    ['CVC_DECLINED', 'CVC Declined'],
    ['NOT_ENOUGH_BALANCE', 'Not enough balance'],
    ['NOT_3D_AUTHENTICATED', '3D Not Authenticated'],
    ['ISSUER_UNAVAILABLE', 'Issuer Unavailable'],
  ])('the name %s is refused with a reason the shopper may see: %s', async (holderName, shownReason) => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiate(holderName)).toMatchObject({ kind: 'declined', shownReason })
    expect(payment.books()).toEqual(noCharge)
  })

  test.each(['DECLINED', 'REFERRAL', 'BLOCK_CARD', 'ACQUIRER_FRAUD', 'FRAUD', 'RESTRICTED_CARD', 'NOT_SUPPORTED'])(
    'the name %s is refused without a reason to show',
    async (holderName) => {
      const outcome = await new Payment(card, 20_000).initiate(holderName)
      expect(outcome).toMatchObject({ kind: 'declined', shownReason: null })
    },
  )

  test('after the challenge the bank may still refuse', async () => {
    const payment = new Payment(challenged, 20_000)
    const outcome = await payment.pay(challenged.approve, 'NOT_ENOUGH_BALANCE')
    expect(outcome).toMatchObject({ kind: 'declined', shownReason: 'Not enough balance' })
  })

  test('an empty code cancels', async () => {
    const payment = new Payment(challenged, 20_000)
    expect(await payment.pay({ code: '', do: 'confirm' })).toEqual({ kind: 'cancelled' })
  })

  test('a fault of the acquirer is not called a refusal; the notice tells', async () => {
    const payment = new Payment(card, 20_000)
    const outcome = await payment.initiate('ERROR')
    expect(outcome).toEqual({ kind: 'unknown', why: 'server-error' })
    expect(await payment.settled(outcome)).toMatchObject({ kind: 'declined', shownReason: null })
  })

  test('an approval of a part is cancelled and counts as refused', async () => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiate('PARTIALLY_APPROVED')).toMatchObject({ kind: 'declined', shownReason: null })
    expect(payment.books()).toMatchObject({ charges: 1, held: 0 })
  })

  test('a number that fails the check digit is refused with its reason', async () => {
    const payment = new Payment(card, 20_000)
    expect(await payment.initiateWith(await shop.card('4111 1111 1111 1112'))).toMatchObject({
      kind: 'declined',
      shownReason: 'Invalid Card Number',
    })
  })

  test('a card type that is not accepted is refused without a reason to show', async () => {
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
  ])('an amount of %i cents ends as its last two digits say', async (cents, expected) => {
    const payment = new Payment(card, cents)
    const outcome = await payment.initiate()
    expect(outcome).toMatchObject(expected)
    expect(payment.books()).toEqual(outcome.kind === 'approved' ? oneCharge(cents) : noCharge)
  })

  test('an approval tells brand, last four digits and expiry, and nothing else of the card', async () => {
    const payment = new Payment(card, 20_000)
    const outcome = await payment.initiateWith(await shop.card(testCards.mastercard))
    expect(outcome).toMatchObject({ card: { brand: 'mc', lastFour: '5454', expiry: '3/2030' } })
  })

  test('a card encrypted more than 15 minutes ago is refused, and nothing is charged', async () => {
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

  test('a payment the gateway never heard of is cancelled by reference', async () => {
    const payment = new Payment(card, 20_000)
    await shop.injectFault('card.payments', 'drop-before', 3)
    expect((await payment.initiate()).kind).toBe('unknown')
    const outcome = await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))
    expect(outcome).toEqual({ kind: 'cancelled' })
  })

  test('without an inbox a query knows nothing, and cancelling waits for the notice', async () => {
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

  test('a challenge that nobody finishes in an hour is closed and told', async () => {
    const payment = new Payment(challenged, 20_000)
    await payment.initiate()
    await shop.control('clock', { shiftMs: 61 * 60_000 })
    try {
      expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toEqual({ kind: 'expired' })
    } finally {
      await shop.control('clock', { shiftMs: 0 })
    }
  })

  test('a call refused after one that was lost is not called refused: the lost one may have charged', async () => {
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
  ])('an answer of %j is taken as what it is', async (body, expected) => {
    const provider = shop.cardProvider({ fetch: async () => Response.json(body) })
    expect(await new Payment(card, 20_000, provider).initiate()).toEqual(expected)
  })

  test('it has no limits of its own', async () => {
    expect(await shop.cardProvider().limits('AUD')).toEqual({ minimum: null, maximum: null })
  })
})

describe('webhooks of the card gateway', () => {
  const [card] = ways as [Way, ...Way[]]

  test('a notice with a wrong signature is refused, sent again, and then taken', async () => {
    const payment = new Payment(card, 20_000)
    await shop.control('webhooks', { badSignatureNext: 1 })
    await payment.initiate()
    expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toMatchObject({ kind: 'approved' })
    expect(shop.received.filter((raw) => raw.includes(payment.attempt.id))).toHaveLength(2)
  })

  test('a notice is sent until it is accepted, also across a restart', async () => {
    const payment = new Payment(card, 20_000)
    shop.state.accepts = false
    await payment.initiate()
    await eventually(() => shop.received.filter((raw) => raw.includes(payment.attempt.id)).length >= 2)
    await shop.restart()
    expect(shop.inbox.get(payment.attempt.id)).toBeUndefined()
    shop.state.accepts = true
    expect(await eventually(() => shop.inbox.get(payment.attempt.id))).toMatchObject({ kind: 'approved' })
  })

  test('a pause holds notices back', async () => {
    const payment = new Payment(card, 20_000)
    await shop.control('webhooks', { paused: true })
    await payment.initiate()
    const { undelivered } = await (await fetch(`${shop.sandbox().url}/ledger/undelivered-webhooks`)).json()
    expect(undelivered).toEqual([expect.objectContaining({ reference: payment.attempt.id, tries: 0 })])
    expect(shop.inbox.get(payment.attempt.id)).toBeUndefined()
    await shop.control('webhooks', { paused: false })
    await eventually(() => shop.inbox.get(payment.attempt.id))
  })

  test('an amount that ends in .94 is told late, and one in .95 three times', async () => {
    const late = new Payment(card, 20_094)
    await late.initiate()
    expect(shop.inbox.get(late.attempt.id)).toBeUndefined()
    await eventually(() => shop.inbox.get(late.attempt.id))
    const thrice = new Payment(card, 20_095)
    await thrice.initiate()
    await eventually(() => shop.received.filter((raw) => raw.includes(thrice.attempt.id)).length === 3)
  })
})

describe('what only Afterpay does', () => {
  const way = ways[2] as Way

  test('the security code 051 is declined at the capture', async () => {
    const payment = new Payment(way, 20_000)
    const outcome = await payment.pay({ code: '051', do: 'approve' })
    expect(outcome).toMatchObject({ kind: 'declined', code: 'CAPTURE_DECLINED', shownReason: null })
    expect(payment.books()).toEqual(noCharge)
  })

  test('a shopper who leaves is waited for until the token expires', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, { do: 'abandon' })
    expect(await payment.provider.query(payment.attempt)).toMatchObject({ kind: 'pending' })
    const later = shop.afterpayProvider({ clock: clockOf(() => new Date(Date.now() + 4 * 60 * 60_000)) })
    expect(await later.query(payment.attempt)).toEqual({ kind: 'expired' })
    expect(await later.cancel(payment.attempt, 'key')).toEqual({ kind: 'expired' })
  })

  test('a shopper who agreed and was not sent back can still be charged, once', async () => {
    const payment = new Payment(way, 20_000)
    const first = await payment.initiate()
    await payment.choose(first, { code: '000', do: 'approve-and-stay' })
    expect(payment.returned).toEqual({})
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('"success" in the address without the shopper having agreed stays pending', async () => {
    const payment = new Payment(way, 20_000)
    await payment.initiate()
    payment.returned = { status: 'SUCCESS', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'pending' })
    expect(payment.books()).toEqual(noCharge)
  })

  test('"cancelled" in the address of a payment that was made does not unmake it', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    payment.returned = { status: 'CANCELLED', orderToken: payment.attempt.providerRef ?? '' }
    expect(await payment.finalise()).toMatchObject({ kind: 'approved' })
  })

  test('an expired token is expired at the capture too', async () => {
    const payment = new Payment(way, 20_000)
    await payment.choose(await payment.initiate(), way.approve ?? {})
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
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
    const blind: typeof fetch = (url, init) =>
      init?.method === 'GET'
        ? Promise.resolve(Response.json({ errorCode: 'not_found', httpStatusCode: 404 }, { status: 404 }))
        : fetch(url, init)
    expect(await shop.afterpayProvider({ fetch: blind }).reverse(payment.attempt, 'key')).toBe(true)
    expect(payment.books().held).toBe(0)
    expect(await payment.provider.query(payment.attempt)).toEqual({ kind: 'cancelled' })
  })

  test('what was given back in full is no longer called paid', async () => {
    const payment = new Payment(way, 20_000)
    await payment.pay(way.approve)
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
    const payment = new Payment(way, 5_000_001)
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
    'an amount of %i cents arrives exactly, and asking moves no more',
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

  test('a wrong code is refused, and nothing is asked of anybody', async () => {
    const attempt = attemptOf(20_000)
    expect(await start(attempt, '000000')).toMatchObject({ kind: 'declined', code: 'invalid_token', shownReason: null })
    expect(held(attempt)).toBe(0)
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'a lost answer (%s) to the request is never repeated and never called refused or cancelled',
    async (kind) => {
      const attempt = attemptOf(20_000)
      await shop.injectFault('zip-in-store.create', kind)
      expect((await start(attempt, '123456')).kind).toBe('unknown')
      expect(await shop.inStoreProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'no-record' })
      expect(await shop.inStoreProvider().cancel(attempt, 'key')).toEqual({ kind: 'unknown', why: 'no-record' })
    },
  )

  test('a fault when asked says nothing of the payment', async () => {
    const attempt = await waiting()
    await shop.injectFault('zip-in-store.read', 'error-before')
    expect((await shop.inStoreProvider().query(attempt)).kind).toBe('unknown')
  })

  test('cancelling ends it, and too late it answers that it was paid', async () => {
    const early = await waiting()
    expect((await shop.inStoreProvider().cancel(early, 'key')).kind).toBe('cancelled')
    const late = await waiting('111111')
    await after(5_000, async () => {
      expect((await shop.inStoreProvider().cancel(late, 'key')).kind).toBe('approved')
    })
  })

  test('another amount is no approval', async () => {
    const attempt = await waiting('111111')
    await after(5_000, async () => {
      await shop.injectFault('zip-in-store.read', 'wrong-amount')
      expect(await shop.inStoreProvider().query(attempt)).toEqual({ kind: 'unknown', why: 'mismatch' })
    })
  })

  test('parts of it go back once each, also when the first answer is lost', async () => {
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

  test('money is given back once, also when the first answer is lost', async () => {
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

test('a fault that Zip replays under its key for ever ends by reading, with one charge', async () => {
  const payment = new Payment(ways[4] as Way, 20_092)
  const outcome = await payment.pay({ do: 'approve' })
  expect(outcome).toMatchObject({ kind: 'approved', cents: 20_092 })
  expect(payment.books()).toEqual(oneCharge(20_092))
})

test('a charge of Zip’s whose answer nobody lived to read is found behind any number of newer ones', async () => {
  const way = ways[4] as Way
  const payment = new Payment(way, 20_000)
  await payment.choose(await payment.initiate(), { do: 'approve' })
  // Only the checkout is known: whoever charged was gone before the answer was kept.
  await payment.finalise()
  for (let newer = 0; newer < 101; newer++) await new Payment(way, 10_000).pay({ do: 'approve' })
  expect(await payment.provider.query(payment.attempt)).toMatchObject({ kind: 'approved', cents: 20_000 })
  expect(payment.books()).toEqual(oneCharge(20_000))
  // Nobody looks further back than the attempt is old.
  const later = { ...payment.attempt, createdAt: new Date(Date.now() + hours(1)) }
  expect(await payment.provider.query(later)).toEqual({ kind: 'unknown', why: 'no-record' })
})

test('after all of this, no log, no file of the sandbox and no webhook holds card data or a key', async () => {
  const files = (await readdir(shop.folder)).filter((name) => name.startsWith('sandbox.db'))
  const stored = await Promise.all(files.map((name) => readFile(join(shop.folder, name), 'latin1')))
  const everything = [...stored, ...shop.logged, ...shop.received].join('\n')
  expect(shop.logged.length).toBeGreaterThan(200)
  const numbers = Object.values(testCards).flatMap((number) => [number, number.replaceAll(' ', '')])
  const keys = ['sandbox-gateway-key', 'sandbox-afterpay-secret', 'sandbox-paypal-secret', 'sandbox-zip-key', hmacKey]
  for (const secret of [...numbers, 'eyJhbGciOiJSU0Et', ...keys]) {
    expect(everything).not.toContain(secret)
  }
  expect(everything).not.toMatch(new RegExp(`\\b${testCvc}\\b`))
  // The adapters' own lines hold no name and no token either.
  const adapterLines = shop.logged.filter((line) => line.startsWith('{')).join('\n')
  expect(adapterLines).not.toMatch(/Botha|ana@example|002\.|X6X!/)
})

describe('what only wallets do', () => {
  const tokenFor = (value: number, more = {}) => shop.wallet('googlepay', { currency: 'AUD', value }, more)
  const payment = () => new Payment(wallets[0] ?? expect.fail('no wallet'), 20_000)

  test('a token for another amount, one that was altered and one that was used are refused, and take no money', async () => {
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

  test('a card from a file is asked about by its bank, one in the device is not', async () => {
    const requested = payment()
    const outcome = await requested.initiateWith(await tokenFor(20_000, { authMethod: 'PAN_ONLY' }))
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: 'form' } })
    expect(requested.books()).toEqual(noCharge)
  })
})

describe.each(parts)('part $part of a card payment, for the $seller', ({ part, seller, account }) => {
  const [card] = ways
  if (card === undefined) throw new Error('there is no card')

  async function authorised(number: string = testCards.visa): Promise<{ payment: Payment; outcome: PaymentOutcome }> {
    const payment = new Payment(card as Way, 20_000)
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

  test('is authorised by its own account, and taken once however often that is asked for', async () => {
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

  test('is not taken while the gateway is away, and later it is', async () => {
    const { payment } = await authorised()
    await shop.injectFault('card.captures', 'error-before', 3)
    expect(await capture(payment)).toBe(false)
    expect(payment.books().captures).toBe(0)
    expect(await capture(payment)).toBe(true)
    expect(payment.books().captures).toBe(1)
  })

  test('goes back before it was taken, and a part or all of it afterwards', async () => {
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

  test('of a bank that asks, the first part is a form to post and the second a page to go to', async () => {
    const { payment, outcome } = await authorised(testCards.challenged)
    expect(outcome).toMatchObject({ kind: 'pending', action: { kind: part === 1 ? 'form' : 'redirect' } })
    await payment.choose(outcome, { code: '1234', do: 'confirm' })
    expect(await payment.finalise()).toMatchObject({ kind: 'approved', cents: 20_000 })
    expect(payment.books()).toMatchObject({ charges: 1, captures: 0 })
  })

  test('is cancelled by its reference while its bank asks', async () => {
    const { payment } = await authorised(testCards.challenged)
    expect(await payment.provider.cancel(payment.attempt, keyOf(payment.attempt, 'cancel'))).toEqual({
      kind: 'cancelled',
    })
    expect(payment.books()).toEqual(noCharge)
  })
})

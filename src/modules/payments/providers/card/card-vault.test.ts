import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { randomIds } from '../../../../platform/ids.ts'
import type { PaymentOutcome } from '../../payments.ts'
import type { StoredCardToken } from '../../saved-cards.ts'
import { expectNoSecrets, oneCharge, noCharge, Payment, waysOf } from '../contract-payments-for-tests.ts'
import { eventually, openTestShop, testCards, type TestShop } from '../sandbox-for-tests.ts'
import { parseCardWebhook } from './card-webhooks.server.ts'

/** Cards that the gateway stores: made by a payment, listed, used and removed, against the real sandbox. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
afterEach(() => shop.calm())

const { card, challenged } = waysOf(() => shop)
const shopper = () => randomIds.secret()
const saving = (way: typeof card, number: string, reference: string) =>
  new Payment({ ...way, instrument: () => shop.cardToSave(number, reference) }, 20_000)
const storedCardOf = (outcome: PaymentOutcome): StoredCardToken =>
  (outcome.kind === 'approved' ? outcome.storedCard : undefined) ?? expect.fail(`no token: ${outcome.kind}`)

describe('saving', () => {
  test('an approval names the token and the shopper, and the notice names the same', async () => {
    const reference = shopper()
    const payment = saving(card, testCards.visa, reference)
    const stored = storedCardOf(await payment.pay(null))
    expect(stored).toEqual({ token: expect.stringMatching(/^[A-Z0-9]{16}$/), shopperReference: reference })
    const heard = await eventually(() => shop.inbox.get(payment.attempt.id))
    expect(storedCardOf(heard)).toEqual(stored)
    expect(await shop.vault().tokensOf(reference)).toEqual([stored.token])
  })

  test('with 3-D Secure nothing is stored before the bank agrees', async () => {
    const reference = shopper()
    const payment = saving(challenged, testCards.challenged, reference)
    const first = await payment.initiate()
    expect(await shop.vault().tokensOf(reference)).toEqual([])
    await payment.choose(first, { code: '1234', do: 'confirm' })
    expect(await shop.vault().tokensOf(reference)).toEqual([])
    expect(await shop.vault().tokensOf(reference)).not.toContain(storedCardOf(await payment.finalise()).token)
    expect(await shop.vault().tokensOf(reference)).toHaveLength(1)
  })

  test('a declined card is not stored, nor one that nobody asked to store', async () => {
    const reference = shopper()
    const declined = saving(challenged, testCards.challenged, reference)
    expect((await declined.pay({ code: '9999', do: 'confirm' })).kind).toBe('declined')
    expect(await shop.vault().tokensOf(reference)).toEqual([])
    expect(await new Payment(card, 20_000).pay(null)).not.toHaveProperty('storedCard')
  })

  test('the same card has one token for a shopper, and another one for another shopper', async () => {
    const [one, other] = [shopper(), shopper()]
    const tokens = []
    for (const reference of [one, one, other])
      tokens.push(storedCardOf(await saving(card, testCards.visa, reference).pay(null)).token)
    expect(tokens[1]).toBe(tokens[0])
    expect(tokens[2]).not.toBe(tokens[0])
    expect(await shop.vault().tokensOf(one)).toHaveLength(1)
  })
})

describe('paying with a saved card', () => {
  async function pay(stored: StoredCardToken, cvc?: string) {
    const payment = new Payment({ ...card, instrument: () => shop.savedCard(stored, cvc) }, 20_000)
    return { payment, outcome: await payment.pay(null) }
  }

  test.each([
    ['902', null],
    ['905', null],
    ['912', 'Not enough balance'],
    ['924', 'CVC Declined'],
  ])('code %s is declined as the bank says', async (code, shownReason) => {
    const stored = storedCardOf(await saving(card, testCards.visa, shopper()).pay(null))
    const { payment, outcome } = await pay(stored, code)
    expect(outcome).toMatchObject({ kind: 'declined', shownReason })
    expect(payment.books()).toEqual(noCharge)
  })

  test('names brand, last four digits and expiry of the card, as a typed one does', async () => {
    const stored = storedCardOf(await saving(card, testCards.mastercard, shopper()).pay(null))
    const { payment, outcome } = await pay(stored)
    expect(outcome).toMatchObject({ kind: 'approved', card: { brand: 'mc', lastFour: '5454', expiry: '3/2030' } })
    expect(payment.books()).toEqual(oneCharge(20_000))
  })

  test('a token of another shopper, or a removed one, pays nothing', async () => {
    const stored = storedCardOf(await saving(card, testCards.visa, shopper()).pay(null))
    const stolen = await pay({ ...stored, shopperReference: shopper() })
    expect(stolen.outcome).toMatchObject({ kind: 'declined', code: 'error 803', shownReason: null })
    await shop.vault().remove(stored)
    const removed = await pay(stored)
    expect(removed.outcome).toMatchObject({ kind: 'declined', code: 'error 803', shownReason: null })
    expect([stolen, removed].map(({ payment }) => payment.books())).toEqual([noCharge, noCharge])
  })
})

describe('removing', () => {
  test('removes one card of one shopper, and is done when it is repeated', async () => {
    const reference = shopper()
    const one = storedCardOf(await saving(card, testCards.visa, reference).pay(null))
    const other = storedCardOf(await saving(card, testCards.mastercard, reference).pay(null))
    expect(await shop.vault().tokensOf(reference)).toEqual([other.token, one.token])
    expect([await shop.vault().remove(one), await shop.vault().remove(one)]).toEqual([true, true])
    expect(await shop.vault().tokensOf(reference)).toEqual([other.token])
  })

  test.each(['drop-before', 'drop-after', 'error-before', 'error-after'])(
    'one lost response (%s) is retried; while all are lost the card is not reported as removed',
    async (kind) => {
      const stored = storedCardOf(await saving(card, testCards.visa, shopper()).pay(null))
      await shop.injectFault('card.remove-stored', kind, 3)
      expect(await shop.vault().remove(stored)).toBe(false)
      await shop.injectFault('card.remove-stored', kind)
      expect(await shop.vault().remove(stored)).toBe(true)
      expect(await shop.vault().tokensOf(stored.shopperReference)).toEqual([])
    },
  )

  test('a wrong key or another merchant account is no removal', async () => {
    const stored = storedCardOf(await saving(card, testCards.visa, shopper()).pay(null))
    expect(await shop.vault({ apiKey: 'wrong' }).remove(stored)).toBe(false)
    expect(await shop.vault({ merchantAccount: 'NobodysECOM' }).remove(stored)).toBe(false)
    expect(await shop.vault({ apiKey: 'wrong' }).tokensOf(stored.shopperReference)).toBeNull()
    expect(await shop.vault().tokensOf(stored.shopperReference)).toEqual([stored.token])
  })
})

test('a notice with the older names of the token is read as well', () => {
  const raw =
    shop.received.find((one) => one.includes('tokenization.storedPaymentMethodId')) ?? expect.fail('no notice')
  const older = raw.replaceAll(/"tokenization\.[^"]+":"[^"]*",?/g, '')
  expect(older).not.toContain('tokenization')
  const outcomes = (text: string) =>
    parseCardWebhook(text, '7e'.repeat(32))?.map(({ outcome }) => outcome.kind === 'approved' && outcome.storedCard)
  expect(outcomes(older)).toEqual(outcomes(raw))
  expect(outcomes(raw)).toEqual([expect.objectContaining({ token: expect.any(String) })])
})

test('no log line has a token or a shopper’s reference, and nothing has card data', async () => {
  const lines = shop.logged.join('\n')
  const tokens = shop.received.flatMap((raw) =>
    [...raw.matchAll(/"tokenization\.\w+":"([^"]+)"/g)].map(([, one]) => one),
  )
  expect(tokens.length).toBeGreaterThan(10)
  expect(tokens.filter((one) => one !== undefined && lines.includes(one))).toEqual([])
  await expectNoSecrets(shop, { minimumLines: 50 })
})

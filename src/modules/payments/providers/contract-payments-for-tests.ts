import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { randomIds } from '../../../platform/ids.ts'
import { heldCents } from '../../../../sandbox/ledger.ts'
import type { StoredCardToken } from '../saved-cards.ts'
import type { PaymentAttempt, PaymentInstrument, PaymentOutcome, PaymentProvider } from '../payments.ts'
import {
  eventually,
  hmacKey,
  keyOf,
  newAttempt,
  orderOf,
  testCards,
  testCvc,
  visit,
  type Choice,
  type TestShop,
} from './sandbox-for-tests.ts'

/** The ways to pay, as far as their tests have to tell them apart, and a payment by one of them. */

export type Way = {
  readonly shop: () => TestShop
  readonly name: string
  readonly provider: (more?: { url: string; onNews: (isAnswered: boolean) => void }) => PaymentProvider
  /** The same one that can only learn from answers, not from notices. */
  readonly deafProvider: () => PaymentProvider
  /** What has to be there before a payment: a card that was saved. */
  readonly prepare?: () => Promise<void>
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

/** A card that was saved with an earlier payment, paid with its code alone; code 902 is refused. */
function savedOf(way: Way, name: string, number: string): Way {
  const { shop } = way
  let stored: StoredCardToken | null = null
  return {
    ...way,
    name,
    async prepare() {
      const instrument = () => shop().cardToSave(number, randomIds.secret())
      const outcome = await new Payment({ ...way, instrument }, 100).pay(way.approve)
      stored = outcome.kind === 'approved' ? (outcome.storedCard ?? null) : null
    },
    async instrument(holderName) {
      if (stored === null) throw new Error('no card was saved')
      return shop().savedCard(stored, holderName === 'DECLINED' ? '902' : undefined)
    },
  }
}

/** All ways that lead to a provider's own sandbox. */
export function waysOf(shop: () => TestShop) {
  const card: Way = {
    shop,
    name: 'card',
    provider: (more) => shop().cardProvider(more),
    deafProvider: () => shop().cardProvider({ lookup: undefined }),
    instrument: (holderName) => shop().card(testCards.visa, holderName),
    moneyRoute: 'card.payments',
    reverseRoute: 'card.reversals',
    refundRoute: 'card.refunds',
    approve: null,
    decline: null,
    cancel: null,
  }
  const challenged: Way = {
    shop,
    name: 'card with 3-D Secure',
    provider: (more) => shop().cardProvider(more),
    deafProvider: () => shop().cardProvider({ lookup: undefined }),
    instrument: (holderName) => shop().card(testCards.challenged, holderName),
    moneyRoute: 'card.details',
    reverseRoute: 'card.reversals',
    refundRoute: 'card.refunds',
    approve: { code: '1234', do: 'confirm' },
    decline: { code: '9999', do: 'confirm' },
    cancel: { code: '', do: 'cancel' },
  }
  const saved = savedOf(card, 'saved card', testCards.visa)
  const savedChallenged = savedOf(challenged, 'saved card with 3-D Secure', testCards.challenged)

  const afterpay: Way = {
    shop,
    name: 'Afterpay',
    provider: (more) => shop().afterpayProvider(more),
    deafProvider: () => shop().afterpayProvider(),
    instrument: async () => ({ method: 'afterpay' }),
    moneyRoute: 'afterpay.capture',
    reverseRoute: 'afterpay.refund',
    refundRoute: 'afterpay.refund',
    approve: { code: '000', do: 'approve' },
    decline: { code: '000', do: 'decline' },
    cancel: { do: 'cancel' },
  }
  const paypal: Way = {
    shop,
    name: 'PayPal',
    provider: (more) => shop().paypalProvider(more),
    deafProvider: () => shop().paypalProvider(),
    instrument: async () => ({ method: 'paypal' }),
    moneyRoute: 'paypal.capture',
    reverseRoute: 'paypal.refund',
    refundRoute: 'paypal.refund',
    approve: { do: 'approve' },
    decline: { do: 'decline' },
    cancel: { do: 'cancel' },
  }
  const zip: Way = {
    shop,
    name: 'Zip',
    provider: (more) => shop().zipProvider(more),
    deafProvider: () => shop().zipProvider(),
    instrument: async () => ({ method: 'zip' }),
    moneyRoute: 'zip.charges',
    reverseRoute: 'zip.refunds',
    refundRoute: 'zip.refunds',
    approve: { do: 'approve' },
    decline: { do: 'decline' },
    cancel: { do: 'cancel' },
  }

  /** Cards behind a wallet, whose token is for one amount. */
  const wallet = (kind: 'googlepay' | 'applepay'): Way => ({
    ...card,
    name: kind === 'googlepay' ? 'Google Pay' : 'Apple Pay',
    instrument: (holderName, { currency, cents }) =>
      shop().wallet(kind, { currency, value: cents }, holderName === undefined ? {} : { holderName }),
  })

  return {
    card,
    challenged,
    saved,
    savedChallenged,
    afterpay,
    paypal,
    zip,
    googlePay: wallet('googlepay'),
    applePay: wallet('applepay'),
  }
}

/** One attempt from its start to where the shopper is back, with everything a caller would remember. */
export class Payment {
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
    const { shopUrl } = this.way.shop()
    const outcome = await this.provider.initiate({
      attempt: this.attempt,
      instrument,
      order: orderOf(this.attempt.cents),
      returnUrl: `${shopUrl}/back?cartId=7`,
      cancelUrl: `${shopUrl}/back?cartId=7`,
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
    const movements = this.way.shop().sandbox().movements(this.attempt.id)
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
    if (this.provider.code === 'card') await eventually(() => this.way.shop().inbox.get(this.attempt.id))
    return this.provider.query(this.attempt)
  }
}

export const oneCharge = (cents: number) => ({ charges: 1, captures: 1, held: cents, amounts: [`${cents} AUD`] })
export const noCharge = { charges: 0, captures: 0, held: 0, amounts: [] }

/** Looked for in a log of at least `minimumLines`, in what the sandbox stores and in what it sent. */
export async function expectNoSecrets(shop: TestShop, { minimumLines }: { minimumLines: number }): Promise<void> {
  const files = (await readdir(shop.folder)).filter((name) => name.startsWith('sandbox.db'))
  const stored = await Promise.all(files.map((name) => readFile(join(shop.folder, name), 'latin1')))
  const everything = [...stored, ...shop.logged, ...shop.received].join('\n')
  expect(shop.logged.length).toBeGreaterThanOrEqual(minimumLines)
  const numbers = Object.values(testCards).flatMap((number) => [number, number.replaceAll(' ', '')])
  const keys = ['sandbox-gateway-key', 'sandbox-afterpay-secret', 'sandbox-paypal-secret', 'sandbox-zip-key', hmacKey]
  for (const secret of [...numbers, 'eyJhbGciOiJSU0Et', ...keys]) {
    expect(everything).not.toContain(secret)
  }
  expect(everything).not.toMatch(new RegExp(`\\b${testCvc}\\b`))
  // The adapters' own lines hold no name and no token either.
  const adapterLines = shop.logged.filter((line) => line.startsWith('{')).join('\n')
  expect(adapterLines).not.toMatch(/Botha|ana@example|002\.|X6X!/)
}

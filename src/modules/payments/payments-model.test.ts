import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  checkedAmount,
  paymentStates,
  stepOf,
  stepOfParts,
  type PaymentOutcome,
  type PaymentState,
} from './payments.ts'

/**
 * A payment attempt against its model: a provider that takes the money when it likes, and news of it that is lost, repeated, late, or
 * wrong in the amount. The book does what stepOf says; the model knows only what it is told below.
 */

const cents = 1_234_50
const attempt = { cents, currency: 'AUD' } as const

/** What the shop has done, by stepOf. */
type Book = { state: PaymentState; orders: number; held: boolean; returned: number; path: PaymentState[] }

/** What is true, whatever the shop believes. */
type Truth = { charged: boolean; reported: boolean; ended: PaymentState | null }

function hear(book: Book, reported: PaymentOutcome): void {
  const { to, follows } = stepOf(book.state, checkedAmount(reported, attempt).kind)
  if (follows === 'take') book.orders++
  if (follows === 'take' || follows === 'let-go') book.held = false
  // Whoever keeps the money that goes back writes it down once for an attempt.
  if (follows === 'return-money') book.returned = 1
  if (to !== book.state) book.path.push(to)
  book.state = to
}

const approval = (wrongBy: number, currency: 'AUD' | 'NZD' = 'AUD'): PaymentOutcome => ({
  kind: 'approved',
  providerRef: 'P1',
  cents: cents + wrongBy,
  currency,
  card: null,
})

/** From each state what may follow it. */
const allowed: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  Pending: ['Approved', 'Declined', 'Cancelled', 'Expired', 'Unknown'],
  Unknown: ['Pending', 'Approved', 'Declined', 'Cancelled', 'Expired'],
  Approved: [],
  Declined: [],
  Cancelled: [],
  Expired: [],
}

type Step = fc.Command<Truth, Book>

/** Thrown rather than expected: half a million of these are looked at, and the runner's own take a minute. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

function check(truth: Truth, book: Book): void {
  const [before, now] = book.path.slice(-2)
  if (before !== undefined && now !== undefined) must(allowed[before].includes(now), `${before} became ${now}`)
  must(truth.ended === null || book.state === truth.ended, 'an attempt that had ended changed')
  must(book.orders === (book.state === 'Approved' ? 1 : 0), 'orders are not one for an approval')
  must(
    book.held === (book.state === 'Pending' || book.state === 'Unknown'),
    'goods are held for an attempt that is over',
  )
  // Money of which the shop was told is for an order or on its way back, and never both.
  must(book.orders + book.returned === (truth.reported ? 1 : 0), 'money is kept for nothing or returned for an order')
  truth.ended = book.held ? null : book.state
}

/** The provider takes the money, and nobody has been told yet. */
const charge: Step = {
  check: (truth) => !truth.charged,
  run: (truth) => void (truth.charged = true),
  toString: () => 'charge',
}

const news = (name: string, isPossible: (truth: Truth) => boolean, outcome: PaymentOutcome): Step => ({
  check: isPossible,
  run(truth, book) {
    hear(book, outcome)
    if (checkedAmount(outcome, attempt).kind === 'approved') truth.reported = true
    check(truth, book)
  },
  toString: () => name,
})

const steps = [
  fc.constant(charge),
  fc.constant(news('approved', (truth) => truth.charged, approval(0))),
  fc.integer({ min: -5, max: 5 }).map((off) => news(`approved ${off} off`, () => off !== 0, approval(off))),
  fc.constant(news('approved in another currency', () => true, approval(0, 'NZD'))),
  fc.constant(news('declined', () => true, { kind: 'declined', providerRef: null, code: '2', shownReason: null })),
  fc.constant(news('cancelled', () => true, { kind: 'cancelled' })),
  fc.constant(news('expired', () => true, { kind: 'expired' })),
  fc.constant(news('pending', () => true, { kind: 'pending', providerRef: 'P1', action: null })),
  fc.constant(news('unknown', () => true, { kind: 'unknown', why: 'reset' })),
]

test('no sequence of lost, repeated, late or wrong events gives a payment two orders, loses its order, or keeps money without one', () => {
  const seen = new Set<PaymentState>()
  fc.assert(
    fc.property(fc.commands(steps, { maxCommands: 50, size: 'max' }), (sequence) => {
      const real: Book = { state: 'Pending', orders: 0, held: true, returned: 0, path: ['Pending'] }
      fc.modelRun(() => ({ model: { charged: false, reported: false, ended: null }, real }), sequence)
      for (const state of real.path) seen.add(state)
    }),
    { numRuns: 5_000, seed: 20_261_124 },
  )
  // The sequences went everywhere.
  expect([...seen].toSorted()).toEqual([...paymentStates].toSorted())
})

/** Two parts of one payment, by stepOfParts: where the money of each is, and what became of the goods. */
type Part = { state: PaymentState; isAuthorised: boolean; isReturned: boolean }
type Pair = { parts: [Part, Part]; orders: number; held: boolean; path: string[] }
/** Of each part, whether its bank has the money aside, and whether the shop was told. */
type Banks = { readonly parts: Readonly<Record<0 | 1, Bank>> }
type Bank = { charged: boolean; reported: boolean; ended: PaymentState | null }

function hearOf(pair: Pair, at: 0 | 1, reported: PaymentOutcome): void {
  const [part, other] = [pair.parts[at], pair.parts[1 - at]]
  if (other === undefined) return
  const step = stepOfParts(part, other, checkedAmount(reported, attempt).kind)
  if (step.follows === 'hold') part.isAuthorised = true
  if (step.follows === 'take') {
    part.isAuthorised = true
    pair.orders++
    pair.held = false
  }
  if (step.follows === 'let-go') {
    pair.held = false
    for (const one of pair.parts) if (one.isAuthorised) one.isReturned = true
  }
  if (step.follows === 'return-money') part.isReturned = true
  part.state = step.to
  other.state = step.otherTo
  pair.path.push(pair.parts.map((one) => one.state).join(' '))
}

function checkPair({ parts: banks }: Banks, { parts, orders, held }: Pair): void {
  const approved = parts.filter((one) => one.state === 'Approved').length
  must(approved !== 1, 'one part was approved without the other')
  must(orders === (approved === 2 ? 1 : 0), 'orders are not one for two approvals')
  const isLive = (one: Part) => one.state === 'Pending' || one.state === 'Unknown'
  must(isLive(parts[0]) === isLive(parts[1]), 'one part goes on without the other')
  must(held === isLive(parts[0]), 'goods are held for a payment that is over')
  for (const at of [0, 1] as const) {
    const [part, bank] = [parts[at], banks[at]]
    must(bank.ended === null || bank.ended === part.state, 'a part that had ended changed')
    // What the shop was told of is in an order, on its way back, or waits for the other part.
    const isStored = orders === 1 || part.isReturned || (held && part.isAuthorised)
    must(bank.reported === isStored, 'money of a part is kept for nothing, or never given back')
    must(!(orders === 1 && part.isReturned), 'money of an order went back')
    bank.ended = isLive(part) ? null : part.state
  }
}

type PairStep = fc.Command<Banks, Pair>

const chargePart = (at: 0 | 1): PairStep => ({
  check: ({ parts }) => !parts[at].charged,
  run: ({ parts }) => void (parts[at].charged = true),
  toString: () => `charge ${at}`,
})

const newsOf = (at: 0 | 1, isPossible: (bank: Bank) => boolean, outcome: PaymentOutcome): PairStep => ({
  check: ({ parts }) => isPossible(parts[at]),
  run(banks, pair) {
    hearOf(pair, at, outcome)
    if (checkedAmount(outcome, attempt).kind === 'approved') banks.parts[at].reported = true
    checkPair(banks, pair)
  },
  toString: () => `${outcome.kind} ${at}`,
})

const pairSteps = ([0, 1] as const).flatMap((at) =>
  [
    chargePart(at),
    newsOf(at, (bank) => bank.charged, approval(0)),
    newsOf(at, () => true, approval(1)),
    // A bank that has refused a payment has not approved it.
    newsOf(at, (bank) => !bank.charged, { kind: 'declined', providerRef: null, code: '2', shownReason: null }),
    newsOf(at, () => true, { kind: 'cancelled' }),
    newsOf(at, () => true, { kind: 'expired' }),
    newsOf(at, () => true, { kind: 'pending', providerRef: 'P1', action: null }),
    newsOf(at, () => true, { kind: 'unknown', why: 'reset' }),
  ].map((one) => fc.constant(one)),
)

test('of two parts both make an order or neither does, and one without the other is refunded', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(fc.commands(pairSteps, { maxCommands: 40, size: 'max' }), (sequence) => {
      const fresh = (): Part => ({ state: 'Pending', isAuthorised: false, isReturned: false })
      const bank = (): Bank => ({ charged: false, reported: false, ended: null })
      const real: Pair = { parts: [fresh(), fresh()], orders: 0, held: true, path: [] }
      fc.modelRun(() => ({ model: { parts: { 0: bank(), 1: bank() } }, real }), sequence)
      for (const one of real.path) seen.add(one)
    }),
    { numRuns: 5_000, seed: 20_261_124 },
  )
  expect([...seen]).toEqual(
    expect.arrayContaining(['Approved Approved', 'Declined Cancelled', 'Cancelled Expired', 'Unknown Pending']),
  )
})

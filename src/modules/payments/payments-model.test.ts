import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedAmount, paymentStates, stepOf, type PaymentOutcome, type PaymentState } from './payments.ts'

/**
 * A payment attempt against its model: a provider that takes the money when it likes, and news of it that is lost, repeated, late, or
 * wrong in the amount. The book does what stepOf says; the model knows only what payments.md section 11 promises.
 */

const cents = 1_234_50
const attempt = { cents, currency: 'AUD' } as const

/** What the shop has done, by stepOf. */
type Book = { state: PaymentState; orders: number; held: boolean; returned: number; path: PaymentState[] }

/** What is true, whatever the shop believes. */
type Truth = { charged: boolean; told: boolean; ended: PaymentState | null }

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

/** From each state what may follow it (payments.md section 11.3). */
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
  must(book.orders + book.returned === (truth.told ? 1 : 0), 'money is kept for nothing or returned for an order')
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
    if (checkedAmount(outcome, attempt).kind === 'approved') truth.told = true
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

test('no sequence of news, lost, repeated, late or wrong, makes two orders of a payment, none of it, or keeps money for none', () => {
  const seen = new Set<PaymentState>()
  fc.assert(
    fc.property(fc.commands(steps, { maxCommands: 50, size: 'max' }), (sequence) => {
      const real: Book = { state: 'Pending', orders: 0, held: true, returned: 0, path: ['Pending'] }
      fc.modelRun(() => ({ model: { charged: false, told: false, ended: null }, real }), sequence)
      for (const state of real.path) seen.add(state)
    }),
    { numRuns: 5_000, seed: 20_261_124 },
  )
  // The sequences went everywhere.
  expect([...seen].toSorted()).toEqual([...paymentStates].toSorted())
})

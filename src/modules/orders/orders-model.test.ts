import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OrderSnapshot } from './orders.ts'
import { cancelledItems, openLines, orderValue, splitRefund, type RefundItem } from './refunds.ts'
import { movedOwing, orderStages, type OrderTransition, type OrderStatus } from './order-status.ts'

/**
 * An order against its model. The order goes through the shop's rules for moves and money; the model knows only what a customer would
 * count on a hand: what was paid, what went back, what is still to come and where the goods are.
 */

type Order = OrderStatus & {
  readonly snapshot: Value
  balance: number
  given: RefundItem[]
  payments: { attemptId: string; cents: number; refunded: number }[]
  giftCard: number
  unpaid: number
}
type Value = Pick<OrderSnapshot, 'lines' | 'services' | 'code' | 'totals' | 'delivery'>
type Real = { order: Order }

type Model = {
  /** Where the goods are. */
  at: 'shop' | 'road' | 'home' | 'nowhere'
  /** What the customer has handed over in all, gift card included, and what came back. */
  paid: number
  back: number
  /** What of the order was struck off. */
  struck: number
  readonly worth: number
  readonly payLater: boolean
}

/** Applies a move, or says that it is not allowed. */
function move(real: Real, name: OrderTransition, more: Partial<Order> = {}): boolean {
  const next = movedOwing(real.order, name, more.balance ?? real.order.balance)
  if (next === null) return false
  real.order = { ...real.order, ...more, ...next }
  return true
}

/** Writes a refund down as the shop does: what is owed first, then payments, then the gift card. */
function give(real: Real, name: OrderTransition, items: readonly RefundItem[]): number | null {
  const { order } = real
  const cents = items.reduce((sum, one) => sum + one.cents, 0)
  const credited = order.given.reduce((sum, one) => sum + one.cents, 0)
  if (credited + cents > orderValue(order.snapshot)) return null
  const owed =
    order.state === 'deposit-paid'
      ? order.balance
      : order.state === 'awaiting-payment'
        ? order.snapshot.totals.total - order.unpaid
        : 0
  const split = splitRefund(cents, {
    owed,
    payments: order.payments.map(({ attemptId, cents: paid, refunded }) => ({
      attemptId,
      seller: 'shop',
      left: paid - refunded,
    })),
    giftCard: order.giftCard,
    agency: 0,
  })
  if (split === null) return null
  const isDone = move(real, name, {
    given: [...order.given, ...items],
    payments: order.payments.map((one) => ({
      ...one,
      refunded: one.refunded + (split.payments.find((part) => part.attemptId === one.attemptId)?.cents ?? 0),
    })),
    giftCard: order.giftCard - split.giftCard,
    unpaid: order.unpaid + split.unpaid,
    balance: order.state === 'deposit-paid' ? order.balance - split.unpaid : order.balance,
  })
  return isDone ? cents - split.unpaid : null
}

/** Thrown rather than expected: half a million of these are looked at, and the runner's own take a minute. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what)
}

const stageAt = { shop: 'placed', road: 'on-its-way', home: 'delivered', nowhere: 'cancelled' } as const

function check(model: Model, { order }: Real): void {
  const held = order.payments.reduce((sum, one) => sum + one.cents - one.refunded, 0) + order.giftCard
  const struck = order.given.reduce((sum, one) => sum + one.cents, 0)
  must(held === model.paid - model.back, 'a cent was lost or made')
  must(
    order.payments.every((one) => one.refunded <= one.cents),
    'a payment gave back more than it was',
  )
  must(order.giftCard >= 0 && order.balance >= 0, 'less than nothing is owed')
  must(struck === model.struck && struck <= model.worth, 'more was struck off than the order is worth')
  must(order.stage === stageAt[model.at], 'the goods are somewhere else')
  if (model.at === 'nowhere') must(held === 0 && order.balance === 0, 'a cancelled order keeps or wants money')
  else if (!model.payLater) {
    must(held + order.balance === model.worth - struck, 'paid and owed are not what is still to come')
    must(model.at === 'shop' || order.balance === 0, 'goods left that are not paid')
  }
}

type Step = fc.Command<Model, Real>

const step = (name: string, run: (model: Model, real: Real) => void): Step => ({
  check: () => true,
  run(model, real) {
    run(model, real)
    check(model, real)
  },
  toString: () => name,
})

/** Strikes lines off; `picks` says how many of each that is left. */
function cancelLines(picks: readonly number[]): Step {
  return step(`cancel ${picks.join(',')}`, (model, real) => {
    const { order } = real
    const requested = openLines(order.snapshot, order.given).flatMap((line, at) => {
      const quantity = Math.min(line.quantity, picks[at] ?? 0)
      return quantity === 0 ? [] : [{ productCode: line.productCode, quantity }]
    })
    strike(model, real, requested, null)
  })
}

function strike(
  model: Model,
  real: Real,
  requested: readonly { productCode: string; quantity: number }[],
  name: 'lapse' | null,
): void {
  const { order } = real
  const cancelled = cancelledItems(order.snapshot, order.given, requested)
  if (cancelled === null) return
  const cents = cancelled.items.reduce((sum, one) => sum + one.cents, 0)
  const moveName = name ?? (cancelled.isWhole ? 'cancel' : 'cancel-lines')
  // A refund of nothing is not written down.
  const back = cents > 0 ? give(real, moveName, cancelled.items) : move(real, moveName) ? 0 : null
  const isAllowed = model.at === 'shop' && (name === null || order.state === 'awaiting-payment')
  // What was settled at a till can only be given back by hand.
  if (back === null) return must(!isAllowed || model.payLater, 'what may be cancelled was not')
  must(isAllowed, 'what may not be cancelled was')
  model.struck += cents
  model.back += back
  if (cancelled.isWhole) model.at = 'nowhere'
}

const wholeOrder = (real: Real) =>
  openLines(real.order.snapshot, real.order.given)
    .filter((line) => line.quantity > 0)
    .map(({ productCode, quantity }) => ({ productCode, quantity }))

const steps = [
  fc.array(fc.nat({ max: 3 }), { minLength: 3, maxLength: 3 }).map(cancelLines),
  fc.constant(step('cancel all', (model, real) => strike(model, real, wholeOrder(real), null))),
  fc.constant(step('lapse', (model, real) => strike(model, real, wholeOrder(real), 'lapse'))),
  fc.constant(
    step('reschedule', (model, real) => {
      must(move(real, 'reschedule') === (model.at === 'shop'), 'another day')
    }),
  ),
  fc.constant(
    step('pay balance', (model, real) => {
      const { balance, state, payments } = real.order
      const paid = [{ attemptId: `B${payments.length}`, cents: balance, refunded: 0 }, ...payments]
      const isOwed = model.at === 'shop' && state === 'deposit-paid'
      must(move(real, 'pay-balance', { payments: paid }) === isOwed, 'a balance')
      if (!isOwed) return
      model.paid += balance
      must(real.order.state === 'paid', 'paid and not paid')
    }),
  ),
  fc.constant(
    step('dispatch', (model, real) => {
      const canLeave = model.at === 'shop' && ['paid', 'on-account'].includes(real.order.state)
      must(move(real, 'dispatch') === canLeave, 'leaving')
      if (canLeave) model.at = 'road'
    }),
  ),
  fc.constant(
    step('deliver', (model, real) => {
      must(move(real, 'deliver') === (model.at === 'road'), 'arriving')
      if (model.at === 'road') model.at = 'home'
    }),
  ),
  fc.integer({ min: 1, max: 60_00 }).map((cents) =>
    step(`refund ${cents}`, (model, real) => {
      const back = give(real, 'refund', [{ kind: 'other', text: 'A scratch', cents }])
      if (back === null) return
      must(model.at !== 'nowhere', 'a refund of a cancelled order')
      model.struck += cents
      model.back += back
    }),
  ),
]

/** An order just placed: paid, with a deposit, or to be paid at the till; perhaps with a gift card or a coupon. */
const placed = fc
  .record({
    lines: fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 3 }), unit: fc.integer({ min: 1, max: 99_99 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
    shipping: fc.constantFrom(0, 55_00),
    code: fc.constantFrom(null, 'coupon', 'gift-card'),
    off: fc.integer({ min: 1, max: 50_00 }),
    state: fc.constantFrom('paid', 'deposit-paid', 'awaiting-payment'),
    deposit: fc.double({ min: 0.1, max: 0.9, noNaN: true }),
  })
  .map(({ lines, shipping, code, off, state, deposit }) => {
    const subTotal = lines.reduce((sum, one) => sum + one.quantity * one.unit, 0)
    const discount = code === null ? 0 : Math.min(off, subTotal)
    const total = subTotal - discount + shipping
    const snapshot = {
      lines: lines.map((one, at) => ({ ...one, productCode: `P${at}`, productId: at, sku: `P${at}` })),
      services: [],
      code: code === null ? null : { kind: code, code: 'C', cents: discount },
      delivery: { suppliers: [] },
      totals: { subTotal, discount, shipping, total },
    } as unknown as Value
    const isPart = state === 'deposit-paid' && total > 1
    const now = state === 'awaiting-payment' ? 0 : isPart ? Math.max(1, Math.floor(total * deposit)) : total
    const giftCard = code === 'gift-card' ? discount : 0
    const kind = state === 'deposit-paid' && !isPart ? 'paid' : state
    const order: Order = {
      stage: 'placed',
      state: kind,
      snapshot,
      balance: isPart ? total - now : 0,
      given: [],
      payments: now === 0 ? [] : [{ attemptId: 'A', cents: now, refunded: 0 }],
      giftCard,
      unpaid: 0,
    }
    const model: Model = {
      at: 'shop',
      paid: now + giftCard,
      back: 0,
      struck: 0,
      worth: total + giftCard,
      payLater: kind === 'awaiting-payment',
    }
    return { order, model }
  })

test('no sequence of transitions refunds more than was paid, loses a cent, or dispatches unpaid goods', () => {
  const ends = new Set<Order['stage']>()
  fc.assert(
    fc.property(placed, fc.commands(steps, { maxCommands: 50, size: 'max' }), ({ order, model }, sequence) => {
      const real = { order }
      fc.modelRun(() => ({ model: { ...model }, real }), sequence)
      ends.add(real.order.stage)
    }),
    { numRuns: 5_000, seed: 20_261_124 },
  )
  // The sequences went everywhere.
  expect([...ends].toSorted()).toEqual([...orderStages].toSorted())
})

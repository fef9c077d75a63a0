import type { Clock } from '../../platform/clock.ts'
import type { Failpoint } from '../../platform/failpoint.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { Carts } from '../cart/cart.server.ts'
import { announce } from '../catalogue/catalogue.server.ts'
import { returnStock, takeHolds } from '../catalogue/stock.server.ts'
import { releaseStoreGoods } from '../catalogue/store-stock.server.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { type Order, type OrderSnapshot, giftCardsOf } from '../orders/orders.ts'
import { transitionOrder } from '../orders/order-transitions.server.ts'
import { insertPayment, lockOrder, orderByCart, takeHeldGoods } from '../orders/orders-store.server.ts'
import { type PaymentOutcome, type PaymentState, checkedAmount, stepOf, stepOfParts } from '../payments/payments.ts'
import type { SavedCards } from '../payments/payments.server.ts'
import {
  type AttemptRow,
  type Decline,
  lockAttempt,
  lockCartOf,
  lockOtherPart,
  markAuthorised,
  markCapture,
  shownPart,
  transitionAttempt,
} from '../payments/payments-store.server.ts'
import { openOrphanedPayment } from '../payments/payment-exceptions-store.server.ts'
import { jobNames } from './job-names.ts'
import { giftCardGone, giftCardProblem } from './internal/payment/gift-card-problem.ts'
import { placeOrder } from './internal/place-order.server.ts'
import { pauseBefore } from './internal/check-schedule.ts'

/**
 * The only path to an order: the submit, the shopper's return, the provider's webhook and the reconciler all end here, in any order and any
 * number of times. Placing an order is one transaction: the attempt becomes approved, the reserved stock and delivery day become the
 * order's, the cart is closed and the mail is queued; or nothing of it.
 */

export type Attempt = AttemptRow<OrderSnapshot>

/** The state of a payment; of two parts, the attempt that is pending. */
export type Settled = { readonly attempt: Attempt; readonly order: Order | null }

export type SettleDeps = {
  readonly database: Database
  readonly carts: Carts
  readonly delivery: Delivery
  readonly savedCards: Pick<SavedCards, 'save'>
  readonly jobs: Jobs
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Metrics
  /** A failpoint of the payment path; kills the process when a test asked for it (config.CRASH_AT). */
  readonly failpoint: (name: Failpoint) => void
}

export async function settle(
  parts: SettleDeps,
  attemptId: string,
  reported: PaymentOutcome,
  cause: string,
): Promise<Settled> {
  parts.failpoint('before-settle')
  const settled = await parts.database.transaction(async (tx) => {
    // Locks in one order everywhere: cart, attempt, stock, day.
    const known = await lockedWithCart(tx, attemptId)
    const outcome = checkedAmount(reported, known)
    const other = await lockOtherPart<OrderSnapshot>(tx, known)
    const isLive = known.state === 'Pending' || known.state === 'Unknown'
    const placed = other === null ? await settleWhole(parts, tx, known, outcome, cause) : null
    if (other !== null) await settlePart(parts, tx, { known, other }, outcome, cause)
    // Authorised, as the member asked, whatever became of the order; a token may also come with a later notice.
    await parts.savedCards.save(tx, attemptId, outcome)
    const done = placed ?? {
      attempt: await shownPart(tx, isLive ? await lockedAttempt(tx, attemptId) : known),
      order: await orderByCart(tx, known.cartId),
    }
    parts.failpoint('before-settle-commit')
    return { ...done, wasLive: isLive }
  })
  parts.failpoint('after-settle')
  const { attempt, order, wasLive } = settled
  const isOver = attempt.state !== 'Pending' && attempt.state !== 'Unknown'
  if (wasLive && isOver) {
    parts.metrics.count('payments_settled_total', { provider: attempt.provider, state: attempt.state })
    if (attempt.state === 'Approved' && attempt.orderId === null)
      parts.metrics.count('orders_placed_total', { app: attempt.app, method: attempt.method })
    parts.log.info(
      { attemptId, state: attempt.state, provider: attempt.provider, webOrderId: order?.webOrderId },
      'payment settled',
    )
  }
  if (attempt.state === 'Unknown')
    parts.log.warn({ attemptId, provider: attempt.provider, reason: cause }, 'payment unknown')
  return { attempt, order }
}

/** Settles a single payment; returns its state where an order was placed. */
async function settleWhole(
  parts: SettleDeps,
  tx: Writer,
  known: Attempt,
  outcome: PaymentOutcome,
  cause: string,
): Promise<Settled | null> {
  const { to, follows } = stepOf(known.state, outcome.kind)
  if (outcome.kind === 'approved') {
    if (follows === 'take') return approve(parts, tx, known, outcome, cause)
    if (follows === 'return-money') await returnMoney(parts, tx, known, outcome, `approved after ${known.state}`)
  } else if (follows !== 'nothing') {
    if (outcome.kind === 'pending' || outcome.kind === 'unknown')
      await keepWaiting(parts, tx, known, { outcome, to }, cause)
    else await giveUp(parts, tx, known, { outcome, to }, cause)
  }
  return null
}

/** Settles one of two parts: both place the order together, or both end and authorised amounts are reversed. */
async function settlePart(
  parts: SettleDeps,
  tx: Writer,
  { known, other }: { known: Attempt; other: Attempt },
  outcome: PaymentOutcome,
  cause: string,
): Promise<void> {
  const step = stepOfParts(asPart(known), asPart(other), outcome.kind)
  if (outcome.kind === 'approved') {
    const { providerRef, card } = outcome
    const part = { id: known.id, from: known.state, cause, now: parts.clock.now(), providerRef, card }
    if (step.follows === 'hold') await markAuthorised(tx, part)
    else if (step.follows === 'return-money')
      await returnMoney(parts, tx, known, outcome, `approved after ${known.state}`)
    else if (step.follows === 'take') {
      await markAuthorised(tx, part)
      await approveParts(parts, tx, [await lockedAttempt(tx, known.id), other], cause)
    }
  } else if (step.follows === 'wait') {
    if (outcome.kind === 'pending' || outcome.kind === 'unknown')
      await keepWaiting(parts, tx, known, { outcome, to: step.to }, cause)
  } else if (step.follows === 'let-go' && outcome.kind !== 'pending' && outcome.kind !== 'unknown')
    await endParts(parts, tx, { known, other }, { outcome, to: step.to }, cause)
}

const asPart = ({ state, authorisedAt }: Attempt) => ({ state, isAuthorised: authorisedAt !== null })

/** Both parts are authorised: the order is placed, and their captures are queued. */
async function approveParts(
  parts: SettleDeps,
  tx: Writer,
  both: readonly [Attempt, Attempt],
  cause: string,
): Promise<void> {
  const [{ snapshot, pairId }] = both
  const move = { now: parts.clock.now(), from: 'Pending' } as const
  if (!(await takeGiftCards(parts, tx, snapshot))) {
    for (const { id } of both)
      await transitionAttempt(tx, { ...move, id, to: 'Cancelled', cause: giftCardGone, refusal: giftCardProblem })
    await release(parts, tx, both[0])
    for (const part of both) await returnPart(parts, tx, part, giftCardGone)
    return
  }
  for (const { id } of both) {
    await transitionAttempt(tx, { ...move, id, to: 'Approved', cause })
    await markCapture(tx, id, 'due')
    await parts.jobs.enqueue(tx, jobNames.capture, { attemptId: id })
  }
  const payments = both
    .toSorted((a, b) => a.part - b.part)
    .map(({ id, provider, providerRef, cents }) => ({ attemptId: id, provider, providerRef: providerRef ?? '', cents }))
  const order = await placeOrder(parts, tx, snapshot, payments)
  await takeHeldGoods(tx, order.id, pairId ?? both[0].id)
}

/** A part has come to nothing, and the other one with it, for the same reason in the shopper's eyes. */
async function endParts(
  parts: SettleDeps,
  tx: Writer,
  { known, other }: { known: Attempt; other: Attempt },
  { outcome, to }: { outcome: End; to: PaymentState },
  cause: string,
): Promise<void> {
  const now = parts.clock.now()
  const refusal = declineOf(outcome)
  await transitionAttempt(tx, {
    id: known.id,
    from: known.state,
    to,
    now,
    cause,
    ...(refusal === null ? {} : { refusal }),
    ...(outcome.kind === 'declined' ? { providerRef: outcome.providerRef } : {}),
  })
  await transitionAttempt(tx, {
    id: other.id,
    from: other.state,
    to: 'Cancelled',
    now,
    cause: `the other part was ${outcome.kind}`,
    ...(refusal === null ? {} : { refusal }),
  })
  await release(parts, tx, known)
  for (const part of [known, other]) await returnPart(parts, tx, part, `the other part was ${outcome.kind}`)
}

/**
 * Reverses what a part holds at the gateway; one that holds nothing according to the records may still turn out to, and is reversed then.
 */
async function returnPart(parts: SettleDeps, tx: Writer, part: Attempt, reason: string): Promise<void> {
  const { authorisedAt, providerRef, cents } = part
  if (authorisedAt !== null && providerRef !== null) await returnMoney(parts, tx, part, { providerRef, cents }, reason)
}

/** The attempt, with its row and its cart's row locked; the cart's contents no longer matter. */
async function lockedWithCart(tx: Writer, attemptId: string): Promise<Attempt> {
  await lockCartOf(tx, attemptId)
  return lockedAttempt(tx, attemptId)
}

async function lockedAttempt(tx: Writer, attemptId: string): Promise<Attempt> {
  const attempt = await lockAttempt<OrderSnapshot>(tx, attemptId)
  if (attempt === null) throw new Error('a payment attempt vanished')
  return attempt
}

type Approval = Extract<PaymentOutcome, { kind: 'approved' }>

/** Returns the state where an order was placed. */
async function approve(
  parts: SettleDeps,
  tx: Writer,
  attempt: Attempt,
  outcome: Approval,
  cause: string,
): Promise<Settled | null> {
  const now = parts.clock.now()
  const { snapshot } = attempt
  if (attempt.orderId !== null) {
    await payOrder(parts, tx, { ...attempt, orderId: attempt.orderId }, outcome, cause)
    return null
  }
  const move = { id: attempt.id, from: attempt.state, now, cause, providerRef: outcome.providerRef, card: outcome.card }
  if (!(await takeGiftCards(parts, tx, snapshot))) {
    await transitionAttempt(tx, { ...move, to: 'Cancelled', cause: giftCardGone, refusal: giftCardProblem })
    await release(parts, tx, attempt)
    await returnMoney(parts, tx, attempt, outcome, giftCardGone)
    return null
  }
  const approved = await transitionAttempt<OrderSnapshot>(tx, { ...move, to: 'Approved' })
  if (approved === null) throw new Error('an attempt was moved without being locked')
  const { id: attemptId, provider, cents } = attempt
  const order = await placeOrder(parts, tx, snapshot, [
    { attemptId, provider, providerRef: outcome.providerRef, cents },
  ])
  // The stock and the delivery day belong to the order now: only the reservations are deleted.
  await takeHeldGoods(tx, order.id, attempt.id)
  return { attempt: approved, order }
}

/** Gift cards are charged at completion. False when a balance was spent elsewhere meanwhile: then the order cannot be placed as agreed. */
const takeGiftCards = (parts: SettleDeps, tx: Writer, snapshot: OrderSnapshot): Promise<boolean> =>
  parts.carts.chargeGiftCards(tx, giftCardsOf(snapshot))

/**
 * The balance of an order was paid: exactly that amount, for an order that still owes it. Anything else is refunded, so that two tabs
 * cannot pay twice.
 */
async function payOrder(
  parts: SettleDeps,
  tx: Writer,
  attempt: Attempt & { readonly orderId: string },
  outcome: Approval,
  cause: string,
): Promise<void> {
  const now = parts.clock.now()
  const order = await lockOrder(tx, attempt.orderId)
  const isOwed = order?.state === 'deposit-paid' && order.stage === 'placed' && order.balance === attempt.cents
  const move = { id: attempt.id, from: attempt.state, now, providerRef: outcome.providerRef, card: outcome.card }
  if (order === null || !isOwed) {
    await transitionAttempt(tx, { ...move, to: 'Cancelled', cause: 'so much is not owed' })
    await returnMoney(parts, tx, attempt, outcome, 'so much is not owed')
    return
  }
  await transitionAttempt(tx, { ...move, to: 'Approved', cause })
  const { id: attemptId, cents, provider } = attempt
  await insertPayment(tx, { orderId: order.id, attemptId, cents, provider, providerRef: outcome.providerRef, now })
  const facts = { cents, provider }
  const paid = await transitionOrder(tx, parts.jobs, order, {
    move: 'pay-balance',
    actor: { kind: 'owner' },
    now,
    facts,
  })
  if (!paid.ok) throw new Error('an order that waited for its balance could not take it')
}

async function keepWaiting(
  parts: SettleDeps,
  tx: Writer,
  attempt: Attempt,
  { outcome, to }: { outcome: Extract<PaymentOutcome, { kind: 'pending' | 'unknown' }>; to: PaymentState },
  cause: string,
): Promise<void> {
  const now = parts.clock.now()
  await transitionAttempt(tx, {
    id: attempt.id,
    from: attempt.state,
    to,
    now,
    cause: outcome.kind === 'unknown' ? `${cause}: ${outcome.why}` : cause,
    providerRef: outcome.kind === 'pending' ? outcome.providerRef : null,
    action: outcome.kind === 'pending' ? outcome.action : null,
    nextCheckAt: new Date(now.getTime() + pauseBefore({ ...attempt, state: to })),
  })
}

type End = Extract<PaymentOutcome, { kind: 'declined' | 'cancelled' | 'expired' }>

/** The message about an end; null when there is none. */
function declineOf(outcome: End): Decline | null {
  if (outcome.kind === 'declined') return { code: outcome.code, shownReason: outcome.shownReason }
  return outcome.shownReason === undefined ? null : { code: outcome.kind, shownReason: outcome.shownReason }
}

async function giveUp(
  parts: SettleDeps,
  tx: Writer,
  attempt: Attempt,
  { outcome, to }: { outcome: End; to: PaymentState },
  cause: string,
): Promise<void> {
  const refusal = declineOf(outcome)
  await transitionAttempt(tx, {
    id: attempt.id,
    from: attempt.state,
    to,
    now: parts.clock.now(),
    cause,
    ...(refusal === null ? {} : { refusal }),
    ...(outcome.kind === 'declined' ? { providerRef: outcome.providerRef } : {}),
  })
  await release(parts, tx, attempt)
}

/** Puts goods and day back and opens the cart again. */
async function release(parts: SettleDeps, tx: Writer, attempt: Attempt): Promise<void> {
  // The order owns its stock, whatever happens to the payment of its balance.
  if (attempt.orderId !== null) return
  // Of two parts, the first one holds the reservations.
  const holder = attempt.pairId ?? attempt.id
  const holds = await takeHolds(tx, holder)
  await returnStock(tx, holds)
  const day = await tx.deleteFrom('day_hold').where('attempt_id', '=', holder).returningAll().executeTakeFirst()
  if (day !== undefined) {
    await parts.delivery.release(tx, {
      warehouseCode: day.warehouse_code,
      tierCode: day.tier_code,
      deliversOn: day.delivers_on,
    })
  }
  await parts.carts.setState(tx, attempt.cartId, 'open')
  const products = [...new Set([...holds.map((hold) => hold.productId), ...(await releaseStoreGoods(tx, holder))])]
  if (products.length > 0) await announce(tx, { products })
}

/** Money that arrived for no order goes back. */
async function returnMoney(
  parts: SettleDeps,
  tx: Writer,
  attempt: Attempt,
  outcome: Pick<Approval, 'providerRef' | 'cents'>,
  reason: string,
): Promise<void> {
  const now = parts.clock.now()
  const isNew = await openOrphanedPayment(tx, {
    attemptId: attempt.id,
    providerRef: outcome.providerRef,
    cents: outcome.cents,
    reason,
    now,
  })
  if (!isNew) return
  const facts = { attemptId: attempt.id, provider: attempt.provider, reason }
  if (attempt.authorisedAt === null) parts.log.error(facts, 'money arrived that belongs to no order; it goes back')
  else parts.log.info(facts, 'a part of a payment goes back with the other')
  await parts.jobs.enqueue(tx, jobNames.reverse, { attemptId: attempt.id, providerRef: outcome.providerRef })
}

import { minutes, seconds, type Clock } from '../../platform/clock.ts'
import type { Failpoint } from '../../platform/failpoint.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { Cents } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { Carts } from '../cart/cart.server.ts'
import type { PaymentProvider, ProviderCode } from '../payments/payments.ts'
import { attemptById } from '../payments/payments-store.server.ts'
import { beginCall, endCall } from '../payments/provider-calls-store.server.ts'
import { providerAttempt, providerKey } from '../payments/provider-attempt.ts'
import { gstIn } from '../pricing/pricing.ts'
import { giftCardsOf, type Order, type OrderSnapshot } from './orders.ts'
import { paidPartsOf } from './orders-store.server.ts'
import { giftCardRefunds, orderValue, splitRefund, type RefundItem } from './refunds.ts'
import { agencyShare } from './seller-parts.ts'
import {
  claimDueParts,
  giftCardOf,
  giftCardsReturned,
  insertRefund,
  markFailed,
  markPart,
  nextRefundNumber,
  refundByKey,
  refundedOfAttempt,
  refundsOf,
  reserveRefund,
  unpaidCredits,
  type DuePart,
  type Refund,
} from './refunds-store.server.ts'

/**
 * Refunds. A refund is recorded, with all its parts and within what was captured, in the transaction of its cause; providers are called
 * afterwards, one part after the other, until each has confirmed.
 */

export type RefundProblem = { readonly code: 'exceeds_paid' | 'nothing_to_refund' }

export type RefundInput = {
  /** The same request has the same key, and is granted once. */
  readonly key: string
  readonly items: readonly RefundItem[]
  readonly reason: string
  readonly now: Date
}

export interface Refunds {
  /**
   * Records a refund of an order that the caller has locked, once for each key. The caller applies the returned transition. Zero is not a
   * refund: a refund of 0 is rejected, and free lines are cancelled without one.
   */
  make(tx: Writer, order: Order, input: RefundInput): Promise<Result<MadeRefund, RefundProblem>>
  /** Everything that was taken off an order so far. */
  given(orderId: string, tx?: Writer): Promise<readonly RefundItem[]>
  /** A provider reports that a refund failed after all: staff have to look at it. */
  failed(attemptId: string, cents: Cents): Promise<void>
  /** Calls providers for due refunds; every process may run it at any time. */
  work(): Promise<void>
}

export type MadeRefund = {
  readonly refund: Refund
  /** It was recorded by an earlier call with the same key: nothing has changed. */
  readonly isRepeated: boolean
  /** The transition of the order. */
  readonly changes: { readonly credited: Cents; readonly balance: Cents; readonly giftCardReturned: Cents }
}

const pauses = [
  seconds(5),
  seconds(15),
  seconds(30),
  minutes(1),
  minutes(2),
  minutes(5),
  minutes(10),
  minutes(20),
  minutes(40),
]
/** About half a day of attempts: less than the time for which any provider remembers a key. */
const maxTries = 20

export type RefundDeps = {
  readonly database: Database
  readonly carts: Pick<Carts, 'creditGiftCards'>
  readonly providers: Readonly<Record<ProviderCode, PaymentProvider>>
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly metrics: Pick<Metrics, 'count'>
  readonly failpoint: (name: Failpoint) => void
}

export function createRefunds(deps: RefundDeps): Refunds {
  const { database, carts, clock, ids, log } = deps

  return {
    async make(tx, order, { key, items, reason, now }) {
      const { snapshot } = order
      const earlier = await refundByKey(tx, order.id, key)
      const giftCard = await giftCardOf(tx, order.id)
      if (earlier !== null) {
        const changes = { credited: order.credited, balance: order.balance, giftCardReturned: giftCard.returned }
        return ok({ refund: earlier, isRepeated: true, changes })
      }
      const cents = items.reduce((sum, one) => sum + one.cents, 0)
      if (cents <= 0) return err({ code: 'nothing_to_refund' })
      if (order.credited + cents > orderValue(snapshot)) return err({ code: 'exceeds_paid' })
      const paid = await paidPartsOf(tx, order.id)
      const owed = await owedOf(tx, order)
      const split = splitRefund(cents, {
        owed,
        payments: paid.map((one) => ({
          attemptId: one.attemptId,
          seller: one.seller,
          left: one.cents - one.refunded,
        })),
        giftCard: giftCard.cents - giftCard.returned,
        agency: agencyShare(
          snapshot,
          (await refundsOf(tx, order.id)).flatMap((one) => one.items),
          items,
        ),
      })
      if (split === null) return err({ code: 'exceeds_paid' })
      const { country } = snapshot.delivery.address
      const refund: Refund = {
        id: ids.sortable(now),
        number: await nextRefundNumber(tx),
        cents,
        // Cut from running totals, so that the GST of all refunds of an order is that of the order to the cent.
        gst: gstIn(order.credited + cents, country) - gstIn(order.credited, country),
        unpaid: split.unpaid,
        reason,
        items,
        madeAt: now,
      }
      const giftCards = giftCardRefunds(giftCardsOf(snapshot), await giftCardsReturned(tx, order.id), split.giftCard)
      await insertRefund(tx, order.id, key, refund, { payments: split.payments, giftCards })
      for (const part of split.payments) await reserveRefund(tx, part)
      await carts.creditGiftCards(tx, giftCards)
      return ok({
        refund,
        isRepeated: false,
        changes: {
          credited: order.credited + cents,
          balance: order.state === 'deposit-paid' ? order.balance - split.unpaid : order.balance,
          giftCardReturned: giftCard.returned + split.giftCard,
        },
      })
    },
    async given(orderId, tx) {
      return (await refundsOf(tx ?? database.db, orderId)).flatMap((one) => one.items)
    },
    async failed(attemptId, cents) {
      const isOurs = await markFailed(database.db, attemptId, cents)
      log.error({ attemptId, isOurs }, 'a refund came back; it needs somebody to look at it')
    },
    async work() {
      const now = clock.now()
      for (const part of await claimDueParts(database.db, now, pauses, 20)) {
        // An unavailable provider must not delay the others; it is tried again later.
        await ask(deps, part).catch((error: unknown) =>
          log.error({ err: error, refundId: part.refundId }, 'a refund could not be asked for'),
        )
      }
    },
  }
}

async function ask(deps: RefundDeps, part: DuePart): Promise<void> {
  const { database, providers, clock, log, metrics } = deps
  const attempt = await attemptById<OrderSnapshot>(database.db, part.attemptId)
  if (attempt === null) throw new Error('a refund of a payment that is not there')
  const call = { attemptId: attempt.id, operation: `refund ${part.refundId}`, sequence: part.sequence }
  const key = providerKey(attempt.id, call.operation, part.sequence)
  await beginCall(database.db, { ...call, key, now: clock.now() })
  deps.failpoint('before-refund')
  const outcome = await providers[attempt.provider].refund(
    providerAttempt(attempt),
    { cents: part.cents, refundedBefore: await refundedOfAttempt(database.db, attempt.id) },
    key,
  )
  deps.failpoint('after-refund')
  await endCall(database.db, { ...call, outcome, now: clock.now() })
  const { provider, currency } = attempt
  metrics.count('refunds_total', { provider, outcome })
  if (outcome === 'done') {
    await markPart(database.db, part, 'done', clock.now())
    metrics.count('refunded_cents_total', { provider, currency }, part.cents)
  } else if (outcome === 'refused' || part.tries >= maxTries) {
    await markPart(database.db, part, 'stuck', clock.now())
    log.error(
      { refundId: part.refundId, attemptId: attempt.id, provider: attempt.provider, outcome },
      'a refund needs somebody to look at it',
    )
  }
}

/** The unpaid amount: the balance after a deposit, or all of an order that is paid in store. */
async function owedOf(tx: Writer, order: Order): Promise<Cents> {
  if (order.state === 'deposit-paid') return order.balance
  if (order.state !== 'awaiting-payment') return 0
  return order.snapshot.totals.total - (await unpaidCredits(tx, order.id))
}

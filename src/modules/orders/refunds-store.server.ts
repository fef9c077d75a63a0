import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { plannedForValues } from '../../platform/database/partitions/planned-for-values.ts'
import type { Cents } from '../../platform/money.ts'
import type { Seller } from '../payments/payments.ts'
import type { RefundItem } from './refunds.ts'

/** The SQL of refunds. */

export type Refund = {
  readonly id: string
  /** 'R20000001', for people. */
  readonly number: string
  readonly cents: Cents
  readonly gst: Cents
  /** The part that was never paid and is no longer owed. */
  readonly unpaid: Cents
  readonly reason: string
  readonly items: readonly RefundItem[]
  readonly madeAt: Date
}

export async function nextRefundNumber(tx: Writer): Promise<string> {
  const { rows } = await sql<{ number: number }>`select nextval('refund_number') as number`.execute(tx)
  return `R${String(rows[0]?.number ?? 0).padStart(8, '0')}`
}

const columns = sql`id, number, cents, gst_cents as gst, unpaid_cents as unpaid, reason, items, made_at as "madeAt"`

export async function refundByKey(tx: Writer, orderId: string, key: string): Promise<Refund | null> {
  const { rows } = await sql<Refund>`select ${columns} from order_refund
    where order_id = ${orderId} and key = ${key}`.execute(tx)
  return rows[0] ?? null
}

/** First to last. */
export async function refundsOf(db: Reader | Writer, orderId: string): Promise<readonly Refund[]> {
  const { rows } =
    await sql<Refund>`select ${columns} from order_refund where order_id = ${orderId} order by number`.execute(db)
  return rows
}

export type RefundPayout = {
  readonly refundId: string
  /** Null for a gift card. */
  readonly provider: string | null
  readonly giftCard: string | null
  readonly seller: Seller
  readonly cents: Cents
  readonly state: 'due' | 'done' | 'stuck'
}

/** Where the money of an order's refunds goes. */
export async function payoutsOf(db: Reader, orderId: string): Promise<readonly RefundPayout[]> {
  const { rows } = await sql<RefundPayout>`
    select p.refund_id as "refundId", a.provider, p.gift_card_code as "giftCard", coalesce(a.seller, 'shop') as seller, p.cents, p.state
    from order_refund_part p join order_refund r on r.id = p.refund_id left join payment_attempt a on a.id = p.attempt_id
    where r.order_id = ${orderId} order by p.refund_id, p.sequence`.execute(db)
  return rows
}

export async function insertRefund(
  tx: Writer,
  orderId: string,
  key: string,
  refund: Refund,
  to: {
    readonly payments: readonly { attemptId: string; cents: Cents }[]
    readonly giftCards: readonly { code: string; cents: Cents }[]
  },
): Promise<void> {
  await tx
    .insertInto('order_refund')
    .values({
      id: refund.id,
      order_id: orderId,
      key,
      number: refund.number,
      cents: refund.cents,
      gst_cents: refund.gst,
      unpaid_cents: refund.unpaid,
      reason: refund.reason,
      items: JSON.stringify(refund.items),
      made_at: refund.madeAt,
    })
    .execute()
  const parts = [
    ...to.payments.map((one) => ({ attempt_id: one.attemptId, gift_card_code: null, cents: one.cents, isDue: true })),
    ...to.giftCards.map((one) => ({ attempt_id: null, gift_card_code: one.code, cents: one.cents, isDue: false })),
  ]
  if (parts.length === 0) return
  await tx
    .insertInto('order_refund_part')
    .values(
      parts.map(({ isDue, ...part }, at) => ({
        ...part,
        refund_id: refund.id,
        sequence: at + 1,
        // The gift card is ours: it is credited in this very transaction.
        state: isDue ? 'due' : 'done',
        next_try_at: isDue ? refund.madeAt : null,
        done_at: isDue ? null : refund.madeAt,
      })),
    )
    .execute()
}

/** Records that an amount of a payment is refunded; the table rejects more than was paid. */
export async function reserveRefund(tx: Writer, part: { attemptId: string; cents: Cents }): Promise<void> {
  await tx
    .updateTable('order_payment')
    .set((of) => ({ refunded_cents: of('refunded_cents', '+', part.cents) }))
    .where('attempt_id', '=', part.attemptId)
    .execute()
}

export async function giftCardOf(tx: Writer, orderId: string): Promise<{ cents: Cents; returned: Cents }> {
  const row = await tx
    .selectFrom('customer_order')
    .select(['gift_card_cents', 'gift_card_returned_cents'])
    .where('id', '=', orderId)
    .modifyEnd(plannedForValues)
    .executeTakeFirstOrThrow()
  return { cents: row.gift_card_cents, returned: row.gift_card_returned_cents }
}

/** The refunded amount of each gift card of an order, by its code. */
export async function giftCardsReturned(tx: Writer, orderId: string): Promise<ReadonlyMap<string, Cents>> {
  const { rows } = await sql<{ code: string; cents: number }>`
    select p.gift_card_code as code, sum(p.cents)::integer as cents
    from order_refund_part p join order_refund r on r.id = p.refund_id
    where r.order_id = ${orderId} and p.gift_card_code is not null group by 1`.execute(tx)
  return new Map(rows.map(({ code, cents }) => [code, cents]))
}

export async function unpaidCredits(tx: Writer, orderId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(unpaid_cents), 0)::integer as cents from order_refund where order_id = ${orderId}`.execute(tx)
  return rows[0]?.cents ?? 0
}

export type DuePart = {
  readonly refundId: string
  readonly sequence: number
  readonly attemptId: string
  readonly cents: Cents
  readonly tries: number
}

/**
 * Refund parts that are due, each claimed until its next attempt so that no two processes take one. Of a payment only the oldest is taken:
 * what the provider has refunded before is then certain. An authorised amount is captured first, and then refunded.
 */
export async function claimDueParts(
  db: Reader,
  now: Date,
  pauses: readonly number[],
  max: number,
): Promise<readonly DuePart[]> {
  const { rows } = await sql<DuePart>`
    update order_refund_part set tries = tries + 1,
      next_try_at = ${now}::timestamptz + make_interval(secs => coalesce((${sql.val(pauses)}::bigint[])[tries + 1], 3600000) / 1000.0)
    where (refund_id, sequence) in (
      select p.refund_id, p.sequence from order_refund_part p
      where p.state = 'due' and p.next_try_at <= ${now} and p.attempt_id is not null
        and not exists (select 1 from order_refund_part earlier where earlier.attempt_id = p.attempt_id
          and earlier.state = 'due' and earlier.refund_id < p.refund_id)
        and not exists (select 1 from payment_attempt a where a.id = p.attempt_id and a.capture = 'due')
      order by p.next_try_at limit ${max} for update skip locked)
    returning refund_id as "refundId", sequence, attempt_id as "attemptId", cents, tries`.execute(db)
  return rows
}

export async function refundedOfAttempt(db: Reader, attemptId: string): Promise<Cents> {
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(cents), 0)::integer as cents
    from order_refund_part where attempt_id = ${attemptId} and state = 'done'`.execute(db)
  return rows[0]?.cents ?? 0
}

export async function markPart(
  db: Reader,
  part: Pick<DuePart, 'refundId' | 'sequence'>,
  state: 'done' | 'stuck',
  now: Date,
): Promise<void> {
  await db
    .updateTable('order_refund_part')
    .set({ state, next_try_at: null, done_at: state === 'done' ? now : null })
    .where('refund_id', '=', part.refundId)
    .where('sequence', '=', part.sequence)
    .where('state', '=', 'due')
    .execute()
}

/** Staff have refunded a part by hand that its provider rejected; false when it was not stuck. */
export async function resolvePart(
  db: Reader,
  part: { readonly refundId: string; readonly sequence: number },
  now: Date,
): Promise<boolean> {
  const done = await db
    .updateTable('order_refund_part')
    .set({ state: 'done', done_at: now })
    .where('refund_id', '=', part.refundId)
    .where('sequence', '=', part.sequence)
    .where('state', '=', 'stuck')
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Marks the newest part of that amount which had been thought done; false when there is none. */
export async function markFailed(db: Reader, attemptId: string, cents: Cents): Promise<boolean> {
  const { rows } =
    await sql`update order_refund_part set state = 'stuck', done_at = null where (refund_id, sequence) in (
      select refund_id, sequence from order_refund_part where attempt_id = ${attemptId} and cents = ${cents} and state = 'done'
      order by done_at desc limit 1 for update)
    returning 1`.execute(db)
  return rows.length > 0
}

import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { Cents } from '../../platform/money.ts'
import type { Charge } from './payments.ts'
import type { AttemptRow } from './payments-store.server.ts'

/** The SQL of payments that ended unverified, and of money that came for no order. */

/** Notes that a payment is ended without anybody saying how it ended. */
export async function openUnverified(
  db: Reader,
  payment: { attemptId: string; reason: string; now: Date; nextCheckAt: Date },
): Promise<void> {
  await db
    .insertInto('unverified_payment')
    .values({
      attempt_id: payment.attemptId,
      reason: payment.reason,
      opened_at: payment.now,
      next_check_at: payment.nextCheckAt,
    })
    .onConflict((on) => on.column('attempt_id').doNothing())
    .execute()
}

/** Ended payments to be checked, each claimed until its next turn. */
export async function claimUnverified(
  db: Reader,
  { now, until, providers }: { now: Date; until: Date; providers: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    update unverified_payment set next_check_at = ${until}
    where attempt_id in (select u.attempt_id from unverified_payment u join payment_attempt a on a.id = u.attempt_id
      where u.resolved_at is null and u.next_check_at <= ${now} and a.provider = any(${[...providers]}::text[])
      order by u.next_check_at limit 20 for update of u skip locked)
    returning attempt_id as id`.execute(db)
  return rows.map((one) => one.id)
}

export async function unverifiedIsOpen(db: Reader, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('unverified_payment')
    .select('attempt_id')
    .where('attempt_id', '=', attemptId)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Records the outcome of a payment that was ended unverified; nothing where it is not open. */
export async function resolveUnverified(
  db: Reader,
  { attemptId, resolution, now }: { attemptId: string; resolution: string; now: Date },
): Promise<void> {
  await db
    .updateTable('unverified_payment')
    .set({ resolved_at: now, resolution })
    .where('attempt_id', '=', attemptId)
    .where('resolved_at', 'is', null)
    .execute()
}

export async function openOrphanedPayment(
  tx: Writer,
  money: { attemptId: string; providerRef: string; cents: Cents; reason: string; now: Date },
): Promise<boolean> {
  const done = await tx
    .insertInto('late_money')
    .values({
      attempt_id: money.attemptId,
      provider_ref: money.providerRef,
      amount_cents: money.cents,
      reason: money.reason,
      opened_at: money.now,
    })
    .onConflict((on) => on.column('attempt_id').doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function lateMoneyIsOpen(db: Reader, attemptId: string): Promise<boolean> {
  const row = await db
    .selectFrom('late_money')
    .select('attempt_id')
    .where('attempt_id', '=', attemptId)
    .where('returned_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Where the money of a payment is; of two parts, that of both. Only an ended payment without either note took nothing. */
export async function chargeOf(
  db: Reader | Writer,
  { id, pairId, state }: Pick<AttemptRow, 'id' | 'pairId' | 'state'>,
): Promise<Charge> {
  if (state === 'Approved') return 'taken'
  if (state === 'Pending' || state === 'Unknown') return 'open'
  const { rows } = await sql<{ isLate: boolean; isUnverified: boolean }>`
    select coalesce(bool_or(l.attempt_id is not null), false) as "isLate",
      coalesce(bool_or(u.attempt_id is not null), false) as "isUnverified"
    from payment_attempt a left join late_money l on l.attempt_id = a.id left join unverified_payment u on u.attempt_id = a.id
    where a.id = ${id} or a.pair_id = ${pairId}::text`.execute(db)
  const [found] = rows
  if (found?.isLate === true) return 'returned'
  return found?.isUnverified === true ? 'unverified' : 'none'
}

export async function closeOrphanedPayment(db: Reader, attemptId: string, now: Date): Promise<void> {
  await db.updateTable('late_money').set({ returned_at: now }).where('attempt_id', '=', attemptId).execute()
}

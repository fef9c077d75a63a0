import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { Cents, Currency } from '../../platform/money.ts'
import type { PaymentAttempt } from './payments.ts'

/** The SQL of credit accounts. */

export type CreditEntry = {
  readonly kind: 'charge' | 'reversal' | 'refund'
  readonly cents: Cents
  readonly currency: Currency
}

export async function creditEntries(db: Reader | Writer, attemptId: string): Promise<CreditEntry[]> {
  const { rows } = await sql<CreditEntry>`select e.kind, e.amount_cents as cents, a.currency
    from credit_entry e join credit_account a using (user_id) where e.attempt_id = ${attemptId}`.execute(db)
  return rows
}

/** Sets the credit limit of an account; a new one owes nothing. Null allows no more credit. */
export async function setCreditLimit(
  tx: Writer,
  userId: string,
  currency: Currency,
  limit: Cents | null,
): Promise<void> {
  if (limit === null) {
    await sql`delete from credit_account c where user_id = ${userId}
      and not exists (select 1 from credit_entry e where e.user_id = c.user_id)`.execute(tx)
    await sql`update credit_account set limit_cents = balance_cents where user_id = ${userId}`.execute(tx)
    return
  }
  await tx
    .insertInto('credit_account')
    .values({ user_id: userId, currency, limit_cents: limit })
    .onConflict((on) => on.column('user_id').doUpdateSet({ limit_cents: limit }))
    .execute()
}

/** Charges an account once for an attempt; false when that would go over its limit, or there is none in this currency. */
export async function chargeCredit(
  tx: Writer,
  { attempt, userId, now }: { attempt: Pick<PaymentAttempt, 'id' | 'cents' | 'currency'>; userId: string; now: Date },
): Promise<boolean> {
  // The account's row first: two calls of one attempt take turns on it.
  await sql`select 1 from credit_account where user_id = ${userId} for update`.execute(tx)
  if ((await creditEntries(tx, attempt.id)).length > 0) return true
  const charged = await tx
    .updateTable('credit_account')
    .set((of) => ({ balance_cents: of('balance_cents', '+', attempt.cents) }))
    .where('user_id', '=', userId)
    .where('currency', '=', attempt.currency)
    .where((of) => of('limit_cents', '>=', of('balance_cents', '+', attempt.cents)))
    .executeTakeFirst()
  if (charged.numUpdatedRows !== 1n) return false
  const entry = { attempt_id: attempt.id, kind: 'charge', user_id: userId, amount_cents: attempt.cents }
  await tx
    .insertInto('credit_entry')
    .values({ ...entry, entered_at: now })
    .execute()
  return true
}

/** Takes a part of an attempt's charge off its account; once for each reference. */
export async function refundCredit(
  tx: Writer,
  refund: { attemptId: string; cents: Cents; reference: string; now: Date },
): Promise<void> {
  const charge = await tx
    .selectFrom('credit_entry')
    .select('user_id')
    .where('attempt_id', '=', refund.attemptId)
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow()
  const entry = { attempt_id: refund.attemptId, kind: 'refund', reference: refund.reference, user_id: charge.user_id }
  const done = await tx
    .insertInto('credit_entry')
    .values({ ...entry, amount_cents: refund.cents, entered_at: refund.now })
    .onConflict((on) => on.columns(['attempt_id', 'kind', 'reference']).doNothing())
    .executeTakeFirst()
  if (done.numInsertedOrUpdatedRows !== 1n) return
  await tx
    .updateTable('credit_account')
    .set((of) => ({ balance_cents: of('balance_cents', '-', refund.cents) }))
    .where('user_id', '=', charge.user_id)
    .execute()
}

/** Takes the charge of an attempt off its account again, once. */
export async function reverseCredit(tx: Writer, attemptId: string, now: Date): Promise<void> {
  const charge = await tx
    .selectFrom('credit_entry')
    .selectAll()
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  if (charge === undefined) return
  const reversed = await tx
    .insertInto('credit_entry')
    .values({ ...charge, kind: 'reversal', entered_at: now })
    .onConflict((on) => on.columns(['attempt_id', 'kind', 'reference']).doNothing())
    .executeTakeFirst()
  if (reversed.numInsertedOrUpdatedRows !== 1n) return
  await tx
    .updateTable('credit_account')
    .set((of) => ({ balance_cents: of('balance_cents', '-', charge.amount_cents) }))
    .where('user_id', '=', charge.user_id)
    .execute()
}

import { sql } from 'kysely'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import type { AttemptRow } from './payments-store.server.ts'

/** The SQL of calls to providers: written down before they leave. */

/** Says, before it leaves, that a call to a provider is about to be made; false when this very call was made already. */
export async function beginCall(
  db: Reader | Writer,
  call: { attemptId: string; operation: string; sequence: number; key: string; now: Date },
): Promise<boolean> {
  const done = await db
    .insertInto('provider_call')
    .values({
      attempt_id: call.attemptId,
      operation: call.operation,
      sequence: call.sequence,
      idempotency_key: call.key,
      started_at: call.now,
    })
    .onConflict((on) => on.columns(['attempt_id', 'operation', 'sequence']).doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function endCall(
  db: Reader | Writer,
  call: { attemptId: string; operation: string; sequence: number; outcome: string; now: Date },
): Promise<void> {
  await db
    .updateTable('provider_call')
    .set({ finished_at: call.now, outcome: call.outcome })
    .where('attempt_id', '=', call.attemptId)
    .where('operation', '=', call.operation)
    .where('sequence', '=', call.sequence)
    .execute()
}

/**
 * Whether a call to the provider has left and not come back, since `since` at the earliest, or is about to leave: an attempt is written
 * before its first call, and of two parts the second one's call follows the first one's.
 */
export async function hasOpenCall(
  db: Reader | Writer,
  { id, pairId }: Pick<AttemptRow, 'id' | 'pairId'>,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payment_attempt a left join provider_call c on c.attempt_id = a.id
    where (a.id = ${id} or a.pair_id = ${pairId}::text) and a.state in ('Pending', 'Unknown') and (
      (c.finished_at is null and c.started_at >= ${since})
      or (c.attempt_id is null and a.created_at >= ${since}))
    limit 1`.execute(db)
  return rows.length > 0
}

import type { Reader } from '../../platform/database/database.server.ts'

/** The SQL of notices as they came. */

/** Stores a notice as it came, with the traceparent of the call; false when it is here already. */
export async function storeWebhook(
  db: Reader,
  event: { id: string; provider: string; attemptId: string; body: string; trace: string | null; now: Date },
): Promise<boolean> {
  const done = await db
    .insertInto('webhook_event')
    .values({
      id: event.id,
      provider: event.provider,
      attempt_id: event.attemptId,
      body: event.body,
      trace: event.trace,
      received_at: event.now,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  return done.numInsertedOrUpdatedRows === 1n
}

export async function markWebhook(db: Reader, id: string, now: Date): Promise<void> {
  await db.updateTable('webhook_event').set({ processed_at: now }).where('id', '=', id).execute()
}

export async function unprocessedWebhooks(
  db: Reader,
  provider: string,
  max: number,
): Promise<{ id: string; body: string; trace: string | null; receivedAt: Date }[]> {
  return db
    .selectFrom('webhook_event')
    .select(['id', 'body', 'trace', 'received_at as receivedAt'])
    .where('provider', '=', provider)
    .where('processed_at', 'is', null)
    .orderBy('received_at')
    .limit(max)
    .execute()
}

/** Every stored notice about an attempt, in the order they came. */
export async function webhooksOf(db: Reader, attemptId: string): Promise<{ id: string; body: string }[]> {
  return db
    .selectFrom('webhook_event')
    .select(['id', 'body'])
    .where('attempt_id', '=', attemptId)
    .orderBy('received_at')
    .execute()
}

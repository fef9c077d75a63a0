import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'

/** Keys of submits: the same key with the same body is the same submit (decision checkout-04). */

export type Claim =
  /** The first use, or one whose earlier holder crashed before it got anywhere. */
  | { readonly kind: 'first' }
  /** Used before, as far as a payment attempt. */
  | { readonly kind: 'resumed'; readonly attemptId: string }
  | { readonly kind: 'running' }
  | { readonly kind: 'other-body' }

/** Takes a key for the duration of a submit. One atomic statement decides who is first. */
export async function claimKey(
  db: Reader,
  claim: { cartId: string; key: string; fingerprint: string; now: Date; leaseUntil: Date },
): Promise<Claim> {
  const { rows } = await sql<{ won: boolean }>`
    insert into idempotency_key (cart_id, key, fingerprint, lease_until, created_at)
    values (${claim.cartId}, ${claim.key}, ${claim.fingerprint}, ${claim.leaseUntil}, ${claim.now})
    on conflict (cart_id, key) do update set lease_until = excluded.lease_until
      where idempotency_key.lease_until <= ${claim.now} and idempotency_key.fingerprint = excluded.fingerprint
        and idempotency_key.attempt_id is null
    returning true as won`.execute(db)
  if (rows[0]?.won) return { kind: 'first' }
  const row = await db
    .selectFrom('idempotency_key')
    .select(['fingerprint', 'attempt_id', 'lease_until'])
    .where('cart_id', '=', claim.cartId)
    .where('key', '=', claim.key)
    .executeTakeFirst()
  // Released between the two statements: treated as running, so the caller retries.
  if (row === undefined) return { kind: 'running' }
  if (row.fingerprint !== claim.fingerprint) return { kind: 'other-body' }
  if (row.lease_until > claim.now) return { kind: 'running' }
  return row.attempt_id === null ? { kind: 'running' } : { kind: 'resumed', attemptId: row.attempt_id }
}

export async function setKeyAttempt(
  tx: Writer,
  key: { cartId: string; key: string; attemptId: string },
): Promise<void> {
  await tx
    .updateTable('idempotency_key')
    .set({ attempt_id: key.attemptId })
    .where('cart_id', '=', key.cartId)
    .where('key', '=', key.key)
    .execute()
}

/** Ends a submit: the key is kept for repeats, or released because nothing was done under it. */
export async function finishKey(db: Reader, done: { cartId: string; key: string; isStored: boolean }): Promise<void> {
  const mine = db.updateTable('idempotency_key').set({ lease_until: new Date(0) })
  if (done.isStored) await mine.where('cart_id', '=', done.cartId).where('key', '=', done.key).execute()
  else await db.deleteFrom('idempotency_key').where('cart_id', '=', done.cartId).where('key', '=', done.key).execute()
}

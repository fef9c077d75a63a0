import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'

/** The SQL of sign-ins. */

export type Session = {
  readonly id: string
  readonly accountId: string
  readonly clientId: string
  readonly secretHash: string
  readonly rotatedAt: Date
  readonly binding: string
  readonly agent: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly expiresAt: Date
  /** The time of the last authentication. */
  readonly authenticatedAt: Date
  readonly isTwoFactor: boolean
}

const columns = sql`id, account_id as "accountId", client_id as "clientId", secret_hash as "secretHash", rotated_at as "rotatedAt",
  binding, agent, created_at as "createdAt", last_used_at as "lastUsedAt", expires_at as "expiresAt",
  authenticated_at as "authenticatedAt", is_two_factor as "isTwoFactor"`

export async function insertSession(tx: Writer, session: Session): Promise<void> {
  await tx
    .insertInto('identity_session')
    .values({
      id: session.id,
      account_id: session.accountId,
      client_id: session.clientId,
      secret_hash: session.secretHash,
      rotated_at: session.rotatedAt,
      binding: session.binding,
      agent: session.agent,
      created_at: session.createdAt,
      last_used_at: session.lastUsedAt,
      expires_at: session.expiresAt,
      authenticated_at: session.authenticatedAt,
      is_two_factor: session.isTwoFactor,
    })
    .execute()
}

/** The living session that a cookie's secret names, or named before its last renewal. Locked until a transaction ends. */
export async function lockSession(tx: Writer, secretHash: string, now: Date): Promise<Session | null> {
  const { rows } = await sql<Session>`select ${columns} from identity_session
    where (secret_hash = ${secretHash} or previous_hash = ${secretHash}) and ended_at is null and expires_at > ${now}
    for update`.execute(tx)
  return rows[0] ?? null
}

/** The same with the present secret only, to read. */
export async function sessionBySecret(db: Reader, secretHash: string, now: Date): Promise<Session | null> {
  const { rows } = await sql<Session>`select ${columns} from identity_session
    where secret_hash = ${secretHash} and ended_at is null and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function rotateSession(
  tx: Writer,
  session: Session,
  next: { readonly secretHash: string; readonly now: Date; readonly lastUsedAt: Date },
): Promise<void> {
  await tx
    .updateTable('identity_session')
    .set({
      secret_hash: next.secretHash,
      previous_hash: session.secretHash,
      rotated_at: next.now,
      last_used_at: next.lastUsedAt,
    })
    .where('id', '=', session.id)
    .execute()
}

/** It is in use now; written at most once a minute. */
export async function touchSession(
  db: Reader | Writer,
  { id, lastUsedAt }: { readonly id: string; readonly lastUsedAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() < 60_000) return
  await db.updateTable('identity_session').set({ last_used_at: now }).where('id', '=', id).execute()
}

/** Its owner has reauthenticated. */
export async function freshenSession(tx: Writer, id: string, now: Date): Promise<void> {
  await tx.updateTable('identity_session').set({ authenticated_at: now }).where('id', '=', id).execute()
}

/** Whether the account was ever signed in. */
export async function hasSignedIn(tx: Writer, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_session')
    .select('id')
    .where('account_id', '=', accountId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Ends one session of an account, or with null all of them but the current one. */
export async function endSessions(
  db: Reader | Writer,
  accountId: string,
  which: { readonly id: string | null; readonly keep?: string | undefined },
  now: Date,
): Promise<void> {
  let query = db
    .updateTable('identity_session')
    .set({ ended_at: now })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
  if (which.id !== null) query = query.where('id', '=', which.id)
  if (which.keep !== undefined) query = query.where('id', '<>', which.keep)
  await query.execute()
}

/** A login with a verified first factor. */
export type Pending = {
  readonly secretHash: string
  readonly accountId: string
  readonly clientId: string
  readonly nonce: string
  readonly returnUrl: string
  readonly agent: string
  /** The only proof is a code that was mailed (mail-login.server.ts). */
  readonly isByMail: boolean
}

export async function insertPending(tx: Writer, pending: Pending & { now: Date; expiresAt: Date }): Promise<void> {
  await tx
    .insertInto('identity_pending')
    .values({
      secret_hash: pending.secretHash,
      account_id: pending.accountId,
      client_id: pending.clientId,
      nonce: pending.nonce,
      return_url: pending.returnUrl,
      agent: pending.agent,
      is_by_mail: pending.isByMail,
      created_at: pending.now,
      expires_at: pending.expiresAt,
    })
    .execute()
}

export async function pendingBySecret(db: Reader, secretHash: string, now: Date): Promise<Pending | null> {
  const { rows } = await sql<Pending>`select secret_hash as "secretHash", account_id as "accountId",
      client_id as "clientId", nonce, return_url as "returnUrl", agent, is_by_mail as "isByMail"
    from identity_pending where secret_hash = ${secretHash} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** False when it is gone: of two concurrent completions one succeeds. */
export async function takePending(tx: Writer, secretHash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_pending')
    .where('secret_hash', '=', secretHash)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export async function deletePending(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('identity_pending').where('account_id', '=', accountId).execute()
}

export async function sessionsOf(db: Reader, accountId: string, now: Date): Promise<readonly Session[]> {
  const { rows } = await sql<Session>`select ${columns} from identity_session
    where account_id = ${accountId} and ended_at is null and expires_at > ${now}
    order by last_used_at desc`.execute(db)
  return rows
}

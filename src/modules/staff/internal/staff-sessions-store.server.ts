import { sql } from 'kysely'
import type { AppCode } from '../../../brands/apps.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'

/** The SQL of sign-ins at the staff host. */

export type StoredSession = {
  readonly accountId: string
  /** The sign-in of the identity host that it ends with. */
  readonly sessionId: string
  readonly app: AppCode
  readonly parent: string
}

/** False when tokens of this id were exchanged before. */
export async function useToken(tx: Writer, jti: string, expiresAt: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('staff_used_token')
    .values({ jti, expires_at: expiresAt })
    .onConflict((on) => on.column('jti').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function insertSession(
  tx: Writer,
  session: StoredSession & { readonly secretHash: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('staff_session')
    .values({
      secret_hash: session.secretHash,
      account_id: session.accountId,
      session_id: session.sessionId,
      app: session.app,
      parent_origin: session.parent,
      created_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute()
}

export async function sessionBySecret(db: Reader, secretHash: string, now: Date): Promise<StoredSession | null> {
  const { rows } = await sql<StoredSession>`
    select account_id as "accountId", session_id as "sessionId", app, parent_origin as parent from staff_session
    where secret_hash = ${secretHash} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

export async function endSession(db: Reader, secretHash: string): Promise<void> {
  await db.deleteFrom('staff_session').where('secret_hash', '=', secretHash).execute()
}

export async function forgetSessions(db: Reader, now: Date): Promise<void> {
  await db.deleteFrom('staff_session').where('expires_at', '<', now).execute()
  await db.deleteFrom('staff_used_token').where('expires_at', '<', now).execute()
}

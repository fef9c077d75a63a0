import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../platform/database/database.server.ts'

/** The SQL of second factors: codes by the time, recovery codes and passkeys. */

export type Totp = {
  readonly sealedSecret: string
  readonly confirmedAt: Date | null
  readonly lastStep: number
}

export async function totpOf(db: Reader | Writer, accountId: string, { lock = false } = {}): Promise<Totp | null> {
  const { rows } = await sql<Totp>`select sealed_secret as "sealedSecret", confirmed_at as "confirmedAt",
      last_step as "lastStep"
    from identity_totp where account_id = ${accountId} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Takes the place of one that was never answered; one that was stays, and the answer is false. */
export async function insertTotp(
  tx: Writer,
  { accountId, sealedSecret, now }: { accountId: string; sealedSecret: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into identity_totp (account_id, sealed_secret, created_at)
    values (${accountId}, ${sealedSecret}, ${now})
    on conflict (account_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at
      where identity_totp.confirmed_at is null
    returning 1`.execute(tx)
  return rows.length === 1
}

export async function useTotp(tx: Writer, accountId: string, step: number, now: Date): Promise<void> {
  await sql`update identity_totp set last_step = ${step}, confirmed_at = coalesce(confirmed_at, ${now})
    where account_id = ${accountId}`.execute(tx)
}

export async function deleteTotp(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('identity_totp').where('account_id', '=', accountId).execute()
}

export async function replaceRecoveryCodes(tx: Writer, accountId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('identity_recovery_code').where('account_id', '=', accountId).execute()
  const rows = hashes.map((code_hash) => ({ account_id: accountId, code_hash }))
  if (rows.length > 0) await tx.insertInto('identity_recovery_code').values(rows).execute()
}

/** False when it is not one of the account's, or was used. */
export async function useRecoveryCode(tx: Writer, accountId: string, codeHash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('identity_recovery_code')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function recoveryCodesLeft(db: Reader | Writer, accountId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`select count(*)::integer as left from identity_recovery_code
    where account_id = ${accountId} and used_at is null`.execute(db)
  return rows[0]?.left ?? 0
}

export type Passkey = {
  readonly id: string
  readonly accountId: string
  readonly rpId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly isBackedUp: boolean
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

const columns = sql`id, account_id as "accountId", rp_id as "rpId", public_key as "publicKey", counter, transports, name,
  is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`

export async function passkeysOf(db: Reader | Writer, accountId: string): Promise<readonly Passkey[]> {
  const { rows } = await sql<Passkey>`select ${columns} from identity_passkey
    where account_id = ${accountId} order by created_at, id`.execute(db)
  return rows
}

export async function passkeyById(db: Reader | Writer, id: string): Promise<Passkey | null> {
  const { rows } = await sql<Passkey>`select ${columns} from identity_passkey where id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** False when there is one with this id already, in any account. */
export async function insertPasskey(tx: Writer, passkey: Omit<Passkey, 'lastUsedAt'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_passkey')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      rp_id: passkey.rpId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      is_backed_up: passkey.isBackedUp,
      created_at: passkey.createdAt,
    })
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function usePasskey(tx: Writer, id: string, counter: number, now: Date): Promise<void> {
  await tx.updateTable('identity_passkey').set({ counter, last_used_at: now }).where('id', '=', id).execute()
}

export async function deletePasskey(tx: Writer, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identity_passkey')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** All factors of an account that must be invalidated. */
export async function deleteFactors(tx: Writer, accountId: string): Promise<void> {
  await deleteTotp(tx, accountId)
  await replaceRecoveryCodes(tx, accountId, [])
  await tx.deleteFrom('identity_passkey').where('account_id', '=', accountId).execute()
}

export type ChallengePurpose = 'login' | 'second' | 'enrol' | 'fresh'

export async function insertChallenge(
  tx: Reader | Writer,
  challenge: { challengeHash: string; purpose: ChallengePurpose; holder: string; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('identity_challenge')
    .values({
      challenge_hash: challenge.challengeHash,
      purpose: challenge.purpose,
      holder: challenge.holder,
      expires_at: challenge.expiresAt,
    })
    .execute()
}

/** Uses it up; false when it is not there, is over, or was for something else. */
export async function takeChallenge(
  tx: Reader | Writer,
  { challengeHash, purpose, holder, now }: { challengeHash: string; purpose: string; holder: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`delete from identity_challenge where challenge_hash = ${challengeHash}
    and purpose = ${purpose} and holder = ${holder} and expires_at > ${now} returning 1`.execute(tx)
  return rows.length === 1
}

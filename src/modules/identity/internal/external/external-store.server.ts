import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../platform/database/database.server.ts'
import type { ProviderName } from '../../external-providers.ts'

/** The SQL of logins by other providers. */

export type ExternalLogin = {
  readonly stateHash: string
  readonly provider: ProviderName
  readonly browserHash: string
  readonly origin: string
  readonly nonce: string
  readonly oidcNonce: string
  readonly sealedVerifier: string
  /** The account to connect; null for a login. */
  readonly accountId: string | null
  readonly givenName: string | null
  readonly familyName: string | null
}

export async function insertExternalLogin(
  db: Reader,
  login: Omit<ExternalLogin, 'givenName' | 'familyName'> & { readonly expiresAt: Date },
): Promise<void> {
  await db
    .insertInto('identity_external_login')
    .values({
      state_hash: login.stateHash,
      provider: login.provider,
      browser_hash: login.browserHash,
      origin: login.origin,
      nonce: login.nonce,
      oidc_nonce: login.oidcNonce,
      sealed_verifier: login.sealedVerifier,
      account_id: login.accountId,
      expires_at: login.expiresAt,
    })
    .execute()
}

/** Consumes it: a state can be used once. */
export async function takeExternalLogin(db: Reader, stateHash: string, now: Date): Promise<ExternalLogin | null> {
  const { rows } = await sql<ExternalLogin>`delete from identity_external_login
    where state_hash = ${stateHash} and expires_at > ${now}
    returning state_hash as "stateHash", provider, browser_hash as "browserHash", origin, nonce,
      oidc_nonce as "oidcNonce", sealed_verifier as "sealedVerifier", account_id as "accountId",
      given_name as "givenName", family_name as "familyName"`.execute(db)
  return rows[0] ?? null
}

/** Connections of a provider to this account that were begun and not finished. */
export async function deleteExternalLogins(tx: Writer, accountId: string): Promise<void> {
  await tx.deleteFrom('identity_external_login').where('account_id', '=', accountId).execute()
}

export async function nameExternalLogin(
  db: Reader,
  stateHash: string,
  name: { readonly given: string; readonly family: string },
): Promise<void> {
  await db
    .updateTable('identity_external_login')
    .set({ given_name: name.given, family_name: name.family })
    .where('state_hash', '=', stateHash)
    .execute()
}

export async function accountOfExternal(
  db: Reader | Writer,
  provider: ProviderName,
  subject: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('identity_external')
    .select('account_id')
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** False when the provider's account is connected already, or the account to another one of the provider. */
export async function connectExternal(
  tx: Writer,
  one: { readonly provider: ProviderName; readonly subject: string; readonly accountId: string; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql`insert into identity_external (provider, subject, account_id, created_at)
    values (${one.provider}, ${one.subject}, ${one.accountId}, ${one.now})
    on conflict do nothing returning 1`.execute(tx)
  return rows.length === 1
}

export async function externalsOf(db: Reader | Writer, accountId: string): Promise<readonly ProviderName[]> {
  const rows = await db
    .selectFrom('identity_external')
    .select('provider')
    .where('account_id', '=', accountId)
    .orderBy('provider')
    .execute()
  return rows.map((row) => row.provider as ProviderName)
}

export async function disconnectExternal(tx: Writer, accountId: string, provider: ProviderName | null): Promise<void> {
  let query = tx.deleteFrom('identity_external').where('account_id', '=', accountId)
  if (provider !== null) query = query.where('provider', '=', provider)
  await query.execute()
}

import { sql } from 'kysely'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'

/** The SQL of accounts and sessions. */

export type Account = {
  readonly id: string
  readonly email: string
  /** Null for an account that only uses other providers. */
  readonly passwordHash: string | null
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
  readonly abn: string | null
  readonly companyName: string | null
  readonly newsletter: boolean
  readonly careReminders: boolean
  /** Its owner has turned on two-step verification; for staff it is always on. */
  readonly asksSecondFactor: boolean
  readonly isDemo: boolean
  readonly role: 'customer' | 'trade' | 'sales' | 'staff' | 'administrator'
  readonly emailConfirmedAt: Date | null
  readonly hasApprovedCredit: boolean
  readonly winningUserId: string | null
  readonly winningCmsUrl: string | null
  readonly salespersonCode: string | null
  readonly subdivision: string | null
}

const columns = sql`a.id, a.email, a.password_hash as "passwordHash", a.first_name as "firstName", a.last_name as "lastName", a.phone,
  a.abn, a.company_name as "companyName", a.newsletter, a.care_reminders as "careReminders",
  a.asks_second_factor as "asksSecondFactor", a.is_demo as "isDemo", a.role, a.email_confirmed_at as "emailConfirmedAt",
  a.has_approved_credit as "hasApprovedCredit", a.winning_user_id as "winningUserId", a.winning_cms_url as "winningCmsUrl",
  a.salesperson_code as "salespersonCode", a.subdivision`

async function one(db: Reader | Writer, where: ReturnType<typeof sql>): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${columns} from account a where ${where}`.execute(db)
  return rows[0] ?? null
}

export const accountByEmail = (db: Reader | Writer, email: string): Promise<Account | null> =>
  one(db, sql`a.email = ${email}`)

export const accountById = (db: Reader | Writer, id: string): Promise<Account | null> => one(db, sql`a.id = ${id}`)

type SessionFacts = {
  readonly lastUsedAt: Date
  readonly clientId: string
  readonly binding: string
  readonly authenticatedAt: Date
  readonly isTwoFactor: boolean
}

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Writer, id: string): Promise<Account | null> {
  const { rows } = await sql<Account>`select ${columns} from account a where a.id = ${id} for update`.execute(tx)
  return rows[0] ?? null
}

/** Customers, not staff, by their full email address or phone number. */
export async function customersBy(
  db: Reader,
  { email, phone }: { readonly email: string | null; readonly phone: string | null },
): Promise<readonly Account[]> {
  const { rows } = await sql<Account>`select ${columns} from account a
    where a.winning_user_id is null and (a.email = ${email}::text or a.phone = ${phone}::text)
    order by a.email limit 10`.execute(db)
  return rows
}

/** The account of a session, while it lasts. */
export async function accountOfSession(
  db: Reader,
  session: { id: string; accountId: string },
  now: Date,
): Promise<{ account: Account; session: SessionFacts } | null> {
  const { rows } = await sql<Account & SessionFacts>`
    select ${columns}, s.client_id as "clientId", s.binding, s.authenticated_at as "authenticatedAt",
      s.is_two_factor as "isTwoFactor", s.last_used_at as "lastUsedAt"
    from identity_session s join account a on a.id = s.account_id
    where s.id::text = ${session.id} and a.id::text = ${session.accountId} and s.ended_at is null
      and s.expires_at > ${now}`.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { clientId, binding, authenticatedAt, isTwoFactor, lastUsedAt, ...account } = row
  return { account, session: { clientId, binding, authenticatedAt, isTwoFactor, lastUsedAt } }
}

/** False when the address is taken. */
export async function insertAccount(
  tx: Writer,
  account: Pick<Account, 'id' | 'email' | 'passwordHash' | 'firstName' | 'lastName' | 'phone' | 'abn'> & {
    readonly now: Date
    readonly emailConfirmedAt?: Date
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account')
    .values({
      id: account.id,
      email: account.email,
      password_hash: account.passwordHash,
      first_name: account.firstName,
      last_name: account.lastName,
      phone: account.phone,
      abn: account.abn,
      role: 'customer',
      created_at: account.now,
      ...(account.emailConfirmedAt === undefined ? {} : { email_confirmed_at: account.emailConfirmedAt }),
    })
    .onConflict((on) => on.column('email').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateAccount(
  db: Reader | Writer,
  id: string,
  changes: Partial<
    Pick<
      Account,
      | 'email'
      | 'passwordHash'
      | 'firstName'
      | 'lastName'
      | 'phone'
      | 'abn'
      | 'companyName'
      | 'newsletter'
      | 'careReminders'
      | 'asksSecondFactor'
      | 'emailConfirmedAt'
    >
  >,
): Promise<void> {
  const { passwordHash, firstName, lastName, companyName, emailConfirmedAt, ...others } = changes
  const { careReminders, asksSecondFactor, ...same } = others
  const set = {
    ...same,
    ...(passwordHash === undefined ? {} : { password_hash: passwordHash }),
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(companyName === undefined ? {} : { company_name: companyName }),
    ...(emailConfirmedAt === undefined ? {} : { email_confirmed_at: emailConfirmedAt }),
    ...(careReminders === undefined ? {} : { care_reminders: careReminders }),
    ...(asksSecondFactor === undefined ? {} : { asks_second_factor: asksSecondFactor }),
  }
  if (Object.keys(set).length > 0) await db.updateTable('account').set(set).where('id', '=', id).execute()
}

export type LinkKind = 'confirm' | 'reset' | 'change-old' | 'change-new'

export type Link = {
  readonly kind: LinkKind
  readonly accountId: string
  readonly email: string
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

export async function insertLink(
  tx: Writer,
  link: Omit<Link, 'usedAt'> & { readonly tokenHash: string },
): Promise<void> {
  await tx
    .insertInto('identity_link')
    .values({
      token_hash: link.tokenHash,
      kind: link.kind,
      account_id: link.accountId,
      email: link.email,
      created_at: link.createdAt,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** The link, locked until the transaction ends: of two concurrent uses the second finds it used. */
export async function lockLink(tx: Writer, tokenHash: string): Promise<Link | null> {
  const row = await tx
    .selectFrom('identity_link')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    kind: row.kind as LinkKind,
    accountId: row.account_id,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.used_at,
  }
}

export async function useLink(tx: Writer, tokenHash: string, now: Date): Promise<void> {
  await tx.updateTable('identity_link').set({ used_at: now }).where('token_hash', '=', tokenHash).execute()
}

export async function deleteLink(db: Reader, tokenHash: string): Promise<void> {
  await db.deleteFrom('identity_link').where('token_hash', '=', tokenHash).execute()
}

/** The other half of a change of address, which was requested at the same moment. */
export async function otherLink(
  tx: Writer,
  { accountId, kind, createdAt }: Link,
): Promise<Pick<Link, 'usedAt'> | null> {
  const row = await tx
    .selectFrom('identity_link')
    .select('used_at')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind === 'change-old' ? 'change-new' : 'change-old')
    .where('created_at', '=', createdAt)
    .executeTakeFirst()
  return row === undefined ? null : { usedAt: row.used_at }
}

export async function deleteLinks(tx: Writer, accountId: string, kinds: readonly LinkKind[]): Promise<void> {
  await tx.deleteFrom('identity_link').where('account_id', '=', accountId).where('kind', 'in', kinds).execute()
}

export async function hasLinkSince(tx: Writer, accountId: string, kind: LinkKind, since: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_link')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** False when it has been used already. */
export async function takeNonce(tx: Writer, nonce: string, now: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('identity_used_nonce')
    .values({ nonce, used_at: now })
    .onConflict((on) => on.column('nonce').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function lockFailures(tx: Writer, emailHash: string): Promise<{ count: number; lastAt: Date } | null> {
  // Waits its turn also when there is no row yet to lock.
  await sql`select pg_advisory_xact_lock(hashtext(${emailHash}))`.execute(tx)
  const row = await tx
    .selectFrom('identity_throttle')
    .select(['failures', 'last_failed_at'])
    .where('email_hash', '=', emailHash)
    .executeTakeFirst()
  return row === undefined ? null : { count: row.failures, lastAt: row.last_failed_at }
}

export async function writeFailures(tx: Writer, emailHash: string, count: number, now: Date): Promise<void> {
  await tx
    .insertInto('identity_throttle')
    .values({ email_hash: emailHash, failures: count, last_failed_at: now })
    .onConflict((on) => on.column('email_hash').doUpdateSet({ failures: count, last_failed_at: now }))
    .execute()
}

export async function forgetFailures(db: Reader | Writer, emailHash: string): Promise<void> {
  await db.deleteFrom('identity_throttle').where('email_hash', '=', emailHash).execute()
}

/** Deletes expired records: old failures and nonces, links and sessions that ended a month ago. */
export async function forgetOld(
  db: Reader,
  before: { readonly now: Date; readonly day: Date; readonly month: Date },
): Promise<void> {
  for (const table of ['identity_pending', 'identity_challenge', 'identity_external_login'] as const)
    await db.deleteFrom(table).where('expires_at', '<', before.now).execute()
  await db.deleteFrom('identity_throttle').where('last_failed_at', '<', before.day).execute()
  await db.deleteFrom('identity_used_nonce').where('used_at', '<', before.day).execute()
  await db.deleteFrom('identity_link').where('expires_at', '<', before.month).execute()
  await db.deleteFrom('identity_session').where('expires_at', '<', before.month).execute()
}

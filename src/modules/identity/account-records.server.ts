import { deletePending, endSessions } from './internal/sessions-store.server.ts'
import { recordSecurityEvent } from './security-log.server.ts'
import { sql } from 'kysely'
import type { Writer } from '../../platform/database/database.server.ts'
import { isOne, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'

/** Accounts for the back office: customers and staff. */

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const columns = {
  email: { sql: sql`a.email`, sorts: 'text' as const },
  firstName: { sql: sql`a.first_name` },
  lastName: { sql: sql`a.last_name`, sorts: 'text' as const },
  role: { sql: sql`a.role`, sorts: 'text' as const },
  createdAt: { sql: sql`a.created_at`, sorts: 'timestamptz' as const },
}
const byKey = (key: string) => (uuid.test(key) ? sql<boolean>`a.id = ${key}::uuid` : null)
const search = [sql`a.email`, sql`a.first_name || ' ' || a.last_name`]

export const customerRecords = recordSet({
  from: sql`(select * from account where winning_user_id is null) a`,
  locked: 'a',
  key: sql`a.id::text`,
  byKey,
  search,
  columns: {
    ...columns,
    phone: { sql: sql`a.phone`, isLong: true },
    isConfirmed: { sql: sql`a.email_confirmed_at is not null` },
    newsletter: { sql: sql`a.newsletter` },
    companyName: { sql: sql`a.company_name` },
    abn: { sql: sql`a.abn`, isLong: true },
    hasApprovedCredit: { sql: sql`a.has_approved_credit` },
    creditLimit: { sql: sql`(select c.limit_cents from credit_account c where c.user_id = a.id::text)` },
    savedCards: {
      sql: sql`(select count(*)::int from saved_card c join card_shopper s on s.reference = c.shopper_reference
        where s.account_id = a.id)`,
    },
    creditOwed: { sql: sql`(select c.balance_cents from credit_account c where c.user_id = a.id::text)` },
  },
  filters: { role: isOne(sql`a.role`, ['customer', 'trade']) },
})

/** Whether a customer buys as a business, and on account. */
export async function updateCustomer(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { role, hasApprovedCredit } = values
  await tx
    .updateTable('account')
    .set({
      ...(role === undefined ? {} : { role: String(role) }),
      ...(hasApprovedCredit === undefined ? {} : { has_approved_credit: hasApprovedCredit === true }),
    })
    .where('id', '=', key)
    .where('winning_user_id', 'is', null)
    .execute()
}

export const staffRecords = recordSet({
  from: sql`(select * from account where winning_user_id is not null) a`,
  locked: 'a',
  key: sql`a.id::text`,
  byKey,
  search,
  columns: {
    ...columns,
    winningUserId: { sql: sql`a.winning_user_id`, sorts: 'text' },
    salespersonCode: { sql: sql`a.salesperson_code` },
    subdivision: { sql: sql`a.subdivision` },
    hasSecondFactor: {
      sql: sql`(exists (select 1 from identity_totp t where t.account_id = a.id and t.confirmed_at is not null)
        or exists (select 1 from identity_passkey k where k.account_id = a.id))`,
    },
    signedIn: {
      sql: sql`(select max(s.last_used_at) from identity_session s where s.account_id = a.id)`,
    },
  },
  filters: { role: isOne(sql`a.role`, ['sales', 'staff', 'administrator']) },
})

/** Makes an account a staff account, or changes its role. Its sessions end, so that the next login has the new role. */
export async function updateStaff(tx: Writer, key: string, values: RecordValues, now: Date): Promise<void> {
  const { role, winningUserId, salespersonCode, subdivision } = values
  const given = { role, winning_user_id: winningUserId, salesperson_code: salespersonCode, subdivision }
  await tx
    .updateTable('account')
    .set(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
    .where('id', '=', key)
    .execute()
  await recordSecurityEvent(tx, { accountId: key, kind: 'role_changed', at: now })
  await endSignIns(tx, key, now)
}

/** Ends every session of an account, including logins that wait for their second factor, and everything that a session opened. */
export async function endSignIns(tx: Writer, accountId: string, now: Date): Promise<void> {
  await endSessions(tx, accountId, { id: null }, now)
  await deletePending(tx, accountId)
  await recordSecurityEvent(tx, { accountId, kind: 'sessions_ended', at: now })
}

/** The confirmed account of an address that is not staff yet. */
export async function confirmedAccount(tx: Writer, email: string): Promise<string | null> {
  const row = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email.toLowerCase())
    .where('email_confirmed_at', 'is not', null)
    .where('winning_user_id', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function setPanelAddress(tx: Writer, key: string, cmsUrl: string | null): Promise<void> {
  await tx.updateTable('account').set({ winning_cms_url: cmsUrl }).where('id', '=', key).execute()
}

/** How many administrators there are: the last one stays. */
export async function countAdministrators(tx: Writer): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from account where role = 'administrator'`.execute(tx)
  return rows[0]?.count ?? 0
}

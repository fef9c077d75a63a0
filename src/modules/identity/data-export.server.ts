import { sql } from 'kysely'
import type { PersonalRecords } from '../../platform/data-export.ts'
import { accountById } from './internal/accounts-store.server.ts'
import { externalsOf } from './internal/external/external-store.server.ts'
import { passkeysOf, totpOf } from './internal/factors/second-factors-store.server.ts'

/** The account itself, and how it is signed in to. Everything that is an account's goes with it. */
export const personalAccount: PersonalRecords = {
  name: 'account',
  async held(db, { accountId }) {
    const account = await accountById(db, accountId)
    if (account === null) return null
    const sessions = await sql`select client_id as client, agent as browser, created_at as "createdAt",
        last_used_at as "lastUsedAt", ended_at as "endedAt"
      from identity_session where account_id = ${accountId} order by created_at`.execute(db)
    const { email, firstName, lastName, phone, companyName, abn, emailConfirmedAt, newsletter, careReminders } = account
    const events = await sql`select kind, at, agent as browser, country
      from security_event where account_id = ${accountId} order by id`.execute(db)
    return {
      email,
      emailConfirmedAt,
      firstName,
      lastName,
      phone,
      companyName,
      abn,
      choices: { newsletter, careReminders },
      signIns: sessions.rows,
      securityEvents: events.rows,
      passkeys: (await passkeysOf(db, accountId)).map(({ name, rpId, createdAt }) => ({ name, site: rpId, createdAt })),
      hasAuthenticatorApp: (await totpOf(db, accountId))?.confirmedAt != null,
      connected: await externalsOf(db, accountId),
    }
  },
  async forget(tx, { accountId }) {
    await tx.deleteFrom('account').where('id', '=', accountId).execute()
  },
}

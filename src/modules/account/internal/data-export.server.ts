import { changeAccount } from './account-changes.server.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { AppCode } from '../../../brands/apps.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import type { PersonalRecords, Person } from '../../../platform/data-export.ts'
import type { Log } from '../../../platform/log.server.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import type { Account, AccountRecords } from '../../identity/identity.server.ts'
import type { PrivacyChoices } from '../data-export.ts'

/** Personal data: export, marketing preferences, and erasure. */

export type CloseProblem = { readonly code: 'other_email' | 'staff' | 'credit' | 'gone' }

export interface PersonalData {
  choices(userId: string): Promise<PrivacyChoices | null>
  choose(app: AppCode, userId: string, choices: Partial<PrivacyChoices>): Promise<PrivacyChoices | null>
  /** All personal data by section; null when there is no such account. */
  copy(userId: string): Promise<Readonly<Record<string, unknown>> | null>
  /** Erases the person in one transaction; orders stay, as the law requires. The log names the account that is no more. */
  close(app: AppCode, userId: string, typedEmail: string): Promise<Result<null, CloseProblem>>
  /** Erases a person once more whose account an older backup has brought back; 'gone' where it has not. Nobody gets a mail. */
  closeAgain(userId: string): Promise<Result<null, CloseProblem>>
  /** The unsubscribe token of a reminder mail. */
  stopToken(userId: string): string
  /** False for an invalid token. */
  stopReminders(token: string): Promise<boolean>
}

export function createPersonalData({
  database,
  records,
  personal,
  goodbye,
  secretKey,
  clock,
  log,
}: {
  database: Database
  records: AccountRecords
  /** In the order they are forgotten in: the account itself comes last. */
  personal: readonly PersonalRecords[]
  /** Queues the confirmation mail in the same transaction. */
  goodbye: (tx: Writer, to: { app: AppCode; email: string; firstName: string }) => Promise<void>
  secretKey: string
  clock: Clock
  log: Pick<Log, 'info'>
}): PersonalData {
  const sign = (userId: string) =>
    createHmac('sha256', `stop reminders ${secretKey}`).update(userId).digest('hex').slice(0, 32)

  async function choicesOf(userId: string): Promise<PrivacyChoices | null> {
    const account = await records.byId(userId)
    if (account === null) return null
    const { newsletter, careReminders } = account
    return { newsletter, careReminders }
  }

  async function erase(
    tx: Writer,
    userId: string,
    isMeant: (account: Account) => boolean,
  ): Promise<Result<Account, CloseProblem>> {
    const account = await records.lock(tx, userId)
    if (account === null) return err({ code: 'gone' })
    if (account.winningUserId !== null) return err({ code: 'staff' })
    if (account.hasApprovedCredit) return err({ code: 'credit' })
    if (!isMeant(account)) return err({ code: 'other_email' })
    const person: Person = {
      accountId: userId,
      email: account.email,
      isEmailConfirmed: account.emailConfirmedAt !== null,
    }
    for (const one of personal) await one.forget(tx, person)
    return ok(account)
  }

  return {
    choices: choicesOf,
    async choose(app, userId, choices) {
      await changeAccount({ database, records }, { app, userId, changes: choices, now: clock.now() })
      return choicesOf(userId)
    },
    async copy(userId) {
      const account = await records.byId(userId)
      if (account === null) return null
      const person: Person = {
        accountId: userId,
        email: account.email,
        isEmailConfirmed: account.emailConfirmedAt !== null,
      }
      const held: Record<string, unknown> = { 'made at': clock.now().toISOString() }
      for (const one of personal) held[one.name] = await one.held(database.db, person)
      return held
    },
    async close(app, userId, typedEmail) {
      const isTyped = ({ email }: Account) => typedEmail.trim().toLowerCase() === email
      const closed = await database.transaction(async (tx) => {
        const erased = await erase(tx, userId, isTyped)
        if (!erased.ok) return erased
        const { email, firstName } = erased.value
        await goodbye(tx, { app, email, firstName })
        return ok(null)
      })
      if (closed.ok) log.info({ closedAccountId: userId }, 'an account was closed')
      return closed
    },
    closeAgain: (userId) =>
      database.transaction(async (tx) => {
        const erased = await erase(tx, userId, () => true)
        return erased.ok ? ok(null) : erased
      }),
    stopToken: (userId) => `${userId}.${sign(userId)}`,
    async stopReminders(token) {
      const [userId = '', given = ''] = token.split('.')
      const right = Buffer.from(sign(userId))
      const is = Buffer.from(given)
      if (is.length !== right.length || !timingSafeEqual(is, right)) return false
      await records.update(userId, { careReminders: false })
      return true
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import { accountById, updateAccount, type Account } from './accounts-store.server.ts'
import type { Answer } from './identity-problems.ts'
import type { Logins } from './logins.server.ts'
import { asksForProof } from '../policy.ts'
import { firstNameProblem, lastNameProblem, registrationTexts } from '../registration.ts'
import { securityEventsOf } from '../security-log.server.ts'
import { shownSecurityEvents, type SecurityEvent } from '../security-log.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { ok, err } from '../../../platform/result.ts'
import { isStandardEmail } from '../../../platform/text/email.ts'

export type ProfileChange = {
  readonly userId: string
  readonly email: string
  readonly emailChanged: boolean
  readonly firstName: string
  readonly firstNameChanged: boolean
  readonly lastName: string
  readonly lastNameChanged: boolean
}

/** An account's profile, for its owner. */
export interface AccountProfile {
  profile(secret: string | null): Promise<Account | null>
  updateProfile(app: AppCode, secret: string | null, change: ProfileChange): Answer<Account>
  /** Recent security events of the account. */
  securityEvents(secret: string | null): Answer<readonly SecurityEvent[]>
}

export type AccountProfileDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly logins: Pick<Logins, 'signedIn' | 'queueMail'>
}

export function createAccountProfile({ database, clock, logins }: AccountProfileDeps): AccountProfile {
  const { queueMail, signedIn } = logins

  return {
    async profile(secret) {
      return (await signedIn(secret))?.account ?? null
    },
    async updateProfile(app, secret, change) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account } = found
      if (account.id !== change.userId) return err({ code: 'not_yours' })
      const email = change.email.trim().toLowerCase()
      const isNewEmail = change.emailChanged && email !== account.email
      if (isNewEmail && asksForProof('change the email', found.session, clock.now())) return err({ code: 'stale' })
      const checks: readonly (readonly [string, string | null])[] = [
        ['email', isNewEmail && !isStandardEmail(email) ? registrationTexts.email : null],
        ['firstName', change.firstNameChanged ? firstNameProblem(change.firstName) : null],
        ['lastName', change.lastNameChanged ? lastNameProblem(change.lastName) : null],
      ]
      const errors = checks.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
      if (errors.length > 0) return err({ code: 'validation', errors })
      await database.transaction(async (tx) => {
        await updateAccount(tx, account.id, {
          ...(change.firstNameChanged ? { firstName: change.firstName.trim() } : {}),
          ...(change.lastNameChanged ? { lastName: change.lastName.trim() } : {}),
        })
        if (isNewEmail) await queueMail(tx, { kind: 'change', app, email: account.email, newEmail: email })
      })
      return ok((await accountById(database.db, account.id)) ?? account)
    },
    async securityEvents(secret) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      return ok(await securityEventsOf(database.db, found.account.id, shownSecurityEvents))
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import { accountById, deleteLinks, lockLink, updateAccount, useLink, type Account } from './accounts-store.server.ts'
import { disconnectExternal } from './external/external-store.server.ts'
import { deleteFactors } from './factors/second-factors-store.server.ts'
import type { Answer } from './identity-problems.ts'
import { passwordTexts } from './password-rules.ts'
import { deletePending, endSessions } from './sessions-store.server.ts'
import type { Logins } from './logins.server.ts'
import { newPasswordProblem, type Passwords } from '../passwords.server.ts'
import { asksForProof, needsSecondFactor } from '../policy.ts'
import { recordSecurityEvent } from '../security-log.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import { ok, err } from '../../../platform/result.ts'

/** Changes a password, with the current one or by a link in the account's mail. */
export interface PasswordChanges {
  forgotPassword(app: AppCode, email: string): Promise<void>
  resetPassword(app: AppCode, token: string, password: string): Answer<null>
  /** Ends every other session of the account. */
  changePassword(
    app: AppCode,
    secret: string | null,
    change: { readonly current: string; readonly password: string },
  ): Answer<null>
}

export type PasswordChangesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly logins: Logins
  /** Further effects of confirming an address, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

export function createPasswordChanges(deps: PasswordChangesDeps): PasswordChanges {
  const { database, clock, passwords, logins } = deps
  const { countTry, queueMail, signedIn } = logins

  async function setPassword(tx: Writer, account: Account, passwordHash: string, keep?: string): Promise<void> {
    await updateAccount(tx, account.id, { passwordHash })
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'password_changed', at: clock.now() })
    await deleteLinks(tx, account.id, ['reset', 'change-old', 'change-new'])
    await endSessions(tx, account.id, { id: null, keep }, clock.now())
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'sessions_ended', at: clock.now() })
    await deletePending(tx, account.id)
    await logins.forgetTries(tx, account.email)
  }

  return {
    async forgotPassword(app, email) {
      await database.transaction((tx) => queueMail(tx, { kind: 'reset', app, email: email.trim().toLowerCase() }))
    },
    async resetPassword(app, token, password) {
      const problem = newPasswordProblem(password)
      if (problem !== null) return err({ code: 'validation', errors: [{ field: 'password', message: problem }] })
      const passwordHash = await passwords.hash(password)
      const isDone = await database.transaction(async (tx) => {
        const link = await lockLink(tx, sha256(token))
        const now = clock.now()
        if (link?.kind !== 'reset' || link.usedAt !== null || link.expiresAt <= now) return false
        const account = await accountById(tx, link.accountId)
        // The link was for the account's earlier address; a new address invalidates it.
        if (account === null || account.email !== link.email) return false
        await useLink(tx, sha256(token), now)
        await setPassword(tx, account, passwordHash)
        if (account.emailConfirmedAt === null) {
          // The link was mailed to the address, so it is confirmed; anything set up before may be another person's.
          await deleteFactors(tx, account.id)
          await disconnectExternal(tx, account.id, null)
          await updateAccount(tx, account.id, { emailConfirmedAt: now, asksSecondFactor: false })
          await deps.onConfirmed(tx, account)
        }
        await queueMail(tx, { kind: 'password-changed', app, email: account.email })
        return true
      })
      return isDone ? ok(null) : err({ code: 'link_invalid' })
    },
    async changePassword(app, secret, { current, password }) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account, session } = found
      // Where a login needs more than the password, so does this.
      if (needsSecondFactor(account) && asksForProof('change the password', session, clock.now()))
        return err({ code: 'stale' })
      const wait = await countTry(account.email)
      if (wait > 0) return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      if (!(await passwords.verify(account.passwordHash, current)))
        return err({ code: 'validation', errors: [{ field: 'current', message: passwordTexts.wrong }] })
      const problem = newPasswordProblem(password)
      if (problem !== null) return err({ code: 'validation', errors: [{ field: 'password', message: problem }] })
      const passwordHash = await passwords.hash(password)
      await database.transaction(async (tx) => {
        await setPassword(tx, account, passwordHash, session.id)
        await queueMail(tx, { kind: 'password-changed', app, email: account.email })
      })
      return ok(null)
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import {
  accountByEmail,
  accountById,
  deleteLinks,
  insertAccount,
  lockLink,
  otherLink,
  updateAccount,
  useLink,
  type Account,
  type Link,
} from './accounts-store.server.ts'
import type { Answer } from './identity-problems.ts'
import type { Logins } from './logins.server.ts'
import { newPasswordProblem, type Passwords } from '../passwords.server.ts'
import { cleanRegistration, registrationErrors, type Registration } from '../registration.ts'
import { recordSecurityEvent } from '../security-log.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err } from '../../../platform/result.ts'

/** Registration, and the proof that an address is its owner's. */
export interface AccountRegistration {
  /** Returns the same whether the address is known or not; the mail says which. */
  register(app: AppCode, form: Registration): Answer<null>
  /** `isComplete` is false for a change of address that the other address has still to confirm. */
  confirmEmail(app: AppCode, token: string): Answer<{ readonly email: string; readonly isComplete: boolean }>
  resendConfirmation(app: AppCode, email: string): Promise<void>
}

export type AccountRegistrationDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
  readonly logins: Pick<Logins, 'queueMail'>
  /** Further effects of confirming an address, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

export function createAccountRegistration(deps: AccountRegistrationDeps): AccountRegistration {
  const { database, clock, ids, passwords } = deps
  const { queueMail } = deps.logins

  return {
    async register(app, given) {
      const form = cleanRegistration(given)
      const errors = registrationErrors(form, { asksForAbn: brandOf(app).asksForAbn })
      const known = errors.some((one) => one.field === 'password') ? null : newPasswordProblem(form.password)
      if (known !== null) errors.push({ field: 'password', message: known })
      if (errors.length > 0) return err({ code: 'validation', errors })
      const passwordHash = await passwords.hash(form.password)
      await database.transaction(async (tx) => {
        const { email, firstName, lastName, phone, ABN } = form
        const account = { email, passwordHash, firstName, lastName, phone, abn: ABN === '' ? null : ABN }
        const isNew = await insertAccount(tx, { ...account, id: ids.uuid(), now: clock.now() })
        await queueMail(tx, { kind: isNew ? 'confirm' : 'known', app, email })
      })
      return ok(null)
    },
    async confirmEmail(app, token) {
      const tokenHash = sha256(token)
      return database.transaction(async (tx) => {
        const gone = () => err({ code: 'link_invalid' as const })
        const link = await lockLink(tx, tokenHash)
        const now = clock.now()
        if (link === null || link.kind === 'reset') return gone()
        if (link.usedAt === null && link.expiresAt <= now) return gone()
        const account = await accountById(tx, link.accountId)
        if (account === null) return gone()
        if (link.kind !== 'confirm') return confirmChange(deps, tx, { app, link, tokenHash, account })
        if (account.email !== link.email) return gone()
        if (link.usedAt === null) {
          await useLink(tx, tokenHash, now)
          if (account.emailConfirmedAt === null) await updateAccount(tx, account.id, { emailConfirmedAt: now })
          await deps.onConfirmed(tx, account)
        }
        return ok({ email: account.email, isComplete: true })
      })
    },
    async resendConfirmation(app, email) {
      await database.transaction((tx) => queueMail(tx, { kind: 'confirm', app, email: email.trim().toLowerCase() }))
    },
  }
}

/** One of the two addresses confirms; with the second one the account has the new address. */
async function confirmChange(
  { clock, logins, onConfirmed }: Pick<AccountRegistrationDeps, 'clock' | 'logins' | 'onConfirmed'>,
  tx: Writer,
  { app, link, tokenHash, account }: { app: AppCode; link: Link; tokenHash: string; account: Account },
): Answer<{ readonly email: string; readonly isComplete: boolean }> {
  if (account.email === link.email) return ok({ email: link.email, isComplete: true })
  const now = clock.now()
  if (link.usedAt === null) await useLink(tx, tokenHash, now)
  const other = await otherLink(tx, link)
  if (other?.usedAt == null) return ok({ email: link.email, isComplete: false })
  // The address may have been registered meanwhile; the caller must not learn by whom.
  if ((await accountByEmail(tx, link.email)) !== null) return err({ code: 'link_invalid' })
  await updateAccount(tx, account.id, { email: link.email, emailConfirmedAt: now })
  await recordSecurityEvent(tx, { accountId: account.id, kind: 'email_changed', at: now })
  await deleteLinks(tx, account.id, ['reset', 'confirm'])
  await onConfirmed(tx, { id: account.id, email: link.email })
  await logins.queueMail(tx, { kind: 'email-changed', app, email: account.email, newEmail: link.email })
  return ok({ email: link.email, isComplete: true })
}

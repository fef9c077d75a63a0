import { type AccountProfile, createAccountProfile } from './internal/account-profile.server.ts'
import { type AccountSessions, createAccountSessions } from './internal/account-sessions.server.ts'
import { forgetOld } from './internal/accounts-store.server.ts'
import type { KnownDevices } from './internal/known-devices.server.ts'
import { type MailContents, createMailContents } from './internal/mail-contents.server.ts'
import { type MailLogin, createMailLogin } from './internal/mail-login.server.ts'
import { type PasswordChanges, createPasswordChanges } from './internal/password-changes.server.ts'
import { type PasswordLogin, createPasswordLogin } from './internal/password-login.server.ts'
import { type AccountRegistration, createAccountRegistration } from './internal/registration.server.ts'
import type { Logins } from './internal/logins.server.ts'
import type { Passwords } from './passwords.server.ts'
import { forgetSecurityEvents } from './security-log.server.ts'
import { days, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'

export type { IdentityProblem, LoginOutcome, SignedIn } from './internal/identity-problems.ts'

/** The identity provider: accounts, authentication and sessions (decisions identity-01 to -25). */
export interface IdentityProvider
  extends
    AccountRegistration,
    PasswordLogin,
    MailLogin,
    PasswordChanges,
    AccountSessions,
    AccountProfile,
    MailContents {
  /** Deletes expired records. */
  forget(): Promise<void>
}

export type ProviderDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
  readonly logins: Logins
  readonly knownDevices: KnownDevices
  /** Further effects of confirming an address, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

export function createIdentityProvider(deps: ProviderDeps): IdentityProvider {
  const { database, clock } = deps
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  return {
    ...createAccountRegistration(deps),
    ...createPasswordLogin(deps),
    ...createMailLogin(deps),
    ...createPasswordChanges(deps),
    ...createAccountSessions(deps),
    ...createAccountProfile(deps),
    ...createMailContents(deps),
    async forget() {
      await forgetOld(database.db, { now: clock.now(), day: later(-days(1)), month: later(-days(30)) })
      await forgetSecurityEvents(database.db, later(-days(365)))
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import { accountByEmail, updateAccount } from './accounts-store.server.ts'
import type { Answer, LoginOutcome } from './identity-problems.ts'
import type { KnownDevices } from './known-devices.server.ts'
import { isNonce } from './tokens/tokens.ts'
import type { Logins } from './logins.server.ts'
import type { Passwords } from '../passwords.server.ts'
import { currentDevice, recordSecurityEvent } from '../security-log.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { err } from '../../../platform/result.ts'

/** A login with an address and a password. */
export interface PasswordLogin {
  login(attempt: {
    readonly app: AppCode
    readonly email: string
    readonly password: string
    readonly nonce: string
    readonly agent: string
    readonly returnUrl: string
  }): Answer<LoginOutcome>
}

export type PasswordLoginDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly passwords: Passwords
  readonly logins: Logins
  readonly knownDevices: KnownDevices
}

export function createPasswordLogin({
  database,
  clock,
  passwords,
  logins,
  knownDevices,
}: PasswordLoginDeps): PasswordLogin {
  const { countTry } = logins

  return {
    async login({ app, password, nonce, agent, returnUrl, ...given }) {
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      const email = given.email.trim().toLowerCase()
      // Tries from a device that its owner has signed in with are counted by themselves: a stranger's tries do not make the owner wait.
      const account = await accountByEmail(database.db, email)
      const device = account === null ? null : knownDevices.nameOf(currentDevice().mark, account)
      const tries = device === null ? email : `${email} at ${device}`
      const failed = async () => {
        if (account !== null)
          await recordSecurityEvent(database.db, { accountId: account.id, kind: 'sign_in_failed', at: clock.now() })
      }
      const wait = await countTry(tries)
      if (wait > 0) {
        await failed()
        return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      }
      const isRight = await passwords.verify(account?.passwordHash ?? null, password)
      if (account?.passwordHash == null || !isRight) {
        await failed()
        return err({ code: 'invalid_login' })
      }
      const better = passwords.needsNewHash(account.passwordHash) ? await passwords.hash(password) : null
      const also = async (tx: Writer) => {
        await logins.forgetTries(tx, tries)
        if (better !== null) await updateAccount(tx, account.id, { passwordHash: better })
      }
      const now = better === null ? account : { ...account, passwordHash: better }
      return logins.begin({ account: now, app, nonce, agent, returnUrl, isTwoFactor: false, also })
    },
  }
}

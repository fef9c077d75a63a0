import { accountOfSession } from '../accounts-store.server.ts'
import { takeCode } from './one-time-codes.server.ts'
import type { PasskeyChecks } from './passkey-checks.server.ts'
import type { Proof } from './proofs.ts'
import { usePasskey } from './second-factors-store.server.ts'
import type { SecondTries } from './second-tries.server.ts'
import type { Answer } from '../identity-problems.ts'
import { passwordTexts } from '../password-rules.ts'
import { freshenSession } from '../sessions-store.server.ts'
import { secondTries, type Logins } from '../logins.server.ts'
import type { Passwords } from '../../passwords.server.ts'
import { needsSecondFactor } from '../../policy.ts'
import type { Sealing } from '../../sealing.server.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Reauthentication, before sensitive actions. */
export interface Reauthentication {
  /** A signed-in customer authenticates again. */
  proveAgain(session: string | null, proof: Proof): Answer<null>
  /** The same for staff at the staff host, by a code of their app or a recovery code. */
  proveAtWork(session: { readonly id: string; readonly accountId: string }, code: string): Answer<null>
}

export type ReauthenticationDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealing: Sealing
  readonly passwords: Passwords
  readonly logins: Logins
  readonly tries: SecondTries
  readonly passkeys: Pick<PasskeyChecks, 'signedBy'>
}

export function createReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { database, clock, sealing, passwords, logins } = deps
  const { throttled, stepFailed, wrongCode } = deps.tries
  const codes = { clock, sealing }

  return {
    async proveAtWork({ id, accountId }, code) {
      const found = await accountOfSession(database.db, { id, accountId }, clock.now())
      if (found === null) return err({ code: 'no_session' })
      const { account } = found
      const limited = await throttled(account.id)
      if (!limited.ok) return limited
      const value = code.replaceAll(/\s/g, '')
      const kind = /^\d{6}$/.test(value) ? 'totp' : 'recovery'
      if (!(await database.transaction((tx) => takeCode(codes, tx, account, { kind, value: code.trim() }))))
        return wrongCode(account, 'proof')
      await database.transaction(async (tx) => {
        await logins.forgetTries(tx, secondTries(account.id))
        await freshenSession(tx, id, clock.now())
      })
      return ok(null)
    },
    async proveAgain(secret, proof) {
      const found = await logins.signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account, session } = found
      const tries = proof.kind === 'password' ? account.email : secondTries(account.id)
      const wait = await logins.countTry(tries)
      if (wait > 0) return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      if (proof.kind === 'password') {
        // Where a login needs more than the password, so does this.
        if (needsSecondFactor(account) || !(await passwords.verify(account.passwordHash, proof.value))) {
          await recordSecurityEvent(database.db, { accountId: account.id, kind: 'sign_in_failed', at: clock.now() })
          return err({ code: 'validation', errors: [{ field: 'proof', message: passwordTexts.wrong }] })
        }
      } else if (proof.kind === 'passkey') {
        const holder = `session ${session.id}`
        const signed = await deps.passkeys.signedBy(proof.response, { purpose: 'fresh', holder, site: proof.site })
        if (signed?.accountId !== account.id) {
          await stepFailed(account)
          return err({ code: 'passkey_refused' })
        }
        await database.transaction((tx) => usePasskey(tx, signed.passkeyId, signed.counter, clock.now()))
      } else if (proof.kind === 'mail') {
        // Only a login is mailed one.
        return wrongCode(account, 'proof')
      } else {
        const { kind, value } = proof
        if (!(await database.transaction((tx) => takeCode(codes, tx, account, { kind, value }))))
          return wrongCode(account, 'proof')
      }
      await database.transaction(async (tx) => {
        await logins.forgetTries(tx, tries)
        await freshenSession(tx, session.id, clock.now())
      })
      return ok(null)
    },
  }
}

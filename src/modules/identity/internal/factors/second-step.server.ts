import { takeCode } from './one-time-codes.server.ts'
import type { PasskeyChecks } from './passkey-checks.server.ts'
import type { PasskeySite, Proof } from './proofs.ts'
import { passkeysOf, totpOf, usePasskey } from './second-factors-store.server.ts'
import type { SecondTries } from './second-tries.server.ts'
import { totpCode, totpStep } from './totp.server.ts'
import type { Answer, SignedIn } from '../identity-problems.ts'
import type { Logins } from '../logins.server.ts'
import { needsSecondFactor } from '../../policy.ts'
import type { Sealing } from '../../sealing.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { sha256 } from '../../../../platform/digest.ts'
import { ok, err } from '../../../../platform/result.ts'

export type LoginStep = {
  /** Set one up, because the account requires it, or enter one. */
  readonly need: 'enrol' | 'verify'
  readonly hasTotp: boolean
  /** One that works on this page's host. */
  readonly hasPasskey: boolean
  /** A code has been mailed. */
  readonly hasMail: boolean
  readonly returnUrl: string
  /** The current code of a demo account, which is public; null for every other. */
  readonly demoCode: string | null
}

/** The second step of a login that waits for it. */
export interface SecondStep {
  /** The options of a pending login; null when there is none. */
  step(pending: string | null, site: PasskeySite | null): Promise<LoginStep | null>
  /** The second proof of a login. */
  finish(pending: string | null, proof: Exclude<Proof, { kind: 'password' }>): Answer<SignedIn>
}

export type SecondStepDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealing: Sealing
  readonly logins: Logins
  readonly tries: SecondTries
  readonly passkeys: Pick<PasskeyChecks, 'signedBy'>
}

export function createSecondStep(deps: SecondStepDeps): SecondStep {
  const { database, clock, sealing, logins } = deps
  const { throttled, stepFailed, wrongCode } = deps.tries
  const codes = { clock, sealing }

  return {
    async step(secret, site) {
      const found = await logins.pending(secret)
      if (found === null) return null
      const { account, pending } = found
      const totp = await totpOf(database.db, account.id)
      const passkeys = await passkeysOf(database.db, account.id)
      const host = site === null ? null : new URL(site.origin).hostname
      const isSet = totp?.confirmedAt != null || passkeys.length > 0
      const demoCode =
        account.isDemo && totp?.confirmedAt != null
          ? totpCode(sealing.open(totp.sealedSecret), totpStep(clock.now()))
          : null
      return {
        need: isSet || !needsSecondFactor(account) ? 'verify' : 'enrol',
        hasTotp: totp?.confirmedAt != null,
        hasPasskey: passkeys.some((one) => one.rpId === host),
        hasMail: !needsSecondFactor(account),
        returnUrl: pending.returnUrl,
        demoCode,
      }
    },
    async finish(secret, proof) {
      const found = await logins.pending(secret)
      if (found === null) return err({ code: 'no_step' })
      const { account, pending } = found
      const canTry = await throttled(account.id)
      if (!canTry.ok) return canTry
      if (proof.kind === 'passkey') {
        const holder = `pending ${pending.secretHash}`
        const signed = await deps.passkeys.signedBy(proof.response, { purpose: 'second', holder, site: proof.site })
        if (signed?.accountId !== account.id) {
          await stepFailed(account)
          return err({ code: 'passkey_refused' })
        }
        const finish = await database.transaction(async (tx) => {
          await usePasskey(tx, signed.passkeyId, signed.counter, clock.now())
          return logins.finish(tx, pending, account)
        })
        return finish === null ? err({ code: 'no_step' }) : ok(await finish())
      }
      if (proof.kind === 'mail') {
        if (
          needsSecondFactor(account) ||
          sha256(proof.value.replaceAll(/\s/g, '')) !== sha256(logins.mailedCode(pending.secretHash))
        )
          return wrongCode(account)
        const finish = await database.transaction((tx) => logins.finish(tx, pending, account, { isTwoFactor: false }))
        return finish === null ? err({ code: 'no_step' }) : ok(await finish())
      }
      const { kind, value } = proof
      const done = await database.transaction(async (tx) =>
        (await takeCode(codes, tx, account, { kind, value })) ? logins.finish(tx, pending, account) : 'wrong',
      )
      if (done === 'wrong') return wrongCode(account)
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
  }
}

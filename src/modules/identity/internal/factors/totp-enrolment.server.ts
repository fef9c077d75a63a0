import type { AppCode } from '../../../../brands/apps.ts'
import { brandOf } from '../../../../brands/brands.ts'
import { updateAccount } from '../accounts-store.server.ts'
import type { Enrolment } from './enrolment.server.ts'
import type { Asker, Enrolled } from './proofs.ts'
import { insertTotp, totpOf, useTotp } from './second-factors-store.server.ts'
import type { SecondTries } from './second-tries.server.ts'
import { newTotpSecret, stepOfCode, totpAddress } from './totp.server.ts'
import type { Answer } from '../identity-problems.ts'
import { secondTries, type Logins } from '../logins.server.ts'
import type { Sealing } from '../../sealing.server.ts'
import { factorTexts } from '../../second-factors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Authenticator apps that are set up. */
export interface TotpEnrolment {
  /** A new secret for an authenticator app; it becomes valid with its first code. */
  beginTotp(asker: Asker, app: AppCode): Answer<{ readonly secret: string; readonly address: string }>
  confirmTotp(asker: Asker, app: AppCode, code: string): Answer<Enrolled>
}

export type TotpEnrolmentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealing: Sealing
  readonly logins: Pick<Logins, 'forgetTries'>
  readonly tries: SecondTries
  readonly enrolment: Enrolment
}

export function createTotpEnrolment(deps: TotpEnrolmentDeps): TotpEnrolment {
  const { database, clock, sealing, logins } = deps
  const { throttled, wrongCode } = deps.tries
  const { enrolling, enrolled } = deps.enrolment

  return {
    async beginTotp(asker, app) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const { account } = found.value
      const secret = newTotpSecret()
      const sealedSecret = sealing.seal(secret)
      const isNew = await database.transaction((tx) =>
        insertTotp(tx, { accountId: account.id, sealedSecret, now: clock.now() }),
      )
      if (!isNew) return err({ code: 'validation', errors: [{ field: 'code', message: factorTexts.hasTotp }] })
      const address = totpAddress(secret, { issuer: brandOf(app).companyName, account: account.email })
      return ok({ secret, address })
    },
    async confirmTotp(asker, app, code) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const holder = found.value
      const { account } = holder
      const canTry = await throttled(account.id)
      if (!canTry.ok) return canTry
      const done = await database.transaction(async (tx) => {
        const totp = await totpOf(tx, account.id, { lock: true })
        if (totp === null || totp.confirmedAt !== null) return 'wrong'
        const now = clock.now()
        const step = stepOfCode(sealing.open(totp.sealedSecret), code, { now, lastStep: totp.lastStep })
        if (step === null) return 'wrong'
        await useTotp(tx, account.id, step, now)
        await updateAccount(tx, account.id, { asksSecondFactor: true })
        await logins.forgetTries(tx, secondTries(account.id))
        return enrolled(tx, holder, app, true)
      })
      if (done === 'wrong') return wrongCode(account)
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
  }
}

import { createEnrolment } from './internal/factors/enrolment.server.ts'
import { type FactorSettings, createFactorSettings } from './internal/factors/factor-settings.server.ts'
import { createPasskeyChecks } from './internal/factors/passkey-checks.server.ts'
import { type PasskeyEnrolment, createPasskeyEnrolment } from './internal/factors/passkey-enrolment.server.ts'
import { type PasskeyLogin, createPasskeyLogin } from './internal/factors/passkey-login.server.ts'
import { type Reauthentication, createReauthentication } from './internal/factors/reauthentication.server.ts'
import { createRecoveryCodes } from './internal/factors/recovery-codes.server.ts'
import { type SecondStep, createSecondStep } from './internal/factors/second-step.server.ts'
import { createSecondTries } from './internal/factors/second-tries.server.ts'
import { type TotpEnrolment, createTotpEnrolment } from './internal/factors/totp-enrolment.server.ts'
import type { Logins } from './internal/logins.server.ts'
import type { Passwords } from './passwords.server.ts'
import type { Sealing } from './sealing.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'

export type { Asker, Enrolled, PasskeySite, Proof } from './internal/factors/proofs.ts'

/** Authenticator codes, recovery codes and passkeys: second factors, passkey logins, and reauthentication. */
export type SecondFactors = SecondStep &
  PasskeyLogin &
  PasskeyEnrolment &
  TotpEnrolment &
  FactorSettings &
  Reauthentication

export function createSecondFactors(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly sealing: Sealing
  readonly passwords: Passwords
  readonly logins: Logins
}): SecondFactors {
  const tries = createSecondTries(deps)
  const passkeys = createPasskeyChecks(deps)
  const recoveryCodes = createRecoveryCodes(deps)
  const enrolment = createEnrolment({ ...deps, recoveryCodes })
  return {
    ...createSecondStep({ ...deps, tries, passkeys }),
    ...createPasskeyLogin({ ...deps, passkeys }),
    ...createPasskeyEnrolment({ ...deps, passkeys, enrolment }),
    ...createTotpEnrolment({ ...deps, tries, enrolment }),
    ...createFactorSettings({ ...deps, recoveryCodes }),
    ...createReauthentication({ ...deps, tries, passkeys }),
  }
}

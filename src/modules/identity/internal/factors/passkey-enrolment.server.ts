import {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { brandOf } from '../../../../brands/brands.ts'
import { lockAccount } from '../accounts-store.server.ts'
import type { Enrolment } from './enrolment.server.ts'
import type { PasskeyChecks } from './passkey-checks.server.ts'
import type { Asker, PasskeySite, Enrolled } from './proofs.ts'
import { insertPasskey, passkeysOf } from './second-factors-store.server.ts'
import type { Answer } from '../identity-problems.ts'
import { needsSecondFactor } from '../../policy.ts'
import { factorTexts, longestPasskeyName, maxPasskeys } from '../../second-factors.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Passkeys that are set up. */
export interface PasskeyEnrolment {
  passkeyCreation(asker: Asker, site: PasskeySite): Answer<PublicKeyCredentialCreationOptionsJSON>
  addPasskey(
    asker: Asker,
    site: PasskeySite,
    passkey: { readonly response: RegistrationResponseJSON; readonly name: string },
  ): Answer<Enrolled>
}

export type PasskeyEnrolmentDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly passkeys: Pick<PasskeyChecks, 'challenge' | 'expected'>
  readonly enrolment: Enrolment
}

/** EdDSA, ES256 and RS256: supported by current authenticators. */
const passkeyAlgorithms = [-8, -7, -257]

export function createPasskeyEnrolment({
  database,
  clock,
  passkeys,
  enrolment,
}: PasskeyEnrolmentDeps): PasskeyEnrolment {
  const { challenge, expected } = passkeys
  const { enrolling, enrolled } = enrolment

  return {
    async passkeyCreation(asker, site) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const { account, name } = found.value
      const own = await passkeysOf(database.db, account.id)
      return ok(
        await generateRegistrationOptions({
          rpName: brandOf(site.app).companyName,
          rpID: new URL(site.origin).hostname,
          userName: account.email,
          userDisplayName: `${account.firstName} ${account.lastName}`,
          userID: new Uint8Array(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
          attestationType: 'none',
          supportedAlgorithmIDs: passkeyAlgorithms,
          challenge: await challenge('enrol', name),
          excludeCredentials: own.map(({ id, transports }) => ({ id, transports: [...transports] })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      )
    },
    async addPasskey(asker, site, { response, name }) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const holder = found.value
      const { account } = holder
      const clean = name.trim()
      if (clean === '' || clean.length > longestPasskeyName)
        return err({ code: 'validation', errors: [{ field: 'name', message: factorTexts.passkeyName }] })
      const rpId = new URL(site.origin).hostname
      const checked = await verifyRegistrationResponse({
        response,
        expectedChallenge: expected('enrol', holder.name),
        expectedOrigin: site.origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: passkeyAlgorithms,
      }).catch(() => null)
      if (checked?.verified !== true) return err({ code: 'passkey_refused' })
      const { credential, credentialBackedUp } = checked.registrationInfo
      const done = await database.transaction(async (tx) => {
        await lockAccount(tx, account.id)
        if ((await passkeysOf(tx, account.id)).length >= maxPasskeys) return 'many'
        const isNew = await insertPasskey(tx, {
          id: credential.id,
          accountId: account.id,
          rpId,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: credential.transports ?? [],
          name: clean,
          isBackedUp: credentialBackedUp,
          createdAt: clock.now(),
        })
        return isNew ? enrolled(tx, holder, site.app, needsSecondFactor(account)) : 'known'
      })
      if (done === 'many')
        return err({ code: 'validation', errors: [{ field: 'name', message: factorTexts.tooManyPasskeys }] })
      if (done === 'known') return err({ code: 'passkey_refused' })
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
  }
}

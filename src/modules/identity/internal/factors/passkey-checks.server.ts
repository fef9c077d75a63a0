import {
  verifyAuthenticationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
} from '@simplewebauthn/server'
import type { PasskeySite } from './proofs.ts'
import { insertChallenge, passkeyById, takeChallenge, type ChallengePurpose } from './second-factors-store.server.ts'
import { minutes, type Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { sha256 } from '../../../../platform/digest.ts'
import type { Ids } from '../../../../platform/ids.ts'

/** Passkey challenges, and their verification. */
export interface PasskeyChecks {
  challenge(purpose: ChallengePurpose, holder: string): Promise<Uint8Array<ArrayBuffer>>
  /** Takes the challenge of a purpose and a holder: each one once. */
  expected(purpose: ChallengePurpose, holder: string): (given: string) => Promise<boolean>
  /** The account whose passkey signed the challenge; null otherwise. */
  signedBy(
    response: AuthenticationResponseJSON,
    requested: { purpose: ChallengePurpose; holder: string; site: PasskeySite },
  ): Promise<{ accountId: string; passkeyId: string; counter: number } | null>
}

const challengeLasts = minutes(5)

export function createPasskeyChecks({
  database,
  clock,
  ids,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
}): PasskeyChecks {
  async function challenge(purpose: ChallengePurpose, holder: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Buffer.from(ids.secret() + ids.secret(), 'hex'))
    const challengeHash = sha256(Buffer.from(bytes).toString('base64url'))
    const expiresAt = new Date(clock.now().getTime() + challengeLasts)
    await insertChallenge(database.db, { challengeHash, purpose, holder, expiresAt })
    return bytes
  }

  const expected = (purpose: ChallengePurpose, holder: string) => (given: string) =>
    takeChallenge(database.db, { challengeHash: sha256(given), purpose, holder, now: clock.now() })

  async function signedBy(
    response: AuthenticationResponseJSON,
    { purpose, holder, site }: { purpose: ChallengePurpose; holder: string; site: PasskeySite },
  ): Promise<{ accountId: string; passkeyId: string; counter: number } | null> {
    const passkey = await passkeyById(database.db, response.id)
    const { hostname } = new URL(site.origin)
    if (passkey === null || passkey.rpId !== hostname) {
      // Unknown ones use up their challenge too.
      return null
    }
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected(purpose, holder),
      expectedOrigin: site.origin,
      expectedRPID: hostname,
      requireUserVerification: purpose !== 'second',
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }).catch(() => null)
    return checked?.verified === true
      ? { accountId: passkey.accountId, passkeyId: passkey.id, counter: checked.authenticationInfo.newCounter }
      : null
  }

  return { challenge, expected, signedBy }
}

import {
  generateAuthenticationOptions,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server'
import { accountById } from '../accounts-store.server.ts'
import type { PasskeyChecks } from './passkey-checks.server.ts'
import type { Asker, PasskeySite } from './proofs.ts'
import { passkeysOf, usePasskey } from './second-factors-store.server.ts'
import type { Answer, LoginOutcome } from '../identity-problems.ts'
import type { Logins } from '../logins.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Login with a passkey. */
export interface PasskeyLogin {
  /** A passkey is two factors in one: possession, and a biometric or PIN. */
  logIn(
    site: PasskeySite,
    login: {
      readonly response: AuthenticationResponseJSON
      readonly nonce: string
      readonly agent: string
      readonly returnUrl: string
    },
  ): Answer<LoginOutcome>
  /** The browser's request options for a passkey. `nonce` is the login's, when it is for one. */
  passkeyRequest(
    purpose: 'login' | 'second' | 'fresh',
    asker: Asker,
    site: PasskeySite,
    nonce: string,
  ): Answer<PublicKeyCredentialRequestOptionsJSON>
}

export type PasskeyLoginDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly logins: Logins
  readonly passkeys: PasskeyChecks
}

export function createPasskeyLogin({ database, clock, logins, passkeys }: PasskeyLoginDeps): PasskeyLogin {
  const { challenge, signedBy } = passkeys

  return {
    async logIn(site, { response, nonce, agent, returnUrl }) {
      const signed = await signedBy(response, { purpose: 'login', holder: `login ${nonce}`, site })
      const account = signed === null ? null : await accountById(database.db, signed.accountId)
      if (signed === null || account === null) return err({ code: 'passkey_refused' })
      const also = (tx: Writer) => usePasskey(tx, signed.passkeyId, signed.counter, clock.now())
      return logins.begin({ account, app: site.app, nonce, agent, returnUrl, isTwoFactor: true, also })
    },
    async passkeyRequest(purpose, asker, site, nonce) {
      const { hostname } = new URL(site.origin)
      if (purpose === 'login') {
        const options = { rpID: hostname, userVerification: 'required' as const }
        return ok(
          await generateAuthenticationOptions({ ...options, challenge: await challenge('login', `login ${nonce}`) }),
        )
      }
      const waiting = purpose === 'second' ? await logins.pending(asker.pending) : null
      const present = purpose === 'fresh' ? await logins.signedIn(asker.session) : null
      const account = waiting?.account ?? present?.account
      if (account === undefined) return err({ code: purpose === 'second' ? 'no_step' : 'no_session' })
      const holder = waiting === null ? `session ${present?.session.id}` : `pending ${waiting.pending.secretHash}`
      const own = (await passkeysOf(database.db, account.id)).filter((one) => one.rpId === hostname)
      return ok(
        await generateAuthenticationOptions({
          rpID: hostname,
          userVerification: purpose === 'second' ? 'preferred' : 'required',
          challenge: await challenge(purpose, holder),
          allowCredentials: own.map(({ id, transports }) => ({ id, transports: [...transports] })),
        }),
      )
    },
  }
}

import { insertExternalLogin } from './external-store.server.ts'
import type { Answer } from '../identity-problems.ts'
import type { OpenIdProvider } from '../openid.server.ts'
import { isNonce } from '../tokens/tokens.ts'
import type { Logins } from '../logins.server.ts'
import type { Sealing } from '../../sealing.server.ts'
import { minutes, type Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { sha256 } from '../../../../platform/digest.ts'
import type { Ids } from '../../../../platform/ids.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Where the browser goes, and the secret of the cookie that it has to come back with. */
export type ExternalDeparture = { readonly address: string; readonly secret: string; readonly lastsSeconds: number }

/** Sends a browser to another provider, to log in or to connect it. */
export interface ExternalDepartures {
  /** The beginning of a login. */
  depart(login: {
    readonly provider: string
    readonly origin: string
    readonly nonce: string
    readonly callback: string
  }): Answer<ExternalDeparture>
  /** Starts connecting a provider to the signed-in account. */
  connect(
    session: string | null,
    where: { readonly provider: string; readonly origin: string; readonly callback: string },
  ): Answer<ExternalDeparture>
}

export type ExternalDeparturesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly sealing: Pick<Sealing, 'seal'>
  readonly logins: Pick<Logins, 'proved'>
  readonly providers: readonly OpenIdProvider[]
}

const departureLasts = minutes(10)

export function createExternalDepartures(deps: ExternalDeparturesDeps): ExternalDepartures {
  const { database, clock, ids, sealing, logins, providers } = deps
  const find = (name: string) => providers.find((one) => one.name === name) ?? null

  async function depart(
    provider: OpenIdProvider,
    login: { origin: string; nonce: string; callback: string; accountId: string | null },
  ): Answer<ExternalDeparture> {
    const departure = await provider.depart(login.callback)
    if (departure === null) return err({ code: 'provider_silent' })
    const secret = ids.secret()
    await insertExternalLogin(database.db, {
      stateHash: sha256(departure.state),
      provider: provider.name,
      browserHash: sha256(secret),
      origin: login.origin,
      nonce: login.nonce,
      oidcNonce: departure.nonce,
      sealedVerifier: sealing.seal(departure.verifier),
      accountId: login.accountId,
      expiresAt: new Date(clock.now().getTime() + departureLasts),
    })
    return ok({ address: departure.address, secret, lastsSeconds: departureLasts / 1_000 })
  }

  return {
    async depart({ provider: name, origin, nonce, callback }) {
      const provider = find(name)
      if (provider === null) return err({ code: 'unknown_provider' })
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      return depart(provider, { origin, nonce, callback, accountId: null })
    },
    async connect(session, { provider: name, origin, callback }) {
      const provider = find(name)
      if (provider === null) return err({ code: 'unknown_provider' })
      const found = await logins.proved('connect a provider', session)
      if (!found.ok) return found
      const { account } = found.value
      if (account.emailConfirmedAt === null) return err({ code: 'unconfirmed' })
      return depart(provider, { origin, nonce: '', callback, accountId: account.id })
    },
  }
}

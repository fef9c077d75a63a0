import type { ProviderName } from './external-providers.ts'
import { type ExternalArrivals, createExternalArrivals } from './internal/external/external-arrivals.server.ts'
import { type ExternalDepartures, createExternalDepartures } from './internal/external/external-departures.server.ts'
import { disconnectExternal, externalsOf } from './internal/external/external-store.server.ts'
import type { Answer } from './internal/identity-problems.ts'
import type { OpenIdProvider } from './internal/openid.server.ts'
import type { Logins } from './internal/logins.server.ts'
import type { Sealing } from './sealing.server.ts'
import { recordSecurityEvent } from './security-log.server.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err } from '../../platform/result.ts'

/** Logins by other providers, and which of them an account is connected to (decision identity-18, docs/decisions/0025). */
export interface ExternalLogins extends ExternalDepartures, ExternalArrivals {
  readonly offered: readonly ProviderName[]
  disconnect(session: string | null, provider: string): Answer<null>
  connected(session: string | null): Answer<readonly ProviderName[]>
}

export function createExternalLogins(deps: {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly sealing: Sealing
  readonly logins: Logins
  readonly providers: readonly OpenIdProvider[]
  /** Further effects of confirming an address, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}): ExternalLogins {
  const { database, clock, logins, providers } = deps

  return {
    ...createExternalDepartures(deps),
    ...createExternalArrivals(deps),
    offered: providers.map((one) => one.name),
    async disconnect(session, name) {
      const found = await logins.proved('connect a provider', session)
      if (!found.ok) return found
      const { account } = found.value
      const provider = providers.find((one) => one.name === name)
      if (provider === undefined) return err({ code: 'unknown_provider' })
      await database.transaction(async (tx) => {
        await disconnectExternal(tx, account.id, provider.name)
        await recordSecurityEvent(tx, { accountId: account.id, kind: 'provider_removed', at: clock.now() })
      })
      return ok(null)
    },
    async connected(session) {
      const found = await logins.signedIn(session)
      return found === null ? err({ code: 'no_session' }) : ok(await externalsOf(database.db, found.account.id))
    },
  }
}

import type { AppCode } from '../../../../brands/apps.ts'
import type { ExternalProblem, ProviderName } from '../../external-providers.ts'
import { accountById, updateAccount } from '../accounts-store.server.ts'
import { accountOfPerson, type ExternalAccountDeps } from './external-accounts.server.ts'
import {
  accountOfExternal,
  connectExternal,
  nameExternalLogin,
  takeExternalLogin,
  type ExternalLogin,
} from './external-store.server.ts'
import type { LoginOutcome } from '../identity-problems.ts'
import type { ExternalPerson, OpenIdProvider } from '../openid.server.ts'
import type { Logins } from '../logins.server.ts'
import { longestName } from '../../registration.ts'
import type { Sealing } from '../../sealing.server.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import { sha256 } from '../../../../platform/digest.ts'

/** The response to a returning browser, at the origin of the page that sent it. */
export type ExternalArrival = {
  readonly origin: string
  readonly provider: ProviderName
} & (
  | { readonly kind: 'login'; readonly outcome: LoginOutcome }
  | { readonly kind: 'connected' }
  | { readonly kind: 'problem'; readonly problem: ExternalProblem; readonly isConnecting: boolean }
)

/** Handles the return from another provider. */
export interface ExternalArrivals {
  /** The return's parameters. Null when no browser with this cookie was sent there. */
  arrive(back: {
    readonly search: URLSearchParams
    readonly secret: string | null
    readonly provider: string
    readonly agent: string
    appOf(origin: string): AppCode | null
    callbackOf(origin: string, app: AppCode): string
  }): Promise<ExternalArrival | null>
  /** Apple's form post includes a name, the first time only. Anyone can post it, so it is only a suggestion. */
  named(state: string, user: string): Promise<void>
}

export type ExternalArrivalsDeps = ExternalAccountDeps & {
  readonly sealing: Pick<Sealing, 'open'>
  readonly logins: Pick<Logins, 'begin' | 'queueMail'>
  readonly providers: readonly OpenIdProvider[]
}

/** A returning person, and the login that sent them. */
type Returned = {
  readonly provider: ProviderName
  readonly origin: string
  readonly app: AppCode
  readonly agent: string
  readonly person: ExternalPerson
  readonly login: ExternalLogin
}

export function createExternalArrivals(deps: ExternalArrivalsDeps): ExternalArrivals {
  const { database, clock, sealing, providers } = deps
  const find = (name: string) => providers.find((one) => one.name === name) ?? null

  return {
    async arrive({ search, secret, provider: name, agent, appOf, callbackOf }) {
      const provider = find(name)
      const state = search.get('state') ?? ''
      if (provider === null || secret === null || state === '') return null
      const login = await takeExternalLogin(database.db, sha256(state), clock.now())
      if (login === null || login.provider !== provider.name || login.browserHash !== sha256(secret)) return null
      const { origin } = login
      const app = appOf(origin)
      if (app === null) return null
      const problem = (code: ExternalProblem): ExternalArrival => ({
        kind: 'problem',
        origin,
        provider: provider.name,
        problem: code,
        isConnecting: login.accountId !== null,
      })
      const person = await provider.arrive(new URL(`${callbackOf(origin, app)}?${search}`), {
        state,
        nonce: login.oidcNonce,
        verifier: sealing.open(login.sealedVerifier),
      })
      if (typeof person === 'string') return problem(person)
      const returned = { provider: provider.name, origin, app, agent, person, login }
      const result =
        login.accountId === null
          ? await logIn(deps, returned)
          : await connect(deps, { ...returned, accountId: login.accountId })
      return typeof result === 'string' ? problem(result) : result
    },
    async named(state, user) {
      try {
        const { name } = JSON.parse(user) as { name?: { firstName?: unknown; lastName?: unknown } }
        const text = (part: unknown, max: number) => (typeof part === 'string' ? part.trim().slice(0, max) : '')
        await nameExternalLogin(database.db, sha256(state), {
          given: text(name?.firstName, longestName.first),
          family: text(name?.lastName, longestName.last),
        })
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error
      }
    },
  }
}

/** Connects the provider to the account that requested it. */
async function connect(
  { database, clock, logins }: ExternalArrivalsDeps,
  { provider, origin, app, person, accountId }: Returned & { readonly accountId: string },
): Promise<ExternalArrival | ExternalProblem> {
  const account = await accountById(database.db, accountId)
  if (account === null) return 'failed'
  const isConnected = await database.transaction(async (tx) => {
    const one = { provider, subject: person.subject, accountId, now: clock.now() }
    if (!(await connectExternal(tx, one))) return (await accountOfExternal(tx, provider, person.subject)) === accountId
    await logins.queueMail(tx, { kind: 'connected', app, email: account.email, provider })
    await recordSecurityEvent(tx, { accountId, kind: 'provider_connected', at: clock.now() })
    return true
  })
  return isConnected ? { kind: 'connected', origin, provider } : 'taken'
}

async function logIn(
  deps: ExternalArrivalsDeps,
  { provider, origin, app, agent, person, login }: Returned,
): Promise<ExternalArrival | ExternalProblem> {
  const { database, clock, logins, onConfirmed } = deps
  const named = {
    ...person,
    firstName: person.firstName || (login.givenName ?? ''),
    lastName: person.lastName || (login.familyName ?? ''),
  }
  const found = await accountOfPerson(deps, provider, named, app)
  if (typeof found === 'string') return found
  const { account } = found
  // The provider vouches for the address that a first login without it left open.
  if (account.emailConfirmedAt === null && person.isEmailVerified && person.email === account.email) {
    await database.transaction(async (tx) => {
      await updateAccount(tx, account.id, { emailConfirmedAt: clock.now() })
      await onConfirmed(tx, account)
    })
  }
  const begun = await logins.begin({
    account,
    app,
    nonce: login.nonce,
    agent,
    returnUrl: '',
    isTwoFactor: false,
  })
  return begun.ok ? { kind: 'login', origin, provider, outcome: begun.value } : 'failed'
}

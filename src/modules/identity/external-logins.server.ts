import { recordSecurityEvent } from './security-log.server.ts'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err } from '../../platform/result.ts'
import {
  accountByEmail,
  accountById,
  insertAccount,
  updateAccount,
  type Account,
} from './internal/accounts-store.server.ts'
import type { ExternalProblem, ProviderName } from './external-providers.ts'
import {
  accountOfExternal,
  connectExternal,
  disconnectExternal,
  externalsOf,
  insertExternalLogin,
  nameExternalLogin,
  takeExternalLogin,
} from './internal/external/external-store.server.ts'
import type { Answer, LoginOutcome } from './internal/identity-problems.ts'
import { isStaff, type Logins } from './logins.server.ts'
import type { ExternalPerson, OpenIdProvider } from './internal/openid.server.ts'
import { longestName } from './registration.ts'
import type { Sealing } from './sealing.server.ts'
import { isNonce } from './internal/tokens/tokens.ts'

/** Logins by other providers, and which of them an account is connected to (decision identity-18, docs/decisions/0025). */

/** Where the browser goes, and the secret of the cookie that it has to come back with. */
export type ExternalDeparture = { readonly address: string; readonly secret: string; readonly lastsSeconds: number }

/** What a browser that came back is told, at the origin of the page that sent it. */
export type ExternalArrival = {
  readonly origin: string
  readonly provider: ProviderName
} & (
  | { readonly kind: 'login'; readonly outcome: LoginOutcome }
  | { readonly kind: 'connected' }
  | { readonly kind: 'problem'; readonly problem: ExternalProblem; readonly isConnecting: boolean }
)

export interface ExternalLogins {
  readonly offered: readonly ProviderName[]
  /** The beginning of a login. */
  depart(login: {
    readonly provider: string
    readonly origin: string
    readonly nonce: string
    readonly callback: string
  }): Answer<ExternalDeparture>
  /** The beginning of connecting a provider to the account of whoever is signed in. */
  connect(
    session: string | null,
    where: { readonly provider: string; readonly origin: string; readonly callback: string },
  ): Answer<ExternalDeparture>
  disconnect(session: string | null, provider: string): Answer<null>
  connected(session: string | null): Answer<readonly ProviderName[]>
  /** What came back. Null when no browser with this cookie was sent there. */
  arrive(back: {
    readonly search: URLSearchParams
    readonly secret: string | null
    readonly provider: string
    readonly agent: string
    appOf(origin: string): AppCode | null
    callbackOf(origin: string, app: AppCode): string
  }): Promise<ExternalArrival | null>
  /** What Apple posts with its answer: a name, the first time only. Anybody may post it, so it is only ever a suggestion. */
  named(state: string, user: string): Promise<void>
}

const departureLasts = minutes(10)

export function createExternalLogins(parts: {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly sealing: Sealing
  readonly logins: Logins
  readonly providers: readonly OpenIdProvider[]
  /** What else becomes of an address that has been confirmed, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}): ExternalLogins {
  const { database, clock, ids, sealing, logins, providers } = parts
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

  /**
   * The account of somebody whom a provider knows. An address links only where the provider vouches for it and the account's owner has
   * confirmed it too: whoever registered somebody else's address before them must not get their login.
   */
  async function accountFor(
    provider: ProviderName,
    person: ExternalPerson,
    app: AppCode,
  ): Promise<{ account: Account } | ExternalProblem> {
    const known = await accountOfExternal(database.db, provider, person.subject)
    if (known !== null) {
      const account = await accountById(database.db, known)
      return account === null ? 'failed' : isStaff(account) ? 'staff' : { account }
    }
    const { email } = person
    if (email === null || !isStandardEmail(email)) return 'no-email'
    return database
      .transaction(async (tx) => {
        const now = clock.now()
        const connect = (accountId: string) =>
          connectExternal(tx, { provider, subject: person.subject, accountId, now })
        const existing = await accountByEmail(tx, email)
        if (existing === null) {
          // What the form of registration has to ask for, no provider knows.
          if (brandOf(app).asksForAbn) return 'business'
          const id = ids.uuid()
          const confirmed = person.isEmailVerified ? { emailConfirmedAt: now } : {}
          const name = {
            firstName: person.firstName.trim().slice(0, longestName.first),
            lastName: person.lastName.trim().slice(0, longestName.last),
          }
          const account = { id, email, passwordHash: null, ...name, phone: null, abn: null, now, ...confirmed }
          // Somebody, perhaps the same person in another tab, was there a moment before.
          if (!(await insertAccount(tx, account)) || !(await connect(id))) throw new Overtaken()
          if (person.isEmailVerified) await parts.onConfirmed(tx, { id, email })
          else await logins.queueMail(tx, { kind: 'confirm', app, email })
          const made = await accountById(tx, id)
          return made === null ? 'failed' : { account: made }
        }
        if (isStaff(existing)) return 'staff'
        if (!person.isEmailVerified) return 'has-account'
        if (existing.emailConfirmedAt === null) {
          await logins.queueMail(tx, { kind: 'reset', app, email })
          return 'unproved'
        }
        if (!(await connect(existing.id))) return 'taken'
        await logins.queueMail(tx, { kind: 'connected', app, email, provider })
        await recordSecurityEvent(tx, { accountId: existing.id, kind: 'provider_connected', at: now })
        return { account: existing }
      })
      .catch((error: unknown) => {
        if (error instanceof Overtaken) return 'failed' as const
        throw error
      })
  }

  return {
    offered: providers.map((one) => one.name),
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
    async disconnect(session, name) {
      const found = await logins.proved('connect a provider', session)
      if (!found.ok) return found
      const { account } = found.value
      const provider = find(name)
      if (provider === null) return err({ code: 'unknown_provider' })
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
      if (login.accountId !== null) {
        const { accountId } = login
        const account = await accountById(database.db, accountId)
        if (account === null) return problem('failed')
        const isConnected = await database.transaction(async (tx) => {
          const one = { provider: provider.name, subject: person.subject, accountId, now: clock.now() }
          if (!(await connectExternal(tx, one)))
            return (await accountOfExternal(tx, provider.name, person.subject)) === accountId
          await logins.queueMail(tx, { kind: 'connected', app, email: account.email, provider: provider.name })
          await recordSecurityEvent(tx, { accountId, kind: 'provider_connected', at: clock.now() })
          return true
        })
        return isConnected ? { kind: 'connected', origin, provider: provider.name } : problem('taken')
      }
      const named = {
        ...person,
        firstName: person.firstName || (login.givenName ?? ''),
        lastName: person.lastName || (login.familyName ?? ''),
      }
      const found = await accountFor(provider.name, named, app)
      if (typeof found === 'string') return problem(found)
      const { account } = found
      // The provider vouches for the address that a first login without it left open.
      if (account.emailConfirmedAt === null && person.isEmailVerified && person.email === account.email) {
        await database.transaction(async (tx) => {
          await updateAccount(tx, account.id, { emailConfirmedAt: clock.now() })
          await parts.onConfirmed(tx, account)
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
      return begun.ok ? { kind: 'login', origin, provider: provider.name, outcome: begun.value } : problem('failed')
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

/** Leaves a transaction that came second. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

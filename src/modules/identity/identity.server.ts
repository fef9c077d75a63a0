import { clientIdOf, type AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import { issuerOf } from '../../brands/sites.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database, Reader, Writer } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import { tracedFetch } from '../../platform/tracing/traced-call.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import { createCaptcha, type Captcha } from './captcha.server.ts'
import { createExternalLogins, type ExternalLogins } from './external-logins.server.ts'
import type { OfferedProvider } from './external-providers.ts'
import {
  accountById,
  accountOfSession,
  lockAccount,
  updateAccount,
  type Account,
} from './internal/accounts-store.server.ts'
import { guest, type Guest, type Principal, type ProfileAddress, type Staff } from './identity.ts'
import { createKnownDevices } from './internal/known-devices.server.ts'
import { createLogins, type Logins } from './internal/logins.server.ts'
import { isIdle } from './internal/session-lifetime.server.ts'
import { createOpenIdProvider } from './internal/openid.server.ts'
import { createPasswords } from './passwords.server.ts'
import { isDemoProvider, providerSettings } from './internal/provider-settings.server.ts'
import { createIdentityProvider, type IdentityProvider } from './provider.server.ts'
import { createSealing, knownDeviceSealing, secondFactorSealing } from './sealing.server.ts'
import { createSecondFactors, type SecondFactors } from './second-factors.server.ts'
import { touchSession } from './internal/sessions-store.server.ts'
import { createSigningKeys, type SigningKeys } from './signing-keys.server.ts'
import { bindingOf, createTokens, type TokenProblem, type Tokens } from './internal/tokens.server.ts'

export { customersBy, type Account } from './internal/accounts-store.server.ts'

/** The credentials of a request. */
export type Credentials = {
  readonly app: AppCode
  /** The access token of the header; null when there is none. */
  readonly bearer: string | null
  /** Secrets of the binding cookie: of each login page that was open lately. */
  readonly bindings: readonly string[]
}

/** Credentials that are not valid. */
export type NotBelieved = { readonly kind: 'refused'; readonly code: TokenProblem | 'session_ended' }

/** Authenticates requests; the only place that does. */
export interface Identity {
  /** A guest without a token. An invalid token does not make a guest: then the response says what is wrong with it. */
  principal(credentials: Credentials): Promise<Principal | NotBelieved>
}

/** The profile that an account's owner sees and changes in the shop; email, names and password belong to the identity host. */
export interface AccountRecords {
  byId(id: string): Promise<Account | null>
  /** The same, locked until the transaction ends. */
  lock(tx: Writer, id: string): Promise<Account | null>
  /** In a transaction where one is given. */
  update(id: string, changes: Parameters<typeof updateAccount>[2], tx?: Writer): Promise<void>
}

export type IdentityServices = Identity & {
  readonly accounts: AccountRecords
  readonly provider: IdentityProvider
  readonly secondFactors: SecondFactors
  readonly externalLogins: ExternalLogins
  /** Login methods besides a password. */
  readonly offeredProviders: readonly OfferedProvider[]
  readonly signingKeys: SigningKeys
  readonly captcha: Captcha
  /** Starts a login in a browser: returns its nonce, the digest of a secret in a cookie. */
  startLogin(visitor: LoginVisitor): string
  /** Queues a mail of the identity host in the transaction of the event it reports. */
  readonly queueMail: Logins['queueMail']
}

export type IdentityDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly settings: Settings
  readonly log: Log
  readonly metrics: Pick<Metrics, 'observe'>
  readonly tracing: Tracing
  readonly config: Config
  /** Resolves principals instead of the access token, for tests that are about something else; null for the program. */
  readonly standIn: Identity | null
  /** The address an account has saved as its own in an app. */
  readonly addressOf: (db: Reader, accountId: string, app: AppCode) => Promise<ProfileAddress | null>
  /** Runs in the transaction that confirms the address of an account. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

export function openIdentity(deps: IdentityDeps): IdentityServices {
  const { database, clock, ids, jobs, settings, log, metrics, tracing, config, standIn, addressOf, onConfirmed } = deps
  const { secretKey, recaptcha } = config
  const signingKeys = createSigningKeys({ database, clock, secretKey })
  const tokens = createTokens({ keys: signingKeys, clock, issuer: issuerOf(config) })
  const passwords = createPasswords()
  const knownDevices = createKnownDevices({ sealing: createSealing(secretKey, knownDeviceSealing), ids })
  const logins = createLogins({
    database,
    clock,
    ids,
    jobs,
    tokens,
    mailCodes: createSealing(secretKey, 'codes by mail'),
    asksForMailCode: (app) => settings.isOn(brandOf(app), 'OTPEnabled'),
    knownDevices,
  })
  const openIdProviders = providerSettings(config)
  return {
    ...(standIn ?? createPrincipals({ database, clock, tokens, addressOf })),
    accounts: createAccountRecords({ database }),
    provider: createIdentityProvider({ database, clock, ids, passwords, logins, knownDevices, onConfirmed }),
    secondFactors: createSecondFactors({
      database,
      clock,
      ids,
      sealing: createSealing(secretKey, secondFactorSealing),
      passwords,
      logins,
    }),
    externalLogins: createExternalLogins({
      database,
      clock,
      ids,
      sealing: createSealing(secretKey, 'logins by other providers'),
      logins,
      providers: openIdProviders.map((one) => createOpenIdProvider(one, clock, tracing)),
      onConfirmed,
    }),
    offeredProviders: openIdProviders.map((one) => ({ name: one.name, isDemo: isDemoProvider(one) })),
    signingKeys,
    captcha: createCaptcha({
      settings,
      url: recaptcha.url,
      secrets: recaptcha,
      log,
      metrics,
      fetch: tracedFetch(tracing, { target: 'captcha verify', sendsContext: false, isRoot: true }),
    }),
    queueMail: logins.queueMail,
    startLogin({ bindings, setCookie }) {
      const secret = ids.secret()
      const nonce = bindingOf(secret)
      // Of the last few: a second login page in another tab must not invalidate the first one.
      setCookie('binding', [secret, ...bindings].slice(0, maxBindings).join('.'))
      setCookie('loginNonce', nonce)
      return nonce
    },
  }
}

/** How many logins one browser may have started. */
const maxBindings = 3

export type LoginVisitor = {
  /** Secrets of logins that began in this browser, newest first. */
  readonly bindings: readonly string[]
  setCookie(name: 'binding' | 'loginNonce', value: string): void
}

function createAccountRecords({ database }: { database: Database }): AccountRecords {
  return {
    byId: (id) => accountById(database.db, id),
    lock: lockAccount,
    update: (id, changes, tx) => updateAccount(tx ?? database.db, id, changes),
  }
}

/** Without accounts: for programs and tests that need no more. */
export const everybodyIsGuest: Identity = { principal: async () => guest }

function createPrincipals({
  database,
  clock,
  tokens,
  addressOf,
}: {
  database: Database
  clock: Clock
  tokens: Pick<Tokens, 'check'>
  /** The address an account has saved as its own in an app. */
  addressOf: (db: Reader, accountId: string, app: AppCode) => Promise<ProfileAddress | null>
}): Identity {
  return {
    async principal({ app, bearer, bindings }) {
      if (bearer === null) return guest
      const checked = await tokens.check(bearer)
      if (!checked.ok) return { kind: 'refused', code: checked.problem }
      const { sub, sid, bnd } = checked.value
      if (!bindings.some((secret) => bindingOf(secret) === bnd)) return { kind: 'refused', code: 'token_invalid' }
      const found = await accountOfSession(database.db, { id: sid, accountId: sub }, clock.now())
      if (found === null) return { kind: 'refused', code: 'session_ended' }
      const { account, session } = found
      if (isIdle(account, session, clock.now())) return { kind: 'refused', code: 'session_ended' }
      if (account.winningUserId !== null)
        await touchSession(database.db, { id: sid, lastUsedAt: session.lastUsedAt }, clock.now())
      if (session.clientId !== clientIdOf(app) || session.binding !== bnd)
        return { kind: 'refused', code: 'token_invalid' }
      // A customer who has become staff has to log in again, with both factors.
      if (account.winningUserId !== null && !session.isTwoFactor) return { kind: 'refused', code: 'session_ended' }
      const address = account.winningUserId === null ? await addressOf(database.db, account.id, app) : null
      return { ...principalOf(account, address), authenticatedAt: session.authenticatedAt }
    },
  }
}

/** A member of staff by a session of the identity host, while it lasts: for a host that keeps a session of its own beside it. */
export async function staffOfSession(
  db: Reader,
  session: { readonly id: string; readonly accountId: string },
  now: Date,
): Promise<{ readonly staff: Staff; readonly account: Account; readonly authenticatedAt: Date } | null> {
  const found = await accountOfSession(db, session, now)
  const principal = found === null ? null : principalOf(found.account, null)
  if (found === null || principal?.kind !== 'staff' || isIdle(found.account, found.session, now)) return null
  const { authenticatedAt, lastUsedAt } = found.session
  await touchSession(db, { id: session.id, lastUsedAt }, now)
  return { staff: principal, account: found.account, authenticatedAt }
}

/** A member of staff without a session: for background work that continues after they have left. */
export async function staffById(
  db: Reader,
  accountId: string,
): Promise<{ readonly staff: Staff; readonly firstName: string } | null> {
  const account = await accountById(db, accountId)
  const principal = account === null ? null : principalOf(account, null)
  return account === null || principal?.kind !== 'staff' ? null : { staff: principal, firstName: account.firstName }
}

function principalOf(account: Account, address: ProfileAddress | null): Exclude<Principal, Guest> {
  const { id: userId, role, winningUserId, salespersonCode, subdivision } = account
  if (winningUserId !== null) {
    const administers = role === 'administrator' ? { isAdministrator: true as const } : {}
    return { kind: 'staff', userId, winningUserId, salespersonCode, subdivision, ...administers }
  }
  const profile = {
    email: account.email,
    firstName: account.firstName,
    lastName: account.lastName,
    newsletter: account.newsletter,
    phone: account.phone,
    shippingAddress: address,
    billingAddress: address,
  }
  return role === 'trade'
    ? { kind: 'trade', userId, profile, hasApprovedCredit: account.hasApprovedCredit }
    : { kind: 'member', userId, profile }
}

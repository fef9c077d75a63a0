import { clientIdOf, type AppCode } from '../../brands/apps.ts'
import { days, hours, minutes, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import { ok, err } from '../../platform/result.ts'
import {
  accountById,
  forgetFailures,
  lockFailures,
  takeNonce,
  writeFailures,
  type Account,
} from './internal/accounts-store.server.ts'
import { identityMailJob, type IdentityMailOrder } from './identity-mails.ts'
import type { Answer, LoginOutcome, SignedIn } from './internal/identity-problems.ts'
import { asksForProof, needsSecondFactor, type SensitiveAction } from './policy.ts'
import type { KnownDevices } from './internal/known-devices.server.ts'
import { currentDevice, recordSecurityEvent } from './security-log.server.ts'
import type { Sealing } from './sealing.server.ts'
import {
  insertPending,
  insertSession,
  hasSignedIn,
  pendingBySecret,
  sessionBySecret,
  takePending,
  touchSession,
  type Pending,
  type Session,
} from './internal/sessions-store.server.ts'
import { isOver, waitBeforeNextTry } from './internal/throttle.ts'
import type { Tokens } from './internal/tokens.server.ts'
import { isNonce } from './internal/tokens/tokens.ts'

/** How a proof of who somebody is becomes a session, whatever it was: a password, a passkey, another provider. */
export interface Logins {
  /** After the first proof. `isTwoFactor` when it was two in one. Also does `also`, in the same transaction. */
  begin(login: {
    readonly account: Account
    readonly app: AppCode
    readonly nonce: string
    readonly agent: string
    readonly returnUrl: string
    readonly isTwoFactor: boolean
    readonly also?: (tx: Writer) => Promise<void>
  }): Answer<LoginOutcome>
  /** A login that waits for its second proof. */
  pending(secret: string | null): Promise<{ readonly pending: Pending; readonly account: Account } | null>
  /** After the second proof, in the transaction that took it; null when another one finished it before. */
  finish(
    tx: Writer,
    pending: Pending,
    account: Account,
    how?: { isTwoFactor: boolean },
  ): Promise<(() => Promise<SignedIn>) | null>
  /** Whoever a cookie signs in. */
  signedIn(secret: string | null): Promise<{ readonly session: Session; readonly account: Account } | null>
  /** The same for an act that asks for a new proof. */
  proved(act: SensitiveAction, secret: string | null): Answer<{ readonly session: Session; readonly account: Account }>
  /** Counts a try before it is made, so that many at once are no way around; 0 when it may be made, else milliseconds to wait. */
  countTry(what: string): Promise<number>
  forgetTries(tx: Writer, what: string): Promise<void>
  queueMail(tx: Writer, order: IdentityMailOrder): Promise<void>
  /** The code that was mailed for a login that waits. */
  mailedCode(pendingHash: string): string
  issue(account: Account, session: Session, nonce: string): ReturnType<Tokens['issue']>
}

/** From the sign-in on, however often it is renewed. */
export const sessionLasts = { customer: days(30), staff: hours(12) } as const
const pendingLasts = minutes(10)

export const isStaff = ({ winningUserId }: Pick<Account, 'winningUserId'>): boolean => winningUserId !== null
/** Staff who have done nothing for half an hour sign in again (ASVS 5.0.0, 7.3.1). */
export const staffIdleLimit = minutes(30)

export const isIdle = (
  account: Pick<Account, 'winningUserId'>,
  { lastUsedAt }: { readonly lastUsedAt: Date },
  now: Date,
): boolean => isStaff(account) && now.getTime() - lastUsedAt.getTime() > staffIdleLimit

export const lastsFor = (account: Account): number => (isStaff(account) ? sessionLasts.staff : sessionLasts.customer)

/** What the throttle counts second proofs of an account under. */
export const secondTries = (accountId: string): string => `second ${accountId}`

export function createLogins({
  database,
  clock,
  ids,
  jobs,
  tokens,
  mailCodes,
  asksForMailCode,
  knownDevices,
}: {
  database: Database
  clock: Clock
  ids: Ids
  jobs: Pick<Jobs, 'enqueue'>
  tokens: Pick<Tokens, 'issue'>
  mailCodes: Pick<Sealing, 'digits'>
  /** Whether the people of an app prove a login with a code by mail, where they have nothing better (OTPEnabled, decision platform-20). */
  asksForMailCode: (app: AppCode) => boolean
  knownDevices: KnownDevices
}): Logins {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)
  const queueMail = (tx: Writer, order: IdentityMailOrder) => jobs.enqueue(tx, identityMailJob, { ...order })

  const issue = (account: Account, session: Session, nonce: string) =>
    tokens.issue(
      {
        accountId: account.id,
        sessionId: session.id,
        clientId: session.clientId,
        binding: session.binding,
        email: account.email,
        isEmailConfirmed: account.emailConfirmedAt !== null,
        firstName: account.firstName,
        lastName: account.lastName,
      },
      nonce,
    )

  /** A new session, and a mail to its owner when the device is not known. */
  async function open(
    tx: Writer,
    account: Account,
    login: { readonly clientId: string; readonly nonce: string; readonly agent: string; readonly isTwoFactor: boolean },
  ): Promise<() => Promise<SignedIn>> {
    const secret = ids.secret()
    const now = clock.now()
    const session: Session = {
      id: ids.uuid(),
      accountId: account.id,
      clientId: login.clientId,
      secretHash: sha256(secret),
      rotatedAt: now,
      binding: login.nonce,
      agent: login.agent.slice(0, 300),
      createdAt: now,
      lastUsedAt: now,
      expiresAt: later(lastsFor(account)),
      authenticatedAt: now,
      isTwoFactor: login.isTwoFactor,
    }
    const isFirst = !(await hasSignedIn(tx, account.id))
    await insertSession(tx, session)
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'signed_in', at: now })
    if (!isFirst && knownDevices.nameOf(currentDevice().mark, account) === null) {
      const app = login.clientId.replace(/^storefront-/, '') as AppCode
      await queueMail(tx, {
        kind: 'new-sign-in',
        app,
        email: account.email,
        agent: session.agent,
        at: now.toISOString(),
      })
    }
    return async () => ({
      tokens: await issue(account, session, login.nonce),
      secret,
      lastsSeconds: lastsFor(account) / 1_000,
      deviceMark: knownDevices.mark(account),
    })
  }

  async function signedIn(secret: string | null) {
    const session = secret === null ? null : await sessionBySecret(database.db, sha256(secret), clock.now())
    const account = session === null ? null : await accountById(database.db, session.accountId)
    if (session === null || account === null) return null
    // As for the shop: whoever has become staff since signs in again.
    if (isStaff(account) && !session.isTwoFactor) return null
    if (isIdle(account, session, clock.now())) return null
    await touchSession(database.db, session, clock.now())
    return { session, account }
  }

  return {
    async begin({ account, app, nonce, agent, returnUrl, isTwoFactor, also = async () => {} }) {
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      const clientId = clientIdOf(app)
      const getsMail = !isTwoFactor && !needsSecondFactor(account) && asksForMailCode(app)
      const isEnough = isTwoFactor || (!needsSecondFactor(account) && !getsMail)
      const secret = ids.secret()
      const begun = await database.transaction(async (tx) => {
        const now = clock.now()
        if (!(await takeNonce(tx, nonce, now))) return null
        await also(tx)
        if (isEnough) return open(tx, account, { clientId, nonce, agent, isTwoFactor })
        const pending = { secretHash: sha256(secret), accountId: account.id, clientId, nonce, returnUrl }
        await insertPending(tx, { ...pending, agent: agent.slice(0, 300), now, expiresAt: later(pendingLasts) })
        if (getsMail)
          await queueMail(tx, { kind: 'login-code', app, email: account.email, pending: pending.secretHash })
        return 'waits' as const
      })
      if (begun === null) return err({ code: 'bad_nonce' })
      if (begun === 'waits') return ok({ kind: 'pending', secret, lastsSeconds: pendingLasts / 1_000 })
      return ok({ kind: 'in', ...(await begun()) })
    },
    async pending(secret) {
      const pending = secret === null ? null : await pendingBySecret(database.db, sha256(secret), clock.now())
      const account = pending === null ? null : await accountById(database.db, pending.accountId)
      return pending === null || account === null ? null : { pending, account }
    },
    async finish(tx, pending, account, { isTwoFactor } = { isTwoFactor: true }) {
      if (!(await takePending(tx, pending.secretHash))) return null
      await forgetFailures(tx, sha256(secondTries(account.id)))
      return open(tx, account, { ...pending, isTwoFactor })
    },
    signedIn,
    async proved(act, secret) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      return asksForProof(act, found.session, clock.now()) ? err({ code: 'stale' }) : ok(found)
    },
    countTry(what) {
      const hash = sha256(what)
      return database.transaction(async (tx) => {
        const known = await lockFailures(tx, hash)
        const now = clock.now()
        const wait = waitBeforeNextTry(known, now)
        if (wait === 0) await writeFailures(tx, hash, known === null || isOver(known, now) ? 1 : known.count + 1, now)
        return wait
      })
    },
    forgetTries: (tx, what) => forgetFailures(tx, sha256(what)),
    queueMail,
    mailedCode: (pendingHash) => mailCodes.digits(`login ${pendingHash}`),
    issue,
  }
}

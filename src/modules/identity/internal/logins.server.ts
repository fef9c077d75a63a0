import { clientIdOf, type AppCode } from '../../../brands/apps.ts'
import { identityMailJob, type IdentityMailOrder } from '../identity-mails.ts'
import { accountById, forgetFailures, takeNonce, type Account } from './accounts-store.server.ts'
import { type CountedTries, createCountedTries } from './counted-tries.server.ts'
import type { Answer, LoginOutcome, SignedIn } from './identity-problems.ts'
import type { KnownDevices } from './known-devices.server.ts'
import { type SessionOpening, createSessionOpening } from './session-opening.server.ts'
import {
  insertPending,
  pendingBySecret,
  sessionBySecret,
  takePending,
  touchSession,
  type Pending,
  type Session,
} from './sessions-store.server.ts'
import type { Tokens } from './tokens.server.ts'
import { isNonce } from './tokens/tokens.ts'
import { asksForProof, needsSecondFactor, type SensitiveAction } from '../policy.ts'
import type { Sealing } from '../sealing.server.ts'
import { isStaff, isIdle } from './session-lifetime.server.ts'
import { minutes, type Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import { ok, err } from '../../../platform/result.ts'

/** Turns a verified factor into a session, by any method: a password, a passkey, another provider. */
export interface Logins extends CountedTries {
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
  /** A login that waits for the code that was mailed for it, and for nothing else. */
  mailed(secret: string | null): Promise<{ readonly pending: Pending; readonly account: Account } | null>
  /** After the second proof, in the transaction that took it; null when another one finished it before. */
  finish(
    tx: Writer,
    pending: Pending,
    account: Account,
    how?: { isTwoFactor: boolean },
  ): Promise<(() => Promise<SignedIn>) | null>
  /** The account of a cookie's session. */
  signedIn(secret: string | null): Promise<{ readonly session: Session; readonly account: Account } | null>
  /** The same for an action that requires reauthentication. */
  proved(
    action: SensitiveAction,
    secret: string | null,
  ): Answer<{ readonly session: Session; readonly account: Account }>
  queueMail(tx: Writer, order: IdentityMailOrder): Promise<void>
  /** The code that was mailed for a login that waits. */
  mailedCode(pendingHash: string): string
  issue: SessionOpening['issue']
}

const pendingLasts = minutes(10)

/** The throttle's key for second factors of an account. */
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
  const { open, issue } = createSessionOpening({ clock, ids, tokens, knownDevices, queueMail })

  async function signedIn(secret: string | null) {
    const session = secret === null ? null : await sessionBySecret(database.db, sha256(secret), clock.now())
    const account = session === null ? null : await accountById(database.db, session.accountId)
    if (session === null || account === null) return null
    // As in the shop: a customer who has become staff logs in again.
    if (isStaff(account) && !session.isTwoFactor) return null
    if (isIdle(account, session, clock.now())) return null
    await touchSession(database.db, session, clock.now())
    return { session, account }
  }

  async function waiting(secret: string | null, { isByMail }: Pick<Pending, 'isByMail'>) {
    const pending = secret === null ? null : await pendingBySecret(database.db, sha256(secret), clock.now())
    const account = pending?.isByMail === isByMail ? await accountById(database.db, pending.accountId) : null
    return pending === null || account === null ? null : { pending, account }
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
        const pending = {
          secretHash: sha256(secret),
          accountId: account.id,
          clientId,
          nonce,
          returnUrl,
          isByMail: false,
        }
        await insertPending(tx, { ...pending, agent: agent.slice(0, 300), now, expiresAt: later(pendingLasts) })
        if (getsMail)
          await queueMail(tx, { kind: 'login-code', app, email: account.email, pending: pending.secretHash })
        return 'waits' as const
      })
      if (begun === null) return err({ code: 'bad_nonce' })
      if (begun === 'waits') return ok({ kind: 'pending', secret, lastsSeconds: pendingLasts / 1_000 })
      return ok({ kind: 'in', ...(await begun()) })
    },
    pending: (secret) => waiting(secret, { isByMail: false }),
    mailed: (secret) => waiting(secret, { isByMail: true }),
    async finish(tx, pending, account, { isTwoFactor } = { isTwoFactor: true }) {
      if (!(await takePending(tx, pending.secretHash))) return null
      await forgetFailures(tx, sha256(secondTries(account.id)))
      return open(tx, account, { ...pending, isTwoFactor })
    },
    signedIn,
    async proved(action, secret) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      return asksForProof(action, found.session, clock.now()) ? err({ code: 'stale' }) : ok(found)
    },
    ...createCountedTries({ database, clock }),
    queueMail,
    mailedCode: (pendingHash) => mailCodes.digits(`login ${pendingHash}`),
    issue,
  }
}

import { clientIdOf, type AppCode } from '../../../brands/apps.ts'
import { accountById, takeNonce } from './accounts-store.server.ts'
import type { Answer, SignedIn } from './identity-problems.ts'
import { endSessions, lockSession, rotateSession, sessionsOf } from './sessions-store.server.ts'
import { isNonce } from './tokens/tokens.ts'
import type { Logins } from './logins.server.ts'
import { isIdle, isStaff } from './session-lifetime.server.ts'
import { recordSecurityEvent } from '../security-log.server.ts'
import { seconds, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err } from '../../../platform/result.ts'

export type ListedSession = {
  readonly id: string
  readonly app: string
  readonly agent: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly isThis: boolean
}

/** The sessions of an account: their renewal, their list and their end. */
export interface AccountSessions {
  /** New tokens for the session of a cookie. The cookie's secret changes with it. */
  renew(app: AppCode, secret: string | null, nonce: string): Answer<SignedIn>
  /** Ends the session of a cookie, when it is the user's. */
  logout(secret: string | null, userId: string): Promise<void>
  sessions(secret: string | null): Answer<readonly ListedSession[]>
  /** One of the account's own sessions, or all of them. */
  endSessions(secret: string | null, id: string | null): Answer<null>
}

export type AccountSessionsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly logins: Logins
}

/** Within this time two tabs may renew with the same secret; later it counts as stolen. */
const grace = seconds(30)

export function createAccountSessions({ database, clock, ids, logins }: AccountSessionsDeps): AccountSessions {
  const { queueMail, signedIn } = logins

  return {
    async renew(app, secret, nonce) {
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      if (secret === null) return err({ code: 'no_session' })
      const done = await database.transaction(async (tx) => {
        const now = clock.now()
        const secretHash = sha256(secret)
        const session = await lockSession(tx, secretHash, now)
        const account = session === null ? null : await accountById(tx, session.accountId)
        if (session === null || account === null || session.clientId !== clientIdOf(app)) return null
        const isPresent = session.secretHash === secretHash
        if (!isPresent && now.getTime() - session.rotatedAt.getTime() > grace) {
          // Someone else has renewed with this browser's secret, or this one has stolen it: the session ends for both.
          await endSessions(tx, account.id, { id: session.id }, now)
          await recordSecurityEvent(tx, { accountId: account.id, kind: 'session_reused', at: now })
          await queueMail(tx, { kind: 'session-reused', app, email: account.email })
          return null
        }
        if (!(await takeNonce(tx, nonce, now))) return null
        if (!isPresent) return { account, session, fresh: null }
        const fresh = ids.secret()
        if (isStaff(account) && !session.isTwoFactor) return null
        if (isIdle(account, session, now)) return null
        // A page renews in the background: only user actions count as use.
        const lastUsedAt = isStaff(account) ? session.lastUsedAt : now
        await rotateSession(tx, session, { secretHash: sha256(fresh), now, lastUsedAt })
        return { account, session, fresh }
      })
      if (done === null) return err({ code: 'no_session' })
      const { account, session, fresh } = done
      return ok({
        tokens: await logins.issue(account, session, nonce),
        secret: fresh,
        deviceMark: null,
        lastsSeconds: Math.floor((session.expiresAt.getTime() - clock.now().getTime()) / 1_000),
      })
    },
    async logout(secret, userId) {
      const found = await signedIn(secret)
      if (found === null || (userId !== '' && found.account.id !== userId)) return
      const { account, session } = found
      await database.transaction(async (tx) => {
        await endSessions(tx, account.id, { id: session.id }, clock.now())
        await recordSecurityEvent(tx, { accountId: account.id, kind: 'signed_out', at: clock.now() })
      })
    },
    async sessions(secret) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const all = await sessionsOf(database.db, found.account.id, clock.now())
      return ok(
        all.map(({ id, clientId, agent, createdAt, lastUsedAt }) => ({
          id,
          app: clientId.replace(/^storefront-/, ''),
          agent,
          createdAt,
          lastUsedAt,
          isThis: id === found.session.id,
        })),
      )
    },
    async endSessions(secret, id) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      await database.transaction(async (tx) => {
        await endSessions(tx, found.account.id, { id }, clock.now())
        await recordSecurityEvent(tx, { accountId: found.account.id, kind: 'sessions_ended', at: clock.now() })
      })
      return ok(null)
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import type { IdentityMailOrder } from '../identity-mails.ts'
import type { Account } from './accounts-store.server.ts'
import type { SignedIn } from './identity-problems.ts'
import type { KnownDevices } from './known-devices.server.ts'
import { insertSession, hasSignedIn, type Session } from './sessions-store.server.ts'
import type { Tokens } from './tokens.server.ts'
import { currentDevice, recordSecurityEvent } from '../security-log.server.ts'
import { lastsFor } from './session-lifetime.server.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'

/** A new session, once its proofs were enough. */
export interface SessionOpening {
  /** A new session, and a mail to its owner when the device is unknown. */
  open(
    tx: Writer,
    account: Account,
    login: { readonly clientId: string; readonly nonce: string; readonly agent: string; readonly isTwoFactor: boolean },
  ): Promise<() => Promise<SignedIn>>
  issue(account: Account, session: Session, nonce: string): ReturnType<Tokens['issue']>
}

export type SessionOpeningDeps = {
  readonly clock: Clock
  readonly ids: Ids
  readonly tokens: Pick<Tokens, 'issue'>
  readonly knownDevices: KnownDevices
  readonly queueMail: (tx: Writer, order: IdentityMailOrder) => Promise<void>
}

export function createSessionOpening({
  clock,
  ids,
  tokens,
  knownDevices,
  queueMail,
}: SessionOpeningDeps): SessionOpening {
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

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

  return { open, issue }
}

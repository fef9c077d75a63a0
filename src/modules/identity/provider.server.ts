import { clientIdOf, type AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { days, hours, minutes, seconds, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err } from '../../platform/result.ts'
import {
  accountByEmail,
  accountById,
  deleteLink,
  deleteLinks,
  forgetOld,
  hasLinkSince,
  insertAccount,
  insertLink,
  lockLink,
  otherLink,
  takeNonce,
  updateAccount,
  useLink,
  type Account,
  type Link,
  type LinkKind,
} from './internal/accounts-store.server.ts'
import { disconnectExternal } from './internal/external/external-store.server.ts'
import type { IdentityMailOrder } from './identity-mails.ts'
import type { Answer, LoginOutcome, SignedIn } from './internal/identity-problems.ts'
import { isIdle, isStaff, type Logins } from './logins.server.ts'
import type { IdentityMail, PlainKind } from './mail/identity-mail.tsx'
import { passwordTexts } from './internal/password-rules.ts'
import { newPasswordProblem, type Passwords } from './passwords.server.ts'
import { asksForProof, needsSecondFactor } from './policy.ts'
import {
  cleanRegistration,
  firstNameProblem,
  lastNameProblem,
  registrationErrors,
  registrationTexts,
  type Registration,
} from './registration.ts'
import { shownSecurityEvents, type SecurityEvent } from './security-log.ts'
import type { KnownDevices } from './internal/known-devices.server.ts'
import { currentDevice, forgetSecurityEvents, recordSecurityEvent, securityEventsOf } from './security-log.server.ts'
import { deleteFactors } from './internal/factors/second-factors-store.server.ts'
import { deletePending, endSessions, lockSession, rotateSession, sessionsOf } from './internal/sessions-store.server.ts'
import { isNonce } from './internal/tokens/tokens.ts'

/** The identity provider: who has an account, how they prove it, and for how long they are believed (decisions identity-01 to -25). */

export type { IdentityProblem, LoginOutcome, SignedIn } from './internal/identity-problems.ts'

export type ProfileChange = {
  readonly userId: string
  readonly email: string
  readonly emailChanged: boolean
  readonly firstName: string
  readonly firstNameChanged: boolean
  readonly lastName: string
  readonly lastNameChanged: boolean
}

export type ListedSession = {
  readonly id: string
  readonly app: string
  readonly agent: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly isThis: boolean
}

export interface IdentityProvider {
  /** Says the same whether the address is known or not; the mail says which. */
  register(app: AppCode, form: Registration): Answer<null>
  login(attempt: {
    readonly app: AppCode
    readonly email: string
    readonly password: string
    readonly nonce: string
    readonly agent: string
    readonly returnUrl: string
  }): Answer<LoginOutcome>
  /** New tokens for the session of a cookie. The cookie's secret changes with it. */
  renew(app: AppCode, secret: string | null, nonce: string): Answer<SignedIn>
  /** Ends the session of a cookie, when it is the user's. */
  logout(secret: string | null, userId: string): Promise<void>
  forgotPassword(app: AppCode, email: string): Promise<void>
  resetPassword(app: AppCode, token: string, password: string): Answer<null>
  /** `isComplete` is false for a change of address that the other address has still to confirm. */
  confirmEmail(app: AppCode, token: string): Answer<{ readonly email: string; readonly isComplete: boolean }>
  resendConfirmation(app: AppCode, email: string): Promise<void>
  profile(secret: string | null): Promise<Account | null>
  updateProfile(app: AppCode, secret: string | null, change: ProfileChange): Answer<Account>
  /** Ends every other session of the account. */
  changePassword(
    app: AppCode,
    secret: string | null,
    change: { readonly current: string; readonly password: string },
  ): Answer<null>
  sessions(secret: string | null): Answer<readonly ListedSession[]>
  /** What happened to the security of the account lately. */
  securityEvents(secret: string | null): Answer<readonly SecurityEvent[]>
  /** One of the account's own sessions, or all of them. */
  endSessions(secret: string | null, id: string | null): Answer<null>
  /** What a mail is made from: null when it should not be sent (after all). `undo` is for a mail that nobody took. */
  mailFor(order: IdentityMailOrder): Promise<readonly { readonly mail: IdentityMail; undo(): Promise<void> }[]>
  forget(): Promise<void>
}

/** Within this time two tabs may renew with the same secret; later it has been stolen. */
const grace = seconds(30)
/** A mail without a link of its own. */
const plain = (order: IdentityMailOrder, firstName: string, to: string) => ({
  mail: {
    kind: order.kind as PlainKind,
    app: order.app,
    to,
    firstName,
    newEmail: order.kind === 'email-changed' ? order.newEmail : to,
    token: '',
    ...(order.kind === 'new-sign-in' ? { agent: order.agent, at: order.at } : {}),
    ...(order.kind === 'connected' ? { provider: order.provider } : {}),
  },
  undo: async () => {},
})

const linkLasts = {
  confirm: hours(24),
  reset: minutes(30),
  'change-old': hours(24),
  'change-new': hours(24),
} as const satisfies Record<LinkKind, number>

export type ProviderDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly passwords: Passwords
  readonly logins: Logins
  readonly knownDevices: KnownDevices
  /** What else becomes of an address that has been confirmed, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

export function createIdentityProvider(parts: ProviderDeps): IdentityProvider {
  const { database, clock, ids, passwords, logins } = parts
  const { countTry, queueMail, signedIn } = logins
  const later = (ms: number) => new Date(clock.now().getTime() + ms)

  async function setPassword(tx: Writer, account: Account, passwordHash: string, keep?: string): Promise<void> {
    await updateAccount(tx, account.id, { passwordHash })
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'password_changed', at: clock.now() })
    await deleteLinks(tx, account.id, ['reset', 'change-old', 'change-new'])
    await endSessions(tx, account.id, { id: null, keep }, clock.now())
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'sessions_ended', at: clock.now() })
    await deletePending(tx, account.id)
    await logins.forgetTries(tx, account.email)
  }

  /** Makes a link and the mail it goes into, or nothing within a minute of the last one. */
  async function linkMail(
    tx: Writer,
    account: Account,
    link: { kind: LinkKind; email: string; to: string; app: AppCode },
  ): Promise<{ mail: IdentityMail; undo(): Promise<void> }> {
    const token = ids.secret() + ids.secret()
    const tokenHash = sha256(token)
    const now = clock.now()
    const { kind, email } = link
    await insertLink(tx, {
      tokenHash,
      kind,
      accountId: account.id,
      email,
      createdAt: now,
      expiresAt: later(linkLasts[kind]),
    })
    const mail: IdentityMail = {
      kind,
      app: link.app,
      to: link.to,
      firstName: account.firstName,
      newEmail: email,
      token,
    }
    return { mail, undo: () => deleteLink(database.db, tokenHash) }
  }

  return {
    async register(app, given) {
      const form = cleanRegistration(given)
      const errors = registrationErrors(form, { asksForAbn: brandOf(app).asksForAbn })
      const known = errors.some((one) => one.field === 'password') ? null : newPasswordProblem(form.password)
      if (known !== null) errors.push({ field: 'password', message: known })
      if (errors.length > 0) return err({ code: 'validation', errors })
      const passwordHash = await passwords.hash(form.password)
      await database.transaction(async (tx) => {
        const { email, firstName, lastName, phone, ABN } = form
        const account = { email, passwordHash, firstName, lastName, phone, abn: ABN === '' ? null : ABN }
        const isNew = await insertAccount(tx, { ...account, id: ids.uuid(), now: clock.now() })
        await queueMail(tx, { kind: isNew ? 'confirm' : 'known', app, email })
      })
      return ok(null)
    },
    async login({ app, password, nonce, agent, returnUrl, ...given }) {
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      const email = given.email.trim().toLowerCase()
      // Tries from a device that its owner has signed in with are counted by themselves: a stranger's tries do not make the owner wait.
      const account = await accountByEmail(database.db, email)
      const device = account === null ? null : parts.knownDevices.nameOf(currentDevice().mark, account)
      const tries = device === null ? email : `${email} at ${device}`
      const failed = async () => {
        if (account !== null)
          await recordSecurityEvent(database.db, { accountId: account.id, kind: 'sign_in_failed', at: clock.now() })
      }
      const wait = await countTry(tries)
      if (wait > 0) {
        await failed()
        return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      }
      const isRight = await passwords.verify(account?.passwordHash ?? null, password)
      if (account?.passwordHash == null || !isRight) {
        await failed()
        return err({ code: 'invalid_login' })
      }
      const better = passwords.needsNewHash(account.passwordHash) ? await passwords.hash(password) : null
      const also = async (tx: Writer) => {
        await logins.forgetTries(tx, tries)
        if (better !== null) await updateAccount(tx, account.id, { passwordHash: better })
      }
      const now = better === null ? account : { ...account, passwordHash: better }
      return logins.begin({ account: now, app, nonce, agent, returnUrl, isTwoFactor: false, also })
    },
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
          // Somebody else has renewed with what this browser had, or this one stole it: nobody keeps the session.
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
        // A page renews by itself: only what somebody asks for is use.
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
    async forgotPassword(app, email) {
      await database.transaction((tx) => queueMail(tx, { kind: 'reset', app, email: email.trim().toLowerCase() }))
    },
    async resendConfirmation(app, email) {
      await database.transaction((tx) => queueMail(tx, { kind: 'confirm', app, email: email.trim().toLowerCase() }))
    },
    async resetPassword(app, token, password) {
      const problem = newPasswordProblem(password)
      if (problem !== null) return err({ code: 'validation', errors: [{ field: 'password', message: problem }] })
      const passwordHash = await passwords.hash(password)
      const isDone = await database.transaction(async (tx) => {
        const link = await lockLink(tx, sha256(token))
        const now = clock.now()
        if (link?.kind !== 'reset' || link.usedAt !== null || link.expiresAt <= now) return false
        const account = await accountById(tx, link.accountId)
        // The link was for an account as it was; a new address makes it nobody's.
        if (account === null || account.email !== link.email) return false
        await useLink(tx, sha256(token), now)
        await setPassword(tx, account, passwordHash)
        if (account.emailConfirmedAt === null) {
          // The link was mailed to the address, so it is proved; what was set up before that, somebody else may have.
          await deleteFactors(tx, account.id)
          await disconnectExternal(tx, account.id, null)
          await updateAccount(tx, account.id, { emailConfirmedAt: now, asksSecondFactor: false })
          await parts.onConfirmed(tx, account)
        }
        await queueMail(tx, { kind: 'password-changed', app, email: account.email })
        return true
      })
      return isDone ? ok(null) : err({ code: 'link_invalid' })
    },
    async confirmEmail(app, token) {
      const tokenHash = sha256(token)
      return database.transaction(async (tx) => {
        const gone = () => err({ code: 'link_invalid' as const })
        const link = await lockLink(tx, tokenHash)
        const now = clock.now()
        if (link === null || link.kind === 'reset') return gone()
        if (link.usedAt === null && link.expiresAt <= now) return gone()
        const account = await accountById(tx, link.accountId)
        if (account === null) return gone()
        if (link.kind !== 'confirm') return confirmChange(tx, { app, link, tokenHash, account })
        if (account.email !== link.email) return gone()
        if (link.usedAt === null) {
          await useLink(tx, tokenHash, now)
          if (account.emailConfirmedAt === null) await updateAccount(tx, account.id, { emailConfirmedAt: now })
          await parts.onConfirmed(tx, account)
        }
        return ok({ email: account.email, isComplete: true })
      })
    },
    async profile(secret) {
      return (await signedIn(secret))?.account ?? null
    },
    async updateProfile(app, secret, change) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account } = found
      if (account.id !== change.userId) return err({ code: 'not_yours' })
      const email = change.email.trim().toLowerCase()
      const isNewEmail = change.emailChanged && email !== account.email
      if (isNewEmail && asksForProof('change the email', found.session, clock.now())) return err({ code: 'stale' })
      const checks: readonly (readonly [string, string | null])[] = [
        ['email', isNewEmail && !isStandardEmail(email) ? registrationTexts.email : null],
        ['firstName', change.firstNameChanged ? firstNameProblem(change.firstName) : null],
        ['lastName', change.lastNameChanged ? lastNameProblem(change.lastName) : null],
      ]
      const errors = checks.flatMap(([field, message]) => (message === null ? [] : [{ field, message }]))
      if (errors.length > 0) return err({ code: 'validation', errors })
      await database.transaction(async (tx) => {
        await updateAccount(tx, account.id, {
          ...(change.firstNameChanged ? { firstName: change.firstName.trim() } : {}),
          ...(change.lastNameChanged ? { lastName: change.lastName.trim() } : {}),
        })
        if (isNewEmail) await queueMail(tx, { kind: 'change', app, email: account.email, newEmail: email })
      })
      return ok((await accountById(database.db, account.id)) ?? account)
    },
    async changePassword(app, secret, { current, password }) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account, session } = found
      // Where a login asks for more than the password, so does this.
      if (needsSecondFactor(account) && asksForProof('change the password', session, clock.now()))
        return err({ code: 'stale' })
      const wait = await countTry(account.email)
      if (wait > 0) return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      if (!(await passwords.verify(account.passwordHash, current)))
        return err({ code: 'validation', errors: [{ field: 'current', message: passwordTexts.wrong }] })
      const problem = newPasswordProblem(password)
      if (problem !== null) return err({ code: 'validation', errors: [{ field: 'password', message: problem }] })
      const passwordHash = await passwords.hash(password)
      await database.transaction(async (tx) => {
        await setPassword(tx, account, passwordHash, session.id)
        await queueMail(tx, { kind: 'password-changed', app, email: account.email })
      })
      return ok(null)
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
    async securityEvents(secret) {
      const found = await signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      return ok(await securityEventsOf(database.db, found.account.id, shownSecurityEvents))
    },
    async mailFor(order) {
      const { app, email } = order
      if (order.kind === 'closed') return [plain(order, order.firstName, email)]
      const known = order.kind === 'email-changed' ? order.newEmail : email
      const account = await accountByEmail(database.db, known)
      if (account === null) return []
      if (order.kind === 'email-changed') return [email, known].map((to) => plain(order, account.firstName, to))
      if (order.kind === 'login-code') {
        const { mail, undo } = plain(order, account.firstName, email)
        return [{ mail: { ...mail, token: order.pending, code: logins.mailedCode(order.pending) }, undo }]
      }
      const { kind } = order
      if (kind !== 'confirm' && kind !== 'reset' && kind !== 'change') return [plain(order, account.firstName, email)]
      return database.transaction(async (tx) => {
        const isTooSoon = (kind: LinkKind) => hasLinkSince(tx, account.id, kind, later(-minutes(1)))
        if (kind === 'change') {
          if (await isTooSoon('change-old')) return []
          await deleteLinks(tx, account.id, ['change-old', 'change-new'])
          const change = { email: order.newEmail, app }
          return [
            await linkMail(tx, account, { ...change, kind: 'change-old', to: account.email }),
            await linkMail(tx, account, { ...change, kind: 'change-new', to: order.newEmail }),
          ]
        }
        if ((kind === 'confirm' && account.emailConfirmedAt !== null) || (await isTooSoon(kind))) return []
        if (kind === 'reset') await deleteLinks(tx, account.id, ['reset'])
        return [await linkMail(tx, account, { kind, email, to: email, app })]
      })
    },
    async forget() {
      await forgetOld(database.db, { now: clock.now(), day: later(-days(1)), month: later(-days(30)) })
      await forgetSecurityEvents(database.db, later(-days(365)))
    },
  }

  /** One of the two addresses says yes; with the second one the account has the new address. */
  async function confirmChange(
    tx: Writer,
    { app, link, tokenHash, account }: { app: AppCode; link: Link; tokenHash: string; account: Account },
  ): Answer<{ readonly email: string; readonly isComplete: boolean }> {
    if (account.email === link.email) return ok({ email: link.email, isComplete: true })
    const now = clock.now()
    if (link.usedAt === null) await useLink(tx, tokenHash, now)
    const other = await otherLink(tx, link)
    if (other?.usedAt == null) return ok({ email: link.email, isComplete: false })
    // Somebody may have registered it meanwhile; whose it is, this one must not learn.
    if ((await accountByEmail(tx, link.email)) !== null) return err({ code: 'link_invalid' })
    await updateAccount(tx, account.id, { email: link.email, emailConfirmedAt: now })
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'email_changed', at: now })
    await deleteLinks(tx, account.id, ['reset', 'confirm'])
    await parts.onConfirmed(tx, { id: account.id, email: link.email })
    await queueMail(tx, { kind: 'email-changed', app, email: account.email, newEmail: link.email })
    return ok({ email: link.email, isComplete: true })
  }
}

import type { SecurityEventKind } from './security-log.ts'
import { recordSecurityEvent } from './security-log.server.ts'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type AuthenticatorTransport,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { AppCode } from '../../brands/apps.ts'
import { brandOf } from '../../brands/brands.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import {
  accountOfSession,
  accountById,
  lockAccount,
  updateAccount,
  type Account,
} from './internal/accounts-store.server.ts'
import type { Answer, IdentityProblem, LoginOutcome, SignedIn } from './internal/identity-problems.ts'
import { isStaff, secondTries, type Logins } from './logins.server.ts'
import { passwordTexts } from './internal/password-rules.ts'
import type { Passwords } from './passwords.server.ts'
import { needsSecondFactor } from './policy.ts'
import type { Sealing } from './sealing.server.ts'
import { factorTexts, longestPasskeyName, maxPasskeys, type Factors, type LoginStep } from './second-factors.ts'
import {
  deletePasskey,
  deleteTotp,
  insertChallenge,
  insertPasskey,
  insertTotp,
  passkeyById,
  passkeysOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  takeChallenge,
  totpOf,
  usePasskey,
  useRecoveryCode,
  useTotp,
  type ChallengePurpose,
} from './internal/factors/second-factors-store.server.ts'
import { freshenSession, type Pending, type Session } from './internal/sessions-store.server.ts'
import { newTotpSecret, stepOfCode, totpAddress, totpCode, totpStep } from './internal/factors/totp.server.ts'

/** Codes by the time, recovery codes and passkeys: second proofs of a login, a first one, and proofs anew before acts that matter. */

/** The cookies of whoever asks: a session, or a login that waits for its second proof. */
export type Asker = { readonly session: string | null; readonly pending: string | null }

/** The page a passkey is used on; browsers tie one to its host. */
export type PasskeySite = { readonly app: AppCode; readonly origin: string }

export type Proof =
  | { readonly kind: 'password'; readonly value: string }
  | { readonly kind: 'totp' | 'recovery' | 'mail'; readonly value: string }
  | { readonly kind: 'passkey'; readonly response: AuthenticationResponseJSON; readonly site: PasskeySite }

/** What a factor that was set up comes with: codes for the day it is lost, where the account asks for it, and the sign-in of a login that waited. */
export type Enrolled = { readonly recoveryCodes: readonly string[] | null; readonly signedIn: SignedIn | null }

export interface SecondFactors {
  /** What a login waits for; null when there is none. */
  step(pending: string | null, site: PasskeySite | null): Promise<LoginStep | null>
  /** The second proof of a login. */
  finish(pending: string | null, proof: Exclude<Proof, { kind: 'password' }>): Answer<SignedIn>
  /** A passkey is two proofs in one: something somebody has, and their finger, face or PIN. */
  logIn(
    site: PasskeySite,
    login: {
      readonly response: AuthenticationResponseJSON
      readonly nonce: string
      readonly agent: string
      readonly returnUrl: string
    },
  ): Answer<LoginOutcome>
  /** What a browser is told to ask a passkey for. `nonce` is the login's, when it is for one. */
  passkeyRequest(
    purpose: 'login' | 'second' | 'fresh',
    asker: Asker,
    site: PasskeySite,
    nonce: string,
  ): Answer<PublicKeyCredentialRequestOptionsJSON>
  passkeyCreation(asker: Asker, site: PasskeySite): Answer<PublicKeyCredentialCreationOptionsJSON>
  addPasskey(
    asker: Asker,
    site: PasskeySite,
    passkey: { readonly response: RegistrationResponseJSON; readonly name: string },
  ): Answer<Enrolled>
  /** A new secret for an authenticator app; it counts once a code of it was given. */
  beginTotp(asker: Asker, app: AppCode): Answer<{ readonly secret: string; readonly address: string }>
  confirmTotp(asker: Asker, app: AppCode, code: string): Answer<Enrolled>
  list(session: string | null): Answer<Factors>
  remove(session: string | null, app: AppCode, which: { kind: 'totp' } | { kind: 'passkey'; id: string }): Answer<null>
  /** Whether a password alone is enough from now on. Answers recovery codes when there are none yet for the day a factor is lost. */
  require(session: string | null, app: AppCode, isRequired: boolean): Answer<readonly string[] | null>
  newRecoveryCodes(session: string | null, app: AppCode): Answer<readonly string[]>
  /** Whoever is signed in proves again who they are. */
  proveAgain(session: string | null, proof: Proof): Answer<null>
  /** The same for one of ours at the staff host, by a code of their app or a recovery code. */
  proveAtWork(session: { readonly id: string; readonly accountId: string }, code: string): Answer<null>
}

const challengeLasts = minutes(5)
const recoveryCodeCount = 10
/** EdDSA, ES256 and RS256: what authenticators of today can. */
const passkeyAlgorithms = [-8, -7, -257]

export function createSecondFactors(parts: {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly sealing: Sealing
  readonly passwords: Passwords
  readonly logins: Logins
}): SecondFactors {
  const { database, clock, ids, sealing, passwords, logins } = parts

  type Holder =
    | { readonly kind: 'session'; readonly account: Account; readonly session: Session; readonly name: string }
    | { readonly kind: 'pending'; readonly account: Account; readonly pending: Pending; readonly name: string }

  async function hasFactor(account: Account, db: Writer | Database['db'] = database.db): Promise<boolean> {
    const totp = await totpOf(db, account.id)
    return totp?.confirmedAt != null || (await passkeysOf(db, account.id)).length > 0
  }

  /** Who may set up a factor: the owner who has just proved it, or a login that cannot go on without one. */
  async function enrolling({ session, pending }: Asker): Answer<Holder> {
    const waiting = await logins.pending(pending)
    if (waiting !== null) {
      if (await hasFactor(waiting.account)) return err({ code: 'no_step' })
      return ok({ kind: 'pending', ...waiting, name: `pending ${waiting.pending.secretHash}` })
    }
    const found = await logins.proved('change second factors', session)
    if (!found.ok) return found
    if (found.value.account.emailConfirmedAt === null) return err({ code: 'unconfirmed' })
    return ok({ kind: 'session', ...found.value, name: `session ${found.value.session.id}` })
  }

  async function throttled(accountId: string): Promise<Result<null, IdentityProblem>> {
    const wait = await logins.countTry(secondTries(accountId))
    if (wait > 0) await stepFailed({ id: accountId })
    return wait > 0 ? err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) }) : ok(null)
  }

  const note = (db: Writer | Database['db'], { id }: { readonly id: string }, kind: SecurityEventKind) =>
    recordSecurityEvent(db, { accountId: id, kind, at: clock.now() })
  const stepFailed = (account: { readonly id: string }) => note(database.db, account, 'second_step_failed')

  async function wrongCode(account: { readonly id: string }, field = 'code'): Answer<never> {
    await stepFailed(account)
    return err({ code: 'validation', errors: [{ field, message: factorTexts.wrongCode }] })
  }

  /** Takes a code: each one once. */
  async function takeCode(tx: Writer, account: Account, kind: 'totp' | 'recovery', value: string): Promise<boolean> {
    const now = clock.now()
    if (kind === 'recovery') return useRecoveryCode(tx, account.id, hashOf(value), now)
    const totp = await totpOf(tx, account.id, { lock: true })
    if (totp?.confirmedAt == null) return false
    // Everybody knows a demo account's secret: there is nothing that a second use could give away.
    const lastStep = account.isDemo ? 0 : totp.lastStep
    const step = stepOfCode(sealing.open(totp.sealedSecret), value, { now, lastStep })
    if (step === null) return false
    await useTotp(tx, account.id, step, now)
    return true
  }

  async function challenge(purpose: ChallengePurpose, holder: string): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Buffer.from(ids.secret() + ids.secret(), 'hex'))
    const challengeHash = sha256(Buffer.from(bytes).toString('base64url'))
    const expiresAt = new Date(clock.now().getTime() + challengeLasts)
    await insertChallenge(database.db, { challengeHash, purpose, holder, expiresAt })
    return bytes
  }

  const expected = (purpose: ChallengePurpose, holder: string) => (given: string) =>
    takeChallenge(database.db, { challengeHash: sha256(given), purpose, holder, now: clock.now() })

  /** The account whose passkey signed what it was asked to; null for everything else. */
  async function signedBy(
    response: AuthenticationResponseJSON,
    { purpose, holder, site }: { purpose: ChallengePurpose; holder: string; site: PasskeySite },
  ): Promise<{ accountId: string; passkeyId: string; counter: number } | null> {
    const passkey = await passkeyById(database.db, response.id)
    const { hostname } = new URL(site.origin)
    if (passkey === null || passkey.rpId !== hostname) {
      // Unknown ones use up their challenge too.
      return null
    }
    const checked = await verifyAuthenticationResponse({
      response,
      expectedChallenge: expected(purpose, holder),
      expectedOrigin: site.origin,
      expectedRPID: hostname,
      requireUserVerification: purpose !== 'second',
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.counter,
        transports: passkey.transports as AuthenticatorTransport[],
      },
    }).catch(() => null)
    return checked?.verified === true
      ? { accountId: passkey.accountId, passkeyId: passkey.id, counter: checked.authenticationInfo.newCounter }
      : null
  }

  /** Ten codes to write down, of which only digests are kept. */
  async function freshCodes(tx: Writer, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () =>
      (ids.secret().slice(0, 28).match(/.{4}/g) ?? []).join('-'),
    )
    await replaceRecoveryCodes(tx, accountId, codes.map(hashOf))
    return codes
  }

  const codesIfNone = async (tx: Writer, accountId: string): Promise<string[] | null> =>
    (await recoveryCodesLeft(tx, accountId)) > 0 ? null : freshCodes(tx, accountId)

  /** What follows when an account has one factor more. */
  async function enrolled(
    tx: Writer,
    holder: Holder,
    app: AppCode,
    isRequired: boolean,
  ): Promise<(() => Promise<Enrolled>) | null> {
    const { account } = holder
    const recoveryCodes = isRequired ? await codesIfNone(tx, account.id) : null
    await logins.queueMail(tx, { kind: 'factor-added', app, email: account.email })
    await note(tx, account, 'factor_added')
    if (holder.kind === 'session') return async () => ({ recoveryCodes, signedIn: null })
    const finish = await logins.finish(tx, holder.pending, account)
    return finish === null ? null : async () => ({ recoveryCodes, signedIn: await finish() })
  }

  return {
    async step(secret, site) {
      const found = await logins.pending(secret)
      if (found === null) return null
      const { account, pending } = found
      const totp = await totpOf(database.db, account.id)
      const passkeys = await passkeysOf(database.db, account.id)
      const host = site === null ? null : new URL(site.origin).hostname
      const isSet = totp?.confirmedAt != null || passkeys.length > 0
      const demoCode =
        account.isDemo && totp?.confirmedAt != null
          ? totpCode(sealing.open(totp.sealedSecret), totpStep(clock.now()))
          : null
      return {
        need: isSet || !needsSecondFactor(account) ? 'verify' : 'enrol',
        hasTotp: totp?.confirmedAt != null,
        hasPasskey: passkeys.some((one) => one.rpId === host),
        hasMail: !needsSecondFactor(account),
        returnUrl: pending.returnUrl,
        demoCode,
      }
    },
    async finish(secret, proof) {
      const found = await logins.pending(secret)
      if (found === null) return err({ code: 'no_step' })
      const { account, pending } = found
      const canTry = await throttled(account.id)
      if (!canTry.ok) return canTry
      if (proof.kind === 'passkey') {
        const holder = `pending ${pending.secretHash}`
        const signed = await signedBy(proof.response, { purpose: 'second', holder, site: proof.site })
        if (signed?.accountId !== account.id) {
          await stepFailed(account)
          return err({ code: 'passkey_refused' })
        }
        const finish = await database.transaction(async (tx) => {
          await usePasskey(tx, signed.passkeyId, signed.counter, clock.now())
          return logins.finish(tx, pending, account)
        })
        return finish === null ? err({ code: 'no_step' }) : ok(await finish())
      }
      if (proof.kind === 'mail') {
        if (
          needsSecondFactor(account) ||
          sha256(proof.value.replaceAll(/\s/g, '')) !== sha256(logins.mailedCode(pending.secretHash))
        )
          return wrongCode(account)
        const finish = await database.transaction((tx) => logins.finish(tx, pending, account, { isTwoFactor: false }))
        return finish === null ? err({ code: 'no_step' }) : ok(await finish())
      }
      const { kind, value } = proof
      const done = await database.transaction(async (tx) =>
        (await takeCode(tx, account, kind, value)) ? logins.finish(tx, pending, account) : 'wrong',
      )
      if (done === 'wrong') return wrongCode(account)
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
    async logIn(site, { response, nonce, agent, returnUrl }) {
      const signed = await signedBy(response, { purpose: 'login', holder: `login ${nonce}`, site })
      const account = signed === null ? null : await accountById(database.db, signed.accountId)
      if (signed === null || account === null) return err({ code: 'passkey_refused' })
      const also = (tx: Writer) => usePasskey(tx, signed.passkeyId, signed.counter, clock.now())
      return logins.begin({ account, app: site.app, nonce, agent, returnUrl, isTwoFactor: true, also })
    },
    async passkeyRequest(purpose, asker, site, nonce) {
      const { hostname } = new URL(site.origin)
      if (purpose === 'login') {
        const options = { rpID: hostname, userVerification: 'required' as const }
        return ok(
          await generateAuthenticationOptions({ ...options, challenge: await challenge('login', `login ${nonce}`) }),
        )
      }
      const waiting = purpose === 'second' ? await logins.pending(asker.pending) : null
      const present = purpose === 'fresh' ? await logins.signedIn(asker.session) : null
      const account = waiting?.account ?? present?.account
      if (account === undefined) return err({ code: purpose === 'second' ? 'no_step' : 'no_session' })
      const holder = waiting === null ? `session ${present?.session.id}` : `pending ${waiting.pending.secretHash}`
      const own = (await passkeysOf(database.db, account.id)).filter((one) => one.rpId === hostname)
      return ok(
        await generateAuthenticationOptions({
          rpID: hostname,
          userVerification: purpose === 'second' ? 'preferred' : 'required',
          challenge: await challenge(purpose, holder),
          allowCredentials: own.map(({ id, transports }) => ({ id, transports: [...transports] })),
        }),
      )
    },
    async passkeyCreation(asker, site) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const { account, name } = found.value
      const own = await passkeysOf(database.db, account.id)
      return ok(
        await generateRegistrationOptions({
          rpName: brandOf(site.app).companyName,
          rpID: new URL(site.origin).hostname,
          userName: account.email,
          userDisplayName: `${account.firstName} ${account.lastName}`,
          userID: new Uint8Array(Buffer.from(account.id.replaceAll('-', ''), 'hex')),
          attestationType: 'none',
          supportedAlgorithmIDs: passkeyAlgorithms,
          challenge: await challenge('enrol', name),
          excludeCredentials: own.map(({ id, transports }) => ({ id, transports: [...transports] })),
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        }),
      )
    },
    async addPasskey(asker, site, { response, name }) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const holder = found.value
      const { account } = holder
      const clean = name.trim()
      if (clean === '' || clean.length > longestPasskeyName)
        return err({ code: 'validation', errors: [{ field: 'name', message: factorTexts.passkeyName }] })
      const rpId = new URL(site.origin).hostname
      const checked = await verifyRegistrationResponse({
        response,
        expectedChallenge: expected('enrol', holder.name),
        expectedOrigin: site.origin,
        expectedRPID: rpId,
        requireUserVerification: true,
        supportedAlgorithmIDs: passkeyAlgorithms,
      }).catch(() => null)
      if (checked?.verified !== true) return err({ code: 'passkey_refused' })
      const { credential, credentialBackedUp } = checked.registrationInfo
      const done = await database.transaction(async (tx) => {
        await lockAccount(tx, account.id)
        if ((await passkeysOf(tx, account.id)).length >= maxPasskeys) return 'many'
        const isNew = await insertPasskey(tx, {
          id: credential.id,
          accountId: account.id,
          rpId,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: credential.transports ?? [],
          name: clean,
          isBackedUp: credentialBackedUp,
          createdAt: clock.now(),
        })
        return isNew ? enrolled(tx, holder, site.app, needsSecondFactor(account)) : 'known'
      })
      if (done === 'many')
        return err({ code: 'validation', errors: [{ field: 'name', message: factorTexts.tooManyPasskeys }] })
      if (done === 'known') return err({ code: 'passkey_refused' })
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
    async beginTotp(asker, app) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const { account } = found.value
      const secret = newTotpSecret()
      const sealedSecret = sealing.seal(secret)
      const isNew = await database.transaction((tx) =>
        insertTotp(tx, { accountId: account.id, sealedSecret, now: clock.now() }),
      )
      if (!isNew) return err({ code: 'validation', errors: [{ field: 'code', message: factorTexts.hasTotp }] })
      const address = totpAddress(secret, { issuer: brandOf(app).companyName, account: account.email })
      return ok({ secret, address })
    },
    async confirmTotp(asker, app, code) {
      const found = await enrolling(asker)
      if (!found.ok) return found
      const holder = found.value
      const { account } = holder
      const canTry = await throttled(account.id)
      if (!canTry.ok) return canTry
      const done = await database.transaction(async (tx) => {
        const totp = await totpOf(tx, account.id, { lock: true })
        if (totp === null || totp.confirmedAt !== null) return 'wrong'
        const now = clock.now()
        const step = stepOfCode(sealing.open(totp.sealedSecret), code, { now, lastStep: totp.lastStep })
        if (step === null) return 'wrong'
        await useTotp(tx, account.id, step, now)
        await updateAccount(tx, account.id, { asksSecondFactor: true })
        await logins.forgetTries(tx, secondTries(account.id))
        return enrolled(tx, holder, app, true)
      })
      if (done === 'wrong') return wrongCode(account)
      return done === null ? err({ code: 'no_step' }) : ok(await done())
    },
    async list(session) {
      const found = await logins.signedIn(session)
      if (found === null) return err({ code: 'no_session' })
      const { account } = found
      const totp = await totpOf(database.db, account.id)
      return ok({
        hasPassword: account.passwordHash !== null,
        hasTotp: totp?.confirmedAt != null,
        passkeys: (await passkeysOf(database.db, account.id)).map(({ id, name, rpId, createdAt, lastUsedAt }) => ({
          id,
          name,
          site: rpId,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
        recoveryCodesLeft: await recoveryCodesLeft(database.db, account.id),
        isRequired: needsSecondFactor(account),
        isStaff: isStaff(account),
      })
    },
    async remove(session, app, which) {
      const found = await logins.proved('change second factors', session)
      if (!found.ok) return found
      const { account } = found.value
      const isDone = await database
        .transaction(async (tx) => {
          await lockAccount(tx, account.id)
          if (which.kind === 'totp') await deleteTotp(tx, account.id)
          else await deletePasskey(tx, account.id, which.id)
          if (!(await hasFactor(account, tx))) {
            // Nothing would be left to sign in with: staff set up another one first.
            if (isStaff(account)) throw new LastFactor()
            await updateAccount(tx, account.id, { asksSecondFactor: false })
            await replaceRecoveryCodes(tx, account.id, [])
          }
          await logins.queueMail(tx, { kind: 'factor-removed', app, email: account.email })
          await note(tx, account, 'factor_removed')
          return true
        })
        .catch((error: unknown) => {
          if (error instanceof LastFactor) return false
          throw error
        })
      return isDone ? ok(null) : err({ code: 'last_factor' })
    },
    async require(session, app, isRequired) {
      const found = await logins.proved('change second factors', session)
      if (!found.ok) return found
      const { account } = found.value
      if (isRequired && !(await hasFactor(account))) return err({ code: 'last_factor' })
      return database.transaction(async (tx) => {
        await updateAccount(tx, account.id, { asksSecondFactor: isRequired })
        await note(tx, account, isRequired ? 'second_step_on' : 'second_step_off')
        if (!isRequired) await logins.queueMail(tx, { kind: 'second-step-off', app, email: account.email })
        return ok(isRequired ? await codesIfNone(tx, account.id) : null)
      })
    },
    async newRecoveryCodes(session, app) {
      const found = await logins.proved('change second factors', session)
      if (!found.ok) return found
      const { account } = found.value
      if (!(await hasFactor(account))) return err({ code: 'last_factor' })
      return database.transaction(async (tx) => {
        await note(tx, account, 'recovery_codes_made')
        await logins.queueMail(tx, { kind: 'recovery-codes-made', app, email: account.email })
        return ok(await freshCodes(tx, account.id))
      })
    },
    async proveAtWork({ id, accountId }, code) {
      const found = await accountOfSession(database.db, { id, accountId }, clock.now())
      if (found === null) return err({ code: 'no_session' })
      const { account } = found
      const limited = await throttled(account.id)
      if (!limited.ok) return limited
      const value = code.replaceAll(/\s/g, '')
      const kind = /^\d{6}$/.test(value) ? 'totp' : 'recovery'
      if (!(await database.transaction((tx) => takeCode(tx, account, kind, code.trim()))))
        return wrongCode(account, 'proof')
      await database.transaction(async (tx) => {
        await logins.forgetTries(tx, secondTries(account.id))
        await freshenSession(tx, id, clock.now())
      })
      return ok(null)
    },
    async proveAgain(secret, proof) {
      const found = await logins.signedIn(secret)
      if (found === null) return err({ code: 'no_session' })
      const { account, session } = found
      const tries = proof.kind === 'password' ? account.email : secondTries(account.id)
      const wait = await logins.countTry(tries)
      if (wait > 0) return err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) })
      if (proof.kind === 'password') {
        // Where a login asks for more than the password, so does this.
        if (needsSecondFactor(account) || !(await passwords.verify(account.passwordHash, proof.value))) {
          await note(database.db, account, 'sign_in_failed')
          return err({ code: 'validation', errors: [{ field: 'proof', message: passwordTexts.wrong }] })
        }
      } else if (proof.kind === 'passkey') {
        const holder = `session ${session.id}`
        const signed = await signedBy(proof.response, { purpose: 'fresh', holder, site: proof.site })
        if (signed?.accountId !== account.id) {
          await stepFailed(account)
          return err({ code: 'passkey_refused' })
        }
        await database.transaction((tx) => usePasskey(tx, signed.passkeyId, signed.counter, clock.now()))
      } else if (proof.kind === 'mail') {
        // Only a login is mailed one.
        return wrongCode(account, 'proof')
      } else {
        const { kind, value } = proof
        if (!(await database.transaction((tx) => takeCode(tx, account, kind, value))))
          return wrongCode(account, 'proof')
      }
      await database.transaction(async (tx) => {
        await logins.forgetTries(tx, tries)
        await freshenSession(tx, session.id, clock.now())
      })
      return ok(null)
    },
  }
}

/** Leaves a transaction that would leave an account without any. */
class LastFactor extends Error {
  override name = 'LastFactor'
}

/** However it was typed. */
const hashOf = (code: string): string => sha256(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))

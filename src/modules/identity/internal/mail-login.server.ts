import { clientIdOf, type AppCode } from '../../../brands/apps.ts'
import { accountByEmail, takeNonce } from './accounts-store.server.ts'
import type { Answer, SignedIn } from './identity-problems.ts'
import type { Logins } from './logins.server.ts'
import { insertPending } from './sessions-store.server.ts'
import { isNonce } from './tokens/tokens.ts'
import { needsSecondFactor } from '../policy.ts'
import { factorTexts } from '../second-factors.ts'
import { recordSecurityEvent } from '../security-log.server.ts'
import { minutes, type Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import { err, ok } from '../../../platform/result.ts'

/** A login with a code by mail in place of the password (decision 0068). */
export interface MailLogin {
  /** Mails a code where there is an account that may log in so. The answer is the same for every address. */
  sendCode(request: {
    readonly app: AppCode
    readonly email: string
    readonly nonce: string
    readonly agent: string
  }): Answer<{ readonly secret: string; readonly lastsSeconds: number }>
  /** `secret` is the one of `sendCode`, from the cookie of the browser that asked. */
  logInByCode(secret: string | null, given: { readonly email: string; readonly code: string }): Answer<SignedIn>
}

export type MailLoginDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly logins: Logins
}

const codeLasts = minutes(10)
const plainEmail = (email: string) => email.trim().toLowerCase()

export function createMailLogin({ database, clock, ids, logins }: MailLoginDeps): MailLogin {
  /** Tries are counted by address, whether or not it has an account, so that neither waiting nor answers tell. */
  async function waitOf(what: string) {
    const wait = await logins.countTry(what)
    return wait > 0 ? ({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) } as const) : null
  }

  return {
    async sendCode({ app, nonce, agent, ...given }) {
      if (!isNonce(nonce)) return err({ code: 'bad_nonce' })
      const email = plainEmail(given.email)
      const tooMany = await waitOf(`mailed codes ${email}`)
      if (tooMany !== null) return err(tooMany)
      const account = await accountByEmail(database.db, email)
      // Staff and whoever asks for two proofs need more than one; and what was set up before an address was confirmed may be a stranger's.
      const mayLogIn = account !== null && account.emailConfirmedAt !== null && !needsSecondFactor(account)
      const secret = ids.secret()
      const isBegun = await database.transaction(async (tx) => {
        const now = clock.now()
        if (!(await takeNonce(tx, nonce, now))) return false
        if (!mayLogIn) return true
        const secretHash = sha256(secret)
        await insertPending(tx, {
          secretHash,
          accountId: account.id,
          clientId: clientIdOf(app),
          nonce,
          returnUrl: '',
          agent: agent.slice(0, 300),
          isByMail: true,
          now,
          expiresAt: new Date(now.getTime() + codeLasts),
        })
        await logins.queueMail(tx, { kind: 'mail-login-code', app, email, pending: secretHash })
        return true
      })
      return isBegun ? ok({ secret, lastsSeconds: codeLasts / 1_000 }) : err({ code: 'bad_nonce' })
    },
    async logInByCode(secret, given) {
      const email = plainEmail(given.email)
      const tries = `code by mail ${email}`
      const tooMany = await waitOf(tries)
      if (tooMany !== null) return err(tooMany)
      const found = await logins.mailed(secret)
      const isRight =
        found !== null &&
        found.account.email === email &&
        !needsSecondFactor(found.account) &&
        sha256(given.code.replaceAll(/\s/g, '')) === sha256(logins.mailedCode(found.pending.secretHash))
      const finish = isRight
        ? await database.transaction(async (tx) => {
            const opened = await logins.finish(tx, found.pending, found.account, { isTwoFactor: false })
            if (opened !== null) await logins.forgetTries(tx, tries)
            return opened
          })
        : null
      if (finish !== null) return ok(await finish())
      if (found !== null)
        await recordSecurityEvent(database.db, { accountId: found.account.id, kind: 'sign_in_failed', at: clock.now() })
      return err({ code: 'validation', errors: [{ field: 'code', message: factorTexts.wrongMailCode }] })
    },
  }
}

import type { AppCode } from '../../../../brands/apps.ts'
import { lockAccount, updateAccount, type Account } from '../accounts-store.server.ts'
import { hasFactor } from './enrolment.server.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'
import {
  deletePasskey,
  deleteTotp,
  passkeysOf,
  recoveryCodesLeft,
  replaceRecoveryCodes,
  totpOf,
} from './second-factors-store.server.ts'
import type { Answer } from '../identity-problems.ts'
import type { Logins } from '../logins.server.ts'
import { isStaff } from '../session-lifetime.server.ts'
import { needsSecondFactor } from '../../policy.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import type { SecurityEventKind } from '../../security-log.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

type ListedPasskey = {
  readonly id: string
  readonly name: string
  /** The host it works on. */
  readonly site: string
  readonly createdAt: string
  readonly lastUsedAt: string | null
}

export type Factors = {
  readonly hasPassword: boolean
  readonly hasTotp: boolean
  readonly passkeys: readonly ListedPasskey[]
  readonly recoveryCodesLeft: number
  /** A password alone is not enough. */
  readonly isRequired: boolean
  readonly isStaff: boolean
}

/** An account's factors, for its owner. */
export interface FactorSettings {
  list(session: string | null): Answer<Factors>
  remove(session: string | null, app: AppCode, which: { kind: 'totp' } | { kind: 'passkey'; id: string }): Answer<null>
  /** Whether a password alone is enough from now on. Answers recovery codes when there are none yet for the day a factor is lost. */
  require(session: string | null, app: AppCode, isRequired: boolean): Answer<readonly string[] | null>
  newRecoveryCodes(session: string | null, app: AppCode): Answer<readonly string[]>
}

export type FactorSettingsDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly logins: Logins
  readonly recoveryCodes: RecoveryCodes
}

export function createFactorSettings({ database, clock, logins, recoveryCodes }: FactorSettingsDeps): FactorSettings {
  const note = (tx: Writer, { id }: Account, kind: SecurityEventKind) =>
    recordSecurityEvent(tx, { accountId: id, kind, at: clock.now() })

  return {
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
          if (!(await hasFactor(tx, account))) {
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
      if (isRequired && !(await hasFactor(database.db, account))) return err({ code: 'last_factor' })
      return database.transaction(async (tx) => {
        await updateAccount(tx, account.id, { asksSecondFactor: isRequired })
        await note(tx, account, isRequired ? 'second_step_on' : 'second_step_off')
        if (!isRequired) await logins.queueMail(tx, { kind: 'second-step-off', app, email: account.email })
        return ok(isRequired ? await recoveryCodes.ifNone(tx, account.id) : null)
      })
    },
    async newRecoveryCodes(session, app) {
      const found = await logins.proved('change second factors', session)
      if (!found.ok) return found
      const { account } = found.value
      if (!(await hasFactor(database.db, account))) return err({ code: 'last_factor' })
      return database.transaction(async (tx) => {
        await note(tx, account, 'recovery_codes_made')
        await logins.queueMail(tx, { kind: 'recovery-codes-made', app, email: account.email })
        return ok(await recoveryCodes.fresh(tx, account.id))
      })
    },
  }
}

/** Leaves a transaction that would leave an account without any. */
class LastFactor extends Error {
  override name = 'LastFactor'
}

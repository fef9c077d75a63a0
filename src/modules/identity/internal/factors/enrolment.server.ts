import type { AppCode } from '../../../../brands/apps.ts'
import type { Account } from '../accounts-store.server.ts'
import type { Asker, Enrolled } from './proofs.ts'
import type { RecoveryCodes } from './recovery-codes.server.ts'
import { passkeysOf, totpOf } from './second-factors-store.server.ts'
import type { Answer } from '../identity-problems.ts'
import type { Pending, Session } from '../sessions-store.server.ts'
import type { Logins } from '../logins.server.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import { ok, err } from '../../../../platform/result.ts'

/** Setting up a second factor: the permission, and the effects. */
export type Holder =
  | { readonly kind: 'session'; readonly account: Account; readonly session: Session; readonly name: string }
  | { readonly kind: 'pending'; readonly account: Account; readonly pending: Pending; readonly name: string }

export interface Enrolment {
  /** Who may set up a factor: an owner who has just reauthenticated, or a login that requires one. */
  enrolling(asker: Asker): Answer<Holder>
  /** The effects of a new factor. */
  enrolled(tx: Writer, holder: Holder, app: AppCode, isRequired: boolean): Promise<(() => Promise<Enrolled>) | null>
}

export async function hasFactor(db: Writer | Database['db'], account: Account): Promise<boolean> {
  const totp = await totpOf(db, account.id)
  return totp?.confirmedAt != null || (await passkeysOf(db, account.id)).length > 0
}

export function createEnrolment({
  database,
  clock,
  logins,
  recoveryCodes: codes,
}: {
  readonly database: Database
  readonly clock: Clock
  readonly logins: Logins
  readonly recoveryCodes: RecoveryCodes
}): Enrolment {
  async function enrolling({ session, pending }: Asker): Answer<Holder> {
    const waiting = await logins.pending(pending)
    if (waiting !== null) {
      if (await hasFactor(database.db, waiting.account)) return err({ code: 'no_step' })
      return ok({ kind: 'pending', ...waiting, name: `pending ${waiting.pending.secretHash}` })
    }
    const found = await logins.proved('change second factors', session)
    if (!found.ok) return found
    if (found.value.account.emailConfirmedAt === null) return err({ code: 'unconfirmed' })
    return ok({ kind: 'session', ...found.value, name: `session ${found.value.session.id}` })
  }

  async function enrolled(
    tx: Writer,
    holder: Holder,
    app: AppCode,
    isRequired: boolean,
  ): Promise<(() => Promise<Enrolled>) | null> {
    const { account } = holder
    const recoveryCodes = isRequired ? await codes.ifNone(tx, account.id) : null
    await logins.queueMail(tx, { kind: 'factor-added', app, email: account.email })
    await recordSecurityEvent(tx, { accountId: account.id, kind: 'factor_added', at: clock.now() })
    if (holder.kind === 'session') return async () => ({ recoveryCodes, signedIn: null })
    const finish = await logins.finish(tx, holder.pending, account)
    return finish === null ? null : async () => ({ recoveryCodes, signedIn: await finish() })
  }

  return { enrolling, enrolled }
}

import type { AppCode } from '../../../../brands/apps.ts'
import { brandOf } from '../../../../brands/brands.ts'
import type { ExternalProblem, ProviderName } from '../../external-providers.ts'
import { accountByEmail, accountById, insertAccount, type Account } from '../accounts-store.server.ts'
import { accountOfExternal, connectExternal } from './external-store.server.ts'
import type { ExternalPerson } from '../openid.server.ts'
import type { Logins } from '../logins.server.ts'
import { isStaff } from '../session-lifetime.server.ts'
import { longestName } from '../../registration.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import type { Ids } from '../../../../platform/ids.ts'
import { isStandardEmail } from '../../../../platform/text/email.ts'

export type ExternalAccountDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly logins: Pick<Logins, 'queueMail'>
  /** Further effects of confirming an address, in the same transaction. */
  readonly onConfirmed: (tx: Writer, account: { readonly id: string; readonly email: string }) => Promise<void>
}

/**
 * The account of a provider's user. An address links only if the provider vouches for it and the account's owner has confirmed it too:
 * anyone who registered another person's address before them must not get their login.
 */
export async function accountOfPerson(
  { database, clock, ids, logins, onConfirmed }: ExternalAccountDeps,
  provider: ProviderName,
  person: ExternalPerson,
  app: AppCode,
): Promise<{ account: Account } | ExternalProblem> {
  const known = await accountOfExternal(database.db, provider, person.subject)
  if (known !== null) {
    const account = await accountById(database.db, known)
    return account === null ? 'failed' : isStaff(account) ? 'staff' : { account }
  }
  const { email } = person
  if (email === null || !isStandardEmail(email)) return 'no-email'
  return database
    .transaction(async (tx) => {
      const now = clock.now()
      const connect = (accountId: string) => connectExternal(tx, { provider, subject: person.subject, accountId, now })
      const existing = await accountByEmail(tx, email)
      if (existing === null) {
        // Required fields of the registration form that no provider knows.
        if (brandOf(app).asksForAbn) return 'business'
        const id = ids.uuid()
        const confirmed = person.isEmailVerified ? { emailConfirmedAt: now } : {}
        const name = {
          firstName: person.firstName.trim().slice(0, longestName.first),
          lastName: person.lastName.trim().slice(0, longestName.last),
        }
        const account = { id, email, passwordHash: null, ...name, phone: null, abn: null, now, ...confirmed }
        // A concurrent request, perhaps of the same person in another tab, was first.
        if (!(await insertAccount(tx, account)) || !(await connect(id))) throw new Overtaken()
        if (person.isEmailVerified) await onConfirmed(tx, { id, email })
        else await logins.queueMail(tx, { kind: 'confirm', app, email })
        const made = await accountById(tx, id)
        return made === null ? 'failed' : { account: made }
      }
      if (isStaff(existing)) return 'staff'
      if (!person.isEmailVerified) return 'has-account'
      if (existing.emailConfirmedAt === null) {
        await logins.queueMail(tx, { kind: 'reset', app, email })
        return 'unproved'
      }
      if (!(await connect(existing.id))) return 'taken'
      await logins.queueMail(tx, { kind: 'connected', app, email, provider })
      await recordSecurityEvent(tx, { accountId: existing.id, kind: 'provider_connected', at: now })
      return { account: existing }
    })
    .catch((error: unknown) => {
      if (error instanceof Overtaken) return 'failed' as const
      throw error
    })
}

/** Leaves a transaction that came second. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

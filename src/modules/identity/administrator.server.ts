import { hours, type Clock } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import { isStandardEmail } from '../../platform/text/email.ts'
import type { Ids } from '../../platform/ids.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import { setPanelAddress, updateStaff } from './account-records.server.ts'
import {
  accountByEmail,
  deleteLinks,
  insertAccount,
  insertLink,
  updateAccount,
  type Account,
} from './internal/accounts-store.server.ts'
import { deleteExternalLogins, disconnectExternal, externalsOf } from './internal/external/external-store.server.ts'
import { deleteFactors, passkeysOf, totpOf } from './internal/factors/second-factors-store.server.ts'
import { recordSecurityEvent } from './security-log.server.ts'
import type { SecurityEventKind } from './security-log.ts'
import { deletePending } from './internal/sessions-store.server.ts'

/** How long the link of a new administrator can be used, once. */
export const administratorLinkHours = 24

/** The earlier state: no account, one with a confirmed address, or one with an unconfirmed address, which anyone may have registered. */
export type AccountBefore = 'none' | 'confirmed' | 'unconfirmed'

/**
 * Creates an administrator's account, or promotes an existing one, for the operator: the first administrator cannot be appointed by
 * another. The token opens /account/reset-password once; the login after it requires setting up a second factor, as for all staff. An
 * account with an unconfirmed address may be a stranger's, so all its credentials are removed.
 */
export async function createAdministrator(
  { database, clock, ids }: { readonly database: Database; readonly clock: Clock; readonly ids: Ids },
  input: { readonly email: string; readonly firstName: string; readonly lastName: string; readonly cmsUrl: string },
): Promise<Result<{ readonly token: string; readonly before: AccountBefore }, 'email_invalid'>> {
  const email = input.email.trim().toLowerCase()
  if (!isStandardEmail(email)) return err('email_invalid')
  const token = ids.secret()
  const now = clock.now()
  return database.transaction(async (tx) => {
    const isNew = await insertAccount(tx, {
      id: ids.uuid(),
      email,
      passwordHash: null,
      firstName: input.firstName,
      lastName: input.lastName,
      phone: null,
      abn: null,
      now,
      emailConfirmedAt: now,
    })
    const account = await accountByEmail(tx, email)
    if (account === null) throw new Error('an account that was made is not there')
    const winningUserId = account.winningUserId ?? `ADMIN-${account.id.slice(0, 8).toUpperCase()}`
    const role = { role: 'administrator', winningUserId, salespersonCode: null, subdivision: null }
    await updateStaff(tx, account.id, role, now)
    await setPanelAddress(tx, account.id, input.cmsUrl)
    const before = isNew ? 'none' : account.emailConfirmedAt === null ? 'unconfirmed' : 'confirmed'
    if (before === 'unconfirmed') {
      await removeCredentials(tx, account, now)
      await updateAccount(tx, account.id, {
        emailConfirmedAt: now,
        firstName: input.firstName,
        lastName: input.lastName,
      })
    }
    await deletePending(tx, account.id)
    await deleteLinks(tx, account.id, ['confirm', 'reset', 'change-old', 'change-new'])
    const expiresAt = new Date(now.getTime() + hours(administratorLinkHours))
    await insertLink(tx, {
      tokenHash: sha256(token),
      kind: 'reset',
      accountId: account.id,
      email,
      createdAt: now,
      expiresAt,
    })
    return ok({ token, before })
  })
}

/** Removes all credentials of an account, and records that in the security log. The sessions end with the change of role. */
async function removeCredentials(tx: Writer, account: Account, now: Date): Promise<void> {
  const { id: accountId } = account
  const hadFactor = (await totpOf(tx, accountId)) !== null || (await passkeysOf(tx, accountId)).length > 0
  const providers = await externalsOf(tx, accountId)
  await updateAccount(tx, accountId, { passwordHash: null })
  await deleteFactors(tx, accountId)
  await disconnectExternal(tx, accountId, null)
  await deleteExternalLogins(tx, accountId)
  const kinds: readonly SecurityEventKind[] = [
    ...(account.passwordHash === null ? [] : (['password_changed'] as const)),
    ...(hadFactor ? (['factor_removed'] as const) : []),
    ...providers.map(() => 'provider_removed' as const),
  ]
  for (const kind of kinds) await recordSecurityEvent(tx, { accountId, kind, at: now })
}

import type { AppCode } from '../../../brands/apps.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import { recordConsent } from '../../content/forms/consents.server.ts'
import type { AccountRecords } from '../../identity/identity.server.ts'

/** Changes the editable fields of an account, and records consent to marketing with the shop it was given in. */
export async function changeAccount(
  { database, records }: { readonly database: Database; readonly records: AccountRecords },
  change: {
    readonly app: AppCode
    readonly userId: string
    readonly changes: Parameters<AccountRecords['update']>[1]
    readonly now: Date
  },
): Promise<void> {
  const { app, userId, changes, now } = change
  await database.transaction(async (tx) => {
    const before = await records.lock(tx, userId)
    if (before === null) return
    await records.update(userId, changes, tx)
    if (changes.newsletter !== undefined && changes.newsletter !== before.newsletter)
      await recordConsent(tx, { app, email: before.email, source: 'account', isGiven: changes.newsletter, now })
  })
}

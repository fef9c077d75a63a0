import type { Database } from '../../../../platform/database/database.server.ts'
import { ok } from '../../../../platform/result.ts'
import type { RecordAction } from '../../../admin/admin-resource.server.ts'
import { endSignIns } from '../../../identity/account-records.server.ts'

/** For an account that may be compromised (ASVS 5.0.0, 7.4.5). */
export const endSignInsAction = (
  { database }: { readonly database: Database },
  permission: RecordAction['permission'],
): RecordAction => ({
  name: 'end-sign-ins',
  label: 'Log out everywhere',
  about: 'Logs them out of every shop, panel and browser. They can log in again.',
  permission,
  isDangerous: true,
  isOffered: () => true,
  async run({ key, now }) {
    await database.transaction((tx) => endSignIns(tx, key, now))
    return ok({ said: 'Logged out everywhere' })
  },
})

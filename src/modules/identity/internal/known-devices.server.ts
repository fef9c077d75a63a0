import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import type { Account } from './accounts-store.server.ts'
import type { Sealing } from '../sealing.server.ts'

type Owner = Pick<Account, 'id' | 'passwordHash'>

/** Marks of devices that an account was signed in with. A mark is a sealed cookie; it is for one account and ends with its password. */
export interface KnownDevices {
  /** For a device on which a sign-in has just been completed, second step included. */
  mark(account: Owner): string
  /** The id of the device; null when the mark is of another account, or of an earlier password. */
  nameOf(mark: string | null, account: Owner): string | null
}

export function createKnownDevices({
  sealing,
  ids,
}: {
  readonly sealing: Pick<Sealing, 'seal' | 'open'>
  readonly ids: Pick<Ids, 'secret'>
}): KnownDevices {
  const passwordStamp = ({ passwordHash }: Owner) => sha256(passwordHash ?? '').slice(0, 16)
  return {
    mark: (account) => sealing.seal(`${ids.secret()} ${account.id} ${passwordStamp(account)}`),
    nameOf(mark, account) {
      if (mark === null) return null
      try {
        const [name = '', accountId, stamp] = sealing.open(mark).split(' ')
        return accountId === account.id && stamp === passwordStamp(account) ? name : null
      } catch {
        // Not sealed by us, or with a key that is gone.
        return null
      }
    },
  }
}

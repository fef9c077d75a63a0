import { recoveryCodesLeft, replaceRecoveryCodes } from './second-factors-store.server.ts'
import type { Writer } from '../../../../platform/database/database.server.ts'
import { sha256 } from '../../../../platform/digest.ts'
import type { Ids } from '../../../../platform/ids.ts'

/** Recovery codes, for the day a second factor is lost. */
export interface RecoveryCodes {
  /** Ten recovery codes, of which only digests are stored. */
  fresh(tx: Writer, accountId: string): Promise<string[]>
  /** New ones for an account that has none left. */
  ifNone(tx: Writer, accountId: string): Promise<string[] | null>
}

const recoveryCodeCount = 10

export function createRecoveryCodes({ ids }: { readonly ids: Ids }): RecoveryCodes {
  async function freshCodes(tx: Writer, accountId: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodeCount }, () =>
      (ids.secret().slice(0, 28).match(/.{4}/g) ?? []).join('-'),
    )
    await replaceRecoveryCodes(tx, accountId, codes.map(hashOf))
    return codes
  }

  return {
    fresh: freshCodes,
    ifNone: async (tx, accountId) => ((await recoveryCodesLeft(tx, accountId)) > 0 ? null : freshCodes(tx, accountId)),
  }
}

/** However it was typed. */
export const hashOf = (code: string): string => sha256(code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))

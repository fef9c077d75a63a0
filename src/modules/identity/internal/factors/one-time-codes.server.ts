import type { Account } from '../accounts-store.server.ts'
import { hashOf } from './recovery-codes.server.ts'
import { totpOf, useRecoveryCode, useTotp } from './second-factors-store.server.ts'
import { stepOfCode } from './totp.server.ts'
import type { Sealing } from '../../sealing.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Writer } from '../../../../platform/database/database.server.ts'

/** Takes a code: each one once. */
export async function takeCode(
  { clock, sealing }: { readonly clock: Clock; readonly sealing: Pick<Sealing, 'open'> },
  tx: Writer,
  account: Account,
  { kind, value }: { readonly kind: 'totp' | 'recovery'; readonly value: string },
): Promise<boolean> {
  const now = clock.now()
  if (kind === 'recovery') return useRecoveryCode(tx, account.id, hashOf(value), now)
  const totp = await totpOf(tx, account.id, { lock: true })
  if (totp?.confirmedAt == null) return false
  // A demo account's secret is public: reusing a code gives nothing away.
  const lastStep = account.isDemo ? 0 : totp.lastStep
  const step = stepOfCode(sealing.open(totp.sealedSecret), value, { now, lastStep })
  if (step === null) return false
  await useTotp(tx, account.id, step, now)
  return true
}

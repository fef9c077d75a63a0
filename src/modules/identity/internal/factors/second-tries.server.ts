import type { Answer, IdentityProblem } from '../identity-problems.ts'
import { secondTries, type Logins } from '../logins.server.ts'
import { factorTexts } from '../../second-factors.ts'
import { recordSecurityEvent } from '../../security-log.server.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import { ok, err, type Result } from '../../../../platform/result.ts'

/** Tries of a second factor: counted before they are made, and failures are logged. */
export interface SecondTries {
  /** Counts a try; a problem when it has to wait. */
  throttled(accountId: string): Promise<Result<null, IdentityProblem>>
  stepFailed(account: { readonly id: string }): Promise<void>
  /** The answer to a code that is not right. */
  wrongCode(account: { readonly id: string }, field?: string): Answer<never>
}

export type SecondTriesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly logins: Pick<Logins, 'countTry'>
}

export function createSecondTries({ database, clock, logins }: SecondTriesDeps): SecondTries {
  async function throttled(accountId: string): Promise<Result<null, IdentityProblem>> {
    const wait = await logins.countTry(secondTries(accountId))
    if (wait > 0) await stepFailed({ id: accountId })
    return wait > 0 ? err({ code: 'too_many', waitSeconds: Math.ceil(wait / 1_000) }) : ok(null)
  }

  const stepFailed = ({ id }: { readonly id: string }) =>
    recordSecurityEvent(database.db, { accountId: id, kind: 'second_step_failed', at: clock.now() })

  async function wrongCode(account: { readonly id: string }, field = 'code'): Answer<never> {
    await stepFailed(account)
    return err({ code: 'validation', errors: [{ field, message: factorTexts.wrongCode }] })
  }

  return { throttled, stepFailed, wrongCode }
}

import { forgetFailures, lockFailures, writeFailures } from './accounts-store.server.ts'
import { isOver, waitBeforeNextTry } from './throttle.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'

/** Tries of a proof, counted so that guessing has to wait. */
export interface CountedTries {
  /**
   * Counts a try before it is made, so that concurrent ones cannot bypass the limit; 0 when it may be made, otherwise milliseconds to wait.
   */
  countTry(what: string): Promise<number>
  forgetTries(tx: Writer, what: string): Promise<void>
}

export function createCountedTries({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): CountedTries {
  return {
    countTry(what) {
      const hash = sha256(what)
      return database.transaction(async (tx) => {
        const known = await lockFailures(tx, hash)
        const now = clock.now()
        const wait = waitBeforeNextTry(known, now)
        if (wait === 0) await writeFailures(tx, hash, known === null || isOver(known, now) ? 1 : known.count + 1, now)
        return wait
      })
    },
    forgetTries: (tx, what) => forgetFailures(tx, sha256(what)),
  }
}

import type { Database } from '../platform/database/database.server.ts'
import { seconds } from '../platform/clock.ts'
import type { Readiness } from './probes.server.ts'

/** Ready while the database answers within a second, and until `drain` is called when the process stops. */
export function createReadiness({ db }: Pick<Database, 'db'>): { readonly readiness: Readiness; drain(): void } {
  let isDraining = false
  return {
    drain: () => void (isDraining = true),
    async readiness() {
      if (isDraining) return 'draining'
      const query = db.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
      const answered = await Promise.race([
        query.then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((done) => setTimeout(() => done(false), seconds(1)).unref()),
      ])
      return answered ? null : 'the database does not answer'
    },
  }
}

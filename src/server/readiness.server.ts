import type { Database } from '../platform/database/database.server.ts'
import { seconds } from '../platform/clock.ts'
import type { Probe, Works } from './probes.server.ts'

/** A part of the program and what it is there for; only pages work without the database (decision 0078). */
const purposes = { shop: ['pages', 'checkout'], identity: ['signIn'], cms: ['backOffice'], worker: ['jobs'] } as const

/** What a process with these parts can do, by whether the database answers within a second, until `drain` is called when it stops. */
export function createReadiness(
  { db }: Pick<Database, 'db'>,
  parts: Iterable<keyof typeof purposes>,
): { readonly probe: Probe; drain(): void } {
  const own = [...parts].flatMap((part): readonly (keyof Works)[] => purposes[part])
  let isDraining = false
  // Probes share one query, however many come and however long it takes: they are public and have no rate limit.
  let running: Promise<boolean> | null = null

  const isAnswering = (): Promise<boolean> => {
    running ??= db
      .selectNoFrom((eb) => eb.lit(1).as('one'))
      .execute()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (running = null))
    return Promise.race([running, new Promise<boolean>((done) => setTimeout(() => done(false), seconds(1)).unref())])
  }
  return {
    drain: () => void (isDraining = true),
    async probe() {
      if (isDraining) return { status: 'draining' }
      const isWhole = await isAnswering()
      const works: Works = Object.fromEntries(own.map((purpose) => [purpose, purpose === 'pages' || isWhole]))
      return { status: isWhole ? 'ready' : 'degraded', ...works }
    },
  }
}

import { failpoints, type Failpoint } from '../src/platform/failpoint.ts'
import { faultKinds, type FaultKind } from './faulty-proxy.ts'
import { linkNames, type LinkName, type ProcessName } from './site.ts'

/** What happens to the shop while shoppers buy, and how often. */

export type NamedKill = {
  readonly kind: 'named kill'
  readonly at: Failpoint
  readonly who: 'app-1' | 'app-2' | 'worker'
}

export type Trial =
  | NamedKill
  | { readonly kind: 'random kill'; readonly who: readonly ProcessName[] }
  /** All database sessions end at once; uncommitted work is lost. */
  | { readonly kind: 'database sessions ended'; readonly with: readonly ProcessName[] }
  | { readonly kind: 'pause'; readonly who: ProcessName; readonly forMs: number }
  | { readonly kind: 'network fault'; readonly link: LinkName; readonly fault: FaultKind }
  | { readonly kind: 'storm'; readonly copies: number }

export const sizes = ['smoke', 'short', 'release'] as const
export type Size = (typeof sizes)[number]

type Counts = {
  /** For every named point. */
  readonly named: number
  readonly app: number
  readonly worker: number
  readonly sandbox: number
  readonly sessions: number
  readonly sessionsAndApps: number
  readonly pauses: readonly [count: number, mostMs: number]
  /** For every fault on every link that can have it. */
  readonly faults: number
  readonly storms: readonly [carts: number, copies: number]
}

const counts: Readonly<Record<Exclude<Size, 'smoke'>, Counts>> = {
  short: {
    named: 3,
    app: 10,
    worker: 6,
    sandbox: 4,
    sessions: 2,
    sessionsAndApps: 1,
    pauses: [2, 6_000],
    faults: 1,
    storms: [20, 50],
  },
  release: {
    named: 15,
    app: 200,
    worker: 200,
    sandbox: 50,
    sessions: 50,
    sessionsAndApps: 20,
    pauses: [50, 90_000],
    // The first matrix had 900, with fewer links.
    faults: 10,
    storms: [200, 50],
  },
}

/** Done by the process for background work. */
const workersPoints: ReadonlySet<Failpoint> = new Set([
  'before-give-back',
  'after-give-back',
  'before-capture',
  'after-capture',
  'before-refund',
  'after-refund',
])

const times = <One>(count: number, make: (at: number) => One): One[] =>
  Array.from({ length: count }, (_, at) => make(at))

const isPossible = (link: LinkName, fault: FaultKind) => fault !== 'duplicate' || !link.endsWith('database')

/** All trials of a run size, shuffled; the same seed gives the same order. */
export function trialsOf(size: Size, random: () => number): readonly Trial[] {
  const app = (at: number) => (at % 2 === 0 ? 'app-1' : 'app-2')
  const named = (count: number): Trial[] =>
    failpoints.flatMap((at, index) =>
      times(count, (nth) => {
        const who = workersPoints.has(at) ? 'worker' : app(index + nth)
        return { kind: 'named kill', at, who } as const
      }),
    )
  if (size === 'smoke')
    return [
      { kind: 'named kill', at: 'after-initiate', who: 'app-1' },
      { kind: 'random kill', who: ['app-2'] },
      { kind: 'network fault', link: 'worker to database', fault: 'cut-answer' },
      { kind: 'network fault', link: 'worker to providers', fault: 'one-way' },
      { kind: 'storm', copies: 30 },
    ]
  const requested = counts[size]
  const [pauses, longest] = requested.pauses
  const faults = linkNames.flatMap((link) =>
    faultKinds
      .filter((fault) => isPossible(link, fault))
      .flatMap((fault) => times(requested.faults, (): Trial => ({ kind: 'network fault', link, fault }))),
  )
  return shuffled(
    [
      ...named(requested.named),
      ...times(requested.app, (at): Trial => ({ kind: 'random kill', who: [app(at)] })),
      ...times(requested.worker, (): Trial => ({ kind: 'random kill', who: ['worker'] })),
      ...times(requested.sandbox, (): Trial => ({ kind: 'random kill', who: ['sandbox'] })),
      ...times(requested.sessions, (): Trial => ({ kind: 'database sessions ended', with: [] })),
      ...times(requested.sessionsAndApps, (): Trial => ({ kind: 'database sessions ended', with: ['app-1', 'app-2'] })),
      ...times(pauses, (at): Trial => {
        const who = (['app-1', 'app-2', 'worker'] as const)[at % 3] ?? 'worker'
        return { kind: 'pause', who, forMs: 5_000 + random() * (longest - 5_000) }
      }),
      ...faults,
      ...times(requested.storms[0], (): Trial => ({ kind: 'storm', copies: requested.storms[1] })),
    ],
    random,
  )
}

/** The process or link that a trial needs exclusively; trials that need the same one take turns. */
export function needs(trial: Trial): readonly string[] {
  switch (trial.kind) {
    case 'named kill':
      return trial.at === 'after-notice' ? [trial.who, 'providers to shop'] : [trial.who]
    case 'pause':
      return [trial.who]
    case 'random kill':
      return trial.who
    case 'database sessions ended':
      return ['app-1', 'app-2', 'worker']
    case 'network fault':
      return [trial.link, ...(['app-1', 'app-2', 'worker'] as const).filter((one) => trial.link.includes(one))]
    case 'storm':
      return ['storm']
  }
}

function shuffled<One>(list: One[], random: () => number): One[] {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [list[at], list[other]]
    if (a === undefined || b === undefined) continue
    list[at] = b
    list[other] = a
  }
  return list
}

/** A sequence of numbers from 0 to below 1 that a seed determines (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Load shedding. While the event loop lags, or more pages are being rendered than one process can render in time, a share of the deferrable
 * requests is rejected at once, so that cached pages and payments keep working. The share follows the lag: rejecting everything would leave
 * the process idle, and rejecting nothing would let the queue grow.
 */

export interface LoadShedding {
  /** Whether another deferrable page or call may start now. */
  admits(): boolean
  /** Renders when it is this rendering's turn; those of people who are paying come before all others. */
  rendering<Value>(render: () => Promise<Value>, options?: { readonly isPaying: boolean }): Promise<Value>
  /** How long a client that was refused should wait: 2 to 5 seconds, not the same for all. */
  retryAfterSeconds(): number
  /** How late the event loop was since the last sample. */
  sample(lagMs: number): void
  /** The share of requests that is let through, 0 to 1. */
  readonly share: number
  readonly refused: number
}

export const sampleEveryMs = 100
/** Lag is judged over one second, by the median of at least three samples: one long pause is no overload. */
const judgedOverMs = 1_000
const minSamples = 3
const maxLagMs = 200
/** A page renders in 2 to 4 milliseconds, so the last of 48 begins within 200 ms. */
export const maxRenderings = 48
const smallestShare = 0.05

const spanOf = (lags: readonly number[]): number => lags.reduce((sum, lag) => sum + lag + sampleEveryMs, 0)

export function createLoadShedding(random: () => number, { enabled }: { enabled: boolean }): LoadShedding {
  const samples: number[] = []
  const paying: (() => void)[] = []
  const others: (() => void)[] = []
  let renderings = 0
  let hasBegun = false
  let share = 1
  let refused = 0

  /**
   * Begins at most one rendering in each turn of the event loop. Most pages render without ever waiting for anything, so requests that
   * arrived together would all be rendered before the next one is read, and a refusal would come as late as a page.
   */
  function beginTurn(): void {
    hasBegun = true
    setImmediate(() => {
      hasBegun = false
      const next = paying.shift() ?? others.shift()
      if (next === undefined) return
      beginTurn()
      next()
    })
  }

  return {
    admits() {
      if (!enabled || (renderings < maxRenderings && (share === 1 || random() < share))) return true
      refused++
      return false
    },
    async rendering(render, { isPaying } = { isPaying: false }) {
      renderings++
      try {
        if (hasBegun) await new Promise<void>((done) => (isPaying ? paying : others).push(done))
        else beginTurn()
        return await render()
      } finally {
        renderings--
      }
    },
    retryAfterSeconds: () => 2 + Math.floor(random() * 4),
    sample(lagMs) {
      samples.push(lagMs)
      // While it lags samples come late, and fewer of them make up a second.
      while (samples.length > minSamples && spanOf(samples.slice(1)) >= judgedOverMs) samples.shift()
      const median = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)] ?? 0
      const isLagging = samples.length >= minSamples && spanOf(samples) >= judgedOverMs && median > maxLagMs
      // Down by a fifth a late sample, up by a fiftieth a good one: down to a half within a second, and back within a few.
      share = isLagging ? Math.max(smallestShare, share * 0.8) : Math.min(1, share + 0.02)
    },
    get share() {
      return share
    },
    get refused() {
      return refused
    },
  }
}

/** Feeds the lag of this process's event loop to `shedding` until it is called. */
export function watchEventLoop(shedding: Pick<LoadShedding, 'sample'>): () => void {
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    shedding.sample(Math.max(0, now - last - sampleEveryMs))
    last = now
  }, sampleEveryMs).unref()
  return () => clearInterval(timer)
}

/** Cart, checkout, payments and provider webhooks: served first, whatever the load. */
const moneyPaths =
  /^\/(cart|customer\/checkout|order|api\/(cart|checkout|payment|giftcard|orders|session))(\/|\.data|\?|$)/i

export const isMoneyPath = (target: string): boolean => moneyPaths.test(target)

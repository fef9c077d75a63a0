import type { Clock } from '../clock.ts'

/** How fast requests may go to one foreign host. */
export type HostPace = {
  /** Runs work on a host, named by an address on it, when the limits allow; the work's failure is the caller's. */
  run<Value>(address: string, work: () => Promise<Value>): Promise<Value>
}

type HostState = { running: number; nextStartMs: number; readonly waiting: (() => void)[] }

/**
 * Limits each host to `concurrent` requests in parallel and `perSecond` starts a second, evenly spaced. Work waits in its order, without
 * limit, so callers bound how much they queue. A redirect counts for the host that it came from.
 */
export function createHostPace({
  perSecond,
  concurrent,
  clock,
}: {
  readonly perSecond: number
  readonly concurrent: number
  readonly clock: Clock
}): HostPace {
  const hosts = new Map<string, HostState>()
  const spacingMs = 1_000 / perSecond

  /** Forgets hosts whose limits no longer matter, so that the map does not grow with every host ever called. */
  function forgetIdle(nowMs: number): void {
    for (const [host, state] of hosts) if (state.running === 0 && state.nextStartMs <= nowMs) hosts.delete(host)
  }

  function stateOf(host: string): HostState {
    const known = hosts.get(host)
    if (known !== undefined) return known
    forgetIdle(clock.now().getTime())
    const state = { running: 0, nextStartMs: 0, waiting: [] }
    hosts.set(host, state)
    return state
  }

  async function enter(state: HostState): Promise<void> {
    if (state.running < concurrent) state.running++
    // Whoever leaves hands its place on, so `running` stays as it is.
    else await new Promise<void>((done) => void state.waiting.push(done))
  }

  function leave(state: HostState): void {
    const next = state.waiting.shift()
    if (next === undefined) state.running--
    else next()
  }

  return {
    async run(address, work) {
      // What is not an address fails in the work itself.
      const state = stateOf(URL.canParse(address) ? new URL(address).hostname : '')
      await enter(state)
      try {
        const nowMs = clock.now().getTime()
        const startMs = Math.max(nowMs, state.nextStartMs)
        state.nextStartMs = startMs + spacingMs
        if (startMs > nowMs) await clock.wait(startMs - nowMs)
        return await work()
      } finally {
        leave(state)
      }
    },
  }
}

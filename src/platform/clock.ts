/** The time, passed in so that a rule or a test can choose it. */
export interface Clock {
  now(): Date
  /** Resolves after so many milliseconds: the pause before something is tried again. */
  wait(ms: number): Promise<void>
}

export const systemClock: Clock = { now: () => new Date(), wait: pause }

const pausesAreShorter = 50

/** A clock that is set by hand and never waits long; for tests and for replaying a day. */
export const clockOf = (now: () => Date): Clock => ({ now, wait: (ms) => pause(ms / pausesAreShorter) })

/** A clock that stands still until it is advanced. */
export function fixedClock(
  start: string | Date,
): Clock & { moveTo(at: string | Date): void; advance(ms: number): void } {
  let at = new Date(start)
  return {
    ...clockOf(() => new Date(at)),
    moveTo: (next) => void (at = new Date(next)),
    advance: (ms) => void (at = new Date(at.getTime() + ms)),
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => void setTimeout(done, ms))
}

export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

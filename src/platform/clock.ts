/** The time, passed in so that a rule or a test can choose it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until it is moved; for tests and for replaying a day. */
export function fixedClock(
  start: string | Date,
): Clock & { moveTo(at: string | Date): void; advance(ms: number): void } {
  let at = new Date(start)
  return {
    now: () => new Date(at),
    moveTo: (next) => void (at = new Date(next)),
    advance: (ms) => void (at = new Date(at.getTime() + ms)),
  }
}

export const seconds = (n: number): number => n * 1_000
export const minutes = (n: number): number => n * 60_000
export const hours = (n: number): number => n * 3_600_000
export const days = (n: number): number => n * 86_400_000

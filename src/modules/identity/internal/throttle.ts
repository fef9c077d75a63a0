import { minutes, seconds } from '../../../platform/clock.ts'

/** The limits of password tries (decision identity-15). An account is never locked for good: that would help its attackers. */

export type Failures = { readonly count: number; readonly lastAt: Date }

const free = 5
const window = minutes(15)
const longestWait = minutes(15)

/** Milliseconds until the next try: none for the first five, then a second, doubled with each one that fails, at most a quarter of an hour. */
export function waitBeforeNextTry(failures: Failures | null, now: Date): number {
  if (failures === null || failures.count < free || isOver(failures, now)) return 0
  const wait = Math.min(longestWait, seconds(1) * 2 ** (failures.count - free))
  return Math.max(0, failures.lastAt.getTime() + wait - now.getTime())
}

/** Whether all failures have expired. */
export function isOver({ lastAt }: Failures, now: Date): boolean {
  return now.getTime() - lastAt.getTime() > window
}

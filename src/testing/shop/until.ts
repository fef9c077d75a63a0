import { setTimeout as wait } from 'node:timers/promises'

/** Polls until a condition holds, for at most ten seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('it did not happen in time')
    await wait(5)
  }
}

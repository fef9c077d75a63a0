import type { Clock } from '../../../platform/clock.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import type { Jobs } from '../../../platform/jobs/jobs.server.ts'
import { demoMailJob, type DemoMailOrder } from '../demo-mails.ts'
import { lockDemo, takeSeats, notifyFirstWaiting, waitById } from '../events-store.server.ts'
import { type DemoViews, seatsRemaining } from './demo-views.server.ts'

/** Seats that become free, and the mails about them. */
export type Seats = {
  order(tx: Writer, mail: DemoMailOrder): Promise<void>
  /** Notifies the wait list of freed seats, inside the transaction that freed them. */
  offerFreeSeats(tx: Writer, demoId: number): Promise<void>
  freeSeats(tx: Writer, demoId: number, seats: number): Promise<void>
}

export function createSeats({
  jobs,
  clock,
  closedText,
}: {
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly clock: Clock
  readonly closedText: DemoViews['closedText']
}): Seats {
  const order = (tx: Writer, mail: DemoMailOrder) => jobs.enqueue(tx, demoMailJob, mail)

  /** Those who have waited longest are notified first, if their parties fit. */
  async function offerFreeSeats(tx: Writer, demoId: number): Promise<void> {
    const demo = await lockDemo(tx, demoId)
    if (demo === null || closedText(demo) !== null) return
    for (let free = seatsRemaining(demo); free > 0;) {
      const waitId = await notifyFirstWaiting(tx, demoId, free, clock.now())
      if (waitId === null) return
      free -= (await waitById(tx, waitId))?.guests ?? free
      await order(tx, { kind: 'seat_free', waitId })
    }
  }

  async function freeSeats(tx: Writer, demoId: number, seats: number): Promise<void> {
    await takeSeats(tx, demoId, -seats)
    await offerFreeSeats(tx, demoId)
  }

  return { order, offerFreeSeats, freeSeats }
}

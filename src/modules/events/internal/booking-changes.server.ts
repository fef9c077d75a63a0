import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { bookingById, bookingOf, endWait, saveRsvp, lockDemo, waitById } from '../events-store.server.ts'
import { demoTexts, guestsText, rsvpProblems, type DemoProblem } from '../events.ts'
import { fields } from './booking.server.ts'
import { type Shown, idOf, isIn } from './demo-views.server.ts'
import type { Seats } from './seats.server.ts'

/** Later changes of a booking or a wait-list entry. */
export type BookingChanges = {
  /** The response of a booking's owner: confirms the seats, or releases those that are not needed (decision events-06). */
  rsvp(
    brand: Shown,
    answer: {
      readonly cookingDemoId: string
      readonly bookingReference: string | null
      readonly email: string
      readonly attending: boolean
      readonly guests: number
    },
  ): Promise<Result<{ rsvpId: string; attending: boolean }, DemoProblem>>
  /** Cancels a booking for its owner, and notifies the wait list; false when it has no seats any more, or the demo is over. */
  cancel(bookingId: string): Promise<boolean>
  /** Removes a person from the wait list; false when they are not on it. */
  endWaiting(waitId: string): Promise<boolean>
}

export type BookingChangesDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly seats: Pick<Seats, 'order' | 'freeSeats'>
}

export function createBookingChanges({ database, clock, ids, seats }: BookingChangesDeps): BookingChanges {
  const { order, freeSeats } = seats
  return {
    rsvp: (brand, answer) =>
      database.transaction(async (tx) => {
        const demo = await lockDemo(tx, idOf(answer.cookingDemoId))
        if (!isIn(demo, brand)) return err({ code: 'unknown_demo' })
        const problems = rsvpProblems(answer)
        if (Object.keys(problems).length > 0) return fields(problems)
        const booking = await bookingOf(tx, demo.id, answer.email.trim().toLowerCase())
        const { bookingReference } = answer
        if (booking === null || (bookingReference !== null && booking.reference !== bookingReference.trim()))
          return err({ code: 'unknown_booking' })
        if (demo.starts_at <= clock.now()) return fields({ cookingDemoId: demoTexts.past })
        const isFitting = answer.guests >= 1 && answer.guests <= booking.guests
        if (answer.attending && !isFitting) return fields({ guests: guestsText(booking.guests) })
        const rsvpId = booking.rsvp_id ?? ids.uuid()
        const now = clock.now()
        const stored = answer.attending ? answer.guests : booking.guests
        const cancelledAt = answer.attending ? null : now
        await saveRsvp(tx, { id: booking.id, rsvpId, guests: stored, cancelledAt, now })
        const freed = answer.attending ? booking.guests - stored : booking.guests
        if (freed > 0) await freeSeats(tx, demo.id, freed)
        if (!answer.attending) await order(tx, { kind: 'cancelled', bookingId: booking.id })
        return ok({ rsvpId, attending: answer.attending })
      }),
    cancel: (bookingId) =>
      database.transaction(async (tx) => {
        const demoId = (await bookingById(tx, bookingId))?.cooking_demo_id ?? 0
        const demo = await lockDemo(tx, demoId)
        const booking = await bookingById(tx, bookingId)
        const now = clock.now()
        if (demo === null || demo.starts_at <= now || booking === null || booking.cancelled_at !== null) return false
        const { id, guests } = booking
        await saveRsvp(tx, { id, rsvpId: booking.rsvp_id ?? ids.uuid(), guests, cancelledAt: now, now })
        await freeSeats(tx, demo.id, guests)
        await order(tx, { kind: 'cancelled', bookingId })
        return true
      }),
    endWaiting: (waitId) =>
      database.transaction(async (tx) => {
        const wait = await waitById(tx, waitId)
        if (wait !== null) await endWait(tx, wait.cooking_demo_id, wait.email)
        return wait !== null
      }),
  }
}

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { FieldMessages, Typed } from '../../../platform/forms/typed-form.ts'
import type { Ids } from '../../../platform/ids.ts'
import { ok, err, type Result } from '../../../platform/result.ts'
import { recordConsent } from '../../content/forms/consents.server.ts'
import {
  bookingOf,
  endWait,
  insertBooking,
  insertWait,
  lockDemo,
  takeSeats,
  type StoredDemo,
} from '../events-store.server.ts'
import {
  demoTexts,
  readBooking,
  readOlderBooking,
  readWaiting,
  type BookingAnswer,
  type CookingDemoType,
  type DemoProblem,
} from '../events.ts'
import { type DemoViews, type Shown, idOf, isIn, seatsRemaining } from './demo-views.server.ts'
import type { Seats } from './seats.server.ts'

/** Bookings and the wait list. */
export type Booking = {
  /** Takes the seats and queues the mail, both or neither; never more seats than there are. */
  book(brand: Shown, requested: BookingInput): Promise<Result<BookingAnswer, DemoProblem>>
  bookOlder(brand: Shown, requested: BookingInput): Promise<Result<BookingAnswer, DemoProblem>>
  wait(brand: Shown, requested: BookingInput): Promise<Result<{ enquiryId: string; position: number }, DemoProblem>>
}

type BookingInput = { readonly cookingDemoId: string; readonly typed: Typed }

export type BookingDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly closedText: DemoViews['closedText']
  readonly order: Seats['order']
}

export const fields = (problems: FieldMessages) => err({ code: 'fields' as const, problems })

const factsOf = (demo: StoredDemo, { country }: Shown) => ({
  country,
  maxGuests: demo.max_guests,
  cookingDemoType: demo.demo_type as CookingDemoType,
})

export function createBooking({ database, clock, ids, closedText, order }: BookingDeps): Booking {
  function bookWith(read: typeof readBooking): Booking['book'] {
    return (brand, { cookingDemoId, typed }) =>
      database.transaction(async (tx) => {
        const demo = await lockDemo(tx, idOf(cookingDemoId))
        if (!isIn(demo, brand)) return err({ code: 'unknown_demo' })
        const checked = read(typed, factsOf(demo, brand))
        if (!checked.ok) return fields(checked.problem)
        const closed = closedText(demo)
        if (closed !== null) return fields({ cookingDemoId: closed })
        const draft = checked.value
        if ((await bookingOf(tx, demo.id, draft.email)) !== null) return fields({ email: demoTexts.twice })
        if (draft.guests > seatsRemaining(demo)) return err({ code: 'full' })
        await takeSeats(tx, demo.id, draft.guests)
        await endWait(tx, demo.id, draft.email)
        const booked = { ...draft, id: ids.uuid(), demoId: demo.id, app: brand.app, now: clock.now() }
        for (;;) {
          const reference = `D${String(BigInt(`0x${ids.secret()}`) % 100_000_000n).padStart(8, '0')}`
          if (!(await insertBooking(tx, { ...booked, reference }))) continue
          if (draft.newsletter)
            await recordConsent(tx, {
              app: brand.app,
              email: draft.email,
              source: 'cooking-demo',
              isGiven: true,
              now: booked.now,
            })
          await order(tx, { kind: 'booked', bookingId: booked.id })
          return ok({
            bookingReference: reference,
            cookingDemoId: String(demo.id),
            guests: draft.guests,
            status: 'Confirmed' as const,
          })
        }
      })
  }

  return {
    book: bookWith(readBooking),
    bookOlder: bookWith(readOlderBooking),
    wait: (brand, { cookingDemoId, typed }) =>
      database.transaction(async (tx) => {
        const demo = await lockDemo(tx, idOf(cookingDemoId))
        if (!isIn(demo, brand)) return err({ code: 'unknown_demo' })
        const checked = readWaiting(typed, factsOf(demo, brand))
        if (!checked.ok) return fields(checked.problem)
        const closed = closedText(demo)
        if (closed !== null) return fields({ cookingDemoId: closed })
        const draft = checked.value
        if (draft.guests <= seatsRemaining(demo)) return fields({ guests: demoTexts.seatsLeft })
        if ((await bookingOf(tx, demo.id, draft.email)) !== null) return fields({ email: demoTexts.twice })
        const enquiryId = ids.uuid()
        const wait = { ...draft, id: enquiryId, demoId: demo.id, app: brand.app, now: clock.now() }
        const position = await insertWait(tx, wait)
        if (position === null) return fields({ email: demoTexts.waitsTwice })
        await order(tx, { kind: 'waits', waitId: enquiryId })
        return ok({ enquiryId, position })
      }),
  }
}

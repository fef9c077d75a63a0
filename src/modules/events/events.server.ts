import { recordConsent } from '../content/consents.server.ts'
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { timeZoneOf, type AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'
import { addDays, instantIn, type Day } from '../../platform/calendar.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import { dollarsOf } from '../../platform/money.ts'
import { ok, err, type Result } from '../../platform/result.ts'
import type { FieldMessages, Typed } from '../../platform/forms/typed-form.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import {
  availabilities,
  availabilityOf,
  demoTexts,
  guestsText,
  rsvpProblems,
  readBooking,
  readOlderBooking,
  readWaiting,
  type BookingAnswer,
  type CookingDemo,
  type CookingDemoDetail,
  type CookingDemoList,
  type CookingDemoType,
  type DemoFilters,
  type DemoProblem,
  type NewCookingDemo,
  type OwnBooking,
  type SubEventType,
} from './events.ts'
import {
  bookingById,
  bookingOf,
  demoById,
  demoChoices,
  demosOf,
  endWait,
  insertBooking,
  insertDemos,
  insertWait,
  saveRsvp,
  lockDemo,
  peopleOf,
  takeSeats,
  notifyFirstWaiting,
  waitById,
  type StoredBooking,
  type StoredDemo,
} from './events-store.server.ts'

/** Cooking demos: what is on, who comes and who waits for a seat. */

/** Done with a `DemoMailOrder`. */
export const demoMailJob = 'cooking-demo-mail'

export type DemoMailOrder =
  | { readonly kind: 'booked' | 'cancelled'; readonly bookingId: string }
  | { readonly kind: 'waits' | 'seat_free'; readonly waitId: string }

/** What a mail about a demo says and to whom. */
export type DemoMail = {
  readonly order: DemoMailOrder
  readonly app: AppCode
  readonly to: string
  readonly firstName: string
  readonly guests: number
  readonly demo: CookingDemoDetail
  /** Of a booking, with what opens its page; null for those who wait. */
  readonly booking: { readonly reference: string; readonly token: string } | null
}

/** How often one visitor may book, wait or answer. */
export const demoLimit: Limit = { name: 'cooking demos', count: 10, windowMs: minutes(10) }

/** Somebody of a demo's list, for the store. */
export type Attendee = {
  readonly reference: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly guests: number
  readonly orderNumber: string | null
  readonly dietaryRequirements: string | null
  readonly hasSaidYes: boolean
}
export type Waiting = Pick<Attendee, 'firstName' | 'lastName' | 'email' | 'phone' | 'guests'> & {
  readonly message: string | null
  /** When they were told of a free seat; null while they wait. */
  readonly notifiedAt: Date | null
}

type Shown = Pick<Brand, 'app' | 'country'>
type BookingInput = { readonly cookingDemoId: string; readonly typed: Typed }

export interface CookingDemos {
  /** A page of an app's demos that are still to come. Days are those of the site's time zone. */
  list(brand: Shown, filters: DemoFilters, recordsPerPage: number): Promise<CookingDemoList>
  /** Null when the app has no such demo. */
  detail(brand: Shown, id: string): Promise<CookingDemoDetail | null>
  /** What a list can be narrowed to. */
  choices(brand: Shown): Promise<{
    readonly stores: readonly { readonly uri: string; readonly name: string }[]
    readonly brands: readonly string[]
  }>
  /** Takes the seats and queues the mail, both or neither; never more seats than there are. */
  book(brand: Shown, requested: BookingInput): Promise<Result<BookingAnswer, DemoProblem>>
  bookOlder(brand: Shown, requested: BookingInput): Promise<Result<BookingAnswer, DemoProblem>>
  wait(brand: Shown, requested: BookingInput): Promise<Result<{ enquiryId: string; position: number }, DemoProblem>>
  /** Whoever booked says whether they come: confirms the seats, or frees those that are not needed (decision events-06). */
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
  /** Ends a booking for whoever booked, and tells those who wait of the seats; false when it holds none any more, or the demo is over. */
  cancel(bookingId: string): Promise<boolean>
  /** Takes somebody out of the line; false when they are in none. */
  endWaiting(waitId: string): Promise<boolean>
  /** Tells those who wait of seats that have become free, inside the transaction that freed them. */
  offerFreeSeats(tx: Writer, demoId: number): Promise<void>
  /** What the link of a mail opens; null for what is no such link. */
  booking(brand: Shown, token: string): Promise<OwnBooking | null>
  /** Who comes and who waits, for the people of the store. Ask who may see it first. */
  people(id: string): Promise<{ readonly attendees: readonly Attendee[]; readonly waiting: readonly Waiting[] }>
  add(demos: readonly NewCookingDemo[]): Promise<void>
  /** Null when what it would be about is gone. */
  mailFor(order: DemoMailOrder): Promise<DemoMail | null>
}

export type EventsDeps = {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly catalogue: Pick<Catalogue, 'productBySku'>
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Pick<Config, 'secretKey'>
}

export function openEvents({ database, jobs, catalogue, clock, ids, config }: EventsDeps): CookingDemos {
  const key = Buffer.from(hkdfSync('sha256', config.secretKey, '', 'links to cooking demo bookings', 32))
  const signature = (bookingId: string) => createHmac('sha256', key).update(bookingId).digest('hex').slice(0, 32)

  const idOf = (text: string): number => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0)
  const isIn = (demo: StoredDemo | null, { app }: Shown): demo is StoredDemo =>
    demo !== null && demo.store_apps.includes(app)
  const seatsRemaining = (demo: StoredDemo) => demo.capacity - demo.seats_taken
  const availability = (demo: StoredDemo) =>
    availabilityOf(
      { isBookedByStore: demo.is_booked_by_store, startsAt: demo.starts_at, seatsRemaining: seatsRemaining(demo) },
      clock.now(),
    )

  function shown(demo: StoredDemo): CookingDemo {
    return {
      id: String(demo.id),
      title: demo.title,
      summary: demo.summary,
      storeUri: demo.store_uri,
      storeName: demo.store_name,
      brand: demo.brand,
      cookingDemoType: demo.demo_type as CookingDemoType,
      cookingDemoSubEventType: demo.sub_event_type as SubEventType,
      availability: availability(demo),
      startDateTime: demo.starts_at.toISOString(),
      endDateTime: demo.ends_at.toISOString(),
      timeZone: demo.store_time_zone,
      price: dollarsOf(demo.price_cents),
      thumbnail: demo.image_url === null ? null : { src: demo.image_url, alt: '' },
    }
  }

  function detailed(demo: StoredDemo, { app }: Pick<Shown, 'app'>): CookingDemoDetail {
    return {
      ...shown(demo),
      description: demo.description,
      presenter: demo.presenter,
      images: demo.image_url === null ? [] : [{ src: demo.image_url, alt: '' }],
      address: {
        street: demo.store_address,
        suburb: demo.store_suburb,
        state: demo.store_state,
        postcode: demo.store_postcode,
        phone: demo.store_phone,
      },
      capacity: demo.capacity,
      seatsRemaining: seatsRemaining(demo),
      maxGuestsPerBooking: demo.max_guests,
      products: demo.skus.flatMap((sku) => {
        const product = catalogue.productBySku(sku)
        if (product === null || product.offers[app] === undefined) return []
        return [{ sku, title: product.title, uri: product.uri }]
      }),
    }
  }

  const fields = (problems: FieldMessages) => err({ code: 'fields' as const, problems })

  /** Why nothing can be done about its seats any more; null when it can. */
  function closedText(demo: StoredDemo): string | null {
    if (demo.starts_at <= clock.now()) return demoTexts.past
    return availability(demo) === availabilities.ContactStore ? demoTexts.contactStore : null
  }

  const factsOf = (demo: StoredDemo, { country }: Shown) => ({
    country,
    maxGuests: demo.max_guests,
    cookingDemoType: demo.demo_type as CookingDemoType,
  })

  function bookWith(read: typeof readBooking): CookingDemos['book'] {
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

  const order = (tx: Writer, mail: DemoMailOrder) => jobs.enqueue(tx, demoMailJob, mail)

  /** Those who wait longest hear first, as long as their parties fit into what is free. */
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

  function bookingIdOf(token: string): string | null {
    const [id = '', given = '', ...more] = token.split('.')
    const [right, said] = [Buffer.from(signature(id)), Buffer.from(given)]
    return more.length === 0 && right.length === said.length && timingSafeEqual(right, said) ? id : null
  }

  const daysBegin = (brand: Shown, day: Day) => instantIn(timeZoneOf[brand.country], `${day}T00:00`)

  return {
    async list(brand, filters, recordsPerPage) {
      const { pageNo, startDate, endDate } = filters
      const now = clock.now()
      const begins = startDate === '' ? now : daysBegin(brand, startDate)
      const { rows, totalCount } = await demosOf(database.db, brand.app, filters, {
        from: begins < now ? now : begins,
        until: endDate === '' ? null : daysBegin(brand, addDays(endDate, 1)),
        offset: pageNo * recordsPerPage,
        limit: recordsPerPage,
      })
      return { items: rows.map(shown), totalCount, pageNo, recordsPerPage }
    },
    async detail(brand, id) {
      const demo = await demoById(database.db, idOf(id))
      return isIn(demo, brand) ? detailed(demo, brand) : null
    },
    async choices({ app }) {
      const rows = await demoChoices(database.db, app, clock.now())
      const stores = new Map(rows.map(({ storeUri, storeName }) => [storeUri, storeName]))
      return {
        stores: [...stores].map(([uri, name]) => ({ uri, name })).toSorted((a, b) => a.name.localeCompare(b.name)),
        brands: [...new Set(rows.map(({ brand }) => brand))].filter((one) => one !== '').toSorted(),
      }
    },
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
    offerFreeSeats,
    async booking(brand, token) {
      const id = bookingIdOf(token)
      const booking = id === null ? null : await bookingById(database.db, id)
      const demo = booking === null ? null : await demoById(database.db, booking.cooking_demo_id)
      return booking === null || !isIn(demo, brand) ? null : ownBooking(booking, detailed(demo, brand))
    },
    async people(id) {
      const { bookings, waits } = await peopleOf(database.db, idOf(id))
      return {
        attendees: bookings.map((one) => ({
          reference: one.reference,
          firstName: one.first_name,
          lastName: one.last_name,
          email: one.email,
          phone: one.phone,
          guests: one.guests,
          orderNumber: one.order_number,
          dietaryRequirements: one.dietary_requirements,
          hasSaidYes: one.rsvp_at !== null,
        })),
        waiting: waits.map((one) => ({
          firstName: one.first_name,
          lastName: one.last_name,
          email: one.email,
          phone: one.phone,
          guests: one.guests,
          message: one.message,
          notifiedAt: one.told_at,
        })),
      }
    },
    add: (demos) => insertDemos(database.db, demos),
    async mailFor(mail) {
      const stored =
        'bookingId' in mail ? await bookingById(database.db, mail.bookingId) : await waitById(database.db, mail.waitId)
      const demo = stored === null ? null : await demoById(database.db, stored.cooking_demo_id)
      if (stored === null || demo === null) return null
      const app = stored.app as AppCode
      const { id, email: to, first_name: firstName, guests } = stored
      const booking = 'reference' in stored ? { reference: stored.reference, token: `${id}.${signature(id)}` } : null
      return { order: mail, app, to, firstName, guests, demo: detailed(demo, { app }), booking }
    },
  }
}

const ownBooking = (booking: StoredBooking, demo: CookingDemoDetail): OwnBooking => ({
  reference: booking.reference,
  app: booking.app as AppCode,
  firstName: booking.first_name,
  email: booking.email,
  guests: booking.guests,
  isCancelled: booking.cancelled_at !== null,
  hasSaidYes: booking.rsvp_at !== null,
  demo,
})

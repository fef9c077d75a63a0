import { timeZoneOf, type AppCode } from '../../brands/apps.ts'
import { addDays, instantIn, type Day } from '../../platform/calendar.ts'
import { minutes, type Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Limit } from '../../platform/http/rate-limit.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Jobs } from '../../platform/jobs/jobs.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { MediaService } from '../media/media.server.ts'
import type { DemoMailOrder, DemoMail } from './demo-mails.ts'
import {
  bookingById,
  demoById,
  demoChoices,
  demosOf,
  insertDemos,
  peopleOf,
  waitById,
  type StoredBooking,
} from './events-store.server.ts'
import type { CookingDemoDetail, CookingDemoList, DemoFilters, NewCookingDemo, OwnBooking } from './events.ts'
import { type BookingChanges, createBookingChanges } from './internal/booking-changes.server.ts'
import { createBookingLinks } from './internal/booking-links.server.ts'
import { type Booking, createBooking } from './internal/booking.server.ts'
import { type Shown, idOf, isIn, createDemoViews } from './internal/demo-views.server.ts'
import { type Seats, createSeats } from './internal/seats.server.ts'

/** Cooking demos: the programme, bookings and wait lists. */

/** How often one visitor may book, join a wait list or respond. */
export const demoLimit: Limit = { name: 'cooking demos', count: 10, windowMs: minutes(10) }

/** A person on a demo's list, for the store. */
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
  /** When they were notified of a free seat; null while they wait. */
  readonly notifiedAt: Date | null
}

export interface CookingDemos extends Booking, BookingChanges, Pick<Seats, 'offerFreeSeats'> {
  /** A page of an app's demos that are still to come. Days are those of the site's time zone. */
  list(brand: Shown, filters: DemoFilters, recordsPerPage: number): Promise<CookingDemoList>
  /** Null when the app has no such demo. */
  detail(brand: Shown, id: string): Promise<CookingDemoDetail | null>
  /** The filters of a list. */
  choices(brand: Shown): Promise<{
    readonly stores: readonly { readonly uri: string; readonly name: string }[]
    readonly brands: readonly string[]
  }>
  /** The booking behind a mailed link; null for an invalid one. */
  booking(brand: Shown, token: string): Promise<OwnBooking | null>
  /** Attendees and wait list, for the store's staff. The caller checks the permission. */
  people(id: string): Promise<{ readonly attendees: readonly Attendee[]; readonly waiting: readonly Waiting[] }>
  add(demos: readonly NewCookingDemo[]): Promise<void>
  /** Null when its subject is gone. */
  mailFor(order: DemoMailOrder): Promise<DemoMail | null>
}

export type EventsDeps = {
  readonly database: Database
  readonly jobs: Pick<Jobs, 'enqueue'>
  readonly catalogue: Pick<Catalogue, 'productBySku'>
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Pick<Config, 'secretKey'>
  readonly media: Pick<MediaService, 'shown' | 'shownIn'>
}

export function openEvents({ database, jobs, catalogue, clock, ids, config, media }: EventsDeps): CookingDemos {
  const links = createBookingLinks(config.secretKey)
  const { shown, detailed, closedText } = createDemoViews({ catalogue, clock, media })
  const seats = createSeats({ jobs, clock, closedText })
  const daysBegin = (brand: Shown, day: Day) => instantIn(timeZoneOf[brand.country], `${day}T00:00`)

  return {
    ...createBooking({ database, clock, ids, closedText, order: seats.order }),
    ...createBookingChanges({ database, clock, ids, seats }),
    offerFreeSeats: seats.offerFreeSeats,
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
    async booking(brand, token) {
      const id = links.bookingIdOf(token)
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
      const booking = 'reference' in stored ? { reference: stored.reference, token: links.tokenOf(id) } : null
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

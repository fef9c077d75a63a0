import { sql } from 'kysely'
import type { AppCode } from '../../brands/apps.ts'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { sortDirections, type BookingDraft, type DemoFilters, type NewCookingDemo, type WaitDraft } from './events.ts'

/** The SQL of cooking demos; no other code reads their tables. */

/** A demo with its store, as it is stored. */
export type StoredDemo = Awaited<ReturnType<typeof demoById>> & {}
export type StoredBooking = Awaited<ReturnType<typeof bookingById>> & {}
export type WaitlistEntry = Awaited<ReturnType<typeof waitById>> & {}

const demos = (db: Reader) =>
  db
    .selectFrom('cooking_demo as demo')
    .innerJoin('store', 'store.id', 'demo.store_id')
    .selectAll('demo')
    .select([
      'store.uri as store_uri',
      'store.name as store_name',
      'store.apps as store_apps',
      'store.address as store_address',
      'store.suburb as store_suburb',
      'store.state as store_state',
      'store.postcode as store_postcode',
      'store.phone as store_phone',
      'store.country as store_country',
      'store.time_zone as store_time_zone',
    ])

/** A page of an app's demos that are not over, between two instants, and how many there are on all pages. */
export async function demosOf(
  db: Reader,
  app: AppCode,
  filters: DemoFilters,
  { from, until, offset, limit }: { from: Date; until: Date | null; offset: number; limit: number },
): Promise<{ readonly rows: readonly StoredDemo[]; readonly totalCount: number }> {
  let found = demos(db)
    .where(sql<boolean>`${app} = any(store.apps)`)
    .where('demo.starts_at', '>=', from)
  if (until !== null) found = found.where('demo.starts_at', '<', until)
  if (filters.storeUri !== '') found = found.where('store.uri', '=', filters.storeUri.toLowerCase())
  if (filters.brand !== '') found = found.where(sql<boolean>`lower(demo.brand) = ${filters.brand.toLowerCase()}`)
  if (filters.cookingDemoType >= 0) found = found.where('demo.demo_type', '=', filters.cookingDemoType)
  if (filters.cookingDemoSubEventType >= 0)
    found = found.where('demo.sub_event_type', '=', filters.cookingDemoSubEventType)
  const direction = filters.sortDirection === sortDirections.Descending ? 'desc' : 'asc'
  const rows = await found
    .orderBy('demo.starts_at', direction)
    .orderBy('demo.id', direction)
    .offset(offset)
    .limit(limit)
    .execute()
  const { count } = await found
    .clearSelect()
    .select((all) => all.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows, totalCount: Number(count) }
}

export async function demoById(db: Reader, id: number) {
  return (await demos(db).where('demo.id', '=', id).executeTakeFirst()) ?? null
}

/** A demo, locked until the transaction ends: everything that takes or frees a seat starts here. */
export async function lockDemo(tx: Writer, id: number) {
  return (await demos(tx).where('demo.id', '=', id).forUpdate('demo').executeTakeFirst()) ?? null
}

/** Stores and makers of an app's demos that have not begun, for the choices of a form. */
export async function demoChoices(db: Reader, app: AppCode, now: Date) {
  return db
    .selectFrom('cooking_demo as demo')
    .innerJoin('store', 'store.id', 'demo.store_id')
    .select(['store.uri as storeUri', 'store.name as storeName', 'demo.brand'])
    .distinct()
    .where(sql<boolean>`${app} = any(store.apps)`)
    .where('demo.starts_at', '>=', now)
    .execute()
}

export async function insertDemos(db: Reader, given: readonly NewCookingDemo[]): Promise<void> {
  const stores = new Map(
    (await db.selectFrom('store').select(['id', 'uri']).execute()).map((store) => [store.uri, store.id]),
  )
  const rows = given.flatMap((demo) => {
    const storeId = stores.get(demo.storeUri)
    if (storeId === undefined) return []
    return [
      {
        store_id: storeId,
        title: demo.title,
        summary: demo.summary,
        description: cleanHtml(demo.description),
        brand: demo.brand,
        presenter: demo.presenter,
        demo_type: demo.cookingDemoType,
        sub_event_type: demo.cookingDemoSubEventType,
        starts_at: demo.startsAt,
        ends_at: demo.endsAt,
        price_cents: demo.priceCents,
        image_url: demo.imageUrl,
        capacity: demo.capacity,
        seats_taken: demo.seatsTaken,
        max_guests: demo.maxGuests,
        is_booked_by_store: demo.isBookedByStore,
        skus: [...demo.skus],
        is_demo: demo.isDemo,
      },
    ]
  })
  if (rows.length > 0) await db.insertInto('cooking_demo').values(rows).execute()
}

/** Changes the number of taken seats. The table rejects more than the capacity. */
export async function takeSeats(tx: Writer, demoId: number, seats: number): Promise<void> {
  await tx
    .updateTable('cooking_demo')
    .set((row) => ({ seats_taken: row('seats_taken', '+', seats) }))
    .where('id', '=', demoId)
    .execute()
}

/** False when the reference is another booking's. */
export async function insertBooking(
  tx: Writer,
  booking: BookingDraft & { id: string; reference: string; demoId: number; app: AppCode; now: Date },
): Promise<boolean> {
  const made = await tx
    .insertInto('cooking_demo_booking')
    .values({
      id: booking.id,
      reference: booking.reference,
      cooking_demo_id: booking.demoId,
      app: booking.app,
      first_name: booking.firstName,
      last_name: booking.lastName,
      email: booking.email,
      phone: booking.phone,
      guests: booking.guests,
      order_number: booking.orderNumber,
      dietary_requirements: booking.dietaryRequirements,
      newsletter: booking.newsletter,
      booked_at: booking.now,
    })
    .onConflict((on) => on.column('reference').doNothing())
    .executeTakeFirst()
  return made.numInsertedOrUpdatedRows === 1n
}

export async function bookingById(db: Reader, id: string) {
  return (await db.selectFrom('cooking_demo_booking').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The booking of an address with seats of a demo. */
export async function bookingOf(db: Reader, demoId: number, email: string) {
  const found = db.selectFrom('cooking_demo_booking').selectAll().where('cooking_demo_id', '=', demoId)
  return (await found.where('email', '=', email).where('cancelled_at', 'is', null).executeTakeFirst()) ?? null
}

export async function saveRsvp(
  tx: Writer,
  {
    id,
    rsvpId,
    guests,
    cancelledAt,
    now,
  }: { id: string; rsvpId: string; guests: number; cancelledAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('cooking_demo_booking')
    .set({ rsvp_id: rsvpId, rsvp_at: now, guests, cancelled_at: cancelledAt })
    .where('id', '=', id)
    .execute()
}

/**
 * Its position on the wait list, from 1; null when the address is on it already. A person who was offered a seat and missed it goes to the
 * end.
 */
export async function insertWait(
  tx: Writer,
  wait: WaitDraft & { id: string; demoId: number; app: AppCode; now: Date },
): Promise<number | null> {
  const notified = tx.deleteFrom('cooking_demo_wait').where('cooking_demo_id', '=', wait.demoId)
  await notified.where('email', '=', wait.email).where('told_at', 'is not', null).execute()
  const made = await tx
    .insertInto('cooking_demo_wait')
    .values({
      id: wait.id,
      cooking_demo_id: wait.demoId,
      app: wait.app,
      first_name: wait.firstName,
      last_name: wait.lastName,
      email: wait.email,
      phone: wait.phone,
      guests: wait.guests,
      message: wait.message,
      asked_at: wait.now,
    })
    .onConflict((on) => on.columns(['cooking_demo_id', 'email']).doNothing())
    .returning('place')
    .executeTakeFirst()
  if (made === undefined) return null
  const { count } = await waiting(tx, wait.demoId)
    .select((all) => all.fn.countAll<number>().as('count'))
    .where('place', '<=', made.place)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const waiting = (db: Reader, demoId: number) =>
  db.selectFrom('cooking_demo_wait').where('cooking_demo_id', '=', demoId).where('told_at', 'is', null)

/** The first on the wait list whose party fits into the free seats, now marked as notified; null when there is none. */
export async function notifyFirstWaiting(tx: Writer, demoId: number, seats: number, now: Date): Promise<string | null> {
  const first = await waiting(tx, demoId)
    .select('id')
    .where('guests', '<=', seats)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
  if (first === undefined) return null
  await tx.updateTable('cooking_demo_wait').set({ told_at: now }).where('id', '=', first.id).execute()
  return first.id
}

export async function waitById(db: Reader, id: string) {
  return (await db.selectFrom('cooking_demo_wait').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function endWait(tx: Writer, demoId: number, email: string): Promise<void> {
  await tx.deleteFrom('cooking_demo_wait').where('cooking_demo_id', '=', demoId).where('email', '=', email).execute()
}

/** Attendees in the order of booking, and the wait list in its order. */
export async function peopleOf(db: Reader, demoId: number) {
  const bookings = await db
    .selectFrom('cooking_demo_booking')
    .selectAll()
    .where('cooking_demo_id', '=', demoId)
    .where('cancelled_at', 'is', null)
    .orderBy('booked_at')
    .orderBy('reference')
    .execute()
  const waits = await db
    .selectFrom('cooking_demo_wait')
    .selectAll()
    .where('cooking_demo_id', '=', demoId)
    .orderBy('place')
    .execute()
  return { bookings, waits }
}

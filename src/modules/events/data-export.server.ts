import type { PersonalRecords } from '../../platform/data-export.ts'

/** A person's bookings and wait-list entries. Closing an account cancels them, so the seats are released. */
export const personalCookingDemos: PersonalRecords = {
  name: 'cooking demos',
  async held(db, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return { bookings: [], waiting: [] }
    const bookings = await db
      .selectFrom('cooking_demo_booking as booking')
      .innerJoin('cooking_demo as demo', 'demo.id', 'booking.cooking_demo_id')
      .select(['booking.reference', 'demo.title', 'demo.starts_at as startsAt', 'booking.guests'])
      .select(['booking.first_name as firstName', 'booking.last_name as lastName', 'booking.phone'])
      .select(['booking.order_number as orderNumber', 'booking.dietary_requirements as dietaryRequirements'])
      .select(['booking.newsletter', 'booking.booked_at as bookedAt', 'booking.cancelled_at as cancelledAt'])
      .where('booking.email', '=', email)
      .orderBy('booking.booked_at')
      .execute()
    const waiting = await db
      .selectFrom('cooking_demo_wait as wait')
      .innerJoin('cooking_demo as demo', 'demo.id', 'wait.cooking_demo_id')
      .select(['demo.title', 'demo.starts_at as startsAt', 'wait.guests', 'wait.first_name as firstName'])
      .select(['wait.last_name as lastName', 'wait.phone', 'wait.message', 'wait.asked_at as askedAt'])
      .where('wait.email', '=', email)
      .orderBy('wait.place')
      .execute()
    return { bookings, waiting }
  },
  async forget(tx, { email, isEmailConfirmed }) {
    if (!isEmailConfirmed) return
    const freed = await tx
      .deleteFrom('cooking_demo_booking')
      .where('email', '=', email)
      .returning(['cooking_demo_id as demoId', 'guests', 'cancelled_at as cancelledAt'])
      .execute()
    for (const { demoId, guests } of freed.filter((one) => one.cancelledAt === null))
      await tx
        .updateTable('cooking_demo')
        .set((row) => ({ seats_taken: row('seats_taken', '-', guests) }))
        .where('id', '=', demoId)
        .execute()
    await tx.deleteFrom('cooking_demo_wait').where('email', '=', email).execute()
  },
}

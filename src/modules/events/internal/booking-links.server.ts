import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../../platform/config/config.ts'

/** Links that open a booking: its id with a signature. */
export type BookingLinks = {
  tokenOf(bookingId: string): string
  /** Null for an invalid link. */
  bookingIdOf(token: string): string | null
}

export function createBookingLinks(secretKey: Config['secretKey']): BookingLinks {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'links to cooking demo bookings', 32))
  const signature = (bookingId: string) => createHmac('sha256', key).update(bookingId).digest('hex').slice(0, 32)

  function bookingIdOf(token: string): string | null {
    const [id = '', given = '', ...more] = token.split('.')
    const [right, said] = [Buffer.from(signature(id)), Buffer.from(given)]
    return more.length === 0 && right.length === said.length && timingSafeEqual(right, said) ? id : null
  }

  return { tokenOf: (bookingId) => `${bookingId}.${signature(bookingId)}`, bookingIdOf }
}

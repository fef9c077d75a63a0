import { dayIn, longDay, minuteOfDayIn } from '../../platform/calendar.ts'
import { twelveHour } from '../../ui/display/twelve-hour.ts'
import type { PostalAddress } from '../geo/address-text.ts'

/** An order that its customer picks up in a store. */

/** The store and from when, as agreed: a store that changes its hours later changes no order. */
export type OrderPickup = {
  readonly storeId: number
  readonly name: string
  readonly storeUri: string
  readonly phone: string
  readonly timeZone: string
  /** The week in lines: 'Mon to Fri 9:00 AM – 5:30 PM'. */
  readonly hours: readonly string[]
  /** An instant, as ISO text. */
  readonly readyAt: string
}

/** Shown wherever an order says that it is picked up. */
export const bringText = 'Bring your order number and photo ID.'

/** 'Ready for pickup from Tuesday, 24 November 2026, 2:00 PM', on the store's clock. */
export function pickupReadyText({ readyAt, timeZone }: OrderPickup): string {
  const at = new Date(readyAt)
  const minute = minuteOfDayIn(timeZone, at)
  const time = twelveHour(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`)
  return `Ready for pickup from ${longDay(dayIn(timeZone, at))}, ${time}`
}

/** What a page or mail says of a pickup besides its time; null for a delivery. */
export function pickupFacts(delivery: { readonly pickup?: OrderPickup; readonly address: PostalAddress }) {
  const { pickup, address } = delivery
  if (pickup === undefined) return null
  const { name, storeUri, phone, hours } = pickup
  const place = [address.suburb, address.state, address.postcode]
    .filter((part) => part !== null && part !== '')
    .join(' ')
  return { name, storeUri, lines: [address.address, place], phone, hours, bring: bringText }
}

export type PickupFacts = NonNullable<ReturnType<typeof pickupFacts>>

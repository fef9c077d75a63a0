import { timeZoneOf } from '../../brands/apps.ts'
import { addDays, dayIn, minuteOfDayIn, type Day } from '../../platform/calendar.ts'
import { twelveHour } from '../../ui/display/twelve-hour.ts'
import { afterDeliveryDays, calendarDays, type Zone } from '../delivery/delivery.ts'
import type { OrderSnapshot } from './orders.ts'
import type { LineCarrier } from './refunds.ts'

/** Until when customers can change an order themselves. */

/** A minute of a day, in a time zone. */
export type CutOff = { readonly day: Day; readonly minute: number; readonly timeZone: string }

/** Suppliers report no cut-off: the shop's own hour on the day before applies. */
const supplierMinute = 14 * 60

/**
 * The cut-off of a day: the last moment at which it could still have been ordered with the goods ready, because from then on the truck is
 * loaded for it.
 */
export function dispatchCutOff(day: Day, { warehouse, tier }: Zone): CutOff {
  let last = day
  for (let back = 0; back < calendarDays && afterDeliveryDays(last, tier.leadDays, tier) > day; back++)
    last = addDays(last, -1)
  return { day: last, minute: warehouse.cutOff, timeZone: warehouse.timeZone }
}

/** The first cut-off of an order's deliveries; null while no day of it is agreed on. `zone` brings our own part. */
export function changesCloseAt({ delivery }: Pick<OrderSnapshot, 'delivery'>, zone: Zone | null): CutOff | null {
  const { deliversOn, isArranged, suppliers = [] } = delivery
  const own = deliversOn === null || isArranged === true || zone === null ? [] : [dispatchCutOff(deliversOn, zone)]
  const timeZone = timeZoneOf[delivery.address.country]
  const theirs = suppliers.map((one) => ({ day: addDays(one.deliversOn, -1), minute: supplierMinute, timeZone }))
  const [first = null] = [...own, ...theirs].toSorted((a, b) =>
    a.day < b.day ? -1 : a.day > b.day ? 1 : a.minute - b.minute,
  )
  return first
}

export function isBefore(at: Date, cutOff: CutOff | null): boolean {
  if (cutOff === null) return true
  const today = dayIn(cutOff.timeZone, at)
  return today < cutOff.day || (today === cutOff.day && minuteOfDayIn(cutOff.timeZone, at) < cutOff.minute)
}

/** '2:00 PM'. */
export const timeText = (minute: number): string =>
  twelveHour(`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`)

/** The carrier of an order's lines, as agreed: with the override our own crew delivers suppliers' goods. */
export function lineCarrierOf(
  { delivery }: Pick<OrderSnapshot, 'delivery'>,
  supplierDirectOf: (productId: number) => string | null,
): LineCarrier {
  const { suppliers = [], makers = [] } = delivery
  return (line) => {
    const supplier = supplierDirectOf(line.productId)
    if (supplier !== null && suppliers.some((one) => one.supplier === supplier)) return { supplier }
    return makers.includes(line.brand) ? 'maker' : 'own'
  }
}

import { addMonths, dayIn, type Day } from '../../../platform/calendar.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import type { Order } from '../../orders/orders.ts'

/** A customer's products, from their orders: manuals, warranty, parts and the next filter change. */

export type OwnedPart = { readonly sku: string; readonly title: string; readonly uri: string; readonly picture: string }

export type Owned = {
  readonly orderId: string
  readonly webOrderId: string
  readonly sku: string
  readonly title: string
  readonly brand: string
  readonly picture: string | null
  readonly quantity: number
  /** Its page; null when it is not sold any more. */
  readonly uri: string | null
  readonly since: Day
  /** The manufacturer's; null when its length is not known. */
  readonly warranty: { readonly years: number; readonly endsOn: Day; readonly isOver: boolean } | null
  /** Extra care that was bought with it, which begins when the maker's warranty ends. */
  readonly extraCare: string | null
  readonly manuals: readonly { readonly title: string; readonly url: string }[]
  readonly parts: readonly OwnedPart[]
  /** The filter among them, and when the next one is due. */
  readonly filter: (OwnedPart & { readonly dueOn: Day }) | null
}

/** The default lifetime of a filter (docs/decisions/0025). */
export const filterMonths = 6
/** How late a reminder is still sent: after a long outage none is sent about last year. */
export const reminderDays = 14
export const maxParts = 4

/** Accessories belong to another product. */
export const isAccessory = (categoryUri: string): boolean => /^accessories(\/|$)/.test(categoryUri)

export const isFilter = ({ title }: Pick<OwnedPart, 'title'>): boolean => /\bfilters?\b/i.test(title)

/** The day it was delivered, if known: the agreed one, or else the day of the order. */
export function ownedSince({ snapshot, placedAt }: Pick<Order, 'snapshot' | 'placedAt'>): Day {
  const { deliversOn, isArranged, suppliers = [], address } = snapshot.delivery
  const agreed = deliversOn !== null && isArranged !== true ? deliversOn : suppliers[0]?.deliversOn
  return agreed ?? dayIn(timeZoneOf[address.country], placedAt)
}

/** The manufacturer's warranty of a product whose attributes state its length. */
export function warrantyOf(years: unknown, since: Day, today: Day): Owned['warranty'] {
  if (typeof years !== 'number' || years <= 0) return null
  const endsOn = addMonths(since, Math.round(years * 12))
  return { years, endsOn, isOver: endsOn < today }
}

/** When filters of something are due: the last time that has come, null before the first, and the next one. */
export function filterDays(since: Day, today: Day): { readonly last: Day | null; readonly next: Day } {
  let count = 1
  while (addMonths(since, count * filterMonths) <= today) count += 1
  return {
    last: count === 1 ? null : addMonths(since, (count - 1) * filterMonths),
    next: addMonths(since, count * filterMonths),
  }
}

import { addMonths, dayIn, type Day } from '../../../platform/calendar.ts'
import { timeZoneOf } from '../../../brands/apps.ts'
import type { Order } from '../../orders/orders.ts'

/** What somebody owns, from what they bought here: its papers, its warranty, its parts and when its filter is due. */

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
  /** The maker's; null when nobody said how long it is. */
  readonly warranty: { readonly years: number; readonly endsOn: Day; readonly isOver: boolean } | null
  /** Extra care that was bought with it, which begins when the maker's warranty ends. */
  readonly extraCare: string | null
  readonly manuals: readonly { readonly title: string; readonly url: string }[]
  readonly parts: readonly OwnedPart[]
  /** The filter among them, and when the next one is due. */
  readonly filter: (OwnedPart & { readonly dueOn: Day }) | null
}

/** How long a filter lasts where nothing else is known (docs/decisions/0025). */
export const filterMonths = 6
/** How long after the day a reminder still goes out: a shop that stood still sends none about last year. */
export const reminderDays = 14
export const maxParts = 4

/** Accessories are what one has for something else. */
export const isAccessory = (categoryUri: string): boolean => /^accessories(\/|$)/.test(categoryUri)

export const isFilter = ({ title }: Pick<OwnedPart, 'title'>): boolean => /\bfilters?\b/i.test(title)

/** The day it was handed over, as far as it is known: the agreed one, else the day it was bought. */
export function ownedSince({ snapshot, placedAt }: Pick<Order, 'snapshot' | 'placedAt'>): Day {
  const { deliversOn, isArranged, suppliers = [], address } = snapshot.delivery
  const agreed = deliversOn !== null && isArranged !== true ? deliversOn : suppliers[0]?.deliversOn
  return agreed ?? dayIn(timeZoneOf[address.country], placedAt)
}

/** The maker's warranty of a product whose attributes say how many years it is. */
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

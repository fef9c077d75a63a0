import { addDays, dayIn, instantIn, minuteOfDayIn, shortDay, weekdayOf, type Day } from '../../platform/calendar.ts'
import { twelveHour } from '../../ui/display/twelve-hour.ts'
import { hoursText, type OpenTime, type Store } from './stores.ts'

/** Orders that shoppers pick up: where, when, and with how many of their items in stock (decision 0069). */

/** Opening minutes that a store needs to have an order ready. */
const preparingMinutes = 120

/** Ready times are rounded up to the quarter of an hour. */
const roundedTo = 15

/** A store that opens on none of these days offers no pickup for now. */
const searchedDays = 14

type Hours = Pick<Store, 'isAppointmentOnly' | 'offersPickup' | 'openTimes' | 'timeZone'>

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const timeOf = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** The opening and closing minute of a day; null when nobody can walk in. */
function openOn(
  { openTimes }: Pick<Store, 'openTimes'>,
  day: Day,
  holidays: ReadonlySet<Day>,
): readonly [number, number] | null {
  const { openTime = null, closeTime = null } = openTimes[weekdayOf(day) - 1] ?? {}
  return openTime === null || closeTime === null || holidays.has(day)
    ? null
    : [minutesOf(openTime), minutesOf(closeTime)]
}

/**
 * When an order that is placed now is ready, if the store holds all of it: after two hours in which the store is open, before it closes.
 * Null where no order can be picked up.
 */
export function pickupReadyAt(store: Hours, { holidays, now }: { holidays: ReadonlySet<Day>; now: Date }): Date | null {
  if (!store.offersPickup || store.isAppointmentOnly) return null
  const today = dayIn(store.timeZone, now)
  let left = preparingMinutes
  for (let ahead = 0; ahead < searchedDays; ahead++) {
    const day = addDays(today, ahead)
    const open = openOn(store, day, holidays)
    if (open === null) continue
    const [opens, closes] = open
    const begins = ahead === 0 ? Math.max(opens, minuteOfDayIn(store.timeZone, now)) : opens
    const ready = Math.ceil((begins + left) / roundedTo) * roundedTo
    if (ready < closes) return instantIn(store.timeZone, `${day}T${timeOf(ready)}`)
    left = Math.max(0, left - Math.max(0, closes - begins))
  }
  return null
}

/** 'today from 2:00 PM', 'tomorrow from 10:00 AM' or 'Tue 24 Nov from 10:00 AM', on the store's clock. */
export function pickupTimeText(readyAt: Date, { timeZone }: Pick<Store, 'timeZone'>, now: Date): string {
  const [today, day] = [dayIn(timeZone, now), dayIn(timeZone, readyAt)]
  const name = day === today ? 'today' : day === addDays(today, 1) ? 'tomorrow' : shortDay(day)
  return `${name} from ${twelveHour(timeOf(minuteOfDayIn(timeZone, readyAt)))}`
}

/** The hours of a day as a shopper reads them beside a store: 'Open today 9:00 AM – 5:30 PM', or 'Closed today'. */
export function hoursToday(
  store: Pick<Store, 'openTimes' | 'timeZone'>,
  holidays: ReadonlySet<Day>,
  now: Date,
): string {
  const today = dayIn(store.timeZone, now)
  const hours = store.openTimes[weekdayOf(today) - 1]
  return hours === undefined || openOn(store, today, holidays) === null
    ? 'Closed today'
    : `Open today ${hoursText(hours)}`
}

/** The week in as few lines as possible: 'Mon to Fri 9:00 AM – 5:30 PM', 'Sun Closed'. */
export function weekText(openTimes: readonly OpenTime[]): string[] {
  const runs: { first: string; last: string; hours: string }[] = []
  for (const time of openTimes) {
    const [hours, run] = [hoursText(time), runs.at(-1)]
    const day = time.day.slice(0, 3)
    if (run?.hours === hours) run.last = day
    else runs.push({ first: day, last: day, hours })
  }
  return runs.map(({ first, last, hours }) => `${first === last ? first : `${first} to ${last}`} ${hours}`)
}

/** Units of a cart, and how many of them a store holds. */
export type StoreStock = { readonly held: number; readonly of: number }

export function stockOfLines(
  lines: readonly { readonly productId: number; readonly quantity: number }[],
  unitsOf: (productId: number) => number,
): StoreStock {
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
  return {
    held: sum(lines.map(({ productId, quantity }) => Math.min(quantity, unitsOf(productId)))),
    of: sum(lines.map(({ quantity }) => quantity)),
  }
}

export const holdsAll = ({ held, of }: StoreStock): boolean => held === of

/** 'All 2 items in stock', '1 of 2 items in stock' or 'Not in stock'. */
export function storeStockText({ held, of }: StoreStock): string {
  if (held === 0) return 'Not in stock'
  if (held < of) return `${held} of ${of} items in stock`
  return of === 1 ? 'In stock' : `All ${of} items in stock`
}

/** What the product page says of a store. */
export function pickupStatus(store: Pick<Store, 'offersPickup'>, units: number): string {
  if (!store.offersPickup) return 'No pickup'
  return units > 0 ? 'In stock' : 'Not in stock'
}

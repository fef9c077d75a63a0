import type { Country } from '../../brands/apps.ts'
import { addDays, daysFrom, daysBetween, shortDay, weekdayOf, type Day } from '../../platform/calendar.ts'
import type { Cents } from '../../platform/money.ts'
import { arrivalDay, isInCountry, type StockAtWarehouse } from '../catalogue/catalogue.ts'
import { formatPrice } from '../pricing/pricing.ts'

/** When and for how much we deliver: the rules of decisions delivery-16 to delivery-18, with time, stock and bookings passed in. */

export type Warehouse = {
  readonly code: string
  readonly title: string
  readonly country: Country
  readonly state: string | null
  readonly timeZone: string
  /** Minutes since local midnight. */
  readonly cutOff: number
  readonly sameDayCutOff: number | null
}

/** The rhythm and the prices of a kind of place. */
export type Tier = {
  readonly code: string
  readonly title: string
  readonly leadDays: number
  /** ISO numbers, Monday 1 to Sunday 7. */
  readonly weekdays: readonly number[]
  readonly weekday: Cents
  readonly saturday: Cents | null
  readonly sunday: Cents | null
  readonly sameDay: Cents | null
  readonly ordersADay: number
  /** The parts of a day that the crew can promise (delivery-windows.ts); none where it comes at any time. */
  readonly windows: readonly string[]
}

/** What serves a postcode: a warehouse with a tier's terms. */
export type Zone = { readonly warehouse: Warehouse; readonly tier: Tier }

/** The exceptions of one day in a zone. */
export type DayFacts = {
  readonly capacity: number | null
  readonly price: Cents | null
  readonly priceText: string | null
  readonly isClosed: boolean
  readonly booked: number
}

export type RequestedItem = { readonly quantity: number; readonly stock: Readonly<Record<string, StockAtWarehouse>> }

export type DatedPrice = {
  readonly day: Day
  /** A text is displayed as it is and counts as 0 (decision delivery-04). */
  readonly price: Cents | string | null
  readonly available: boolean
}

/** The current time at the zone's warehouse. */
export type LocalTime = { readonly today: Day; readonly minute: number }

export type Calendar = {
  readonly dates: readonly DatedPrice[]
  readonly first: DatedPrice | null
  /** The first date that costs nothing, when the very first one does cost something. */
  readonly firstFree: DatedPrice | null
  /** Minutes left to order for the first date to apply; null when today's cut-off has passed or the goods arrive later anyway. */
  readonly orderWithin: number | null
}

/** How many days the calendar shows, from today on (decision delivery-03). */
export const calendarDays = 120

export const daysFromElsewhere = 5
const daysAfterArrival = 2

/**
 * The day an item is ready in the zone's warehouse: today when it has enough stock, in five days when the country has, two days after an
 * incoming delivery, or else null (decision delivery-17).
 */
export function readyDay(item: RequestedItem, zone: Pick<Zone, 'warehouse'>, today: Day): Day | null {
  if ((item.stock[zone.warehouse.code]?.quantity ?? 0) >= item.quantity) return today
  return readyDayInCountry(item, zone.warehouse.country, today, addDays(today, daysFromElsewhere))
}

/** `whenThere` when the country has enough stock, two days after the arrival that makes it enough, or else null. */
export function readyDayInCountry(item: RequestedItem, country: Country, today: Day, whenThere: Day): Day | null {
  const inCountry = Object.entries(item.stock).filter(([code]) => isInCountry(code, country))
  let have = inCountry.reduce((sum, [, stock]) => sum + stock.quantity, 0)
  if (have >= item.quantity) return whenThere
  const arrivals = inCountry.flatMap(([, stock]) => (stock.incoming === null ? [] : [stock.incoming]))
  for (const arrival of arrivals.toSorted((a, b) => (a.arrivesOn < b.arrivesOn ? -1 : 1))) {
    have += arrival.quantity
    if (have >= item.quantity) return addDays(arrivalDay(arrival, today), daysAfterArrival)
  }
  return null
}

export type DayRange = { readonly min: number; readonly max: number }

/** How many days until one unit is ready, from the best placed warehouse to the worst; null when it is not available. */
export function handlingDays(
  stock: RequestedItem['stock'],
  warehouses: readonly Warehouse[],
  today: Day,
): DayRange | null {
  const waits = warehouses.flatMap((warehouse) => {
    const ready = readyDay({ quantity: 1, stock }, { warehouse }, today)
    return ready === null ? [] : [daysBetween(today, ready)]
  })
  return waits.length === 0 ? null : { min: Math.min(...waits), max: Math.max(...waits) }
}

/** The earliest date of any order in a country, regardless of its contents. */
export type DeliveryTerms = {
  /** On the cheapest day of the week, from the place that pays least to the one that pays most. */
  readonly rate: { readonly min: Cents; readonly max: Cents }
  /** Calendar days from the warehouse's door to the shopper's, public holidays aside. */
  readonly transitDays: DayRange
  /** Postcodes where nothing goes, both ends included. */
  readonly notServed: readonly { readonly from: string; readonly to: string }[]
}

/** The terms of a country by its ranges and the tiers they name; null when nothing is served. */
export function deliveryTerms(ranges: readonly PostcodeRange[], tiers: readonly Tier[]): DeliveryTerms | null {
  const used = tiers.filter((tier) => ranges.some((range) => range.tierCode === tier.code))
  if (used.length === 0) return null
  const rates = used.map(cheapestDay)
  return {
    rate: { min: Math.min(...rates), max: Math.max(...rates) },
    transitDays: {
      min: Math.min(...used.map((tier) => daysOnTheWay(tier, tier.leadDays).min)),
      // An order after the cut-off waits for one more delivery weekday.
      max: Math.max(...used.map((tier) => daysOnTheWay(tier, tier.leadDays + 1).max)),
    },
    notServed: ranges.filter((range) => range.tierCode === null).map(({ from, to }) => ({ from, to })),
  }
}

function cheapestDay({ weekdays, weekday, saturday, sunday }: Tier): Cents {
  const prices = weekdays.map((day) => (day === 7 ? sunday : day === 6 ? saturday : weekday))
  return Math.min(...prices.filter((price) => price !== null))
}

/** Any week works: only the weekdays matter. */
const someMonday: Day = '2026-01-05'

function daysOnTheWay(tier: Tier, leadDays: number): DayRange {
  const lengths = Array.from({ length: 7 }, (_, weekday) => {
    const start = addDays(someMonday, weekday)
    return daysBetween(start, afterDeliveryDays(start, leadDays, tier))
  })
  return { min: Math.min(...lengths), max: Math.max(...lengths) }
}

/**
 * A product's supply: the part of its stock that determines when one unit is ready, for any zone of a country: the warehouses that have
 * stock, '2000 3000', or else the day of the first arrival, '2026-12-01', or else ''. A whole catalogue has few different ones, so a list
 * computes each once.
 */
export function supplyOf(stock: RequestedItem['stock'], country: Country): string {
  const having: string[] = []
  let firstArrival: Day | null = null
  for (const code of Object.keys(stock)) {
    const there = stock[code]
    if (there === undefined || !isInCountry(code, country)) continue
    if (there.quantity > 0) having.push(code)
    const { incoming } = there
    if (incoming !== null && incoming.quantity > 0 && (firstArrival === null || incoming.arrivesOn < firstArrival))
      firstArrival = incoming.arrivesOn
  }
  return having.length > 0 ? having.toSorted().join(' ') : (firstArrival ?? '')
}

/** A stock with that supply: one unit of it is ready on the same days. */
export function stockOfSupply(supply: string, { code }: Pick<Warehouse, 'code'>): RequestedItem['stock'] {
  if (supply.includes('-')) return { [code]: { quantity: 0, incoming: { quantity: 1, arrivesOn: supply } } }
  const having = supply === '' ? [] : supply.split(' ')
  return Object.fromEntries(having.map((one) => [one, { quantity: 1, incoming: null }]))
}

/** A zone's state at a moment: all inputs of its dates besides the load. */
export type ZoneFacts = {
  readonly zone: Zone
  readonly now: LocalTime
  readonly holidays: ReadonlySet<Day>
  readonly days: ReadonlyMap<Day, DayFacts>
}

/** Every date of the range with its price and whether it can be chosen; null when an item cannot be had (decision delivery-17). */
export function deliveryCalendar(
  input: ZoneFacts & { readonly items: readonly RequestedItem[]; readonly weekdaysAreFree: boolean },
): Calendar | null {
  const { zone, now } = input
  const readyDays = input.items.map((item) => readyDay(item, zone, now.today))
  if (readyDays.includes(null)) return null
  const ready = readyDays.reduce<Day>((latest, day) => (day !== null && day > latest ? day : latest), now.today)
  const { leadDays, isReadyNow, isAfterCutOff, sameDayIsOpen } = startOf(ready, input)
  const earliest = afterDeliveryDays(ready, leadDays, zone.tier)

  const dates = daysFrom(now.today, calendarDays).map((day, offset): DatedPrice => {
    const facts = input.days.get(day)
    const isSameDay = offset === 0 && sameDayIsOpen
    const isReachable = isSameDay || (day >= earliest && (offset > 0 || zone.tier.leadDays === 0))
    return {
      day,
      price: priceOf(day, zone.tier, facts, isSameDay, input.weekdaysAreFree),
      available: isReachable && isOpenOn(day, input),
    }
  })
  const first = dates.find((date) => date.available) ?? null
  const isFree = (date: DatedPrice) => typeof date.price === 'number' && chargeOf(date.price) === 0
  const firstFree = first === null || isFree(first) ? null : dates.find((date) => date.available && isFree(date))
  const nextCutOff =
    first?.day === now.today
      ? zone.warehouse.sameDayCutOff
      : isReadyNow && !isAfterCutOff
        ? zone.warehouse.cutOff
        : null
  return {
    dates,
    first,
    firstFree: firstFree ?? null,
    orderWithin: nextCutOff === null ? null : nextCutOff - now.minute,
  }
}

/**
 * The first date for a load, by the day it is ready: the first one of `deliveryCalendar`, without computing a hundred days. Null when there
 * is none.
 */
function firstDayByReadiness(facts: ZoneFacts): (ready: Day) => Day | null {
  const days = daysFrom(facts.now.today, calendarDays)
  const offsetOf = new Map(days.map((day, offset) => [day, offset]))
  const isDeliveryDay = days.map((day) => facts.zone.tier.weekdays.includes(weekdayOf(day)))
  const isOpen = days.map((day) => isOpenOn(day, facts))
  return (ready) => {
    const { leadDays, sameDayIsOpen } = startOf(ready, facts)
    if (sameDayIsOpen && isOpen[0] === true) return facts.now.today
    let at = offsetOf.get(ready) ?? calendarDays
    for (let left = leadDays; left > 0 && at < calendarDays;) if (isDeliveryDay[++at] === true) left--
    while (at < calendarDays && isOpen[at] !== true) at++
    return days[at] ?? null
  }
}

/** Returns a function that says whether one unit of a supply can arrive by a day. */
export function canArriveBy(facts: ZoneFacts, by: Day): (supply: string) => boolean {
  const firstDay = firstDayByReadiness(facts)
  return (supply) => {
    const stock = stockOfSupply(supply, facts.zone.warehouse)
    const ready = readyDay({ quantity: 1, stock }, facts.zone, facts.now.today)
    const first = ready === null ? null : firstDay(ready)
    return first !== null && first <= by
  }
}

function startOf(ready: Day, { zone, now }: ZoneFacts) {
  const isReadyNow = ready === now.today
  const isAfterCutOff = now.minute >= zone.warehouse.cutOff
  return {
    isReadyNow,
    isAfterCutOff,
    // One more delivery weekday, not one more calendar day, which would cost nothing on a Friday evening.
    leadDays: zone.tier.leadDays + (isReadyNow && isAfterCutOff ? 1 : 0),
    sameDayIsOpen:
      isReadyNow &&
      zone.tier.sameDay !== null &&
      zone.warehouse.sameDayCutOff !== null &&
      now.minute < zone.warehouse.sameDayCutOff,
  }
}

/** Whether anything is delivered in the zone on a day: a delivery weekday, no holiday, not closed, with room left. */
function isOpenOn(day: Day, { zone, holidays, days }: ZoneFacts): boolean {
  const facts = days.get(day)
  const isServed = zone.tier.weekdays.includes(weekdayOf(day)) && !holidays.has(day) && facts?.isClosed !== true
  return isServed && (facts?.booked ?? 0) < (facts?.capacity ?? zone.tier.ordersADay)
}

/** The day a number of delivery weekdays after `start`. */
export function afterDeliveryDays(start: Day, count: number, { weekdays }: Pick<Tier, 'weekdays'>): Day {
  let day = start
  for (let left = count; left > 0;) {
    day = addDays(day, 1)
    if (weekdays.includes(weekdayOf(day))) left--
  }
  return day
}

/** A price set for the day, else same-day, Sunday, Saturday or weekday price (decision delivery-18). */
function priceOf(
  day: Day,
  tier: Tier,
  facts: DayFacts | undefined,
  isSameDay: boolean,
  weekdaysAreFree: boolean,
): Cents | string | null {
  if (facts?.priceText != null) return facts.priceText
  if (facts?.price != null) return facts.price
  if (isSameDay) return tier.sameDay
  const weekday = weekdayOf(day)
  if (weekday === 7) return tier.sunday
  if (weekday === 6) return tier.saturday
  return weekdaysAreFree ? 0 : tier.weekday
}

/** How many dates are offered before the whole calendar is opened (decision 0066). */
const datesAhead = 7

/**
 * The first dates that can be had, at most seven. A chosen date that is later takes the last place, so that the choice is always in
 * sight.
 */
export function nextDates(dates: readonly DatedPrice[], selected: Day | null): readonly DatedPrice[] {
  const available = dates.filter((date) => date.available)
  const next = available.slice(0, datesAhead)
  const chosen = available.find((date) => date.day === selected)
  return chosen === undefined || next.includes(chosen) ? next : [...next.slice(0, datesAhead - 1), chosen]
}

/** The charge of a date for the order: a text, nothing, or a negative amount adds 0 (decision delivery-04). */
export function chargeOf(price: DatedPrice['price']): Cents {
  return typeof price === 'number' ? Math.max(0, price) : 0
}

/** 'Tue 24 Nov · FREE'. */
export function dateAndPrice(date: DatedPrice): string {
  return `${shortDay(date.day)} · ${typeof date.price === 'string' ? date.price : formatPrice(chargeOf(date.price))}`
}

/** 'FREE from Mon 23 Nov'. */
export function freeFrom(date: Pick<DatedPrice, 'day'>): string {
  return `${formatPrice(0)} from ${shortDay(date.day)}`
}

/** 'order within 2 h 10 min'; null when it is more than half a day away. */
export function orderWithinText(minutes: number | null): string | null {
  if (minutes === null || minutes > 720 || minutes <= 0) return null
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `order within ${hours === 0 ? '' : `${hours} h `}${rest} min`
}

/** The label of a day in the calendar (DLV-06 to DLV-12); null when it has none. */
export function dayLabel(
  date: { readonly price: Cents | string | null; readonly available: boolean },
  isToday: boolean,
): string | null {
  if (!date.available) return isToday ? 'TODAY' : null
  const price =
    typeof date.price === 'string' ? date.price : date.price === null ? null : formatPrice(chargeOf(date.price))
  if (!isToday) return price
  return price === null ? 'TODAY' : `TODAY - ${price}`
}

export type PostcodeRange = {
  readonly from: string
  readonly to: string
  readonly tierCode: string | null
  readonly warehouseCode: string | null
}

/** The range of a postcode: the narrowest that contains it (decision delivery-16). */
export function rangeFor<Range extends Pick<PostcodeRange, 'from' | 'to'>>(
  postcode: string,
  ranges: readonly Range[],
): Range | null {
  // Postcodes are compared as texts, which only works for texts of one length.
  if (!/^\d{4}$/.test(postcode)) return null
  let best: Range | null = null
  let bestWidth = Infinity
  for (const range of ranges) {
    const width = Number(range.to) - Number(range.from)
    if (range.from <= postcode && postcode <= range.to && width < bestWidth) [best, bestWidth] = [range, width]
  }
  return best
}

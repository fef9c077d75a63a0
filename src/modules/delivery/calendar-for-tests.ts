import { readFileSync } from 'node:fs'
import type { Day } from '../../platform/calendar.ts'
import {
  type Calendar,
  type DayFacts,
  type RequestedItem,
  type Tier,
  type Warehouse,
  type Zone,
  deliveryCalendar,
} from './delivery.ts'

// The terms a new shop starts with, so that a change of the file that departs from the decision shows here.
export const terms = JSON.parse(readFileSync('data/geo/delivery-terms.json', 'utf8')) as {
  readonly warehouses: (Pick<Warehouse, 'code' | 'title' | 'country' | 'state'> & WarehouseTimes)[]
  readonly tiers: (Pick<Tier, 'code' | 'title' | 'weekdays'> & TierColumns)[]
  readonly ranges: {
    readonly country: 'AU' | 'NZ'
    readonly from_postcode: string
    readonly to_postcode: string
    readonly tier_code: string | null
    readonly warehouse_code: string | null
  }[]
}
type WarehouseTimes = { time_zone: string; cut_off: string; same_day_cut_off: string | null }
type TierColumns = {
  lead_days: number
  weekday_cents: number
  saturday_cents: number | null
  sunday_cents: number | null
  same_day_cents: number | null
  orders_a_day: number
  windows?: readonly string[]
}
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
export const warehouses: Warehouse[] = terms.warehouses.map((row) => ({
  code: row.code,
  title: row.title,
  country: row.country,
  state: row.state,
  timeZone: row.time_zone,
  cutOff: minutesOf(row.cut_off),
  sameDayCutOff: row.same_day_cut_off === null ? null : minutesOf(row.same_day_cut_off),
}))
export const tiers: Tier[] = terms.tiers.map((row) => ({
  code: row.code,
  title: row.title,
  leadDays: row.lead_days,
  weekdays: row.weekdays,
  weekday: row.weekday_cents,
  saturday: row.saturday_cents,
  sunday: row.sunday_cents,
  sameDay: row.same_day_cents,
  ordersADay: row.orders_a_day,
  windows: row.windows ?? [],
}))

export function zone(warehouseCode: string, tierCode: string): Zone {
  const warehouse = warehouses.find(({ code }) => code === warehouseCode)
  const tier = tiers.find(({ code }) => code === tierCode)
  if (warehouse === undefined || tier === undefined) throw new Error(`no ${warehouseCode} or ${tierCode}`)
  return { warehouse, tier }
}

export const sydney = zone('2000', 'metro-au')
export const brisbane = zone('4000', 'metro-au')
export const dubbo = zone('2000', 'regional-au')
export const brokenHill = zone('2000', 'remote-au')

/** So many in the warehouse, and so many on their way. */
export const stock = (quantity: number, arriving: number | null = null, arrivesOn = '2026-11-25') => ({
  quantity,
  incoming: arriving === null ? null : { quantity: arriving, arrivesOn },
})
export const inSydney: RequestedItem = { quantity: 1, stock: { '2000': stock(9) } }
export const inBrisbane: RequestedItem = { quantity: 1, stock: { '4000': stock(9) } }
export const fallback: DayFacts = { capacity: null, price: null, priceText: null, isClosed: false, booked: 0 }

export type DeliveryRequest = {
  readonly items?: readonly RequestedItem[]
  readonly holidays?: readonly Day[]
  readonly days?: Readonly<Record<Day, Partial<DayFacts>>>
  readonly weekdaysAreFree?: boolean
}

/** The calendar at a local time such as '2026-11-16 09:59'; Monday 16 November 2026 is far from holidays. */
export function calendarAt(local: string, where: Zone, requested: DeliveryRequest = {}): Calendar | null {
  const [today = '', time = ''] = local.split(' ')
  const here = { quantity: 1, stock: { [where.warehouse.code]: stock(9) } }
  return deliveryCalendar({
    zone: where,
    items: requested.items ?? [here],
    now: { today, minute: minutesOf(time) },
    holidays: new Set(requested.holidays),
    days: new Map(Object.entries(requested.days ?? {}).map(([day, facts]) => [day, { ...fallback, ...facts }])),
    weekdaysAreFree: requested.weekdaysAreFree ?? false,
  })
}

export const firstAt = (local: string, where: Zone, requested: DeliveryRequest = {}) =>
  calendarAt(local, where, requested)?.first?.day ?? null

export function on(calendar: Calendar | null, day: Day) {
  const date = calendar?.dates.find((one) => one.day === day)
  if (date === undefined) throw new Error(`${day} is not in the calendar`)
  return date
}

export const availableDays = (calendar: Calendar | null, until: Day) =>
  (calendar?.dates ?? []).filter((date) => date.available && date.day <= until).map((date) => date.day)

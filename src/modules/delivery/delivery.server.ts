import type { Country } from '../../brands/apps.ts'
import { dayIn, minuteOfDayIn, type Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { minutes } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database.server.ts'
import {
  deliveryCalendar,
  rangeFor,
  type Calendar,
  type DayFacts,
  type LocalTime,
  type PostcodeRange,
  type Wanted,
  type Zone,
} from './delivery.ts'
import {
  allRanges,
  allTiers,
  allWarehouses,
  bookDay,
  dayFacts,
  holidaysFrom,
  releaseDay,
} from './delivery-store.server.ts'

/** When and for how much we deliver to a place. */
export interface Delivery {
  /** What serves a place; null when nothing does. */
  zoneOf(place: { readonly country: Country; readonly postcode: string }): Promise<Zone | null>
  /** The dates for a load; null when nothing serves the place. `calendar` is null when an item cannot be had. */
  availability(
    place: Destination,
    items: readonly Wanted[],
    options?: { readonly weekdaysAreFree?: boolean },
  ): Promise<{ readonly zone: Zone; readonly today: Day; readonly calendar: Calendar | null } | null>
  /** The first date of each item by itself, in the order given; null where there is none. */
  estimates(place: Destination, items: readonly Wanted[]): Promise<readonly Pick<Calendar, 'first' | 'orderWithin'>[]>
  /** Takes one place on a day; false when it is full or closed. */
  book(tx: Writer, zone: Zone, day: Day): Promise<boolean>
  release(
    tx: Writer,
    day: { readonly warehouseCode: string; readonly tierCode: string; readonly deliversOn: Day },
  ): Promise<void>
}

export type Destination = { readonly country: Country; readonly postcode: string; readonly state: string | null }

type Settings = {
  readonly zones: ReadonlyMap<string, Zone>
  readonly ranges: ReadonlyMap<Country, readonly PostcodeRange[]>
}

/** Zones and prices change rarely; a process that did not make the change sees it within this time. */
const settingsLast = minutes(1)

export function createDelivery({ database, clock }: { database: Database; clock: Clock }): Delivery {
  let settings: Promise<Settings> | null = null
  let settingsReadAt = 0
  const holidays = new Map<string, Promise<Map<string, Set<Day>>>>()

  function current(): Promise<Settings> {
    const now = clock.now().getTime()
    if (settings === null || now - settingsReadAt > settingsLast) {
      settingsReadAt = now
      settings = readSettings(database)
      settings.catch(() => (settings = null))
    }
    return settings
  }

  async function zoneOf(place: { readonly country: Country; readonly postcode: string }): Promise<Zone | null> {
    const { ranges, zones } = await current()
    const range = rangeFor(place.postcode, ranges.get(place.country) ?? [])
    return range === null || range.tierCode === null
      ? null
      : (zones.get(`${range.warehouseCode} ${range.tierCode}`) ?? null)
  }

  async function holidaysOf(place: Destination, today: Day): Promise<ReadonlySet<Day>> {
    const key = `${place.country} ${today}`
    if (!holidays.has(key)) {
      holidays.clear()
      holidays.set(key, holidaysFrom(database.db, place.country, today))
    }
    const byState = (await holidays.get(key)) ?? new Map<string, Set<Day>>()
    return new Set([...(byState.get('') ?? []), ...(byState.get(place.state ?? '') ?? [])])
  }

  async function factsOf(
    place: Destination,
  ): Promise<{ zone: Zone; now: LocalTime; holidays: ReadonlySet<Day>; days: Map<Day, DayFacts> } | null> {
    const zone = await zoneOf(place)
    if (zone === null) return null
    const at = clock.now()
    const now = { today: dayIn(zone.warehouse.timeZone, at), minute: minuteOfDayIn(zone.warehouse.timeZone, at) }
    return {
      zone,
      now,
      holidays: await holidaysOf(place, now.today),
      days: await dayFacts(database.db, zone, now.today),
    }
  }

  return {
    zoneOf,
    async availability(place, items, options = {}) {
      const facts = await factsOf(place)
      if (facts === null) return null
      const calendar = deliveryCalendar({ ...facts, items, weekdaysAreFree: options.weekdaysAreFree ?? false })
      return { zone: facts.zone, today: facts.now.today, calendar }
    },
    async estimates(place, items) {
      const facts = await factsOf(place)
      if (facts === null) return []
      return items.map((item) => {
        const calendar = deliveryCalendar({ ...facts, items: [item], weekdaysAreFree: false })
        return { first: calendar?.first ?? null, orderWithin: calendar?.orderWithin ?? null }
      })
    },
    book: bookDay,
    release: releaseDay,
  }
}

async function readSettings(database: Database): Promise<Settings> {
  const [warehouses, tiers, ranges] = [
    await allWarehouses(database.db),
    await allTiers(database.db),
    await allRanges(database.db),
  ]
  const zones = new Map<string, Zone>()
  for (const warehouse of warehouses)
    for (const tier of tiers) zones.set(`${warehouse.code} ${tier.code}`, { warehouse, tier })
  return {
    zones,
    ranges: new Map(
      (['AU', 'NZ'] as const).map((country) => [country, ranges.filter((range) => range.country === country)]),
    ),
  }
}

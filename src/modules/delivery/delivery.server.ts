import { timeZoneOf, type Country } from '../../brands/apps.ts'
import { addDays, dayIn, minuteOfDayIn, type Day } from '../../platform/calendar.ts'
import type { Clock } from '../../platform/clock.ts'
import { minutes } from '../../platform/clock.ts'
import type { Database, Writer } from '../../platform/database/database.server.ts'
import {
  canArriveBy,
  deliveryCalendar,
  deliveryTerms,
  rangeFor,
  readyDay,
  stockOfSupply,
  type Calendar,
  type DeliveryTerms,
  type LocalTime,
  type PostcodeRange,
  type RequestedItem,
  type Warehouse,
  type Zone,
  type ZoneFacts,
} from './delivery.ts'
import {
  allInstallationContactCategories,
  allRanges,
  allServices,
  allSuppliers,
  allTiers,
  allWarehouses,
  bookDay,
  dayFacts,
  holidaysFrom,
  releaseDay,
} from './internal/delivery-store.server.ts'
import type { DeliveryService } from './services.ts'
import { calendarOfSupplier, partedSupply, supplierDates, type Supplier, type SupplierAnswer } from './suppliers.ts'

/** When and for how much we deliver to a place. */
export interface Delivery {
  /** The zone of a place; null when it is not served. */
  zoneOf(place: { readonly country: Country; readonly postcode: string }): Promise<Zone | null>
  /** A zone by the key stored in an order; null when it no longer exists. */
  zone(warehouseCode: string, tierCode: string): Promise<Zone | null>
  /** The dates for a load; null when nothing serves the place. `calendar` is null when an item cannot be had. */
  availability(
    place: Destination,
    items: readonly RequestedItem[],
    options?: { readonly weekdaysAreFree?: boolean },
  ): Promise<{ readonly zone: Zone; readonly today: Day; readonly calendar: Calendar | null } | null>
  /** The first date of each item by itself, in the order given; null where there is none. A supplier's own goods come by its dates. */
  estimates(place: Destination, items: readonly Promised[]): Promise<readonly Omit<Calendar, 'dates'>[]>
  /** The keys of suppliers with their own deliveries; our crew delivers products with any other key. */
  suppliers(): Promise<ReadonlySet<string>>
  /** The suppliers' responses for their part of a load, by key and in key order. */
  supplierDates(
    place: Destination,
    loads: ReadonlyMap<string, readonly RequestedItem[]>,
  ): Promise<ReadonlyMap<string, SupplierAnswer>>
  /** The day it is for a delivery to a place: at the warehouse that serves it, else at the shop of the country (decision delivery-02). */
  today(place: Destination): Promise<Day>
  /** Categories, with everything below them, whose installation is discussed with the buyer. */
  installationContactCategories(): Promise<readonly string[]>
  /**
   * Returns a function that says whether a piece of a supply can arrive by a day (`supplyOf`, with the supplier before it if there is one);
   * for whole lists. Null when the place is not served. Valid only for one response: bookings and the cut-off change.
   */
  arrivals(place: Destination, by: Day): Promise<((supply: string) => boolean) | null>
  /** Every service there is, for the rules of services.ts. */
  services(): Promise<readonly DeliveryService[]>
  /** The warehouses of a country by their towns, A to Z. */
  warehouses(country: Country): Promise<readonly Warehouse[]>
  /** The public holidays of a place, from yesterday on. */
  holidays(place: Pick<Destination, 'country' | 'state'>): Promise<ReadonlySet<Day>>
  /** The earliest possible delivery in a country; null when it is not served. */
  terms(country: Country): Promise<DeliveryTerms | null>
  /** Takes one place on a day; false when it is full or closed. */
  book(tx: Writer, zone: Zone, day: Day): Promise<boolean>
  release(
    tx: Writer,
    day: { readonly warehouseCode: string; readonly tierCode: string; readonly deliversOn: Day },
  ): Promise<void>
  close(): Promise<void>
}

/** A load, and the key of its supplier, if any. */
export type Promised = RequestedItem & { readonly supplier?: string | null }

export type Destination = { readonly country: Country; readonly postcode: string; readonly state: string | null }

type Settings = {
  readonly warehouses: readonly Warehouse[]
  readonly terms: ReadonlyMap<Country, DeliveryTerms | null>
  readonly zones: ReadonlyMap<string, Zone>
  readonly ranges: ReadonlyMap<Country, readonly PostcodeRange[]>
  readonly services: readonly DeliveryService[]
  readonly suppliers: ReadonlyMap<string, Supplier>
  readonly installationContactCategories: readonly string[]
  /** Holidays by state, the nation-wide ones under ''. */
  readonly holidays: ReadonlyMap<Country, ReadonlyMap<string, ReadonlySet<Day>>>
}

/** Zones, prices and holidays change rarely; a process that did not make the change sees it within this time. */
const settingsLast = minutes(1)

/** Exceptions and bookings of a zone's days: the trigger of migration 0014 notifies of each change. */
const daysChannel = 'delivery_days_changed'

/** Suppliers and services: the triggers of migration 0019 notify of each change. */
const partsChannel = 'delivery_parts_changed'

/** The estimates of a zone within one minute, for displays that do not book. */
type ZonePromises = { readonly facts: ZoneFacts; readonly calendarOf: (item: RequestedItem) => Calendar | null }

type DeliveryDeps = { readonly database: Database; readonly clock: Clock }

export async function openDelivery(deps: DeliveryDeps): Promise<Delivery> {
  const { current, zoneOf, holidaysOf, todayAt, suppliedTo, factsOf, promisesIn, close } = await openDeliveryFacts(deps)
  return {
    zoneOf,
    async zone(warehouseCode, tierCode) {
      return (await current()).zones.get(`${warehouseCode} ${tierCode}`) ?? null
    },
    async availability(place, items, options = {}) {
      const zone = await zoneOf(place)
      if (zone === null) return null
      const facts = await factsOf(place, zone)
      const calendar = deliveryCalendar({ ...facts, items, weekdaysAreFree: options.weekdaysAreFree ?? false })
      return { zone, today: facts.now.today, calendar }
    },
    async estimates(place, items) {
      const known = await promisesIn(place)
      const supplied = items.some((item) => item.supplier != null) ? await suppliedTo(place) : null
      return items.map((item) => {
        const answer = supplied?.(item.supplier ?? '', [item])
        const calendar = answer == null ? (known?.calendarOf(item) ?? null) : calendarOfSupplier(answer)
        if (calendar === null) return noDate
        const { dates: _all, ...estimate } = calendar
        return estimate
      })
    },
    async arrivals(place, by) {
      const known = await promisesIn(place)
      if (known === null) return null
      const answerOf = await suppliedTo(place)
      const isOursInTime = canArriveBy(known.facts, by)
      return (text) => {
        const { supplier, supply } = partedSupply(text)
        const item = { quantity: 1, stock: stockOfSupply(supply, known.facts.zone.warehouse) }
        const answer = supplier === null ? null : answerOf(supplier, [item])
        if (answer === null) return isOursInTime(supply)
        return answer.kind === 'dates' && answer.first.day <= by
      }
    },
    suppliers: async () => new Set((await current()).suppliers.keys()),
    async supplierDates(place, loads) {
      const answer = await suppliedTo(place)
      const answers = [...loads]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([key, items]) => [key, answer(key, items)] as const)
      return new Map(answers.flatMap(([key, said]) => (said === null ? [] : [[key, said] as const])))
    },
    today: todayAt,
    installationContactCategories: async () => (await current()).installationContactCategories,
    services: async () => (await current()).services,
    async warehouses(country) {
      return (await current()).warehouses.filter((warehouse) => warehouse.country === country)
    },
    holidays: holidaysOf,
    async terms(country) {
      return (await current()).terms.get(country) ?? null
    },
    book: bookDay,
    release: releaseDay,
    close,
  }
}

/** The current input of the rules for a place: its zone, its holidays, its days, and its suppliers. */
async function openDeliveryFacts({ database, clock }: DeliveryDeps) {
  let settings: Promise<Settings> | null = null
  let settingsReadAt = 0
  // By zone and state, whose holidays apply; a few dozen at most.
  const promises = new Map<string, ZonePromises>()
  // Incremented with every change: a read that was in progress may be of the earlier state, and is not cached.
  let generation = 0
  const forget = () => {
    generation++
    promises.clear()
  }
  const stopDays = await database.listen(daysChannel, forget, forget)
  const forgetSettings = () => {
    settings = null
  }
  const stopParts = await database.listen(partsChannel, forgetSettings, forgetSettings)

  function current(): Promise<Settings> {
    const now = clock.now().getTime()
    if (settings === null || now - settingsReadAt > settingsLast) {
      settingsReadAt = now
      const reading = readSettings(database, clock.now())
      settings = reading
      reading.catch(() => {
        if (settings === reading) settings = null
      })
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

  async function holidaysOf(place: Pick<Destination, 'country' | 'state'>): Promise<ReadonlySet<Day>> {
    const byState = (await current()).holidays.get(place.country)
    return new Set([...(byState?.get('') ?? []), ...(byState?.get(place.state?.toUpperCase() ?? '') ?? [])])
  }

  function timeIn(zone: Zone): LocalTime {
    const at = clock.now()
    return { today: dayIn(zone.warehouse.timeZone, at), minute: minuteOfDayIn(zone.warehouse.timeZone, at) }
  }

  async function todayAt(place: Destination): Promise<Day> {
    const zone = await zoneOf(place)
    return zone === null ? dayIn(timeZoneOf[place.country], clock.now()) : timeIn(zone).today
  }

  /** A supplier's response for a load and a place; null for an unknown key. */
  async function suppliedTo(
    place: Destination,
  ): Promise<(key: string, items: readonly RequestedItem[]) => SupplierAnswer | null> {
    const { suppliers } = await current()
    const [today, holidays] = [await todayAt(place), await holidaysOf(place)]
    return (key, items) => {
      const supplier = suppliers.get(key)
      return supplier === undefined ? null : supplierDates(supplier, { ...place, items, today, holidays })
    }
  }

  async function factsOf(place: Destination, zone: Zone): Promise<ZoneFacts> {
    const now = timeIn(zone)
    return { zone, now, holidays: await holidaysOf(place), days: await dayFacts(database.db, zone, now.today) }
  }

  /** The current state, as the checkout sees it; null when the place is not served. */
  async function promisesIn(place: Destination): Promise<ZonePromises | null> {
    const zone = await zoneOf(place)
    if (zone === null) return null
    const key = `${zone.warehouse.code} ${zone.tier.code} ${place.state?.toUpperCase() ?? ''}`
    const known = promises.get(key)
    const { today, minute } = timeIn(zone)
    if (known?.facts.zone === zone && known.facts.now.today === today && known.facts.now.minute === minute) return known
    const begun = generation
    const facts = await factsOf(place, zone)
    const made = { facts, calendarOf: calendarsByReadiness(facts) }
    if (begun === generation) promises.set(key, made)
    return made
  }

  return {
    current,
    zoneOf,
    holidaysOf,
    todayAt,
    suppliedTo,
    factsOf,
    promisesIn,
    async close() {
      await stopDays()
      await stopParts()
    },
  }
}

/** One item's calendar. It depends on the item only by the day it is ready, so few are computed for any number of requests. */
function calendarsByReadiness(facts: ZoneFacts): (item: RequestedItem) => Calendar | null {
  const made = new Map<Day | null, Calendar | null>()
  return (item) => {
    const ready = readyDay(item, facts.zone, facts.now.today)
    let calendar = made.get(ready)
    if (calendar === undefined) {
      calendar = deliveryCalendar({ ...facts, items: [item], weekdaysAreFree: false })
      made.set(ready, calendar)
    }
    return calendar
  }
}

const noDate: Omit<Calendar, 'dates'> = { first: null, firstFree: null, orderWithin: null }

const countries = ['AU', 'NZ'] as const

async function readSettings(database: Database, now: Date): Promise<Settings> {
  const warehouses = await allWarehouses(database.db)
  const tiers = await allTiers(database.db)
  const ranges = await allRanges(database.db)
  // It is still yesterday in Perth when it is today in Auckland, and these outlive midnight by a minute.
  const from = addDays(now.toISOString().slice(0, 10), -2)
  const holidays = new Map<Country, ReadonlyMap<string, ReadonlySet<Day>>>()
  for (const country of countries) holidays.set(country, await holidaysFrom(database.db, country, from))
  const zones = new Map<string, Zone>()
  for (const warehouse of warehouses)
    for (const tier of tiers) zones.set(`${warehouse.code} ${tier.code}`, { warehouse, tier })
  const rangesOf = (country: Country) => ranges.filter((range) => range.country === country)
  return {
    zones,
    services: await allServices(database.db),
    suppliers: new Map((await allSuppliers(database.db)).map((one) => [one.key, one])),
    installationContactCategories: await allInstallationContactCategories(database.db),
    warehouses: warehouses.toSorted((a, b) => a.title.localeCompare(b.title)),
    terms: new Map(countries.map((country) => [country, deliveryTerms(rangesOf(country), tiers)])),
    ranges: new Map(countries.map((country) => [country, rangesOf(country)])),
    holidays,
  }
}

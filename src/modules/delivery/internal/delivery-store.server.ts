import { sql } from 'kysely'
import type { Country } from '../../../brands/apps.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { Reader, Writer } from '../../../platform/database/database.server.ts'
import { cleanHtml } from '../../../platform/text/clean-html.server.ts'
import type { DeliveryService } from '../services.ts'
import type { Supplier } from '../suppliers.ts'
import type { DayFacts, PostcodeRange, Tier, Warehouse, Zone } from '../delivery.ts'

/** The SQL of delivery. */

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

export async function allWarehouses(db: Reader): Promise<Warehouse[]> {
  const rows = await db.selectFrom('warehouse').selectAll().execute()
  return rows.map((row) => ({
    code: row.code,
    title: row.title,
    country: row.country as Country,
    state: row.state,
    timeZone: row.time_zone,
    cutOff: minutesOf(row.cut_off),
    sameDayCutOff: row.same_day_cut_off === null ? null : minutesOf(row.same_day_cut_off),
  }))
}

export async function allTiers(db: Reader): Promise<Tier[]> {
  const rows = await db.selectFrom('delivery_tier').selectAll().execute()
  return rows.map((row) => ({
    code: row.code,
    title: row.title,
    leadDays: row.lead_days,
    weekdays: row.weekdays,
    weekday: row.weekday_cents,
    saturday: row.saturday_cents,
    sunday: row.sunday_cents,
    sameDay: row.same_day_cents,
    ordersADay: row.orders_a_day,
    windows: row.windows,
  }))
}

export async function allRanges(db: Reader): Promise<(PostcodeRange & { country: Country })[]> {
  const rows = await db.selectFrom('postcode_range').selectAll().execute()
  return rows.map((row) => ({
    country: row.country as Country,
    from: row.from_postcode,
    to: row.to_postcode,
    tierCode: row.tier_code,
    warehouseCode: row.warehouse_code,
  }))
}

export async function allServices(db: Reader): Promise<DeliveryService[]> {
  const prices = await db.selectFrom('delivery_service_price').selectAll().execute()
  const rows = await db.selectFrom('delivery_service').selectAll().orderBy('position').orderBy('code').execute()
  return rows.map((row) => ({
    code: row.code,
    title: row.title,
    // HTML written by staff, who may paste anything.
    blurb: cleanHtml(row.blurb),
    kind: row.kind as DeliveryService['kind'],
    categoryUris: row.category_uris,
    conditions: row.conditions,
    isPreTicked: row.is_pre_ticked,
    isHidden: row.is_hidden,
    prices: Object.fromEntries(
      prices.filter((one) => one.service_code === row.code).map((one) => [one.tier_code, one.price_cents]),
    ),
  }))
}

export async function allSuppliers(db: Reader): Promise<Supplier[]> {
  const regions = await db.selectFrom('supplier_region').selectAll().execute()
  const rows = await db.selectFrom('supplier').selectAll().orderBy('key').execute()
  return rows.map((row) => ({
    key: row.key,
    weekdays: row.weekdays,
    unservedMessage: row.unserved_message,
    regions: regions
      .filter((one) => one.supplier_key === row.key)
      .map((one) => ({
        country: one.country as Country,
        from: one.from_postcode,
        to: one.to_postcode,
        leadDays: one.lead_days,
        price: one.price_cents,
      })),
  }))
}

export async function allInstallationContactCategories(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('installation_contact_category').selectAll().execute()
  return rows.map((row) => row.category_uri)
}

/** Holidays by state ('NSW'), the nation-wide ones under ''. */
export async function holidaysFrom(db: Reader, country: Country, from: Day): Promise<Map<string, Set<Day>>> {
  const rows = await db
    .selectFrom('public_holiday')
    .select(['state', 'holiday_on'])
    .where('country', '=', country)
    .where('holiday_on', '>=', from)
    .execute()
  const byState = new Map<string, Set<Day>>()
  for (const row of rows) byState.set(row.state, (byState.get(row.state) ?? new Set()).add(row.holiday_on))
  return byState
}

export async function dayFacts(db: Reader, zone: Zone, from: Day): Promise<Map<Day, DayFacts>> {
  const rows = await db
    .selectFrom('delivery_day')
    .selectAll()
    .where('warehouse_code', '=', zone.warehouse.code)
    .where('tier_code', '=', zone.tier.code)
    .where('delivers_on', '>=', from)
    .execute()
  return new Map(
    rows.map((row) => [
      row.delivers_on,
      {
        capacity: row.capacity,
        price: row.price_cents,
        priceText: row.price_text,
        isClosed: row.is_closed,
        booked: row.booked,
      },
    ]),
  )
}

/** Books one order on a day; false when it is full or closed. The condition is in the statement, so no two can take the last place. */
export async function bookDay(tx: Writer, zone: Zone, day: Day): Promise<boolean> {
  const { rows } = await sql<{ booked: number }>`
    insert into delivery_day (warehouse_code, tier_code, delivers_on, booked)
    values (${zone.warehouse.code}, ${zone.tier.code}, ${day}, 1)
    on conflict (warehouse_code, tier_code, delivers_on) do update set booked = delivery_day.booked + 1
      where not delivery_day.is_closed and delivery_day.booked < coalesce(delivery_day.capacity, ${zone.tier.ordersADay})
    returning booked`.execute(tx)
  return rows.length === 1
}

export async function releaseDay(
  tx: Writer,
  day: { warehouseCode: string; tierCode: string; deliversOn: Day },
): Promise<void> {
  await tx
    .updateTable('delivery_day')
    .set((eb) => ({ booked: eb('booked', '-', 1) }))
    .where('warehouse_code', '=', day.warehouseCode)
    .where('tier_code', '=', day.tierCode)
    .where('delivers_on', '=', day.deliversOn)
    .where('booked', '>', 0)
    .execute()
}

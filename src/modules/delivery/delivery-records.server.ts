import { sql } from 'kysely'
import { isCountry } from '../../brands/apps.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { given } from './internal/record-columns.ts'

/** Delivery terms, zones and days, for the back office. Triggers notify every process of each change. */

type Choice = { readonly value: string; readonly label: string }

export async function warehouseChoices(db: Reader): Promise<readonly Choice[]> {
  const rows = await db.selectFrom('warehouse').select(['code', 'title']).orderBy('title').execute()
  return rows.map(({ code, title }) => ({ value: code, label: `${title} (${code})` }))
}

export async function tierChoices(db: Reader): Promise<readonly Choice[]> {
  const rows = await db
    .selectFrom('delivery_tier')
    .select(['code', 'title'])
    .orderBy('country')
    .orderBy('title')
    .execute()
  return rows.map(({ code, title }) => ({ value: code, label: title }))
}

export const warehouseRecords = recordSet({
  from: sql`warehouse w`,
  locked: 'w',
  key: sql`w.code`,
  byKey: (key) => sql<boolean>`w.code = ${key}`,
  columns: {
    code: { sql: sql`w.code`, sorts: 'text' },
    title: { sql: sql`w.title`, sorts: 'text' },
    country: { sql: sql`w.country`, sorts: 'text' },
    state: { sql: sql`w.state` },
    timeZone: { sql: sql`w.time_zone` },
    lat: { sql: sql`w.lat` },
    lng: { sql: sql`w.lng` },
    cutOff: { sql: sql`w.cut_off` },
    sameDayCutOff: { sql: sql`w.same_day_cut_off` },
  },
  search: [sql`w.title`, sql`w.code`],
})

const warehouseColumns = {
  title: 'title',
  cutOff: 'cut_off',
  sameDayCutOff: 'same_day_cut_off',
  lat: 'lat',
  lng: 'lng',
}

export async function updateWarehouse(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('warehouse').set(given(values, warehouseColumns)).where('code', '=', key).execute()
}

export const tierRecords = recordSet({
  from: sql`delivery_tier t`,
  locked: 't',
  key: sql`t.code`,
  byKey: (key) => sql<boolean>`t.code = ${key}`,
  columns: {
    code: { sql: sql`t.code`, sorts: 'text' },
    title: { sql: sql`t.title`, sorts: 'text' },
    country: { sql: sql`t.country`, sorts: 'text' },
    leadDays: { sql: sql`t.lead_days`, sorts: 'numeric' },
    weekdays: { sql: sql`t.weekdays` },
    weekdayPrice: { sql: sql`t.weekday_cents`, sorts: 'numeric' },
    saturdayPrice: { sql: sql`t.saturday_cents` },
    sundayPrice: { sql: sql`t.sunday_cents` },
    sameDayPrice: { sql: sql`t.same_day_cents` },
    ordersADay: { sql: sql`t.orders_a_day`, sorts: 'numeric' },
    windows: { sql: sql`t.windows` },
  },
  search: [sql`t.title`, sql`t.code`],
})

const tierColumns = {
  code: 'code',
  title: 'title',
  country: 'country',
  leadDays: 'lead_days',
  weekdayPrice: 'weekday_cents',
  saturdayPrice: 'saturday_cents',
  sundayPrice: 'sunday_cents',
  sameDayPrice: 'same_day_cents',
  ordersADay: 'orders_a_day',
  windows: 'windows',
}

const tierRow = (values: RecordValues): Record<string, unknown> => ({
  ...given(values, tierColumns),
  ...(values['weekdays'] === undefined
    ? {}
    : { weekdays: ((values['weekdays'] ?? []) as readonly string[]).map(Number) }),
})

export async function updateTier(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('delivery_tier').set(tierRow(values)).where('code', '=', key).execute()
}

export async function insertTier(tx: Writer, values: RecordValues): Promise<string> {
  await tx
    .insertInto('delivery_tier')
    .values(tierRow(values) as never)
    .execute()
  return String(values['code'])
}

export async function removeTier(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('delivery_tier').where('code', '=', key).execute()
}

/** Which postcodes are served from where on which terms. Its key is 'AU-2000-2099'. */
export const rangeRecords = recordSet({
  from: sql`postcode_range r`,
  locked: 'r',
  key: sql`(r.country || '-' || r.from_postcode || '-' || r.to_postcode)`,
  byKey(key) {
    const range = rangeKey(key)
    return range === null
      ? null
      : sql<boolean>`r.country = ${range.country} and r.from_postcode = ${range.from} and r.to_postcode = ${range.to}`
  },
  columns: {
    country: { sql: sql`r.country`, sorts: 'text' },
    from: { sql: sql`r.from_postcode`, sorts: 'text' },
    to: { sql: sql`r.to_postcode`, sorts: 'text' },
    tier: { sql: sql`r.tier_code` },
    warehouse: { sql: sql`r.warehouse_code` },
  },
  search: [sql`r.from_postcode`, sql`r.to_postcode`],
  filters: {
    country: isOne(sql`r.country`, ['AU', 'NZ']),
    tier: (code) => (code === 'none' ? sql<boolean>`r.tier_code is null` : sql<boolean>`r.tier_code = ${code}`),
    warehouse: (code) => sql<boolean>`r.warehouse_code = ${code}`,
  },
})

function rangeKey(key: string) {
  const [country = '', from = '', to = ''] = key.split('-')
  return isCountry(country) && /^\d{4}$/.test(from) && /^\d{4}$/.test(to) ? { country, from, to } : null
}

export async function updateRange(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const range = rangeKey(key)
  if (range === null) return
  await tx
    .updateTable('postcode_range')
    .set(given(values, { tier: 'tier_code', warehouse: 'warehouse_code' }))
    .where('country', '=', range.country)
    .where('from_postcode', '=', range.from)
    .where('to_postcode', '=', range.to)
    .execute()
}

export async function insertRange(tx: Writer, values: RecordValues): Promise<string> {
  const { country, from, to, tier, warehouse } = values
  await sql`insert into postcode_range (country, from_postcode, to_postcode, tier_code, warehouse_code)
    values (${country}, ${from}, ${to}, ${tier ?? null}, ${warehouse ?? null})`.execute(tx)
  return `${String(country)}-${String(from)}-${String(to)}`
}

export async function removeRange(tx: Writer, key: string): Promise<void> {
  const range = rangeKey(key)
  if (range !== null)
    await sql`delete from postcode_range where country = ${range.country} and from_postcode = ${range.from} and to_postcode = ${range.to}`.execute(
      tx,
    )
}

/** The exceptions of one day in one zone. A key is '2000.metro.2026-11-24'. */
export const dayRecords = recordSet({
  from: sql`delivery_day d join delivery_tier t on t.code = d.tier_code join warehouse w on w.code = d.warehouse_code`,
  locked: 'd',
  key: sql`(d.warehouse_code || '.' || d.tier_code || '.' || d.delivers_on)`,
  byKey(key) {
    const day = dayKey(key)
    return day === null
      ? null
      : sql<boolean>`d.warehouse_code = ${day.warehouse} and d.tier_code = ${day.tier} and d.delivers_on = ${day.on}::date`
  },
  columns: {
    deliversOn: { sql: sql`d.delivers_on`, sorts: 'date' },
    warehouse: { sql: sql`d.warehouse_code` },
    warehouseTitle: { sql: sql`w.title` },
    tier: { sql: sql`d.tier_code` },
    tierTitle: { sql: sql`t.title` },
    isClosed: { sql: sql`d.is_closed` },
    capacity: { sql: sql`d.capacity` },
    room: { sql: sql`coalesce(d.capacity, t.orders_a_day)` },
    booked: { sql: sql`d.booked`, sorts: 'numeric' },
    price: { sql: sql`d.price_cents` },
    priceText: { sql: sql`d.price_text` },
  },
  filters: {
    warehouse: (code) => sql<boolean>`d.warehouse_code = ${code}`,
    tier: (code) => sql<boolean>`d.tier_code = ${code}`,
    which: (word) =>
      word === 'coming'
        ? sql<boolean>`d.delivers_on >= current_date`
        : word === 'closed'
          ? sql<boolean>`d.is_closed and d.delivers_on >= current_date`
          : word === 'full'
            ? sql<boolean>`d.booked >= coalesce(d.capacity, t.orders_a_day) and d.delivers_on >= current_date`
            : null,
  },
})

function dayKey(key: string) {
  const [warehouse = '', tier = '', on = ''] = key.split('.')
  return /^\d{4}-\d{2}-\d{2}$/.test(on) && !Number.isNaN(Date.parse(on)) ? { warehouse, tier, on } : null
}

const dayColumns = { isClosed: 'is_closed', capacity: 'capacity', price: 'price_cents', priceText: 'price_text' }

export async function updateDay(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const day = dayKey(key)
  if (day === null) return
  await tx
    .updateTable('delivery_day')
    .set(given(values, dayColumns))
    .where('warehouse_code', '=', day.warehouse)
    .where('tier_code', '=', day.tier)
    .where('delivers_on', '=', day.on)
    .execute()
}

export async function insertDay(tx: Writer, values: RecordValues): Promise<string> {
  const { warehouse, tier, deliversOn } = values
  await tx
    .insertInto('delivery_day')
    .values({
      warehouse_code: String(warehouse),
      tier_code: String(tier),
      delivers_on: String(deliversOn),
      ...given(values, dayColumns),
    })
    .execute()
  return `${String(warehouse)}.${String(tier)}.${String(deliversOn)}`
}

/** Resets the day to its zone's terms; bookings stay. */
export async function removeDay(tx: Writer, key: string): Promise<void> {
  const day = dayKey(key)
  if (day === null) return
  const { rows } =
    await sql`delete from delivery_day d where warehouse_code = ${day.warehouse} and tier_code = ${day.tier}
    and delivers_on = ${day.on}::date and booked = 0 and not exists (select 1 from day_hold h where h.warehouse_code = d.warehouse_code
      and h.tier_code = d.tier_code and h.delivers_on = d.delivers_on) returning 1`.execute(tx)
  if (rows.length === 0) await updateDay(tx, key, { isClosed: false, capacity: null, price: null, priceText: null })
}

/** Bookings and capacity by zone and day, for every day that has a booking or an exception. */
export async function deliveryLoad(
  db: Reader,
  { from, until }: { readonly from: string; readonly until: string },
): Promise<
  readonly {
    readonly on: string
    readonly zone: string
    readonly booked: number
    readonly room: number
    readonly isClosed: boolean
  }[]
> {
  const { rows } = await sql<{ on: string; zone: string; booked: number; room: number; isClosed: boolean }>`
    select d.delivers_on as on, w.title || ', ' || t.title as zone, d.booked, coalesce(d.capacity, t.orders_a_day) as room,
      d.is_closed as "isClosed"
    from delivery_day d join delivery_tier t on t.code = d.tier_code join warehouse w on w.code = d.warehouse_code
    where d.delivers_on between ${from}::date and ${until}::date order by d.delivers_on, zone`.execute(db)
  return rows
}

/** Its key is 'AU.NSW.2026-01-26'; the whole country is 'AU..2026-01-26'. */
export const holidayRecords = recordSet({
  from: sql`public_holiday h`,
  locked: 'h',
  key: sql`(h.country || '.' || h.state || '.' || h.holiday_on)`,
  byKey(key) {
    const holiday = holidayKey(key)
    return holiday === null
      ? null
      : sql<boolean>`h.country = ${holiday.country} and h.state = ${holiday.state} and h.holiday_on = ${holiday.on}::date`
  },
  columns: {
    on: { sql: sql`h.holiday_on`, sorts: 'date' },
    title: { sql: sql`h.title`, sorts: 'text' },
    country: { sql: sql`h.country`, sorts: 'text' },
    state: { sql: sql`h.state` },
  },
  search: [sql`h.title`],
  filters: {
    country: isOne(sql`h.country`, ['AU', 'NZ']),
    which: (word) => (word === 'coming' ? sql<boolean>`h.holiday_on >= current_date` : null),
  },
})

function holidayKey(key: string) {
  const [country = '', state = '', on = ''] = key.split('.')
  return isCountry(country) && !Number.isNaN(Date.parse(on)) ? { country, state, on } : null
}

export async function updateHoliday(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const holiday = holidayKey(key)
  if (holiday !== null)
    await sql`update public_holiday set title = ${values['title']} where country = ${holiday.country} and state = ${holiday.state}
      and holiday_on = ${holiday.on}::date`.execute(tx)
}

export async function insertHoliday(tx: Writer, values: RecordValues): Promise<string> {
  const { country, on, title } = values
  const state = String(values['state'] ?? '')
  await sql`insert into public_holiday (country, state, holiday_on, title) values (${country}, ${state}, ${on}, ${title})`.execute(
    tx,
  )
  return `${String(country)}.${state}.${String(on)}`
}

export async function removeHoliday(tx: Writer, key: string): Promise<void> {
  const holiday = holidayKey(key)
  if (holiday !== null)
    await sql`delete from public_holiday where country = ${holiday.country} and state = ${holiday.state}
      and holiday_on = ${holiday.on}::date`.execute(tx)
}

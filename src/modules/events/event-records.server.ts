import { sql } from 'kysely'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { momentText } from '../../ui/display/twelve-hour.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'

/** Cooking demos with their attendees and wait lists, for the back office. */

export const demoRecords = recordSet({
  from: sql`cooking_demo d join store s on s.id = d.store_id`,
  locked: 'd',
  key: sql`d.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`d.id = ${Number(key)}`),
  columns: {
    title: { sql: sql`d.title`, sorts: 'text' },
    store: { sql: sql`d.store_id::text` },
    storeName: { sql: sql`s.name`, sorts: 'text' },
    timeZone: { sql: sql`s.time_zone` },
    startsAt: { sql: sql`d.starts_at`, sorts: 'timestamptz' },
    endsAt: { sql: sql`d.ends_at` },
    capacity: { sql: sql`d.capacity` },
    seatsTaken: { sql: sql`d.seats_taken` },
    waiting: {
      sql: sql`(select count(*)::integer from cooking_demo_wait w where w.cooking_demo_id = d.id and w.told_at is null)`,
    },
    maxGuests: { sql: sql`d.max_guests` },
    demoType: { sql: sql`d.demo_type::text` },
    subEventType: { sql: sql`d.sub_event_type::text` },
    price: { sql: sql`d.price_cents` },
    isBookedByStore: { sql: sql`d.is_booked_by_store` },
    brand: { sql: sql`d.brand` },
    presenter: { sql: sql`d.presenter` },
    imageUrl: { sql: sql`d.image_url` },
    skus: { sql: sql`d.skus` },
    summary: { sql: sql`d.summary`, isLong: true },
    description: { sql: sql`d.description`, isLong: true },
  },
  search: [sql`d.title`, sql`s.name`, sql`d.brand`],
  filters: {
    state: (word) =>
      word === 'coming'
        ? sql<boolean>`d.starts_at > now()`
        : word === 'over'
          ? sql<boolean>`d.starts_at <= now()`
          : word === 'full'
            ? sql<boolean>`d.seats_taken = d.capacity and d.starts_at > now()`
            : null,
  },
})

const columns = {
  title: 'title',
  summary: 'summary',
  brand: 'brand',
  presenter: 'presenter',
  startsAt: 'starts_at',
  endsAt: 'ends_at',
  price: 'price_cents',
  imageUrl: 'image_url',
  capacity: 'capacity',
  maxGuests: 'max_guests',
  isBookedByStore: 'is_booked_by_store',
  skus: 'skus',
} as const

function rowOf(values: RecordValues): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) if (values[name] !== undefined) row[column] = values[name]
  const { store, demoType, subEventType, description } = values
  if (store !== undefined) row['store_id'] = Number(store)
  if (demoType !== undefined) row['demo_type'] = Number(demoType)
  if (subEventType !== undefined) row['sub_event_type'] = Number(subEventType)
  if (description !== undefined) row['description'] = cleanHtml(String(description ?? ''))
  if (row['brand'] === null) row['brand'] = ''
  return row
}

export async function updateDemo(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('cooking_demo').set(rowOf(values)).where('id', '=', Number(key)).execute()
}

export async function insertDemo(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('cooking_demo')
    .values({ summary: '', description: '', ...rowOf(values) } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** False once there is a booking or a wait-list entry. */
export async function removeDemo(tx: Writer, key: string): Promise<boolean> {
  const { rows } = await sql`delete from cooking_demo d where id = ${Number(key)}
    and not exists (select 1 from cooking_demo_booking b where b.cooking_demo_id = d.id)
    and not exists (select 1 from cooking_demo_wait w where w.cooking_demo_id = d.id) returning 1`.execute(tx)
  return rows.length > 0
}

export const attendeeStates = ['booked', 'said-yes', 'cancelled', 'waiting', 'told'] as const

/** Bookings and wait-list entries, in one list. A key is that of a booking or of an entry. */
export const attendeeRecords = recordSet({
  from: sql`(
    select id, cooking_demo_id, reference, first_name, last_name, email, phone, guests, order_number,
      dietary_requirements as note, booked_at as at,
      case when cancelled_at is not null then 'cancelled' when rsvp_at is not null then 'said-yes' else 'booked' end as state
    from cooking_demo_booking
    union all
    select id, cooking_demo_id, null, first_name, last_name, email, phone, guests, null, message, asked_at,
      case when told_at is null then 'waiting' else 'told' end
    from cooking_demo_wait) a join cooking_demo d on d.id = a.cooking_demo_id join store s on s.id = d.store_id`,
  locked: null,
  key: sql`a.id::text`,
  byKey: (key) => (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? sql<boolean>`a.id = ${key}::uuid` : null),
  columns: {
    title: { sql: sql`d.title` },
    startsAt: { sql: sql`d.starts_at`, sorts: 'timestamptz' },
    storeName: { sql: sql`s.name` },
    timeZone: { sql: sql`s.time_zone` },
    state: { sql: sql`a.state`, sorts: 'text' },
    reference: { sql: sql`a.reference` },
    firstName: { sql: sql`a.first_name` },
    lastName: { sql: sql`a.last_name`, sorts: 'text' },
    email: { sql: sql`a.email` },
    phone: { sql: sql`a.phone` },
    guests: { sql: sql`a.guests`, sorts: 'numeric' },
    orderNumber: { sql: sql`a.order_number` },
    note: { sql: sql`a.note` },
    at: { sql: sql`a.at`, sorts: 'timestamptz' },
    isOver: { sql: sql`d.starts_at <= now()` },
    demo: { sql: sql`d.id::text` },
  },
  search: [sql`a.last_name`, sql`a.first_name`, sql`a.email`, sql`a.reference`],
  filters: {
    demo: (id) => (numberKey(id) === null ? null : sql<boolean>`d.id = ${Number(id)}`),
    state: isOne(sql`a.state`, attendeeStates),
  },
})

/** Demos of the last weeks and those to come, for a list's filter. */
export async function demoChoicesOf(
  db: Reader,
  since: Date,
): Promise<readonly { readonly value: string; readonly label: string }[]> {
  const rows = await db
    .selectFrom('cooking_demo as d')
    .innerJoin('store as s', 's.id', 'd.store_id')
    .select(['d.id', 'd.title', 'd.starts_at', 's.name', 's.time_zone'])
    .where('d.starts_at', '>=', since)
    .orderBy('d.starts_at')
    .limit(500)
    .execute()
  return rows.map((row) => ({
    value: String(row.id),
    label: `${momentText(row.starts_at, row.time_zone)}: ${row.title}, ${row.name}`,
  }))
}

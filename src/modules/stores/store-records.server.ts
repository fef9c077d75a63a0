import { sql } from 'kysely'
import { appCodes } from '../../brands/apps.ts'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Reader, Writer } from '../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import type { StoredHours } from './stores.ts'

/** Showrooms and who sells in them, as the people who keep them see them. Triggers tell every process of each change. */

export async function storeChoices(db: Reader): Promise<readonly { readonly value: string; readonly label: string }[]> {
  const rows = await db.selectFrom('store').select(['id', 'name', 'uri']).orderBy('name').execute()
  return rows.map(({ id, name, uri }) => ({ value: String(id), label: `${name} (${uri})` }))
}

export const storeRecords = recordSet({
  from: sql`store s`,
  locked: 's',
  key: sql`s.id::text`,
  byKey: (key) => (numberKey(key) === null ? null : sql<boolean>`s.id = ${Number(key)}`),
  columns: {
    name: { sql: sql`s.name`, sorts: 'text' },
    uri: { sql: sql`s.uri`, sorts: 'text' },
    apps: { sql: sql`s.apps` },
    address: { sql: sql`s.address` },
    suburb: { sql: sql`s.suburb`, sorts: 'text' },
    state: { sql: sql`s.state` },
    postcode: { sql: sql`s.postcode` },
    country: { sql: sql`s.country`, sorts: 'text' },
    phone: { sql: sql`s.phone` },
    email: { sql: sql`s.email` },
    isAppointmentOnly: { sql: sql`s.is_appointment_only` },
    offersPickup: { sql: sql`s.offers_pickup` },
    timeZone: { sql: sql`s.time_zone` },
    imageUrl: { sql: sql`s.image_url` },
    virtualTourId: { sql: sql`s.virtual_tour_id` },
    latitude: { sql: sql`s.latitude` },
    longitude: { sql: sql`s.longitude` },
    description: { sql: sql`s.description`, isLong: true },
    hours: { sql: sql`s.open_times` },
  },
  search: [sql`s.name`, sql`s.suburb`, sql`s.postcode`],
  filters: {
    app: (app) => (appCodes.some((one) => one === app) ? sql<boolean>`${app} = any(s.apps)` : null),
    country: isOne(sql`s.country`, ['AU', 'NZ']),
  },
  shaped({ hours, ...row }) {
    const stored = hours as unknown as StoredHours
    return {
      ...row,
      hours: stored.map((day, at) => `${dayNames[at]}: ${day === null ? 'closed' : `${day[0]}–${day[1]}`}`),
    }
  },
})

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The hours of seven lines 'Mon: 09:00–17:30' or 'Sun: closed'; a text that says what is wrong with them. */
export function hoursOf(lines: readonly string[]): StoredHours | string {
  if (lines.length !== 7) return 'Please enter seven lines, Mon to Sun.'
  const days = lines.map((line, at): readonly [string, string] | null | undefined => {
    const found = /^(\w{3}): *(?:closed|(\d\d:\d\d) *[–-] *(\d\d:\d\d))$/.exec(line)
    if (found === null || found[1] !== dayNames[at]) return undefined
    const [, , from, until] = found
    if (from === undefined || until === undefined) return null
    return from < until && until <= '24:00' ? [from, until] : undefined
  })
  const wrong = days.indexOf(undefined)
  return wrong === -1
    ? (days as unknown as StoredHours)
    : `Line ${wrong + 1} must be like ‘${dayNames[wrong]}: 09:00–17:30’ or ‘${dayNames[wrong]}: closed’.`
}

const columns = {
  name: 'name',
  uri: 'uri',
  apps: 'apps',
  address: 'address',
  suburb: 'suburb',
  state: 'state',
  postcode: 'postcode',
  country: 'country',
  phone: 'phone',
  email: 'email',
  isAppointmentOnly: 'is_appointment_only',
  offersPickup: 'offers_pickup',
  timeZone: 'time_zone',
  imageUrl: 'image_url',
  virtualTourId: 'virtual_tour_id',
  latitude: 'latitude',
  longitude: 'longitude',
} as const

function rowOf(values: RecordValues): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [name, column] of Object.entries(columns)) if (values[name] !== undefined) row[column] = values[name]
  if (values['description'] !== undefined) row['description'] = cleanHtml(String(values['description'] ?? ''))
  if (values['hours'] !== undefined) row['open_times'] = JSON.stringify(hoursOf(values['hours'] as readonly string[]))
  return row
}

export async function updateStore(tx: Writer, key: string, values: RecordValues): Promise<void> {
  await tx.updateTable('store').set(rowOf(values)).where('id', '=', Number(key)).execute()
}

export async function insertStore(tx: Writer, values: RecordValues): Promise<string> {
  const { id } = await tx
    .insertInto('store')
    .values(rowOf(values) as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

export async function removeStore(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('store').where('id', '=', Number(key)).execute()
}

export const salespersonRecords = recordSet({
  from: sql`salesperson p join store s on s.id = p.store_id`,
  locked: 'p',
  key: sql`p.code`,
  byKey: (key) => sql<boolean>`p.code = ${key}`,
  columns: {
    code: { sql: sql`p.code`, sorts: 'text' },
    name: { sql: sql`p.name`, sorts: 'text' },
    store: { sql: sql`p.store_id::text` },
    storeName: { sql: sql`s.name`, sorts: 'text' },
  },
  search: [sql`p.name`, sql`p.code`, sql`s.name`],
})

export async function writeSalesperson(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { name, store } = values
  const row = {
    ...(name === undefined ? {} : { name: String(name) }),
    ...(store === undefined ? {} : { store_id: Number(store) }),
  }
  await tx.updateTable('salesperson').set(row).where('code', '=', key).execute()
}

export async function insertSalesperson(tx: Writer, values: RecordValues): Promise<string> {
  const code = String(values['code'])
  await tx
    .insertInto('salesperson')
    .values({ code, name: String(values['name']), store_id: Number(values['store']) })
    .execute()
  return code
}

export async function removeSalesperson(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('salesperson').where('code', '=', key).execute()
}

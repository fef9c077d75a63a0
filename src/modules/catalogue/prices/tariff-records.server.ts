import { sql } from 'kysely'
import { appCodes, isCountry } from '../../../brands/apps.ts'
import type { Writer } from '../../../platform/database/database.server.ts'
import { isOne, numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'

/** Energy tariffs and back-in-stock requests, for the back office. */

/** Its key is 'AU.NSW.2026-07-01'. */
export const tariffRecords = recordSet({
  from: sql`energy_tariff t`,
  locked: 't',
  key: sql`(t.country || '.' || t.state || '.' || t.valid_from)`,
  byKey(key) {
    const tariff = tariffKey(key)
    return tariff === null
      ? null
      : sql<boolean>`t.country = ${tariff.country} and t.state = ${tariff.state} and t.valid_from = ${tariff.from}::date`
  },
  columns: {
    country: { sql: sql`t.country`, sorts: 'text' },
    state: { sql: sql`t.state` },
    validFrom: { sql: sql`t.valid_from`, sorts: 'date' },
    cents: { sql: sql`t.tenth_cents / 10.0::double precision`, sorts: 'numeric' },
    sourceTitle: { sql: sql`t.source_title` },
    sourceUrl: { sql: sql`t.source_url` },
  },
  filters: { country: isOne(sql`t.country`, ['AU', 'NZ']) },
})

function tariffKey(key: string) {
  const [country = '', state = '', from = ''] = key.split('.')
  return isCountry(country) && !Number.isNaN(Date.parse(from)) ? { country, state, from } : null
}

/** All of a tariff. */
export async function writeTariff(tx: Writer, values: RecordValues): Promise<string> {
  const { country, validFrom, cents, sourceTitle, sourceUrl = null } = values
  const state = String(values['state'] ?? '')
  await sql`insert into energy_tariff (country, state, valid_from, tenth_cents, source_title, source_url)
    values (${country}, ${state}, ${validFrom}, ${Math.round(Number(cents) * 10)}::integer, ${sourceTitle}, ${sourceUrl})
    on conflict (country, state, valid_from) do update set tenth_cents = excluded.tenth_cents, source_title = excluded.source_title,
      source_url = excluded.source_url`.execute(tx)
  return `${String(country)}.${state}.${String(validFrom)}`
}

export async function removeTariff(tx: Writer, key: string): Promise<void> {
  const tariff = tariffKey(key)
  if (tariff !== null)
    await sql`delete from energy_tariff where country = ${tariff.country} and state = ${tariff.state}
      and valid_from = ${tariff.from}::date`.execute(tx)
}

/** Back-in-stock requests. */
export const notifyRecords = recordSet({
  from: sql`notify_request n join product p on p.id = n.product_id`,
  locked: 'n',
  key: sql`md5(n.app || ' ' || n.product_id || ' ' || n.email)`,
  byKey: (key) => sql<boolean>`md5(n.app || ' ' || n.product_id || ' ' || n.email) = ${key}`,
  columns: {
    product: { sql: sql`p.title`, sorts: 'text' },
    productId: { sql: sql`p.id` },
    sku: { sql: sql`p.sku`, sorts: 'text' },
    app: { sql: sql`n.app`, sorts: 'text' },
    requestedAt: { sql: sql`n.asked_at`, sorts: 'timestamptz' },
    email: { sql: sql`n.email` },
    phone: { sql: sql`n.phone` },
    callbackTime: { sql: sql`n.callback_time` },
    free: {
      sql: sql`(select coalesce(sum(s.quantity), 0)::integer from stock s where s.product_id = p.id)`,
    },
  },
  search: [sql`p.title`, sql`p.sku`, sql`n.email`],
  filters: {
    app: isOne(sql`n.app`, appCodes),
    product: (id) => (numberKey(id) === null ? null : sql<boolean>`n.product_id = ${Number(id)}`),
    which: (word) =>
      word === 'here'
        ? sql<boolean>`exists (select 1 from stock s where s.product_id = p.id and s.quantity > 0)`
        : null,
  },
})

export async function removeNotify(tx: Writer, key: string): Promise<void> {
  await sql`delete from notify_request n where md5(n.app || ' ' || n.product_id || ' ' || n.email) = ${key}`.execute(tx)
}

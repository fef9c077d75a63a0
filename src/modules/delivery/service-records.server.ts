import { sql } from 'kysely'
import { cleanHtml } from '../../platform/text/clean-html.server.ts'
import type { Writer } from '../../platform/database/database.server.ts'
import { recordSet } from '../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../platform/database/records.ts'
import { given } from './internal/record-columns.ts'

/** Delivery services and suppliers, for the back office. */

export const serviceRecords = recordSet({
  from: sql`delivery_service s`,
  locked: 's',
  key: sql`s.code`,
  byKey: (key) => sql<boolean>`s.code = ${key}`,
  columns: {
    title: { sql: sql`s.title`, sorts: 'text' },
    code: { sql: sql`s.code`, sorts: 'text' },
    kind: { sql: sql`s.kind`, sorts: 'text' },
    // The empty text means every category; a form's line must not be empty.
    categories: { sql: sql`array_replace(s.category_uris, '', '*')` },
    conditions: { sql: sql`s.conditions` },
    isPreTicked: { sql: sql`s.is_pre_ticked` },
    isHidden: { sql: sql`s.is_hidden` },
    position: { sql: sql`s.position`, sorts: 'numeric' },
    blurb: { sql: sql`s.blurb`, isLong: true },
    prices: {
      sql: sql`(select array_agg(p.tier_code || ' | ' || to_char(p.price_cents / 100.0, 'FM999999990.00') order by p.tier_code)
        from delivery_service_price p where p.service_code = s.code)`,
      isLong: true,
    },
  },
  search: [sql`s.title`, sql`s.code`],
  shaped: (row) => ('prices' in row ? { ...row, prices: row['prices'] ?? [] } : row),
})

const serviceColumns = {
  code: 'code',
  title: 'title',
  kind: 'kind',
  conditions: 'conditions',
  isPreTicked: 'is_pre_ticked',
  isHidden: 'is_hidden',
  position: 'position',
}

const serviceRow = (values: RecordValues): Record<string, unknown> => ({
  ...given(values, serviceColumns),
  ...(values['categories'] === undefined
    ? {}
    : { category_uris: ((values['categories'] ?? []) as readonly string[]).map((uri) => (uri === '*' ? '' : uri)) }),
  ...(values['blurb'] === undefined ? {} : { blurb: cleanHtml(String(values['blurb'] ?? '')) }),
})

export async function updateService(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const row = serviceRow(values)
  if (Object.keys(row).length > 0) await tx.updateTable('delivery_service').set(row).where('code', '=', key).execute()
  if (values['prices'] !== undefined) await writeServicePrices(tx, key, values['prices'] as readonly string[])
}

export async function insertService(tx: Writer, values: RecordValues): Promise<string> {
  await tx
    .insertInto('delivery_service')
    .values(serviceRow(values) as never)
    .execute()
  const code = String(values['code'])
  await writeServicePrices(tx, code, (values['prices'] ?? []) as readonly string[])
  return code
}

export async function removeService(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('delivery_service').where('code', '=', key).execute()
}

async function writeServicePrices(tx: Writer, code: string, lines: readonly string[]): Promise<void> {
  await tx.deleteFrom('delivery_service_price').where('service_code', '=', code).execute()
  const rows = lines.map((line) => {
    const [tier = '', price = ''] = line.split('|').map((part) => part.trim())
    return { service_code: code, tier_code: tier, price_cents: Math.round(Number(price) * 100) }
  })
  if (rows.length > 0) await tx.insertInto('delivery_service_price').values(rows).execute()
}

export const supplierRecords = recordSet({
  from: sql`supplier s`,
  locked: 's',
  key: sql`s.key`,
  byKey: (key) => sql<boolean>`s.key = ${key}`,
  columns: {
    key: { sql: sql`s.key`, sorts: 'text' },
    weekdays: { sql: sql`s.weekdays` },
    unservedMessage: { sql: sql`s.unserved_message` },
    regions: {
      sql: sql`(select array_agg(r.country || ' | ' || r.from_postcode || ' | ' || r.to_postcode || ' | ' || r.lead_days || ' | '
          || to_char(r.price_cents / 100.0, 'FM999999990.00') order by r.country, r.from_postcode)
        from supplier_region r where r.supplier_key = s.key)`,
      isLong: true,
    },
  },
  search: [sql`s.key`],
  shaped: (row) => ('regions' in row ? { ...row, regions: row['regions'] ?? [] } : row),
})

export async function writeSupplier(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const { weekdays, unservedMessage, regions } = values
  const row = {
    ...(weekdays === undefined ? {} : { weekdays: (weekdays as readonly string[]).map(Number) }),
    ...(unservedMessage === undefined ? {} : { unserved_message: String(unservedMessage) }),
  }
  if (Object.keys(row).length > 0)
    await tx
      .insertInto('supplier')
      .values({ key, weekdays: [1], unserved_message: '–', ...row })
      .onConflict((on) => on.column('key').doUpdateSet(row))
      .execute()
  if (regions === undefined) return
  await tx.deleteFrom('supplier_region').where('supplier_key', '=', key).execute()
  const rows = (regions as readonly string[]).map((line) => {
    const [country = '', from = '', to = '', lead = '', price = ''] = line.split('|').map((part) => part.trim())
    return {
      supplier_key: key,
      country,
      from_postcode: from,
      to_postcode: to,
      lead_days: Number(lead),
      price_cents: Math.round(Number(price) * 100),
    }
  })
  if (rows.length > 0) await tx.insertInto('supplier_region').values(rows).execute()
}

export async function removeSupplier(tx: Writer, key: string): Promise<void> {
  await tx.deleteFrom('supplier').where('key', '=', key).execute()
}

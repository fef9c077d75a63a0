import { sql } from 'kysely'
import type { Writer } from '../../../platform/database/database.server.ts'
import { numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { announce } from '../catalogue.server.ts'
import { hasWord } from './product-records.server.ts'

/** Stock as the people who keep it see it. Everything written here is told of in its own transaction. */

/** Units in warehouses: a row for each product and warehouse. */
export const stockRecords = recordSet({
  from: sql`stock s join product p on p.id = s.product_id join warehouse w on w.code = s.warehouse_code`,
  locked: 's',
  key: sql`(s.product_id::text || '.' || s.warehouse_code)`,
  byKey(key) {
    const row = stockKey(key)
    return row === null ? null : sql<boolean>`s.product_id = ${row.productId} and s.warehouse_code = ${row.warehouse}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    warehouse: { sql: sql`s.warehouse_code`, sorts: 'text' },
    warehouseTitle: { sql: sql`w.title` },
    quantity: { sql: sql`s.quantity` },
    held: {
      sql: sql`(select coalesce(sum(h.quantity), 0)::integer from stock_hold h
        where h.product_id = s.product_id and h.warehouse_code = s.warehouse_code and not h.is_incoming)`,
    },
    incoming: { sql: sql`s.incoming_quantity` },
    incomingOn: { sql: sql`s.incoming_on` },
    productId: { sql: sql`s.product_id` },
  },
  search: hasWord,
  filters: {
    warehouse: (code) => sql<boolean>`s.warehouse_code = ${code}`,
    product: (id) => (numberKey(id) === null ? null : sql<boolean>`s.product_id = ${Number(id)}`),
    level: (word) =>
      word === 'none'
        ? sql<boolean>`s.quantity = 0`
        : word === 'low'
          ? sql<boolean>`s.quantity between 1 and 3`
          : word === 'late'
            ? sql<boolean>`s.incoming_quantity > 0 and s.incoming_on < current_date`
            : null,
  },
})

function stockKey(key: string): { readonly productId: number; readonly warehouse: string } | null {
  const [id = '', warehouse = ''] = key.split('.')
  const productId = numberKey(id)
  return productId === null || !/^\d{4}$/.test(warehouse) ? null : { productId, warehouse }
}

export async function writeStock(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const row = stockKey(key)
  if (row === null) throw new Error(`no stock has the key ${key}`)
  const { quantity, incoming, incomingOn = null } = values
  const columns = {
    quantity: Number(quantity ?? 0),
    incoming_quantity: Number(incoming ?? 0),
    incoming_on: incomingOn as string | null,
  }
  await tx
    .insertInto('stock')
    .values({ product_id: row.productId, warehouse_code: row.warehouse, ...columns })
    .onConflict((on) => on.columns(['product_id', 'warehouse_code']).doUpdateSet(columns))
    .execute()
  await announce(tx, { products: [row.productId] })
}

import { sql } from 'kysely'
import type { Writer } from '../../../platform/database/database.server.ts'
import { numberKey, recordSet } from '../../../platform/database/record-source.server.ts'
import type { RecordValues } from '../../../platform/database/records.ts'
import { announce } from '../catalogue.server.ts'
import { hasWord } from './product-records.server.ts'

/** Units in stores for pickup, for the back office: a row for each product and store. */
export const storeStockRecords = recordSet({
  from: sql`store_stock s join product p on p.id = s.product_id join store t on t.id = s.store_id`,
  locked: 's',
  key: sql`(s.product_id::text || '.' || s.store_id)`,
  byKey(key) {
    const row = storeStockKey(key)
    return row === null ? null : sql<boolean>`s.product_id = ${row.productId} and s.store_id = ${row.storeId}`
  },
  columns: {
    sku: { sql: sql`p.sku`, sorts: 'text' },
    title: { sql: sql`p.title`, sorts: 'text' },
    store: { sql: sql`s.store_id::text` },
    storeName: { sql: sql`t.name`, sorts: 'text' },
    quantity: { sql: sql`s.quantity` },
    held: {
      sql: sql`(select coalesce(sum(h.quantity), 0)::integer from store_stock_hold h
        where h.product_id = s.product_id and h.store_id = s.store_id)`,
    },
    productId: { sql: sql`s.product_id` },
  },
  search: hasWord,
  filters: {
    store: (id) => (numberKey(id) === null ? null : sql<boolean>`s.store_id = ${Number(id)}`),
    level: (word) =>
      word === 'none' ? sql<boolean>`s.quantity = 0` : word === 'low' ? sql<boolean>`s.quantity between 1 and 3` : null,
  },
})

function storeStockKey(key: string): { readonly productId: number; readonly storeId: number } | null {
  const [product = '', store = ''] = key.split('.')
  const [productId, storeId] = [numberKey(product), numberKey(store)]
  return productId === null || storeId === null ? null : { productId, storeId }
}

export async function writeStoreStock(tx: Writer, key: string, values: RecordValues): Promise<void> {
  const row = storeStockKey(key)
  if (row === null) throw new Error(`no stock has the key ${key}`)
  const quantity = Number(values['quantity'] ?? 0)
  await tx
    .insertInto('store_stock')
    .values({ product_id: row.productId, store_id: row.storeId, quantity })
    .onConflict((on) => on.columns(['product_id', 'store_id']).doUpdateSet({ quantity }))
    .execute()
  await announce(tx, { products: [row.productId] })
}

import { sql } from 'kysely'
import type { Database } from '../../../platform/database/database.server.ts'
import { productRecord, type ProductRecordInput } from '../../catalogue/product/product-record.ts'
import type { ImportItem } from '../import-options.ts'

/** One line of a feed. */
export const item = (line: number, sku: string, more: Partial<ProductRecordInput> = {}): ImportItem => ({
  line,
  record: productRecord.parse({
    sku,
    title: `Fridge ${sku}`,
    brand: 'Norrsken',
    categoryUri: 'kitchen/fridges',
    offers: [{ app: 'aol', price: 99_900, rrp: 119_900 }],
    stock: { '2000': { quantity: 3 } },
    ...more,
  }),
})

type Row = {
  sku: string
  uri: string
  title: string
  live: boolean
  price: number | null
  stock: number | null
  brand: string
  category: string
}

/** The products as they lie in the database. */
export async function shelf({ db }: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select p.sku, p.uri, p.title, p.is_live as live, (select max(price_cents) from offer where product_id = p.id) as price,
      (select sum(quantity) from stock where product_id = p.id) as stock, b.title as brand, c.uri as category
    from product p join brand b on b.id = p.brand_id join category c on c.id = p.category_id order by p.sku`.execute(db)
  return rows
}

/** What an import that did not end leaves behind. */
export async function leftovers({ db }: Database): Promise<{ tables: number; openRuns: number }> {
  const { rows } = await sql<{ tables: number; openRuns: number }>`
    select (select count(*) from pg_tables where tablename like 'import_staging%') as tables,
      (select count(*) from import_run where finished_at is null) as "openRuns"`.execute(db)
  return rows[0] ?? { tables: -1, openRuns: -1 }
}

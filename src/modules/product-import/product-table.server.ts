import type { AppCode } from '../../brands/apps.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { allAttributes } from '../catalogue/catalogue-store.server.ts'
import { delimited } from './internal/feeds/delimited.ts'
import { FeedError, type Fields } from './internal/feeds/feed.ts'
import { mappingFromFile } from './internal/feeds/mappings/mapping-file.ts'
import { readMappingFile } from './internal/feeds/mappings/mapping-schema.ts'
import { itemsOf } from './internal/feeds/records.ts'
import type { TableColumns } from './product-table.ts'
import { importRecords, ImportRefusedError } from './import-records.server.ts'
import type { Rejection } from './import-options.ts'

/** Taking in a table of products that somebody has uploaded, by what its columns are said to be. */

async function* inOne(text: string): AsyncGenerator<string> {
  yield text
}

/** The columns of a table, its first rows and how many there are. Null for a text that is no table. */
export async function tableHead(
  text: string,
): Promise<{ readonly columns: readonly string[]; readonly first: readonly Fields[]; readonly rows: number } | null> {
  const first: Fields[] = []
  let rows = 0
  try {
    for await (const row of delimited(inOne(text))) {
      rows++
      if (row.fields !== undefined && first.length < 5) first.push(row.fields)
    }
  } catch (error) {
    if (error instanceof FeedError) return null
    throw error
  }
  const columns = [...new Set(first.flatMap((row) => Object.keys(row)))]
  return columns.length < 2 ? null : { columns, first, rows }
}

export type TableImport = {
  readonly text: string
  readonly columns: TableColumns
  /** For rows whose own category is none of ours. */
  readonly categoryUri: string
  readonly categories: readonly { readonly uri: string; readonly title: string }[]
  readonly apps: readonly AppCode[]
  readonly currency: 'AUD' | 'NZD'
  readonly isTrial: boolean
  readonly now: Date
  readonly onReject: (rejection: Rejection) => void
  readonly onProgress: (read: number) => void
}

/** Takes a table in, all that is right of it; answers what it came to in a sentence, or why nothing of it could be used. */
export async function importTable(database: Database, input: TableImport): Promise<string> {
  const { columns, categories, categoryUri } = input
  const { price = '', rrp, stock, category, image, ...fields } = columns
  const file = readMappingFile(
    JSON.stringify({
      name: 'office',
      fields: Object.fromEntries(
        Object.entries(fields).map(([field, column]) => {
          const isNumber = field.endsWith('Mm') || field.endsWith('Kg')
          return [field, isNumber ? { column, as: 'number' } : { column }]
        }),
      ),
      images: image === undefined ? [] : [{ column: image }],
      category: [
        ...(category === undefined
          ? []
          : categories.map(({ uri, title }) => ({ when: [{ column: category, is: [uri, title] }], uri }))),
        { uri: categoryUri },
      ],
      apps: input.apps,
      price: { amount: price, currency: input.currency, ...(rrp === undefined ? {} : { regularAmount: rrp }) },
      stock: stock === undefined ? [] : [{ quantity: { column: stock, as: 'number' } }],
    }),
  )
  const warehouses = await database.db.selectFrom('warehouse').select(['code', 'country']).orderBy('code').execute()
  const mapping = mappingFromFile(file, {
    attributes: await allAttributes(database.db),
    warehouses: warehouses.map(({ code, country }) => ({ code, country: country === 'NZ' ? 'NZ' : 'AU' })),
    apps: null,
    priceColumn: null,
    now: input.now,
  })
  try {
    const result = await importRecords(database, itemsOf(delimited(inOne(input.text)), mapping), {
      source: 'office',
      dryRun: input.isTrial,
      now: input.now,
      taxonomy: mapping,
      onReject: input.onReject,
      onProgress: ({ read }) => input.onProgress(read),
    })
    const { added, updated, unchanged, rejected, duplicates, newBrands } = result
    return `${input.isTrial ? 'Test run, nothing was changed. Result: ' : ''}${added} added, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected, ${duplicates} duplicated in the file${newBrands.length > 0 ? `; new brands: ${newBrands.slice(0, 20).join(', ')}` : ''}.`
  } catch (error) {
    if (error instanceof ImportRefusedError || error instanceof FeedError) return error.message
    throw error
  }
}

import { ok } from '../../../../platform/result.ts'
import { optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Option } from '../../../admin/admin.ts'
import type { Catalogue } from '../../catalogue.server.ts'
import { productIdOfSku } from '../product-records.server.ts'
import { storeStockRecords, writeStoreStock } from '../store-stock-records.server.ts'

export function storeStockResource({
  catalogue,
  choices,
}: {
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly choices: { readonly stores: readonly Option[] }
}): AdminResource {
  return {
    name: 'store-stock',
    title: 'Store stock',
    one: 'stock line',
    many: 'stock lines',
    section: 'Catalogue',
    about: 'Units in each store that shoppers can order for pickup, excluding those held for orders being paid.',
    see: 'use the back office',
    change: 'manage the catalogue',
    records: storeStockRecords,
    sort: { column: 'sku', isDescending: false },
    searchHint: 'Title or SKU',
    columns: [
      { name: 'sku', label: 'SKU', sorts: true },
      { name: 'title', label: 'Title', sorts: true },
      { name: 'storeName', label: 'Store', sorts: true },
      { name: 'quantity', label: 'Free', kind: 'number' },
      { name: 'held', label: 'Held', kind: 'number' },
    ],
    get filters() {
      return [
        { name: 'store', label: 'Store', options: choices.stores },
        { name: 'level', label: 'Level', options: optionsOf({ none: 'Out of stock', low: '1 to 3 left' }) },
      ]
    },
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'sku', label: 'SKU', kind: 'text', isRequired: true, isFixed: 'once made', max: 60 },
      { name: 'store', label: 'Store', kind: 'choice', isRequired: true, isFixed: 'once made', options: choices.stores },
      { name: 'quantity', label: 'Available for pickup', kind: 'whole', min: 0, max: 100_000, isRequired: true, initial: 0 },
    ],
    nameOf: (values) =>
      `${String(values['title'] ?? values['sku'])}, ${String(values['storeName'] ?? values['store'])}`,
    async check({ tx }, values, key) {
      if (key !== null) return []
      const id = await productIdOfSku(tx, String(values['sku']))
      if (id === null) return [{ field: 'sku', message: 'There is no product with this SKU.' }]
      const isThere = (await storeStockRecords.read(tx, `${id}.${String(values['store'])}`)) !== null
      return isThere ? [{ field: 'store', message: 'This store already has a stock line for it.' }] : []
    },
    save: ({ tx }, key, values, before) => writeStoreStock(tx, key, { ...before, ...values }),
    async create({ tx }, values) {
      const id = await productIdOfSku(tx, String(values['sku']))
      if (id === null) return wrong('sku', 'There is no product with this SKU.')
      const key = `${id}.${String(values['store'])}`
      await writeStoreStock(tx, key, values)
      return ok(key)
    },
    shopPath: (values) => {
      const product = catalogue.product(Number(values['productId']))
      return product === null ? null : `/p/${product.uri}`
    },
  }
}

import { ok } from '../../../../platform/result.ts'
import { optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import type { Option } from '../../../admin/admin.ts'
import { productIdOfSku } from '../product-records.server.ts'
import { stockRecords, writeStock } from '../stock-records.server.ts'
import type { Catalogue } from '../../catalogue.server.ts'

export function stockResource({
  catalogue,
  choices,
}: {
  readonly catalogue: Pick<Catalogue, 'product'>
  readonly choices: { readonly warehouses: readonly Option[] }
}): AdminResource {
  return {
    name: 'stock',
    title: 'Stock',
    one: 'stock line',
    many: 'stock lines',
    section: 'Catalogue',
    about: 'Units available to sell in each warehouse, excluding those held for orders being paid.',
    see: 'use the back office',
    change: 'manage the catalogue',
    records: stockRecords,
    sort: { column: 'sku', isDescending: false },
    searchHint: 'Title or SKU',
    columns: [
      { name: 'sku', label: 'SKU', sorts: true },
      { name: 'title', label: 'Title', sorts: true },
      { name: 'warehouse', label: 'Warehouse', sorts: true },
      { name: 'warehouseTitle', label: 'Town' },
      { name: 'quantity', label: 'Free', kind: 'number' },
      { name: 'held', label: 'Held', kind: 'number' },
      { name: 'incoming', label: 'On order', kind: 'number' },
      { name: 'incomingOn', label: 'Arrives', kind: 'day' },
    ],
    get filters() {
      return [
        { name: 'warehouse', label: 'Warehouse', options: choices.warehouses },
        {
          name: 'level',
          label: 'Level',
          options: optionsOf({ none: 'Out of stock', low: '1 to 3 left', late: 'Overdue' }),
        },
      ]
    },
    links: [{ label: 'Bulk edit', href: '/office/bulk?list=stock', permission: 'manage the catalogue' }],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'sku', label: 'SKU', kind: 'text', isRequired: true, isFixed: 'once made', max: 60 },
      { name: 'warehouse', label: 'Warehouse', kind: 'choice', isRequired: true, isFixed: 'once made', options: choices.warehouses },
      { name: 'quantity', label: 'Available to sell', kind: 'whole', min: 0, max: 100_000, isRequired: true, initial: 0 },
      { name: 'incoming', label: 'On order', kind: 'whole', min: 0, max: 100_000, isRequired: true, initial: 0 },
      { name: 'incomingOn', label: 'Arrives on', kind: 'day' },
    ],
    nameOf: (values) =>
      `${String(values['title'] ?? values['sku'])}, ${String(values['warehouseTitle'] ?? values['warehouse'])}`,
    async check({ tx }, values, key) {
      const errors = []
      if (Number(values['incoming']) > 0 && (values['incomingOn'] ?? null) === null)
        errors.push({ field: 'incomingOn', message: 'Please enter an arrival date.' })
      if (key === null) {
        const id = await productIdOfSku(tx, String(values['sku']))
        if (id === null) errors.push({ field: 'sku', message: 'There is no product with this SKU.' })
        else if ((await stockRecords.read(tx, `${id}.${String(values['warehouse'])}`)) !== null)
          errors.push({ field: 'warehouse', message: 'This warehouse already has a stock line for it.' })
      }
      return errors
    },
    save: ({ tx }, key, values, before) => writeStock(tx, key, { ...before, ...values }),
    async create({ tx }, values) {
      const id = await productIdOfSku(tx, String(values['sku']))
      if (id === null) return wrong('sku', 'There is no product with this SKU.')
      const key = `${id}.${String(values['warehouse'])}`
      await writeStock(tx, key, values)
      return ok(key)
    },
    shopPath: (values) => {
      const product = catalogue.product(Number(values['productId']))
      return product === null ? null : `/p/${product.uri}`
    },
  }
}

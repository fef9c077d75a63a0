import { optionsOf, removing, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { notifyRecords, removeNotify } from '../../prices/tariff-records.server.ts'

export const notifyResource: AdminResource = {
  name: 'notify',
  title: 'Waiting lists',
  one: 'request',
  many: 'requests',
  section: 'Questions',
  about: 'Customers waiting for a product to be back in stock.',
  see: 'answer customers',
  change: 'answer customers',
  records: notifyRecords,
  sort: { column: 'requestedAt', isDescending: true },
  searchHint: 'Product, SKU or email',
  columns: [
    { name: 'product', label: 'Product', sorts: true },
    { name: 'sku', label: 'SKU', sorts: true },
    { name: 'free', label: 'Stock now', kind: 'number' },
    { name: 'email', label: 'Email' },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'requestedAt', label: 'Asked', kind: 'instant', sorts: true },
  ],
  filters: [
    { name: 'which', label: 'Which', options: optionsOf({ here: 'Back in stock' }) },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'product', label: 'Product', kind: 'text' },
      { name: 'sku', label: 'SKU', kind: 'text' },
      { name: 'free', label: 'Stock now', kind: 'whole' },
      { name: 'email', label: 'Email', kind: 'text', isPersonal: true },
      { name: 'phone', label: 'Phone', kind: 'text', isPersonal: true },
      { name: 'callbackTime', label: 'Wants a call', kind: 'text', isPersonal: true },
      { name: 'requestedAt', label: 'Asked', kind: 'instant' },
    ]),
  nameOf: (values) => `Waiting for ${String(values['product'])}`,
  remove: removing(removeNotify),
  removeLabel: 'Remove: customer notified',
}

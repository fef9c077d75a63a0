import { optionsOf, removing, shownOnly, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { notifyRecords, removeNotify } from '../../tariff-records.server.ts'

export const notifyResource: AdminResource = {
  name: 'notify',
  title: 'Waiting lists',
  one: 'wish',
  section: 'Questions',
  about: 'Who wants to hear when a product can be bought again.',
  see: 'answer customers',
  change: 'answer customers',
  records: notifyRecords,
  sort: { column: 'requestedAt', isDescending: true },
  searchHint: 'Product, SKU or e-mail',
  columns: [
    { name: 'product', label: 'Product', sorts: true },
    { name: 'sku', label: 'SKU', sorts: true },
    { name: 'free', label: 'Free now', kind: 'number' },
    { name: 'email', label: 'E-mail' },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'requestedAt', label: 'Asked', kind: 'instant', sorts: true },
  ],
  filters: [
    { name: 'which', label: 'Which', options: optionsOf({ here: 'Can be bought again' }) },
    { name: 'app', label: 'Shop', options: appOptions },
  ],
  fields: () =>
    shownOnly([
      { name: 'product', label: 'Product', kind: 'text' },
      { name: 'sku', label: 'SKU', kind: 'text' },
      { name: 'free', label: 'Free now', kind: 'whole' },
      { name: 'email', label: 'E-mail', kind: 'text', isPersonal: true },
      { name: 'phone', label: 'Telephone', kind: 'text', isPersonal: true },
      { name: 'callbackTime', label: 'To be called', kind: 'text', isPersonal: true },
      { name: 'requestedAt', label: 'Asked', kind: 'instant' },
    ]),
  nameOf: (values) => `Somebody waits for ${String(values['product'])}`,
  remove: removing(removeNotify),
  removeLabel: 'They have been told: take them off the list',
}

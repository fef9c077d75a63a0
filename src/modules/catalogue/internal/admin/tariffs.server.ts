import { creating, removing, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { countryOptions } from '../../../admin/labels.ts'
import { removeTariff, tariffRecords, writeTariff } from '../../prices/tariff-records.server.ts'

export const tariffResource: AdminResource = {
  name: 'tariffs',
  title: 'Energy tariffs',
  one: 'tariff',
  section: 'Catalogue',
  about: 'The household price of a kilowatt hour, used for all running costs in the shop.',
  see: 'use the back office',
  change: 'manage the catalogue',
  records: tariffRecords,
  sort: { column: 'validFrom', isDescending: true },
  columns: [
    { name: 'country', label: 'Country', sorts: true },
    { name: 'state', label: 'State' },
    { name: 'cents', label: 'Cents per kWh', kind: 'number', sorts: true },
    { name: 'validFrom', label: 'From', kind: 'day', sorts: true },
    { name: 'sourceTitle', label: 'Source' },
  ],
  filters: [{ name: 'country', label: 'Country', options: countryOptions }],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'country', label: 'Country', kind: 'choice', isRequired: true, isFixed: 'once made', options: countryOptions },
    { name: 'state', label: 'State', kind: 'text', max: 3, isFixed: 'once made', pattern: /^(ACT|NSW|NT|QLD|SA|TAS|VIC|WA)$/, patternHint: 'must be one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA', help: 'Empty: the whole country.' },
    { name: 'validFrom', label: 'From', kind: 'day', isRequired: true, isFixed: 'once made' },
    { name: 'cents', label: 'Cents per kWh', kind: 'number', min: 0.1, max: 500, isRequired: true, help: 'Including tax, to one decimal place.' },
    { name: 'sourceTitle', label: 'Source', kind: 'text', max: 200, isRequired: true, help: 'Shown beside every running cost.' },
    { name: 'sourceUrl', label: 'Address of the source', kind: 'text', max: 500, pattern: /^https:\/\//, patternHint: 'must begin with https://' },
  ],
  nameOf: (values) =>
    `${String(values['country'])} ${String(values['state'] ?? '')} from ${String(values['validFrom'])}`,
  async save({ tx }, _key, values, before) {
    await writeTariff(tx, { ...before, ...values })
  },
  create: creating(writeTariff),
  remove: removing(removeTariff),
}

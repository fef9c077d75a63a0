import { creating, removing, type AdminResource } from '../admin/admin-resource.server.ts'
import type { Option } from '../admin/admin.ts'
import { appOptions, countryOptions } from '../admin/labels.ts'
import {
  hoursOf,
  insertSalesperson,
  insertStore,
  removeSalesperson,
  removeStore,
  salespersonRecords,
  storeRecords,
  updateStore,
  writeSalesperson,
} from './store-records.server.ts'

/** What the back office lists and edits of showrooms and who sells in them. */

export type StoresAdminDeps = {
  /** As it stood when a page was asked for. */
  readonly choices: { readonly stores: readonly Option[] }
}

export const storesAdmin = (deps: StoresAdminDeps) => ({
  stores: storeResource,
  salespeople: salespersonResource(deps),
})

const defaultHours = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
  .map((day) => `${day}: 09:00–17:30`)
  .concat('Sun: closed')

const storeResource: AdminResource = {
  name: 'stores',
  title: 'Stores',
  one: 'store',
  section: 'Shop',
  about: 'Showrooms and their opening hours. Changes show in the shop immediately.',
  see: 'use the back office',
  change: 'manage deliveries',
  records: storeRecords,
  sort: { column: 'name', isDescending: false },
  searchHint: 'Name, suburb or postcode',
  columns: [
    { name: 'name', label: 'Name', sorts: true },
    { name: 'suburb', label: 'Suburb', sorts: true },
    { name: 'state', label: 'State' },
    { name: 'country', label: 'Country', sorts: true },
    { name: 'phone', label: 'Phone' },
    { name: 'apps', label: 'Shops' },
    { name: 'offersPickup', label: 'Pickup', kind: 'switch' },
  ],
  filters: [
    { name: 'app', label: 'Shop', options: appOptions },
    { name: 'country', label: 'Country', options: countryOptions },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'name', label: 'Name', kind: 'text', max: 80, isRequired: true },
    { name: 'uri', label: 'Page address', kind: 'text', max: 80, isRequired: true, pattern: /^[a-z0-9-]+$/, patternHint: 'must be lower-case letters, digits and hyphens' },
    { name: 'apps', label: 'Belongs to', kind: 'choices', isRequired: true, options: appOptions },
    { name: 'isAppointmentOnly', label: 'By appointment only', kind: 'switch', initial: false },
    { name: 'offersPickup', label: 'Offers pickup', kind: 'switch', initial: false, help: 'Shoppers can pick up orders here that the store has in stock.' },
    { name: 'address', label: 'Street', kind: 'text', max: 120, isRequired: true, group: 'Where' },
    { name: 'suburb', label: 'Suburb', kind: 'text', max: 60, isRequired: true, group: 'Where' },
    { name: 'state', label: 'State', kind: 'text', max: 3, group: 'Where' },
    { name: 'postcode', label: 'Postcode', kind: 'text', max: 4, isRequired: true, pattern: /^\d{4}$/, patternHint: 'must be four digits', group: 'Where' },
    { name: 'country', label: 'Country', kind: 'choice', isRequired: true, options: countryOptions, group: 'Where' },
    { name: 'latitude', label: 'Latitude', kind: 'number', min: -90, max: 90, isRequired: true, group: 'Where' },
    { name: 'longitude', label: 'Longitude', kind: 'number', min: -180, max: 180, isRequired: true, group: 'Where' },
    { name: 'timeZone', label: 'Time zone', kind: 'text', max: 40, isRequired: true, initial: 'Australia/Sydney', group: 'Where' },
    { name: 'hours', label: 'Hours', kind: 'lines', max: 7, isRequired: true, initial: defaultHours, group: 'When', help: 'Seven lines, Mon to Sun: ‘Mon: 09:00–17:30’ or ‘Sun: closed’.' },
    { name: 'phone', label: 'Phone', kind: 'text', max: 20, isRequired: true, group: 'More' },
    { name: 'email', label: 'Email', kind: 'text', max: 120, group: 'More' },
    { name: 'imageUrl', label: 'Picture', kind: 'text', picks: 'address', max: 500, pattern: /^(\/(?!\/)|https:\/\/)/, patternHint: 'must begin with / or https://', group: 'More' },
    { name: 'virtualTourId', label: 'Virtual tour', kind: 'text', max: 60, group: 'More' },
    { name: 'description', label: 'Description', kind: 'html', max: 5_000, initial: '', group: 'More' },
  ],
  nameOf: (values) => String(values['name'] ?? ''),
  async check(_change, values) {
    const hours = hoursOf((values['hours'] ?? []) as readonly string[])
    const errors = typeof hours === 'string' ? [{ field: 'hours', message: hours }] : []
    if (values['offersPickup'] === true && values['isAppointmentOnly'] === true)
      errors.push({ field: 'offersPickup', message: 'A store by appointment only cannot offer pickup.' })
    if (!isTimeZone(String(values['timeZone'])))
      errors.push({ field: 'timeZone', message: 'Unknown time zone. An example is Australia/Sydney.' })
    return errors
  },
  save: ({ tx }, key, values) => updateStore(tx, key, values),
  create: creating(insertStore),
  remove: removing(removeStore),
  shopPath: (values) => `/stores/${String(values['uri'])}`,
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function salespersonResource({ choices }: StoresAdminDeps): AdminResource {
  return {
    name: 'salespeople',
    title: 'Salespeople',
    one: 'salesperson',
    section: 'Shop',
    about: 'Salespeople who can be chosen for an order, by store.',
    see: 'use the back office',
    change: 'manage deliveries',
    records: salespersonRecords,
    sort: { column: 'name', isDescending: false },
    searchHint: 'Name, code or store',
    columns: [
      { name: 'name', label: 'Name', sorts: true },
      { name: 'code', label: 'Code', sorts: true },
      { name: 'storeName', label: 'Store', sorts: true },
    ],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'name', label: 'Name', kind: 'text', max: 80, isRequired: true },
      { name: 'code', label: 'Code', kind: 'text', max: 12, isRequired: true, isFixed: 'once made', pattern: /^[A-Z0-9]{2,12}$/, patternHint: 'must be 2 to 12 capital letters and digits' },
      { name: 'store', label: 'Store', kind: 'choice', isRequired: true, options: choices.stores },
    ],
    nameOf: (values) => String(values['name'] ?? ''),
    save: ({ tx }, key, values) => writeSalesperson(tx, key, values),
    create: creating(insertSalesperson),
    remove: removing(removeSalesperson),
  }
}

import { ok } from '../../platform/result.ts'
import { barred, done, optionsOf, type AdminResource } from '../admin/admin-resource.server.ts'
import type { Option } from '../admin/admin.ts'
import { countryOptions, weekdayOptions } from '../admin/labels.ts'
import { addedLines, conditionErrors, conditionHelp } from '../catalogue/attribute-conditions.admin.server.ts'
import { conditionHint, conditionPattern } from '../catalogue/attribute-conditions.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { isWindow, windowPattern } from './delivery-windows.ts'
import * as delivery from './delivery-records.server.ts'
import * as services from './service-records.server.ts'

/** Admin lists of deliveries. */

export type DeliveryAdminDeps = {
  readonly catalogue: Pick<Catalogue, 'attribute' | 'category'>
  /** Read when the page is requested. */
  readonly choices: { readonly tiers: readonly Option[]; readonly warehouses: readonly Option[] }
}

export const deliveryAdmin = (deps: DeliveryAdminDeps) => ({
  days: dayResource(deps),
  zones: rangeResource(deps),
  tiers: tierResource,
  services: serviceResource(deps),
  suppliers: supplierResource,
  holidays: holidayResource,
  warehouses: warehouseResource,
})

const shared = { section: 'Delivery', see: 'use the back office', change: 'manage deliveries' } as const

const warehouseResource: AdminResource = {
  ...shared,
  name: 'warehouses',
  title: 'Warehouses',
  one: 'warehouse',
  about:
    'Where we deliver from, and the cut-off times for orders. A change applies to all delivery calendars immediately.',
  records: delivery.warehouseRecords,
  sort: { column: 'title', isDescending: false },
  columns: [
    { name: 'title', label: 'Town', sorts: true },
    { name: 'code', label: 'Code', sorts: true },
    { name: 'country', label: 'Country', sorts: true },
    { name: 'state', label: 'State' },
    { name: 'cutOff', label: 'Cut-off' },
    { name: 'sameDayCutOff', label: 'Same-day cut-off' },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'title', label: 'Town', kind: 'text', max: 60, isRequired: true },
    { name: 'code', label: 'Code', kind: 'text', isFixed: 'always' },
    { name: 'timeZone', label: 'Time zone', kind: 'text', isFixed: 'always' },
    { name: 'cutOff', label: 'Cut-off', kind: 'time', isRequired: true, help: 'Local time: an order placed later counts as placed the next day.' },
    { name: 'sameDayCutOff', label: 'Same-day cut-off', kind: 'time', help: 'Leave empty for no same-day delivery.' },
  ],
  nameOf: (values) => `${String(values['title'])} (${String(values['code'])})`,
  save: ({ tx }, key, values) => delivery.updateWarehouse(tx, key, values),
}

const tierResource: AdminResource = {
  ...shared,
  name: 'delivery-terms',
  title: 'Delivery terms',
  one: 'set of terms',
  about: 'Delivery prices, weekdays and daily capacity for one kind of area.',
  records: delivery.tierRecords,
  sort: { column: 'title', isDescending: false },
  columns: [
    { name: 'title', label: 'Title', sorts: true },
    { name: 'country', label: 'Country', sorts: true },
    { name: 'leadDays', label: 'Lead days', kind: 'number', sorts: true },
    { name: 'weekdayPrice', label: 'Weekday', kind: 'money', sorts: true },
    { name: 'saturdayPrice', label: 'Saturday', kind: 'money' },
    { name: 'sundayPrice', label: 'Sunday', kind: 'money' },
    { name: 'sameDayPrice', label: 'Same day', kind: 'money' },
    { name: 'ordersADay', label: 'Orders per day', kind: 'number', sorts: true },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'title', label: 'Title', kind: 'text', max: 60, isRequired: true },
    { name: 'code', label: 'Code', kind: 'text', max: 40, isRequired: true, isFixed: 'once made', pattern: /^[a-z0-9-]+$/, patternHint: 'must be lower-case letters, digits and hyphens' },
    { name: 'country', label: 'Country', kind: 'choice', isRequired: true, isFixed: 'once made', options: countryOptions },
    { name: 'leadDays', label: 'Lead days', kind: 'whole', min: 0, max: 60, isRequired: true },
    { name: 'weekdays', label: 'Delivery days', kind: 'choices', isRequired: true, options: weekdayOptions },
    { name: 'weekdayPrice', label: 'Price on weekdays', kind: 'money', isRequired: true },
    { name: 'saturdayPrice', label: 'Price on Saturdays', kind: 'money' },
    { name: 'sundayPrice', label: 'Price on Sundays', kind: 'money' },
    { name: 'sameDayPrice', label: 'Price for same day', kind: 'money' },
    { name: 'ordersADay', label: 'Orders per day', kind: 'whole', min: 1, max: 10_000, isRequired: true },
    { name: 'windows', label: 'Time windows', kind: 'lines', max: 6, initial: [], pattern: windowPattern, patternHint: 'must be like 07:00-12:00', help: 'One per line, for example 07:00-12:00. Leave empty if the crew comes at any time of the day.' },
  ],
  nameOf: (values) => String(values['title'] ?? ''),
  async check(_change, values) {
    const days = (values['weekdays'] ?? []) as readonly string[]
    const errors = []
    if (days.includes('6') && (values['saturdayPrice'] ?? null) === null)
      errors.push({ field: 'saturdayPrice', message: 'Please enter a price for Saturdays.' })
    const windows = (values['windows'] ?? []) as readonly string[]
    const wrong = windows.find((one) => !isWindow(one))
    if (wrong !== undefined) errors.push({ field: 'windows', message: `The window ${wrong} must end after it begins.` })
    if (new Set(windows).size < windows.length)
      errors.push({ field: 'windows', message: 'Each window must be listed once.' })
    if (days.includes('7') && (values['sundayPrice'] ?? null) === null)
      errors.push({ field: 'sundayPrice', message: 'Please enter a price for Sundays.' })
    return errors
  },
  save: ({ tx }, key, values) => delivery.updateTier(tx, key, values),
  create: async ({ tx }, values) => ok(await delivery.insertTier(tx, values)),
  async remove({ tx }, key) {
    await delivery.removeTier(tx, key)
    return done
  },
}

function rangeResource({ choices }: Pick<DeliveryAdminDeps, 'choices'>): AdminResource {
  return {
    ...shared,
    name: 'delivery-zones',
    title: 'Delivery zones',
    one: 'range of postcodes',
    about: 'Which warehouse serves which postcodes, and on which terms. If ranges overlap, the narrowest one applies.',
    records: delivery.rangeRecords,
    sort: { column: 'from', isDescending: false },
    searchHint: 'Postcode',
    columns: [
      { name: 'from', label: 'From', sorts: true },
      { name: 'to', label: 'To', sorts: true },
      { name: 'country', label: 'Country', sorts: true },
      { name: 'tier', label: 'Terms' },
      { name: 'warehouse', label: 'Warehouse' },
    ],
    get filters() {
      return [
        { name: 'country', label: 'Country', options: countryOptions },
        { name: 'tier', label: 'Terms', options: [{ value: 'none', label: 'Not served' }, ...choices.tiers] },
        { name: 'warehouse', label: 'Warehouse', options: choices.warehouses },
      ]
    },
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'country', label: 'Country', kind: 'choice', isRequired: true, isFixed: 'once made', options: countryOptions },
      { name: 'from', label: 'From postcode', kind: 'text', max: 4, isRequired: true, isFixed: 'once made', pattern: /^\d{4}$/, patternHint: 'must be four digits' },
      { name: 'to', label: 'To postcode', kind: 'text', max: 4, isRequired: true, isFixed: 'once made', pattern: /^\d{4}$/, patternHint: 'must be four digits' },
      { name: 'tier', label: 'Terms', kind: 'choice', options: choices.tiers, help: 'Leave terms and warehouse empty for postcodes we do not serve.' },
      { name: 'warehouse', label: 'Warehouse', kind: 'choice', options: choices.warehouses },
    ],
    nameOf: (values) => `${String(values['country'])} ${String(values['from'])} to ${String(values['to'])}`,
    async check(_change, values) {
      const errors = []
      if (String(values['from']) > String(values['to']))
        errors.push({ field: 'to', message: 'The range must not end before it begins.' })
      if (((values['tier'] ?? null) === null) !== ((values['warehouse'] ?? null) === null))
        errors.push({ field: 'warehouse', message: 'Please choose both terms and a warehouse, or neither.' })
      return errors
    },
    save: ({ tx }, key, values) => delivery.updateRange(tx, key, values),
    create: async ({ tx }, values) => ok(await delivery.insertRange(tx, values)),
    async remove({ tx }, key) {
      await delivery.removeRange(tx, key)
      return done
    },
  }
}

function dayResource({ choices }: Pick<DeliveryAdminDeps, 'choices'>): AdminResource {
  return {
    ...shared,
    name: 'delivery-days',
    title: 'Delivery days',
    one: 'delivery day',
    about:
      'Exceptions to a zone’s terms: closed days, or days with another price or capacity. A closed day disappears from all calendars immediately; existing bookings stay.',
    records: delivery.dayRecords,
    sort: { column: 'deliversOn', isDescending: false },
    columns: [
      { name: 'deliversOn', label: 'Day', kind: 'day', sorts: true },
      { name: 'warehouseTitle', label: 'From' },
      { name: 'tierTitle', label: 'Terms' },
      { name: 'booked', label: 'Booked', kind: 'number', sorts: true },
      { name: 'room', label: 'Room', kind: 'number' },
      { name: 'isClosed', label: 'Closed', kind: 'switch' },
      { name: 'price', label: 'Price', kind: 'money' },
    ],
    get filters() {
      return [
        { name: 'which', label: 'Which', options: optionsOf({ coming: 'From today', closed: 'Closed', full: 'Full' }) },
        { name: 'warehouse', label: 'Warehouse', options: choices.warehouses },
        { name: 'tier', label: 'Terms', options: choices.tiers },
      ]
    },
    // A table, one row a line.
    // prettier-ignore
    fields: (values) => [
      { name: 'deliversOn', label: 'Day', kind: 'day', isRequired: true, isFixed: 'once made' },
      { name: 'warehouse', label: 'Warehouse', kind: 'choice', isRequired: true, isFixed: 'once made', options: choices.warehouses },
      { name: 'tier', label: 'Terms', kind: 'choice', isRequired: true, isFixed: 'once made', options: choices.tiers },
      { name: 'isClosed', label: 'Closed', kind: 'switch', initial: false },
      { name: 'capacity', label: 'Capacity', kind: 'whole', min: 0, max: 10_000, help: 'Leave empty to use the terms.' },
      { name: 'price', label: 'Price', kind: 'money', help: 'Leave empty to use the terms.' },
      { name: 'priceText', label: 'Text instead of the price', kind: 'text', max: 40, help: 'For example ‘Call us’. It adds nothing to totals.' },
      ...(values === null ? [] : [{ name: 'booked', label: 'Booked', kind: 'whole', isFixed: 'always' } as const]),
    ],
    nameOf: (values) =>
      `${String(values['deliversOn'])}, ${String(values['warehouseTitle'] ?? '')}, ${String(values['tierTitle'] ?? '')}`,
    save: ({ tx }, key, values) => delivery.updateDay(tx, key, values),
    create: async ({ tx }, values) => ok(await delivery.insertDay(tx, values)),
    async remove({ tx }, key) {
      await delivery.removeDay(tx, key)
      return done
    },
    removeLabel: 'Reset to the zone’s terms',
  }
}

const holidayResource: AdminResource = {
  ...shared,
  name: 'holidays',
  title: 'Holidays',
  one: 'holiday',
  about: 'Public holidays without delivery, in a state or the whole country.',
  records: delivery.holidayRecords,
  sort: { column: 'on', isDescending: false },
  searchHint: 'Name',
  columns: [
    { name: 'on', label: 'Day', kind: 'day', sorts: true },
    { name: 'title', label: 'Name', sorts: true },
    { name: 'country', label: 'Country', sorts: true },
    { name: 'state', label: 'State' },
  ],
  filters: [
    { name: 'which', label: 'Which', options: optionsOf({ coming: 'From today' }) },
    { name: 'country', label: 'Country', options: countryOptions },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'title', label: 'Name', kind: 'text', max: 80, isRequired: true },
    { name: 'on', label: 'Day', kind: 'day', isRequired: true, isFixed: 'once made' },
    { name: 'country', label: 'Country', kind: 'choice', isRequired: true, isFixed: 'once made', options: countryOptions },
    { name: 'state', label: 'State', kind: 'text', max: 3, isFixed: 'once made', pattern: /^(ACT|NSW|NT|QLD|SA|TAS|VIC|WA)$/, patternHint: 'must be one of ACT, NSW, NT, QLD, SA, TAS, VIC, WA', help: 'Leave empty for the whole country.' },
  ],
  nameOf: (values) => `${String(values['title'])}, ${String(values['on'])}`,
  save: ({ tx }, key, values) => delivery.updateHoliday(tx, key, values),
  create: async ({ tx }, values) => ok(await delivery.insertHoliday(tx, values)),
  async remove({ tx }, key) {
    await delivery.removeHoliday(tx, key)
    return done
  },
}

function serviceResource({ choices, catalogue }: DeliveryAdminDeps): AdminResource {
  return {
    ...shared,
    name: 'delivery-services',
    title: 'Delivery services',
    one: 'service',
    about:
      'Extra services by the delivery crew, with their products and prices. A service is offered for products in one of its categories that meet all of its conditions.',
    records: services.serviceRecords,
    sort: { column: 'position', isDescending: false },
    columns: [
      { name: 'title', label: 'Title', sorts: true },
      { name: 'code', label: 'Code', sorts: true },
      { name: 'kind', label: 'Kind', sorts: true },
      { name: 'categories', label: 'Categories' },
      { name: 'conditions', label: 'Conditions' },
      { name: 'isPreTicked', label: 'Ticked', kind: 'switch' },
      { name: 'isHidden', label: 'Hidden', kind: 'switch' },
      { name: 'position', label: 'Position', kind: 'number', sorts: true },
    ],
    // A table, one row a line.
    // prettier-ignore
    fields: () => [
      { name: 'title', label: 'Title', kind: 'text', max: 80, isRequired: true },
      { name: 'code', label: 'Code', kind: 'text', max: 60, isRequired: true, isFixed: 'once made', pattern: /^[a-z0-9-]+$/, patternHint: 'must be lower-case letters, digits and hyphens' },
      { name: 'kind', label: 'Kind', kind: 'choice', isRequired: true, options: optionsOf({ installation: 'Installation', removal: 'Removal', other: 'Other' }) },
      { name: 'position', label: 'Position', kind: 'whole', min: 0, max: 1_000, isRequired: true, initial: 0 },
      { name: 'isPreTicked', label: 'Ticked by default', kind: 'switch', initial: false },
      { name: 'isHidden', label: 'Hidden', kind: 'switch', initial: false, help: 'With ‘ticked by default’ it is part of every matching order.' },
      { name: 'blurb', label: 'Text', kind: 'html', max: 5_000, initial: '' },
      { name: 'categories', label: 'Categories', kind: 'lines', max: 200, help: 'Category addresses, one per line, including their subcategories. * means every category.' },
      { name: 'conditions', label: 'Conditions', kind: 'lines', max: 20, initial: [], pattern: conditionPattern, patternHint: conditionHint, help: conditionHelp },
      { name: 'prices', label: 'Prices', kind: 'lines', max: 40, pattern: /^[a-z0-9-]+\s*\|\s*\d{1,6}(\.\d{1,2})?$/, patternHint: 'must be the code of delivery terms, | and an amount', help: `One per line: terms | price. Terms: ${choices.tiers.map(({ value }) => value).join(', ')}.` },
    ],
    nameOf: (values) => String(values['title'] ?? ''),
    async check({ tx }, values, key) {
      const stored = key === null ? null : await services.serviceRecords.read(tx, key)
      const tiers = new Set(choices.tiers.map(({ value }) => value))
      const lines = (values['prices'] ?? []) as readonly string[]
      const codes = lines.map((line) => barred(line)[0] ?? '')
      const unknown = codes.find((code) => !tiers.has(code))
      const category = addedLines(values, stored, 'categories').find(
        (uri) => uri !== '*' && uri !== '' && catalogue.category(uri) === null,
      )
      return [
        ...(unknown === undefined ? [] : [{ field: 'prices', message: `There are no terms called ${unknown}.` }]),
        ...(new Set(codes).size === codes.length
          ? []
          : [{ field: 'prices', message: 'Each set of terms must have one price.' }]),
        ...(category === undefined ? [] : [{ field: 'categories', message: `There is no category ${category}.` }]),
        ...conditionErrors(catalogue, values, stored),
      ]
    },
    save: ({ tx }, key, values) => services.updateService(tx, key, values),
    create: async ({ tx }, values) => ok(await services.insertService(tx, values)),
    async remove({ tx }, key) {
      await services.removeService(tx, key)
      return done
    },
  }
}

const supplierResource: AdminResource = {
  ...shared,
  name: 'suppliers',
  title: 'Suppliers',
  one: 'supplier',
  about: 'Suppliers that deliver their own products, with regions, days and prices.',
  records: services.supplierRecords,
  sort: { column: 'key', isDescending: false },
  columns: [
    { name: 'key', label: 'Key', sorts: true },
    { name: 'weekdays', label: 'Weekdays (Monday is 1)' },
    { name: 'unservedMessage', label: 'Message where they do not deliver' },
  ],
  // A table, one row a line.
  // prettier-ignore
  fields: () => [
    { name: 'key', label: 'Key', kind: 'text', max: 60, isRequired: true, isFixed: 'once made', pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, patternHint: 'must be lower-case letters and digits with single hyphens between' },
    { name: 'weekdays', label: 'Delivers on', kind: 'choices', isRequired: true, options: weekdayOptions },
    { name: 'unservedMessage', label: 'Message where they do not deliver', kind: 'long', max: 300, isRequired: true },
    { name: 'regions', label: 'Regions', kind: 'lines', max: 400, pattern: /^(AU|NZ)\s*\|\s*\d{4}\s*\|\s*\d{4}\s*\|\s*[1-9]\d?\s*\|\s*\d{1,6}(\.\d{1,2})?$/, patternHint: 'must be like AU | 2000 | 2999 | 5 | 55.00', help: 'One per line: country | from | to | lead days | price.' },
  ],
  nameOf: (values) => String(values['key'] ?? ''),
  async check(_change, values) {
    const wrongRange = ((values['regions'] ?? []) as readonly string[]).find((line) => {
      const [, from = '', to = ''] = barred(line)
      return from > to
    })
    return wrongRange === undefined
      ? []
      : [{ field: 'regions', message: `The range ‘${wrongRange}’ ends before it begins.` }]
  },
  save: ({ tx }, key, values) => services.writeSupplier(tx, key, values),
  async create({ tx }, values) {
    await services.writeSupplier(tx, String(values['key']), values)
    return ok(String(values['key']))
  },
  async remove({ tx }, key) {
    await services.removeSupplier(tx, key)
    return done
  },
}

import { ok } from '../../../../platform/result.ts'
import { done, optionsOf, wrong, type AdminResource } from '../../../admin/admin-resource.server.ts'
import { appNames, appOptions } from '../../../admin/labels.ts'
import { moneyText, zoneOfApp } from '../../../admin/shown-values.ts'
import { offerKey, priceRecords } from '../../prices/price-records.server.ts'
import { productIdOfSku } from '../product-records.server.ts'
import {
  insertSchedule,
  isScheduled,
  removeSchedule,
  scheduleRecords,
  updateSchedule,
} from '../../prices/price-schedule.server.ts'

const stateNames = { waiting: 'Waiting', running: 'Running', ended: 'Ended', refused: 'Not started' }

export const priceScheduleResource: AdminResource = {
  name: 'price-schedules',
  title: 'Price schedules',
  one: 'schedule',
  section: 'Catalogue',
  about: 'Temporary prices. They start and end automatically, and then the earlier price returns.',
  see: 'use the back office',
  change: 'set prices',
  records: scheduleRecords,
  sort: { column: 'startsAt', isDescending: true },
  searchHint: 'Title or SKU',
  columns: [
    { name: 'sku', label: 'SKU', sorts: true },
    { name: 'title', label: 'Title' },
    { name: 'app', label: 'Shop', words: appNames, sorts: true },
    { name: 'price', label: 'Scheduled price', kind: 'money' },
    { name: 'now', label: 'Current price', kind: 'money' },
    { name: 'startsAt', label: 'From', kind: 'instant', sorts: true },
    { name: 'endsAt', label: 'Until', kind: 'instant' },
    { name: 'state', label: 'State', kind: 'tag', words: stateNames },
  ],
  filters: [{ name: 'state', label: 'State', options: optionsOf(stateNames) }],
  fields: (values) => {
    // A schedule that has started is read-only, except for its end.
    const isOpen = values === null || values['state'] === 'waiting'
    const fixed = isOpen ? {} : { isFixed: 'always' as const }
    return [
      { name: 'sku', label: 'SKU', kind: 'text', isRequired: true, isFixed: 'once made', max: 60 },
      { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, isFixed: 'once made', options: appOptions },
      { name: 'price', label: 'Price', kind: 'money', min: 1, isRequired: true, ...fixed },
      { name: 'startsAt', label: 'From', kind: 'instant', isRequired: true, ...fixed },
      {
        name: 'endsAt',
        label: 'Until',
        kind: 'instant',
        help: 'Leave empty for no end.',
        ...(values?.['state'] === 'ended' || values?.['state'] === 'refused' ? { isFixed: 'always' as const } : {}),
      },
      ...(values === null
        ? []
        : [
            {
              name: 'state',
              label: 'State',
              kind: 'choice',
              options: optionsOf(stateNames),
              isFixed: 'always',
            } as const,
            { name: 'refusal', label: 'Why it did not start', kind: 'text', isFixed: 'always' } as const,
          ]),
    ]
  },
  nameOf: (values) => `${String(values['title'] ?? values['sku'])}, ${moneyText(Number(values['price']))}`,
  async check({ tx, now }, values, key) {
    const { startsAt, endsAt = null, price } = values
    const productId = key === null ? await productIdOfSku(tx, String(values['sku'])) : Number(values['productId'])
    if (productId === null) return [{ field: 'sku', message: 'There is no product with this SKU.' }]
    const app = String(values['app'])
    const errors = []
    if (endsAt !== null && String(endsAt) <= String(startsAt))
      errors.push({ field: 'endsAt', message: 'The end must be after the start.' })
    if (endsAt !== null && String(endsAt) <= now.toISOString())
      errors.push({ field: 'endsAt', message: 'The end must be in the future.' })
    const offer = offerKey(`${productId}.${app}`) === null ? null : await priceRecords.read(tx, `${productId}.${app}`)
    if (offer === null) errors.push({ field: 'app', message: 'This shop does not sell this product.' })
    else if (offer['floor'] !== null && Number(price) < Number(offer['floor']))
      errors.push({
        field: 'price',
        message: `The price must not be below the floor of ${moneyText(Number(offer['floor']))}.`,
      })
    const requested = {
      productId,
      app,
      startsAt: String(startsAt),
      endsAt: endsAt === null ? null : String(endsAt),
      but: key,
    }
    if (errors.length === 0 && (await isScheduled(tx, requested)))
      errors.push({ field: 'startsAt', message: 'It overlaps with another schedule for this price.' })
    return errors
  },
  save: ({ tx }, key, values) => updateSchedule(tx, key, values),
  async create({ tx }, values) {
    const id = await productIdOfSku(tx, String(values['sku']))
    return id === null ? wrong('sku', 'There is no product with this SKU.') : ok(await insertSchedule(tx, id, values))
  },
  async remove({ tx }, key) {
    return (await removeSchedule(tx, key))
      ? done
      : wrong('', 'This schedule is running. Set its end instead, and the earlier price returns then.')
  },
  timeZone: (values) => zoneOfApp(values['app']),
}

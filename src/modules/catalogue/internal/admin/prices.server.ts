import { isAppCode, type AppCode } from '../../../../brands/apps.ts'
import { brandOf } from '../../../../brands/brands.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import type { RecordValues } from '../../../../platform/database/records.ts'
import { ok } from '../../../../platform/result.ts'
import {
  optionsOf,
  removing,
  wrong,
  type AdminResource,
  type Problem,
  type Related,
} from '../../../admin/admin-resource.server.ts'
import type { Field } from '../../../admin/admin.ts'
import { appNames, appOptions, ribbonNames } from '../../../admin/labels.ts'
import { moneyText, timeText, zoneOfApp } from '../../../admin/shown-values.ts'
import { hasVolumePrices, maxVolumePrices, volumeProblem } from '../../../pricing/volume-price.ts'
import { offerKey, priceRecords, removePrice, volumePricesOf, writePrice } from '../../prices/price-records.server.ts'
import { productIdOfSku } from '../product-records.server.ts'
import type { Catalogue } from '../../catalogue.server.ts'
import { schedulesOf } from '../../prices/price-schedule.server.ts'

const states: Readonly<Record<string, string>> = {
  waiting: 'Waiting',
  running: 'Running',
  ended: 'Ended',
  refused: 'Not started',
}

type PriceListDeps = {
  readonly database: Database
  readonly catalogue: Pick<Catalogue, 'priceChanges' | 'product'>
}

// A table, one row a line.
// prettier-ignore
const priceFields: readonly Field[] = [
  { name: 'sku', label: 'SKU', kind: 'text', isRequired: true, isFixed: 'once made', max: 60 },
  { name: 'app', label: 'Shop', kind: 'choice', isRequired: true, isFixed: 'once made', options: appOptions },
  { name: 'price', label: 'Price', kind: 'money', min: 1, help: 'Including GST. Leave empty for ‘Call for price’.' },
  { name: 'rrp', label: 'RRP', kind: 'money', min: 1 },
  { name: 'floor', label: 'Floor', kind: 'money', min: 1, help: 'The lowest price that can be set or scheduled.' },
  { name: 'member', label: 'Deals Club price', kind: 'money', min: 1, help: 'For members, where the Deals Club is on. Leave empty for the normal price.' },
  { name: 'volume', label: 'Volume prices', kind: 'lines', max: maxVolumePrices, initial: [], pattern: /^\d{1,2}\s*\|\s*\d{1,6}(\.\d{1,2})?$/, patternHint: 'must be a number of units, | and the price of one, for example 5 | 49.00', help: 'In shops of businesses, one per line: from how many units | the price of one.' },
  { name: 'lineDiscount', label: 'Line discount', kind: 'money', initial: 0, help: 'Off the whole line, for any quantity.' },
  { name: 'altPriceMsg', label: 'Text under the price', kind: 'text', max: 60 },
  {
    name: 'priceType', label: 'Price set by', kind: 'choice', isRequired: true, initial: 'winning',
    options: optionsOf({ winning: 'Us', manufacturer: 'Manufacturer' }),
  },
  { name: 'ribbons', label: 'Ribbons', kind: 'choices', options: optionsOf(ribbonNames), initial: [] },
]

export function priceResource(deps: PriceListDeps): AdminResource {
  const { catalogue } = deps
  return {
    name: 'prices',
    title: 'Prices',
    one: 'price',
    section: 'Catalogue',
    about: 'The price of each product in each shop. A change shows everywhere within a second.',
    see: 'use the back office',
    change: 'set prices',
    records: priceRecords,
    sort: { column: 'sku', isDescending: false },
    searchHint: 'Title or SKU',
    columns: [
      { name: 'sku', label: 'SKU', sorts: true },
      { name: 'title', label: 'Title', sorts: true },
      { name: 'app', label: 'Shop', words: appNames, sorts: true },
      { name: 'price', label: 'Price', kind: 'money' },
      { name: 'rrp', label: 'RRP', kind: 'money' },
      { name: 'floor', label: 'Floor', kind: 'money' },
      { name: 'member', label: 'Deals Club', kind: 'money' },
      { name: 'ribbons', label: 'Ribbons' },
    ],
    filters: [
      { name: 'app', label: 'Shop', options: appOptions },
      {
        name: 'kind',
        label: 'Which',
        options: optionsOf({
          call: 'Call for price',
          'below-rrp': 'Below RRP',
          'at-floor': 'At the floor',
          member: 'With a Deals Club price',
          volume: 'With volume prices',
          scheduled: 'With a schedule',
        }),
      },
    ],
    links: [
      { label: 'Schedules', href: '/office/price-schedules', permission: 'use the back office' },
      { label: 'Bulk edit', href: '/office/bulk?list=prices', permission: 'set prices' },
    ],
    fields: () => priceFields,
    nameOf: (values) => `${String(values['title'] ?? values['sku'])}, ${appNames[String(values['app'])] ?? ''}`,
    check: ({ tx }, values, key) => priceErrors(tx, values, key),
    save: ({ tx, now }, key, values) => writePrice(tx, key, values, now),
    async create({ tx, now }, values) {
      const id = await productIdOfSku(tx, String(values['sku']))
      if (id === null) return wrong('sku', 'There is no product with this SKU.')
      const key = `${id}.${String(values['app'])}`
      await writePrice(tx, key, values, now)
      return ok(key)
    },
    remove: removing(removePrice),
    removeLabel: 'Stop selling in this shop',
    related: (key, values) => priceRelated(deps, key, zoneOfApp(values['app'])),
    timeZone: (values) => zoneOfApp(values['app']),
    shopPath: (values) => {
      const product = catalogue.product(Number(values['productId']))
      return product === null ? null : `/p/${product.uri}`
    },
  }
}

/** Validation errors of a price; the key is null for a new one. */
async function priceErrors(tx: Writer, values: RecordValues, key: string | null): Promise<Problem> {
  const { price = null, rrp = null, floor = null, lineDiscount = null } = values
  const memberError = memberPriceError(values)
  const errors = memberError === null ? [] : [{ field: 'member', message: memberError }]
  const volumeError = volumePriceError(values)
  if (volumeError !== null) errors.push({ field: 'volume', message: volumeError })
  if (price !== null && floor !== null && price < floor)
    errors.push({
      field: 'price',
      message: `The price must not be below the floor of ${moneyText(Number(floor))}.`,
    })
  if (price !== null && lineDiscount !== null && lineDiscount >= price)
    errors.push({ field: 'lineDiscount', message: 'The line discount must be less than the price.' })
  if (price !== null && rrp !== null && Number(price) > 3 * Number(rrp))
    errors.push({
      field: 'price',
      message: 'The price is more than three times the RRP. Please check both.',
    })
  if (key === null) {
    const id = await productIdOfSku(tx, String(values['sku']))
    if (id === null) errors.push({ field: 'sku', message: 'There is no product with this SKU.' })
    else if ((await priceRecords.read(tx, `${id}.${String(values['app'])}`)) !== null)
      errors.push({ field: 'app', message: 'This shop already has a price for it.' })
  }
  return errors
}

/** Validation error of a Deals Club price; null when it is valid. */
function memberPriceError({ price = null, floor = null, member = null, ...more }: RecordValues): string | null {
  const { priceType, lineDiscount } = more
  if (member === null) return null
  if (price === null) return 'A ‘Call for price’ product cannot have a Deals Club price. Please enter a price as well.'
  if (priceType === 'manufacturer')
    return 'A price set by the manufacturer is the same for members. Please leave this empty.'
  const requested = Number(price) - Number(lineDiscount ?? 0)
  if (Number(member) >= requested)
    return `The Deals Club price must be lower than the normal price, ${moneyText(requested)}.`
  if (floor !== null && Number(member) < Number(floor))
    return `The Deals Club price must not be below the floor of ${moneyText(Number(floor))}.`
  return null
}

/** Validation error of prices for many units; null when they are valid. */
function volumePriceError({ volume, app, price = null, floor = null, priceType }: RecordValues): string | null {
  const prices = volumePricesOf((volume ?? []) as readonly string[])
  if (prices.length > 0 && !(isAppCode(String(app)) && hasVolumePrices(brandOf(String(app) as AppCode))))
    return 'Only shops of businesses have volume prices. Please leave this empty.'
  const problem = volumeProblem(prices, {
    price: price as number | null,
    priceType: priceType === 'manufacturer' ? 'manufacturer' : 'winning',
    floor: floor as number | null,
  })
  if (problem === null) return null
  const line = 'at' in problem ? `Line ${problem.at + 1}: ` : ''
  switch (problem.code) {
    case 'too_many':
      return `Please enter at most ${maxVolumePrices} volume prices.`
    case 'price_unknown':
      return 'A ‘Call for price’ product cannot have volume prices. Please enter a price as well.'
    case 'price_of_maker':
      return 'A price set by the manufacturer is the same for any quantity. Please leave this empty.'
    case 'from_out_of_range':
      return `${line}the quantity must be from 2 to 99.`
    case 'from_not_rising':
      return `${line}the quantity must be higher than on the line before.`
    case 'price_not_falling':
      return `${line}the price must be lower than the one before, and the first lower than the normal price.`
    case 'below_floor':
      return `${line}the price must not be below the floor of ${moneyText(problem.floor)}.`
  }
}

/** A price's schedules, and its history. */
async function priceRelated(
  { database, catalogue }: PriceListDeps,
  key: string,
  timeZone: string,
): Promise<readonly Related[]> {
  const offer = offerKey(key)
  if (offer === null) return []
  const changes = await catalogue.priceChanges(offer.productId, offer.app)
  const schedules = await schedulesOf(database.db, offer)
  return [
    {
      title: 'Schedules',
      columns: ['Price', 'From', 'Until', 'State'],
      empty: 'No scheduled prices.',
      rows: schedules.map((one) => [
        { text: moneyText(one.price), href: `/office/price-schedules/${one.id}` },
        timeText(one.startsAt.toISOString(), timeZone),
        one.endsAt === null ? 'No end' : timeText(one.endsAt.toISOString(), timeZone),
        states[one.state] ?? one.state,
      ]),
    },
    {
      title: 'Price history',
      columns: ['Since', 'Price', 'RRP'],
      empty: 'No price changes yet.',
      rows: changes
        .toReversed()
        .slice(0, 20)
        .map(({ day, price, rrp }) => [
          day,
          price === null ? 'Call for price' : moneyText(price),
          rrp === null ? '–' : moneyText(rrp),
        ]),
    },
  ]
}

import { appCodes } from '../../../../../brands/apps.ts'
import { slug } from '../../../../../platform/text/slug.ts'
import type { Fields } from '../feed.ts'
import { attributeValueOf, FeedAttributes } from './feed-attributes.ts'
import { currencyOf, stockEverywhere, withSizes, type Mapped, type Mapping, type MappingContext } from './mapping.ts'
import { cut, readKilograms, readMillimetres, readMoney, type ReadMoney } from './measures.ts'

/**
 * Google Merchant product data, whichever format it came in. The price's currency decides the apps (AUD all of Australia, NZD New
 * Zealand) unless they are named. Google says whether a product can be had, not how many: in stock counts as ten at each warehouse.
 */

const inStockQuantity = 10
/** A product on back order without a date is promised for then. */
const backOrderDays = 28

const columns: Readonly<Record<string, string>> = {
  sku: 'id',
  categoryUri: 'product_type',
  offers: 'price',
  images: 'image_link',
  videos: 'video_link',
  model3d: 'virtual_model_link',
  widthMm: 'product_width',
  heightMm: 'product_height',
  depthMm: 'product_length',
  weightKg: 'product_weight',
  variant: 'item_group_id',
  shortDescription: 'product_highlight',
  stock: 'availability',
  attributes: 'product_detail',
}

const descriptive = [
  ['color', 'Colour'],
  ['material', 'Material'],
  ['size', 'Size'],
  ['pattern', 'Pattern'],
] as const

/** Leaves a row from wherever its fault is found; caught below and handed on as a value. */
class Refusal extends Error {
  readonly field: string
  constructor(field: string, reason: string) {
    super(reason)
    this.field = field
  }
}

export function googleMerchantMapping(context: MappingContext): Mapping {
  const attributes = new FeedAttributes(context.attributes)
  const categories = new Map<string, { uri: string; title: string }>()
  return {
    name: 'google-merchant',
    get attributes() {
      return attributes.fresh
    },
    get categories() {
      return categories.values()
    },
    columnOf: (field) => columns[field] ?? field,
    map(raw) {
      const row = new Row(raw)
      try {
        return mapped(row, context, attributes, categories)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return { kind: 'refused', sku: row.text('id'), field: error.field, reason: error.message }
      }
    },
  }
}

function mapped(
  row: Row,
  context: MappingContext,
  attributes: FeedAttributes,
  categories: Map<string, { uri: string; title: string }>,
): Mapped {
  const { now } = context
  const expires = row.text('expiration_date')
  if (expires !== null && Date.parse(expires) < now.getTime())
    return { kind: 'skipped', why: 'its expiration_date is past' }
  const condition = row.text('condition') ?? 'new'
  if (condition.toLowerCase() !== 'new')
    throw new Refusal('condition', `is ${condition}: the shop sells new goods only`)

  const { price, rrp } = pricesOf(row, now)
  const fitting = appCodes.filter((app) => (context.apps ?? appCodes).includes(app))
  const apps = fitting.filter((app) => price.currency === null || currencyOf(app) === price.currency)
  if (apps.length === 0) {
    throw new Refusal('price', `is in ${price.currency}, which ${fitting.join(', ')} does not sell in`)
  }

  const sizes = {
    widthMm: row.measure('product_width', readMillimetres),
    heightMm: row.measure('product_height', readMillimetres),
    depthMm: row.measure('product_length', readMillimetres) ?? row.measure('product_depth', readMillimetres),
    weightKg: row.measure('product_weight', readKilograms) ?? row.measure('shipping_weight', readKilograms),
  }
  const group = row.text('item_group_id')
  const axes = Object.fromEntries(
    descriptive.flatMap(([column, title]) => {
      const value = row.text(column)
      return value === null ? [] : [[title, cut(value, 80)]]
    }),
  )
  return {
    kind: 'record',
    input: {
      sku: row.text('id'),
      title: row.cut('title', 150),
      description: row.text('description') ?? '',
      shortDescription: cut(row.list('product_highlight').join('. '), 300),
      brand: row.text('brand'),
      gtin: row.text('gtin')?.replaceAll(/[\s-]/g, '') ?? null,
      mpn: row.cut('mpn', 70),
      categoryUri: categoryOf(row, categories),
      ...sizes,
      attributes: withSizes(attributesOf(row, attributes), sizes),
      images: [...row.list('image_link'), ...row.list('additional_image_link').flatMap(addresses)]
        .slice(0, 30)
        .map((url) => ({ url, alt: row.cut('title', 150) ?? '' })),
      videos: row
        .list('video_link')
        .flatMap(addresses)
        .slice(0, 10)
        .flatMap(videoOf(row.cut('title', 100) ?? '')),
      model3d: modelOf(row.text('virtual_model_link')),
      variant: group === null || Object.keys(axes).length === 0 ? null : { group, axes },
      offers: apps.map((app) => ({ app, price: price.cents, rrp: rrp?.cents ?? null })),
      stock: stockEverywhere(context.warehouses, apps, heldOf(row, now)),
    },
  }
}

/** Several addresses in one cell are separated by commas; a comma inside an address is not followed by another address. */
const addresses = (cell: string): string[] => cell.split(/,(?=\s*https?:\/\/)/).map((one) => one.trim())

const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : '')

/** Google takes films in many formats, and pages of YouTube: browsers play the first two of these, and the page is for a player. */
const videoOf =
  (title: string) =>
  (address: string): readonly ({ src: string; title: string } | { provider: 'youtube'; id: string })[] => {
    if (/\.(mp4|m4v|webm)$/i.test(pathOf(address))) return [{ src: address, title: `Video of ${title}` }]
    const [, id] = /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/watch\?v=|youtu\.be\/)([\w-]{6,20})/i.exec(address) ?? []
    return id === undefined ? [] : [{ provider: 'youtube', id }]
  }

/** Google also takes glTF with its textures in files beside it, which the shop does not. */
const modelOf = (address: string | null): string | null =>
  address !== null && /\.glb$/i.test(pathOf(address)) ? address : null

/** While a sale runs `price` is what the product costs otherwise. */
function pricesOf(row: Row, now: Date): { price: ReadMoney; rrp: ReadMoney | null } {
  const regular = row.money('price')
  if (regular === null) throw new Refusal('price', 'is missing')
  const sale = row.money('sale_price')
  const [from, to] = (row.text('sale_price_effective_date') ?? '').split('/').map((text) => Date.parse(text))
  const isOn = !(from !== undefined && now.getTime() < from) && !(to !== undefined && now.getTime() > to)
  if (sale === null || !isOn || sale.cents >= regular.cents) return { price: regular, rrp: null }
  return { price: { cents: sale.cents, currency: sale.currency ?? regular.currency }, rrp: regular }
}

function heldOf(row: Row, now: Date) {
  const availability = (row.text('availability') ?? '').toLowerCase().replaceAll(/[\s-]+/g, '_')
  if (availability === 'in_stock') return { quantity: inStockQuantity, incoming: null }
  if (availability === 'out_of_stock') return { quantity: 0, incoming: null }
  if (availability === 'backorder' || availability === 'preorder') {
    const date = Date.parse(row.text('availability_date') ?? '')
    const arrivesAt = new Date(Number.isNaN(date) ? now.getTime() + backOrderDays * 86_400_000 : date)
    return { quantity: 0, incoming: { quantity: inStockQuantity, arrivesOn: arrivesAt.toISOString().slice(0, 10) } }
  }
  throw new Refusal(
    'availability',
    availability === '' ? 'is missing' : `must be in_stock, out_of_stock, preorder or backorder, not "${availability}"`,
  )
}

/** The shop's own path where the feed has one, else Google's. The shop's tree is four levels deep. */
function categoryOf(row: Row, categories: Map<string, { uri: string; title: string }>): string {
  const own = row.list('product_type')[0]
  const google = row.text('google_product_category')
  if (own === undefined && google !== null && /^\d+$/.test(google)) {
    throw new Refusal('google_product_category', `is the number ${google}: give its full path, or a product_type`)
  }
  const titles = (own ?? google ?? '')
    .split('>')
    .map((title) => title.trim())
    .filter((title) => slug(title) !== '')
    .slice(0, 4)
  if (titles.length === 0) throw new Refusal('product_type', 'is missing')
  let uri = ''
  for (const title of titles) {
    uri = uri === '' ? slug(title) : `${uri}/${slug(title)}`
    if (!categories.has(uri)) categories.set(uri, { uri, title })
  }
  return uri
}

const separated = (text: string): string =>
  text
    .split('/')
    .map((part) => part.trim())
    .join(' / ')

function attributesOf(row: Row, attributes: FeedAttributes): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  const add = (title: string, group: string, text: string) => {
    const definition = attributes.named(title, { group, valueType: 'text', unit: null })
    const value = definition === null ? null : attributeValueOf(definition, text)
    if (definition !== null && value !== null) found[definition.code] = value
  }
  for (const [column, title] of descriptive) {
    const text = row.text(column)
    if (text !== null) add(title, 'Build', separated(text))
  }
  const energy = row.text('energy_efficiency_class')
  if (energy !== null) add('Energy efficiency class', 'Energy and water', energy)
  const pack = row.text('multipack')
  if (pack !== null) add('In the pack', 'Capacity', pack)
  for (const { section, name, value } of row.details()) add(name, section === '' ? 'Specifications' : section, value)
  return found
}

/** A row under Google's names: 'image link', 'Image_Link' and 'g:image_link' are one. */
class Row {
  readonly #values = new Map<string, readonly unknown[]>()

  constructor(fields: Fields) {
    for (const [name, value] of Object.entries(fields)) {
      const key = name
        .trim()
        .toLowerCase()
        .replace(/^g:/, '')
        .replaceAll(/[\s-]+/g, '_')
      this.#values.set(key, Array.isArray(value) ? value : [value])
    }
  }

  list(name: string): string[] {
    return (this.#values.get(name) ?? [])
      .filter((value) => typeof value === 'string' || typeof value === 'number')
      .map((value) => String(value).trim())
      .filter((text) => text !== '')
  }

  text(name: string): string | null {
    return this.list(name)[0] ?? null
  }

  cut(name: string, max: number): string | null {
    const text = this.text(name)
    return text === null ? null : cut(text, max)
  }

  money(name: string): ReadMoney | null {
    const text = this.text(name)
    if (text === null) return null
    const money = readMoney(text)
    if (money === null) throw new Refusal(name, `must be like "499.00 AUD", not "${cut(text, 40)}"`)
    return money
  }

  measure(name: string, read: (text: string) => number | null): number | null {
    const text = this.text(name)
    if (text === null) return null
    const value = read(text)
    if (value === null) throw new Refusal(name, `must be a number with its unit, not "${cut(text, 40)}"`)
    return value === 0 ? null : value
  }

  /** 'General:Capacity:605 L', several of them separated by commas in a cell, or nested elements in XML. */
  details(): { section: string; name: string; value: string }[] {
    return (this.#values.get('product_detail') ?? []).flatMap((detail) => {
      if (typeof detail === 'string') return detailsIn(detail).flatMap(writtenDetail)
      const { section_name: section = '', attribute_name: name, attribute_value: value } = (detail ?? {}) as Fields
      if (typeof section !== 'string' || typeof name !== 'string' || typeof value !== 'string') return []
      return [{ section, name, value }]
    })
  }
}

/** The details of a cell: a comma begins the next one when a section and a name follow it. */
function detailsIn(cell: string): string[] {
  const details: string[] = []
  for (const [at, piece] of cell.split(',').entries()) {
    if (at === 0 || piece.split(':', 3).length === 3) details.push(piece)
    else details.push(`${details.pop() ?? ''},${piece}`)
  }
  return details
}

function writtenDetail(text: string): { section: string; name: string; value: string }[] {
  const [section = '', name = '', ...value] = text.split(':')
  if (name.trim() === '' || value.length === 0) return []
  return [{ section: section.trim(), name: name.trim(), value: value.join(':').trim() }]
}

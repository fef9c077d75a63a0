import type { AppCode } from '../../../../../brands/apps.ts'
import { slug } from '../../../../../platform/text/slug.ts'
import type { Fields } from '../feed.ts'
import { attributeValueOf, FeedAttributes } from './feed-attributes.ts'
import { holds, type Value, valueOf, filled, at, textOf, numberOf, sizeOf, columnIn } from './mapping-rules.ts'
import type { MappingFile } from './mapping-schema.ts'
import { currencyOf, stockEverywhere, withSizes, type Mapped, type Mapping, type MappingContext } from './mapping.ts'
import { cut, readMoney, readNumber } from './measures.ts'

/** Maps the rows of a feed by a mapping file. */

export function mappingFromFile(file: MappingFile, context: MappingContext): Mapping {
  const attributes = new FeedAttributes([...context.attributes, ...file.attributeDefinitions])
  const known = new Set(context.attributes.map((definition) => definition.code))
  const columnOf = (field: string): string => {
    if (field === 'offers') return context.priceColumn ?? columnIn(file.price.amount) ?? 'price'
    if (field === 'categoryUri') return 'category'
    return columnIn(file.fields[field as keyof MappingFile['fields']]) ?? field
  }
  return {
    name: file.name,
    columnOf,
    get attributes() {
      return [...file.attributeDefinitions.filter(({ code }) => !known.has(code)), ...attributes.fresh]
    },
    categories: Object.entries(file.categoryTitles).map(([uri, title]) => ({ uri, title })),
    map(row) {
      for (const { when, why } of file.skip) if (holds(when, row)) return { kind: 'skipped', why }
      return mapRow(file, context, attributes, row)
    },
  }
}

function mapRow(file: MappingFile, context: MappingContext, attributes: FeedAttributes, given: Fields): Mapped {
  const facts = attributesOf(file, attributes, given)
  const row = { ...given, ...calculated(facts) }
  const fields: Record<string, Value> = {}
  for (const [name, rule] of Object.entries(file.fields)) {
    const value = valueOf(rule, row)
    fields[name] = value
    if (value !== null) row[`=${name}`] = value
  }
  const sku = textOf(fields['sku']) || null
  const apps = file.apps
    .filter((entry) => typeof entry === 'string' || holds(entry.when, row))
    .map((entry) => (typeof entry === 'string' ? entry : entry.app))
    .filter((app) => context.apps === null || context.apps.includes(app))
  if (apps.length === 0) return { kind: 'skipped', why: 'sold by none of the apps' }

  const prices = offersOf(file.price, context, apps, row)
  if (!Array.isArray(prices)) return { kind: 'refused', sku, ...prices }
  const sizes = {
    widthMm: sizeOf(fields['widthMm']),
    heightMm: sizeOf(fields['heightMm']),
    depthMm: sizeOf(fields['depthMm']),
    weightKg: sizeOf(fields['weightKg']),
  }
  const title = cut(textOf(fields['title']), 150) || null
  const group = file.variant === undefined ? null : valueOf(file.variant.group, row)
  const axes = Object.entries(file.variant?.axes ?? {}).flatMap(([axis, rule]) => {
    const value = valueOf(rule, row)
    return value === null ? [] : [[axis, String(value)] as const]
  })
  const quantity = file.stock.find((stock) => holds(stock.when, row))?.quantity
  const held = quantity === undefined ? null : numberOf(valueOf(quantity, row))
  const uri = file.category.find((category) => holds(category.when, row))?.uri
  return {
    kind: 'record',
    input: {
      ...Object.fromEntries(
        Object.entries(fields)
          .filter(([, value]) => value !== null)
          // Exports write models and names that look like numbers as numbers.
          .map(([name, value]) => [name, typeof value === 'boolean' ? value : textOf(value)]),
      ),
      ...sizes,
      title,
      shortDescription: cut(textOf(fields['shortDescription']), 300),
      categoryUri: uri === undefined ? null : filled(uri, row, (text) => slug(text)),
      attributes: withSizes(facts, sizes),
      images: file.images
        .map((image) => valueOf(image, row))
        .filter((url) => url !== null)
        .map((url) => ({ url, alt: title ?? '' })),
      variant: group === null || axes.length === 0 ? null : { group: String(group), axes: Object.fromEntries(axes) },
      offers: prices,
      stock: held === null ? {} : stockEverywhere(context.warehouses, apps, { quantity: held, incoming: null }),
      isDemo: file.isDemo,
    },
  }
}

/** What rules have made of a row, for the templates of later ones: '{=brand}'. */
const calculated = (facts: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).map(([name, value]) => [`=${name}`, value]))

type Offers = { app: AppCode; price: number; rrp: number | null }[]

function offersOf(
  price: MappingFile['price'],
  { priceColumn }: MappingContext,
  apps: readonly AppCode[],
  row: Fields,
): Offers | { field: string; reason: string } {
  if (priceColumn !== null) {
    const text = textOf(at(row, priceColumn))
    const money = readMoney(text)
    if (money === null)
      return { field: priceColumn, reason: text === '' ? 'is missing' : `is no amount: "${cut(text, 40)}"` }
    const fitting = apps.filter((app) => money.currency === null || money.currency === currencyOf(app))
    if (fitting.length === 0)
      return { field: priceColumn, reason: `is in ${money.currency}, which no app here sells in` }
    return fitting.map((app) => ({ app, price: money.cents, rrp: null }))
  }
  const amount = price.amount === undefined ? formulaOf(price, row) : numberOf(valueOf(price.amount, row))
  const field = columnIn(price.amount) ?? 'price'
  if (amount === null) return { field, reason: 'is missing' }
  if (amount <= 0) return { field, reason: `must be above 0, not ${amount}` }
  const regular = price.regularAmount === undefined ? null : numberOf(valueOf(price.regularAmount, row))

  const offers: Offers = []
  for (const app of apps) {
    const currency = currencyOf(app)
    const rate = price.rates[currency] ?? (price.currency === currency ? 1 : null)
    if (rate === null) continue
    const cents = (sum: number): number => {
      const exact = sum * rate * (price.unit === 'cents' ? 1 : 100)
      return Math.max(Math.round(exact / price.roundToCents), 1) * price.roundToCents
    }
    offers.push({ app, price: cents(amount), rrp: regular !== null && regular > amount ? cents(regular) : null })
  }
  return offers.length > 0 ? offers : { field, reason: `is in ${price.currency}, for which the mapping has no rate` }
}

/** Null when no formula fits; a column without a number adds nothing. */
function formulaOf(price: MappingFile['price'], row: Fields): number | null {
  const formula = price.formula?.find((one) => holds(one.when, row))
  if (formula === undefined) return null
  let sum = formula.base
  for (const [column, each] of Object.entries(formula.perUnit)) sum += (readNumber(textOf(at(row, column))) ?? 0) * each
  return sum
}

function attributesOf(file: MappingFile, attributes: FeedAttributes, row: Fields): Record<string, unknown> {
  const found: Record<string, unknown> = {}
  for (const { prefix, group, valueType, except } of file.attributeColumns) {
    for (const [column, value] of Object.entries(row)) {
      if (!column.startsWith(prefix) || except.includes(column)) continue
      const name = column.slice(prefix.length).replaceAll(/_+/g, ' ').trim()
      const title = name.charAt(0).toUpperCase() + name.slice(1)
      const definition = attributes.named(title, { group, valueType, unit: null })
      const read = definition === null ? null : attributeValueOf(definition, textOf(value))
      if (definition !== null && read !== null) found[definition.code] = read
    }
  }
  for (const [code, rule] of Object.entries(file.attributes)) {
    const value = valueOf(rule, row)
    if (value === null) continue
    const definition = attributes.definition(code)
    const read = definition === null || Array.isArray(value) ? value : attributeValueOf(definition, String(value))
    if (read !== null) found[code] = read
  }
  return found
}

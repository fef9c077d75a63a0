import { z } from 'zod'
import { type AppCode, appCodes } from '../../../../../brands/apps.ts'
import { slug } from '../../../../../platform/text/slug.ts'
import type { Fields } from '../feed.ts'
import { attributeValueOf, FeedAttributes } from './feed-attributes.ts'
import { currencyOf, stockEverywhere, withSizes, type Mapped, type Mapping, type MappingContext } from './mapping.ts'
import { cut, readBoolean, readMoney, readNumber, rounded } from './measures.ts'

/** A mapping as data: what a retailer writes to import a feed of their own. data/mappings/README.md explains the format. */

const scalar = z.union([z.string(), z.number(), z.boolean()])

const expression = z.string().refine((source) => {
  try {
    return Boolean(new RegExp(source, 'iu'))
  } catch {
    return false
  }
}, 'must be a regular expression')

const condition = z.strictObject({
  column: z.string(),
  is: z.array(scalar).optional(),
  not: z.array(scalar).optional(),
  matches: expression.optional(),
  missing: z.boolean().optional(),
  above: z.number().optional(),
  below: z.number().optional(),
})
const when = z.array(condition)

const singleRule = z.strictObject({
  when: when.optional(),
  column: z.string().optional(),
  template: z.string().optional(),
  constant: scalar.optional(),
  pattern: expression.optional(),
  values: z.record(z.string(), scalar).optional(),
  multiply: z.number().optional(),
  decimals: z.int().min(0).max(6).optional(),
  split: z.string().optional(),
  as: z.enum(['text', 'number', 'boolean', 'list', 'slug', 'sku', 'title', 'day', 'digits']).optional(),
  padTo: z.int().positive().optional(),
  cut: z.int().positive().optional(),
})
/** A column's name, a rule, or several of which the first that gives a value counts. */
const rule = z.union([z.string(), singleRule, z.array(z.union([z.string(), singleRule])).min(1)])

const attribute = z.strictObject({
  code: z.string().regex(/^[a-z0-9_]{1,60}$/),
  title: z.string(),
  group: z.string(),
  valueType: z.enum(['number', 'text', 'boolean', 'list', 'stars']),
  unit: z.string().nullable().default(null),
  facet: z.enum(['list', 'range']).nullable().default(null),
})

const mappingFile = z.strictObject({
  name: z.string(),
  /** What the feed is, where its figures come from and what was decided; for people. */
  about: z.union([z.string(), z.array(z.string())]).default(''),
  isDemo: z.boolean().default(false),
  skip: z.array(z.strictObject({ when, why: z.string() })).default([]),
  fields: z.partialRecord(
    z.enum([
      'sku', 'gtin', 'mpn', 'title', 'brand', 'shortDescription', 'description', 'condition', 'missingParts', 'widthMm',
      'heightMm', 'depthMm', 'weightKg', 'superseded', 'supplierDirect', 'releasedOn',
    ]), // prettier-ignore
    rule,
  ),
  images: z.array(rule).default([]),
  category: z.array(z.strictObject({ when: when.default([]), uri: z.string() })).min(1),
  categoryTitles: z.record(z.string(), z.string()).default({}),
  attributes: z.record(z.string().regex(/^[a-z0-9_]{1,60}$/), rule).default({}),
  attributeDefinitions: z.array(attribute).default([]),
  /** Every column that begins so becomes an attribute named after the rest of the column's name. */
  attributeColumns: z
    .array(
      z.strictObject({
        prefix: z.string(),
        group: z.string(),
        valueType: z.enum(['number', 'text', 'boolean', 'list']),
        except: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  variant: z.strictObject({ group: rule, axes: z.record(z.string(), rule) }).optional(),
  apps: z.array(z.union([z.enum(appCodes), z.strictObject({ app: z.enum(appCodes), when })])).default([...appCodes]),
  price: z.strictObject({
    about: z.string().default(''),
    amount: rule.optional(),
    /** Base and per-unit amounts in the feed's currency; the first whose conditions hold. */
    formula: z
      .array(z.strictObject({ when: when.default([]), base: z.number(), perUnit: z.record(z.string(), z.number()) }))
      .optional(),
    regularAmount: rule.optional(),
    unit: z.enum(['dollars', 'cents']).default('dollars'),
    currency: z.string().regex(/^[A-Z]{3}$/),
    /** What one unit of the feed's currency is in the currency of an app. */
    rates: z.partialRecord(z.enum(['AUD', 'NZD']), z.number().positive()).default({}),
    roundToCents: z.int().positive().default(1),
  }),
  stock: z.array(z.strictObject({ when: when.default([]), quantity: rule })).default([]),
})

export type MappingFile = z.infer<typeof mappingFile>
type Rule = z.infer<typeof rule>
type SingleRule = z.infer<typeof singleRule>
type Condition = z.infer<typeof condition>

/** Checks the text of a mapping file. Throws an Error that names the place and what it must be. */
export function readMappingFile(text: string): MappingFile {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (error) {
    throw new Error(`The mapping is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const parsed = mappingFile.safeParse(json)
  if (!parsed.success) {
    const errors = parsed.error.issues.map((issue) => `  ${issue.path.join('.') || 'file'}: ${issue.message}`)
    throw new Error(`The mapping cannot be used:\n${errors.join('\n')}`)
  }
  return parsed.data
}

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

// Conditions and rules

function holds(conditions: readonly Condition[], row: Fields): boolean {
  return conditions.every((condition) => {
    const value = at(row, condition.column)
    const texts = (Array.isArray(value) ? value : [value]).map((one) => textOf(one).toLowerCase())
    const isOneOf = (requested: readonly unknown[]) =>
      requested.some((one) => texts.includes(textOf(one).toLowerCase()))
    const number = readNumber(textOf(value))
    if (condition.is !== undefined && !isOneOf(condition.is)) return false
    if (condition.not !== undefined && isOneOf(condition.not)) return false
    if (condition.matches !== undefined) {
      const expression = expressionOf(condition.matches)
      if (!texts.some((text) => expression.test(text))) return false
    }
    if (condition.missing !== undefined && condition.missing !== texts.every((text) => text === '')) return false
    if (condition.above !== undefined && !(number !== null && number > condition.above)) return false
    return condition.below === undefined || (number !== null && number < condition.below)
  })
}

type Value = string | number | boolean | string[] | null

function valueOf(rule: Rule, row: Fields): Value {
  for (const one of Array.isArray(rule) ? rule : [rule]) {
    const value = typeof one === 'string' ? plain(at(row, one)) : singleValueOf(one, row)
    if (value !== null) return value
  }
  return null
}

function singleValueOf(rule: SingleRule, row: Fields): Value {
  if (rule.when !== undefined && !holds(rule.when, row)) return null
  let value: Value = null
  if (rule.constant !== undefined) value = rule.constant
  else if (rule.template !== undefined) value = filled(rule.template, row) || null
  else if (rule.column !== undefined) value = plain(at(row, rule.column))
  if (value === null) return null

  if (rule.split !== undefined && !Array.isArray(value)) {
    value = textOf(value)
      .split(rule.split)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }
  if (Array.isArray(value)) {
    if (rule.as === 'list') return value.length === 0 ? null : value
    value = value[0] ?? null
    if (value === null) return null
  }
  let single: string | number | boolean = value
  if (rule.pattern !== undefined) {
    const match = expressionOf(rule.pattern).exec(textOf(single))
    single = match?.[1] ?? match?.[0] ?? ''
    if (single === '') return null
  }
  if (rule.values !== undefined) single = translated(rule.values, single)
  if (rule.multiply !== undefined || rule.decimals !== undefined || rule.as === 'number') {
    const number = readNumber(textOf(single))
    if (number === null) return null
    // Floats gain digits by multiplying: 59.8 × 10 is 598.
    single = rounded(number * (rule.multiply ?? 1), rule.decimals ?? 6)
  }
  const result = converted(single, rule.as)
  if (typeof result !== 'string') return result
  const padded = rule.padTo === undefined ? result : result.padStart(rule.padTo, '0')
  return rule.cut === undefined ? padded : cut(padded, rule.cut)
}

/** '*' stands for every value that is not listed; without it they stay as they are. */
function translated(
  values: Readonly<Record<string, string | number | boolean>>,
  value: string | number | boolean,
): string | number | boolean {
  const text = textOf(value).toLowerCase()
  const found = Object.entries(values).find(([name]) => name.toLowerCase() === text)
  return found?.[1] ?? values['*'] ?? value
}

function converted(value: string | number | boolean, as: SingleRule['as']): Value {
  const text = textOf(value)
  switch (as) {
    case 'boolean':
      return readBoolean(text)
    case 'text':
      return text
    case 'list':
      return [text]
    case 'slug':
      return slug(text) || null
    case 'sku':
      return (
        text
          .trim()
          .replaceAll(/[^A-Za-z0-9._*+-]+/g, '-')
          .slice(0, 60) || null
      )
    case 'title':
      return inTitleCase(text)
    case 'day':
      return /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? null
    case 'digits':
      return text.replaceAll(/\D/g, '') || null
    default:
      return value
  }
}

/** 'FISHER & PAYKEL' and 'kogan' as a name is written; a text with both cases is left alone, as are words of up to three letters. */
function inTitleCase(text: string): string {
  if (/[a-z]/.test(text) && /[A-Z]/.test(text)) return text
  return text.replaceAll(/\p{L}{4,}/gu, (word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
}

/** Fills '{column}', '{column:1}' with one decimal, and '{=brand}' with what a rule made; a part in square brackets is dropped when one of its columns is empty. */
function filled(template: string, row: Fields, shape: (text: string) => string = (text) => text): string {
  const valueIn = (placeholder: string) => {
    const [, column = '', decimals] = /^(.*?)(?::(\d))?$/.exec(placeholder) ?? []
    const text = textOf(at(row, column))
    const number = decimals === undefined ? null : readNumber(text)
    return number === null ? text : String(rounded(number, Number(decimals)))
  }
  const placeholders = /\{([^{}]+)\}/g
  return template
    .replaceAll(/\[([^[\]]*)\]/g, (_, part: string) =>
      [...part.matchAll(placeholders)].every((match) => valueIn(match[1] ?? '') !== '') ? part : '',
    )
    .replaceAll(placeholders, (_, placeholder: string) => shape(valueIn(placeholder)))
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** A column, or a field inside one: 'zoned.cold'. */
function at(row: Fields, column: string): unknown {
  if (column in row) return row[column]
  let value: unknown = row
  for (const step of column.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Fields)[step]
  }
  return value
}

function plain(value: unknown): Value {
  if (Array.isArray(value)) {
    const texts = value.map(textOf).filter((text) => text !== '')
    return texts.length === 0 ? null : texts
  }
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim()
    : ''
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' ? readNumber(value) : value
  return typeof number === 'number' ? number : null
}

/** Exports write 0 for a size they do not know. */
const sizeOf = (value: unknown): number | null => numberOf(value) || null

const expressions = new Map<string, RegExp>()

function expressionOf(source: string): RegExp {
  const known = expressions.get(source) ?? new RegExp(source, 'iu')
  expressions.set(source, known)
  return known
}

function columnIn(rule: Rule | undefined): string | null {
  if (typeof rule === 'string') return rule
  if (Array.isArray(rule)) return rule.map(columnIn).find((column) => column !== null) ?? null
  return rule?.column ?? /\{([^{}=:]+)[}:]/.exec(rule?.template ?? '')?.[1] ?? null
}

import type { RangeFilter } from '../search.ts'
import { knownBrandAt, type KnownBrand } from './known-brands.ts'
import { readMeasures, type Measure } from './query-measures.ts'

/**
 * What a search term says besides the words that name a product: prices, sizes, stars, brands. Page, calls and suggestions read a term
 * by this one function (docs/decisions/0059-queries-as-filters.md). It knows no product; the index answers what it asks.
 */

/** The values of one attribute among some products. */
export type AttributeFacts = {
  /** How many of the products have it. */
  readonly count: number
  /** Ascending, each with how many products have it. */
  readonly amounts: readonly { readonly amount: number; readonly count: number }[]
}

export type ProductFacts = {
  readonly total: number
  /** Cents; null where nothing has a price, or prices are hidden. */
  readonly price: { readonly min: number; readonly max: number } | null
  attribute(code: string): AttributeFacts
}

export type QueryKnowledge = {
  /** Brands that the shop sells, each as the words of its name. */
  readonly brands: readonly { readonly uri: string; readonly words: readonly string[] }[]
  /** Whether these words name the brand rather than a colour, a place or a thing that many products mention. */
  namesBrand(brandUri: string, words: string): boolean
  /** Whether any product of the shop holds these words, as they are spelt. */
  finds(words: string): boolean
  /** Facts about the products that the words find; about all products for ''. */
  factsOf(words: string): ProductFacts
  /** Attributes that are filtered by a range; the others by their values. */
  isRange(code: string): boolean
}

export type Understanding = {
  /** The words that are left to search for; '' when there are none. */
  readonly term: string
  /** Brand uris, and values of attributes that are no ranges. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** 'price' in cents, attributes in their unit. */
  readonly ranges: Readonly<Record<string, RangeFilter>>
  /** A maker that the shop does not stock; its name is not among the words that are left. */
  readonly unknownBrand: string | null
}

/** Where an attribute belongs to fewer of the products, a number in the term means something else. */
const minShare = 0.4
/** A number this far outside what there is says something else: '65' of a 600 mm oven. */
const slack = 0.1
/** 'Quiet' is the quietest third. */
const quietShare = 1 / 3

type Filter =
  | { readonly code: string; readonly range: RangeFilter }
  | { readonly code: string; readonly values: readonly string[] }

/** Reads a term as `searchTermOf` writes it. Numbers whose unit makes no sense for the products found stay words. */
export function understandQuery(term: string, knowledge: QueryKnowledge): Understanding {
  const tokens = term.split(' ').filter((token) => token !== '')
  const taken = tokens.map(() => false)
  const take = (start: number, length: number) => taken.fill(true, start, start + length)
  const rest = () => tokens.filter((_, at) => taken[at] !== true)

  const measures = readMeasures(tokens)
  for (const { start, length } of measures) take(start, length)

  const brands = brandsIn(tokens, taken, knowledge)
  const unknown = brands.length > 0 ? null : unknownBrandIn(tokens, taken, knowledge)
  for (const { start, length } of unknown === null ? brands : [unknown]) take(start, length)

  const facts = lazily(() => knowledge.factsOf(rest().join(' ')))
  const filters: Record<string, readonly string[]> = {}
  const ranges: Record<string, RangeFilter> = {}
  const bound: boolean[] = []
  for (const measure of measures) {
    const filter = bind(measure, facts(), knowledge)
    const isFree = filter !== null && filters[filter.code] === undefined && ranges[filter.code] === undefined
    bound.push(isFree)
    if (!isFree) continue
    if ('range' in filter) ranges[filter.code] = filter.range
    else filters[filter.code] = filter.values
  }
  for (const [at, { start, length }] of measures.entries())
    if (bound[at] !== true) taken.fill(false, start, start + length)
  if (brands.length > 0) filters['brand'] = [...new Set(brands.map(({ uri }) => uri))]
  const isUnderstood = Object.keys(filters).length + Object.keys(ranges).length > 0 || unknown !== null
  return {
    // As it was typed when nothing was understood, or when only words that say nothing are left: 'with', 'for'.
    term: isUnderstood ? withoutLooseEnds(rest()).join(' ') : term,
    filters,
    ranges,
    unknownBrand: unknown?.name ?? null,
  }
}

/** Words that only joined what was understood to the rest. */
const looseWords: ReadonlySet<string> = new Set('a an and at by for from in is of on or the to with'.split(' '))

function withoutLooseEnds(words: readonly string[]): readonly string[] {
  const isTelling = (word: string) => !looseWords.has(word)
  const first = words.findIndex(isTelling)
  return first === -1 ? [] : words.slice(first, words.findLastIndex(isTelling) + 1)
}

type Place = { readonly start: number; readonly length: number }

function brandsIn(
  tokens: readonly string[],
  taken: readonly boolean[],
  { brands, namesBrand }: QueryKnowledge,
): (Place & { readonly uri: string })[] {
  const found: (Place & { uri: string })[] = []
  for (let start = 0; start < tokens.length;) {
    const named = brands
      .map(({ uri, words }) => ({ uri, words, length: lengthOfName(words, tokens, taken, start) }))
      .filter(({ length }) => length > 0)
      .toSorted((a, b) => b.length - a.length)
      .find(({ uri, words }) => namesBrand(uri, words.join(' ')))
    // 'a hose for Miele': what fits a brand is mostly not made by it.
    const isOfOther = tokens[start - 1] === 'for'
    if (named !== undefined && !isOfOther) found.push({ start, length: named.length, uri: named.uri })
    start += named?.length ?? 1
  }
  return found
}

/** How many tokens a name takes at a place, an 'and' between its words included; 0 when it does not stand there. */
function lengthOfName(
  words: readonly string[],
  tokens: readonly string[],
  taken: readonly boolean[],
  start: number,
): number {
  let at = start
  for (const word of words) {
    if (at > start && tokens[at] === 'and') at++
    if (taken[at] === true || tokens[at] !== word) return 0
    at++
  }
  return at - start
}

function unknownBrandIn(
  tokens: readonly string[],
  taken: readonly boolean[],
  { finds }: QueryKnowledge,
): (Place & Pick<KnownBrand, 'name'>) | null {
  for (let start = 0; start < tokens.length; start++) {
    if (taken[start] === true) continue
    const known = knownBrandAt(tokens, start)
    if (known === null) continue
    const words = tokens.slice(start, start + known.length)
    if (!finds(words.join(' '))) return { start, length: known.length, name: known.name }
  }
  return null
}

/** The filter that a measure stands for among these products; null where it makes no sense. */
function bind(measure: Measure, facts: ProductFacts, knowledge: QueryKnowledge): Filter | null {
  switch (measure.kind) {
    case 'price':
      return facts.price === null ? null : { code: 'price', range: centsRange(measure.range) }
    case 'quiet': {
      const noise = facts.attribute('noise_db')
      const max = isCommon(noise, facts) ? amountAtShare(noise, quietShare) : null
      return max === null ? null : { code: 'noise_db', range: { max } }
    }
    case 'size':
      return sizeFilter(measure, facts, knowledge)
  }
}

const centsRange = ({ min, max }: RangeFilter): RangeFilter => ({
  ...(min === undefined ? {} : { min: Math.round(min * 100) }),
  ...(max === undefined ? {} : { max: Math.round(max * 100) }),
})

function sizeFilter(
  { readings, comparison }: Extract<Measure, { kind: 'size' }>,
  facts: ProductFacts,
  { isRange }: QueryKnowledge,
): Filter | null {
  let fallback: Filter | null = null
  for (const { codes, range, tolerance } of readings) {
    for (const code of codes) {
      if (code === 'rating') return range.min === undefined ? null : { code, values: [String(Math.floor(range.min))] }
      const attribute = facts.attribute(code)
      if (!isCommon(attribute, facts) || !isPlausible(range, attribute)) continue
      const wide = comparison === 'is' ? widened(range, tolerance) : range
      const values = attribute.amounts
        .filter(({ amount }) => isWithin(amount, wide))
        .map(({ amount }) => String(amount))
      if (values.length === 0 && !isRange(code)) continue
      const filter: Filter = isRange(code) ? { code, range: wide } : { code, values }
      // 'Under 30 kg' of a washing machine is its weight: every load is below that.
      if (values.length < attribute.amounts.length) return filter
      fallback ??= filter
    }
  }
  return fallback
}

const isCommon = ({ count }: AttributeFacts, { total }: ProductFacts): boolean => total > 0 && count >= total * minShare

/** Whether the numbers lie among those that there are; a greatest one may lie above them all. */
function isPlausible({ min = -Infinity, max = Infinity }: RangeFilter, { amounts }: AttributeFacts): boolean {
  const [lowest, highest] = [amounts[0]?.amount ?? Infinity, amounts.at(-1)?.amount ?? -Infinity]
  return max >= lowest * (1 - slack) && min <= highest * (1 + slack)
}

/** A nominal size: a '60 cm' dishwasher is 598 mm wide. */
const widened = ({ min = 0, max = min }: RangeFilter, [below, above]: readonly [number, number]): RangeFilter => ({
  min: min - below,
  max: max + above,
})

const isWithin = (amount: number, { min = -Infinity, max = Infinity }: RangeFilter): boolean =>
  amount >= min && amount <= max

function amountAtShare({ count, amounts }: AttributeFacts, share: number): number | null {
  let seen = 0
  for (const one of amounts) {
    seen += one.count
    if (seen >= count * share) return one.amount
  }
  return null
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null
  return () => (made ??= { value: make() }).value
}

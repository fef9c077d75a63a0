import type { RangeFilter } from '../search.ts'

/** The numbers of a term with what is said around them: prices, sizes, capacities, stars. Grammar only; nothing is known of products. */

type Place = { readonly start: number; readonly length: number }

/** One way to read a number. */
export type SizeReading = {
  /** Attribute codes that it can mean, the likeliest first; 'rating' is the customers' rating. */
  readonly codes: readonly string[]
  readonly range: RangeFilter
  /** What a nominal size may differ by. */
  readonly tolerance: readonly [below: number, above: number]
}

export type Measure = Place &
  (
    | { readonly kind: 'price'; readonly range: RangeFilter }
    | { readonly kind: 'quiet' }
    | { readonly kind: 'size'; readonly readings: readonly SizeReading[]; readonly comparison: Comparison }
  )

type Comparison = 'is' | 'max' | 'min' | 'between'

/** The measures of a term in its order. They do not overlap. */
export function readMeasures(tokens: readonly string[]): Measure[] {
  const measures: Measure[] = []
  for (let start = 0; start < tokens.length;) {
    const measure = quietAt(tokens, start) ?? numberMeasureAt(tokens, start)
    if (measure !== null) measures.push(measure)
    start += measure?.length ?? 1
  }
  return measures
}

function quietAt(tokens: readonly string[], start: number): Measure | null {
  const length = phraseAt(tokens, start, ['quiet', 'quietest', 'silent', 'low noise'])
  return length === 0 ? null : { kind: 'quiet', start, length }
}

const maxPhrases = [
  'under',
  'below',
  'less than',
  'up to',
  'no more than',
  'at most',
  'max',
  'maximum',
  'within',
  'cheaper than',
  'smaller than',
] as const
const minPhrases = [
  'over',
  'above',
  'more than',
  'at least',
  'min',
  'minimum',
  'from',
  'bigger than',
  'larger than',
] as const
const aboutPhrases = ['around', 'about', 'approx', 'approximately', 'roughly'] as const
const fitPhrases = [
  'to fit in',
  'to fit',
  'that fits',
  'fits in',
  'fits into',
  'fits',
  'fit in',
  'fit into',
  'fit',
] as const
const maxAfter = ['or less', 'or under', 'and under', 'or cheaper', 'or smaller', 'max', 'maximum'] as const
const minAfter = [
  'or more',
  'or over',
  'and over',
  'or better',
  'and up',
  'and above',
  'or bigger',
  'plus',
  'min',
  'minimum',
] as const
const gapWords = ['gap', 'space', 'opening', 'cavity', 'hole', 'alcove', 'recess'] as const
const budgetPhrases = ['priced', 'price', 'budget of', 'budget', 'costing'] as const

const dimensions: ReadonlyMap<string, string> = new Map([
  ...['wide', 'width', 'w'].map((word) => [word, 'width_mm'] as const),
  ...['high', 'tall', 'height', 'h'].map((word) => [word, 'height_mm'] as const),
  ...['deep', 'depth', 'd'].map((word) => [word, 'depth_mm'] as const),
])

/** A bare number below this is no price: 'series 5 max'. */
const minPrice = 10
/** How far 'about' reaches to either side. */
const aboutShare = 0.2

type Amount = {
  readonly value: number
  readonly unit: string | null
  readonly isOpen: boolean
  readonly length: number
}

/** A number with what stands before and behind it: '[width] [under] 85 [cm] [high] [or less] [gap]'. */
function numberMeasureAt(tokens: readonly string[], start: number): Measure | null {
  let at = start
  const skip = (phrases: readonly string[]): boolean => {
    const length = phraseAt(tokens, at, phrases)
    at += length
    return length > 0
  }
  const isPriced = skip(budgetPhrases)
  const before = skip(starQualifiers.energy) ? 'energy' : skip(starQualifiers.water) ? 'water' : null
  let dimension = dimensions.get(tokens[at] ?? '') ?? null
  if (dimension !== null) at++
  const isFit = skip(fitPhrases)
  skip(['a', 'an', 'of'])
  const isBetween = skip(['between'])
  const isMax = !isBetween && (skip(maxPhrases) || (isPriced && skip(['of', 'is'])))
  const isMin = !isBetween && !isMax && skip(minPhrases)
  const isAbout = skip(aboutPhrases)
  skip(['a', 'an'])
  const amounts = amountsAt(tokens, at, isBetween || isMin)
  if (amounts === null) return null
  const { first, second } = amounts
  at += amounts.length
  const unit = second?.unit ?? first.unit
  const isQualified =
    before ??
    (unit !== 'star' ? null : skip(starQualifiers.energy) ? 'energy' : skip(starQualifiers.water) ? 'water' : null)
  const isReview = isQualified === null && unit === 'star' && skip(starQualifiers.rating)
  if (dimension === null) {
    dimension = dimensions.get(tokens[at] ?? '') ?? null
    if (dimension !== null) at++
  }
  const isMaxAfter = skip(maxAfter)
  const isMinAfter = !isMaxAfter && (first.isOpen || skip(minAfter))
  const isGap = skip(gapWords)

  // 'energy' and 'water' before a number are words of their own unless it counts stars.
  if (before !== null && unit !== 'star') return null
  const [low = 0, high = low] = [first.value, second?.value ?? first.value].toSorted((a, b) => a - b)
  const comparison: Comparison =
    second !== null ? 'between' : isMax || isMaxAfter || isGap || isFit ? 'max' : isMin || isMinAfter ? 'min' : 'is'
  const range = rangeOf(comparison, { low, high, isAbout })
  const place = { start, length: at - start }
  const isComparing = comparison !== 'is' || isAbout
  const isMoney = unit === 'money' || unit === 'thousand'
  if (isMoney ? unit === 'money' || isComparing || isPriced : unit === null && dimension === null && !isGap && !isFit) {
    if (unit === null && ((!isComparing && !isPriced) || high < minPrice)) return null
    // A bare '500-800' is no price: it may as well be a model.
    if (unit === null && second !== null && !isBetween && !isPriced && !isMin && !isMax) return null
    const isPlain = comparison === 'is' && !isAbout
    return { ...place, kind: 'price', range: isPlain ? { max: high } : range }
  }
  if (isMoney) return null
  const readings = readingsOf(
    { unit, dimension, qualifier: isReview ? 'rating' : isQualified, isFit: isFit || isGap },
    range,
  )
  return readings.length === 0 ? null : { ...place, kind: 'size', readings, comparison }
}

function rangeOf(
  comparison: Comparison,
  { low, high, isAbout }: { readonly low: number; readonly high: number; readonly isAbout: boolean },
): RangeFilter {
  if (comparison === 'max') return { max: high }
  if (comparison === 'min') return { min: low }
  return isAbout ? { min: low * (1 - aboutShare), max: high * (1 + aboutShare) } : { min: low, max: high }
}

type Amounts = { readonly first: Amount; readonly second: Amount | null; readonly length: number }

/** One amount, or the two ends of a range: '500-800', '600 to 900 mm', and after 'between' or 'from' also '500 and 800'. */
function amountsAt(tokens: readonly string[], at: number, isRangeBegun: boolean): Amounts | null {
  const [low = '', high = '', ...more] = (tokens[at] ?? '').split('-')
  if (rangeNumeral.test(low) && rangeNumeral.test(high) && more.length === 0) {
    const [first, second] = [amountAt([low], 0), amountAt([high, ...tokens.slice(at + 1, at + 1 + longestUnit)], 0)]
    return first === null || second === null ? null : { first, second, length: second.length }
  }
  const first = amountAt(tokens, at)
  if (first === null) return null
  const joint = tokens[at + first.length] ?? ''
  const isJoined = !first.isOpen && (joint === 'to' || joint === '-' || (isRangeBegun && joint === 'and'))
  const second = isJoined ? amountAt(tokens, at + first.length + 1) : null
  return { first, second, length: first.length + (second === null ? 0 : 1 + second.length) }
}

type Subject = {
  readonly unit: string | null
  readonly dimension: string | null
  readonly qualifier: 'energy' | 'water' | 'rating' | null
  /** A space says how wide the product may be. */
  readonly isFit: boolean
}

const exactly = [0, 0] as const

function readingsOf({ unit, dimension, qualifier, isFit }: Subject, range: RangeFilter): SizeReading[] {
  if (unit === 'star') {
    const codes = {
      energy: ['energy_stars'],
      water: ['water_stars'],
      rating: ['rating'],
      none: ['energy_stars', 'water_stars', 'rating'],
    }[qualifier ?? 'none']
    return [{ codes, range, tolerance: exactly }]
  }
  const inMm = lengthUnits.get(unit ?? '')
  if (inMm !== undefined || (unit === null && (dimension !== null || isFit))) {
    const codes = dimension === null ? ['width_mm'] : [dimension]
    const largest = range.max ?? range.min ?? 0
    // Bare sizes are centimetres or millimetres by their greatness: nothing sold here is 60 mm wide or 6 m deep.
    const factors = inMm === undefined ? (largest < 250 ? [10, 1] : [1]) : [inMm]
    return factors.map((factor) => ({
      codes,
      range: times(range, factor),
      tolerance: nominal((range.max ?? 0) * factor),
    }))
  }
  if (unit === 'in') return [{ codes: ['screen_in'], range, tolerance: [1, 0.9] }]
  const codes = unit === null ? undefined : quantityCodes.get(unit)
  return codes === undefined ? [] : [{ codes, range, tolerance: unit === 'l' ? share(range.max ?? 0, 0.05) : exactly }]
}

/** What is called 60 cm is a few per cent less, seldom more; to half centimetres. */
const nominal = (millimetres: number): readonly [number, number] => [
  Math.ceil((millimetres * 0.03) / 5) * 5,
  Math.ceil((millimetres * 0.015) / 5) * 5,
]
const share = (amount: number, part: number): readonly [number, number] => [
  Math.round(amount * part),
  Math.round(amount * part),
]

const times = ({ min, max }: RangeFilter, factor: number): RangeFilter => ({
  ...(min === undefined ? {} : { min: Math.round(min * factor) }),
  ...(max === undefined ? {} : { max: Math.round(max * factor) }),
})

const starQualifiers = {
  energy: [
    'energy efficiency rating',
    'energy star rating',
    'energy rating',
    'energy rated',
    'energy efficient',
    'energy',
  ],
  water: ['water efficiency rating', 'water rating', 'water rated', 'water'],
  rating: ['customer rating', 'customer reviews', 'reviews', 'review', 'reviewed'],
} as const

const lengthUnits: ReadonlyMap<string, number> = new Map([
  ['mm', 1],
  ['cm', 10],
  ['m', 1000],
])

/** By unit, the attributes that are counted in it, the likeliest first. */
const quantityCodes: ReadonlyMap<string, readonly string[]> = new Map([
  ['l', ['capacity_l', 'oven_l', 'tank_l', 'bin_l']],
  ['kg', ['capacity_kg', 'dry_kg', 'max_load_kg', 'weight_kg']],
  ['setting', ['place_settings']],
  ['seat', ['seats']],
  ['burner', ['burners']],
  ['zone', ['zones']],
  ['bottle', ['bottles']],
  ['slice', ['slices']],
  ['cup', ['cups']],
  ['door', ['doors']],
  ['drawer', ['drawers']],
  ['hz', ['refresh_hz']],
  ['w', ['power_w']],
  ['kw', ['cooling_kw', 'heating_kw']],
  ['db', ['noise_db']],
  ['year-warranty', ['warranty_years']],
])

const unitOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mm: ['mm', 'mms', 'millimetre', 'millimetres', 'millimeter', 'millimeters'],
    cm: ['cm', 'cms', 'centimetre', 'centimetres', 'centimeter', 'centimeters'],
    m: ['m', 'metre', 'metres', 'meter', 'meters'],
    l: ['l', 'lt', 'ltr', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
    kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
    in: ['in', 'inch', 'inches'],
    star: ['star', 'stars'],
    money: ['dollar', 'dollars', 'bucks', 'aud', 'nzd'],
    thousand: ['k'],
    setting: ['place setting', 'place settings', 'place'],
    seat: ['seat', 'seats', 'seater', 'seaters'],
    burner: ['burner', 'burners'],
    zone: ['zone', 'zones'],
    bottle: ['bottle', 'bottles'],
    slice: ['slice', 'slices'],
    cup: ['cup', 'cups'],
    door: ['door', 'doors'],
    drawer: ['drawer', 'drawers'],
    hz: ['hz', 'hertz'],
    w: ['w', 'watt', 'watts'],
    kw: ['kw', 'kilowatt', 'kilowatts'],
    db: ['db', 'dba', 'decibel', 'decibels'],
    'year-warranty': ['year warranty', 'years warranty', 'yr warranty'],
  }).flatMap(([unit, writings]) => writings.map((writing): [string, string] => [writing, unit])),
)

const longestUnit = 2
const numeral = /^(\d{1,7}(?:\.\d{1,3})?)([a-z]*)(\+?)$/
const rangeNumeral = /^\d{1,7}(?:\.\d{1,3})?[a-z]*$/

/** A number and its unit, touching ('70cm', '4-star') or apart ('70 cm', '14 place settings'). */
function amountAt(tokens: readonly string[], at: number): Amount | null {
  const [number = '', ...behind] = (tokens[at] ?? '').split('-')
  const [, digits = '', letters = '', plus = ''] = numeral.exec(number) ?? []
  if (digits === '') return null
  const dashed = behind.join(' ')
  if (letters !== '') {
    const unit = unitOf.get(letters)
    return unit === undefined || dashed !== '' ? null : amount(digits, unit, plus, 1)
  }
  if (dashed !== '') {
    const unit = unitOf.get(dashed)
    return unit === undefined ? null : amount(digits, unit, plus, 1)
  }
  for (let length = longestUnit; length >= 1; length--) {
    const words = tokens.slice(at + 1, at + 1 + length).join(' ')
    const unit = unitOf.get(words)
    // '2 in 1' is not two inches; '60 w' is a width or a power, which what follows decides.
    if (unit !== undefined && words !== 'in' && words !== 'w') return amount(digits, unit, plus, 1 + length)
  }
  return amount(digits, null, plus, 1)
}

function amount(digits: string, unit: string | null, plus: string, length: number): Amount {
  const value = unit === 'thousand' ? Number(digits) * 1000 : Number(digits)
  return { value, unit, isOpen: plus !== '', length }
}

/** How many tokens one of the phrases takes at a place; 0 when none stands there. */
function phraseAt(tokens: readonly string[], at: number, phrases: readonly string[]): number {
  const found = phrases.find((phrase) => phrase.split(' ').every((word, offset) => tokens[at + offset] === word))
  return found === undefined ? 0 : found.split(' ').length
}

/** Every attribute that a measure can be about; 'rating' is none. */
export const measuredAttributes: readonly string[] = [
  ...new Set([...dimensions.values(), ...Array.from(quantityCodes.values()).flat()]),
  'screen_in',
  'noise_db',
  'energy_stars',
  'water_stars',
]

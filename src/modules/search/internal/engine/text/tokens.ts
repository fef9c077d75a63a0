/**
 * Text to words, the same way for products and for what shoppers type: lower case, no accents, and a number with its unit as one word,
 * so that '500 litres', '500-Litre' and '500L' are all '500l' and '60 cm' is '600mm'.
 */
export function tokenise(text: string): string[] {
  const pieces = joined(text).match(piece) ?? []
  const tokens: string[] = []
  for (let i = 0; i < pieces.length; i++) {
    const token = pieces[i] ?? ''
    if (token === '"') continue
    const number = startsWithDigit.test(token) ? numberThenLetters.exec(token) : null
    if (!number) {
      tokens.push(token)
      continue
    }
    const [, amount = '', letters = ''] = number
    const next = pieces[i + 1] ?? ''
    if (letters !== '') {
      tokens.push(measure(amount, letters) ?? token)
    } else if (next !== 'in' && unitOf.has(next)) {
      // 'in' is inches only when it touches the number: '2 in 1 vacuum' is not two inches.
      tokens.push(measure(amount, next) ?? token)
      i++
    } else {
      tokens.push(token)
    }
  }
  return tokens
}

/** Lower case without accents. */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (!beyondAscii.test(lower)) return lower
  return lower
    .replace(/[″”“]/g, '"')
    .replace(/ø/g, 'o')
    .replace(/ß/g, 'ss')
    .replace(/æ/g, 'ae')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
}

/** A sku or model without what people leave out or add: 'WFE-6400 WHB' and 'wfe6400.whb' are both 'wfe6400whb'. */
export function codeOf(text: string): string {
  return folded(text).replace(/[^\p{L}\p{Nd}]+/gu, '')
}

/** A GTIN without leading zeros and separators, so that the 12, 13 and 14 digit forms are equal; '' when it is not one. */
export function gtinOf(text: string): string {
  const digits = text.replace(/[\s-]+/g, '')
  return /^\d{8,14}$/.test(digits) ? digits.replace(/^0+/, '') : ''
}

/** '500l' for 500 and any writing of litres; null when the letters are no unit. Centimetres become millimetres. */
export function measure(amount: string, unitText: string): string | null {
  const unit = unitOf.get(unitText)
  if (unit === undefined || amount.length > 8) return null
  if (unit === 'cm') return `${Math.round(Number(amount) * 100) / 10}mm`
  return `${Number(amount)}${unit}`
}

/** The measure that a number becomes when the unit after it is typed to its end: '500' and 'lit' are '500l'. */
export function measureBeingTyped(amount: string, letters: string): string | null {
  if (!/^\d+(?:\.\d+)?$/.test(amount)) return null
  for (const writing of unitOf.keys()) {
    if (writing.length > 2 && writing.startsWith(letters)) return measure(amount, writing)
  }
  return null
}

/** The '500' of '500l'; null for a token that is not a number with a unit. */
export function numberInMeasure(token: string): string | null {
  if (!startsWithDigit.test(token)) return null
  const [, amount = '', letters = ''] = numberThenLetters.exec(token) ?? []
  return letters !== '' && unitOf.has(letters) ? amount : null
}

/** Words that decide nothing; a search without them finds the same products. */
export const stopWords: ReadonlySet<string> = new Set('a an and at by for from in is of on or the to with'.split(' '))

const beyondAscii = /[^\u0020-\u007e]/
const startsWithDigit = /^\d/
const numberThenLetters = /^(\d+(?:\.\d+)?)([a-z"]*)$/
const piece = /\d+(?:\.\d+)+[a-z]*|[\p{L}\p{Nd}]+|"/gu

/** Without apostrophes (De'Longhi) and commas between thousands (1,200). */
function joined(text: string): string {
  const plain = folded(text)
  if (!/['’‘,]/.test(plain)) return plain
  return plain.replace(/['’‘]/g, '').replace(/(\d),(?=\d{3}(?!\d))/g, '$1')
}

const unitOf: ReadonlyMap<string, string> = new Map(
  Object.entries({
    l: ['l', 'lt', 'ltr', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
    ml: ['ml', 'millilitre', 'millilitres', 'milliliter', 'milliliters'],
    kg: ['kg', 'kgs', 'kilo', 'kilos', 'kilogram', 'kilograms'],
    g: ['g', 'gram', 'grams'],
    mm: ['mm', 'millimetre', 'millimetres', 'millimeter', 'millimeters'],
    cm: ['cm', 'cms', 'centimetre', 'centimetres', 'centimeter', 'centimeters'],
    m: ['m', 'metre', 'metres', 'meter', 'meters'],
    in: ['in', 'inch', 'inches', '"'],
    w: ['w', 'watt', 'watts'],
    kw: ['kw', 'kilowatt', 'kilowatts'],
    v: ['v', 'volt', 'volts'],
    hz: ['hz', 'hertz'],
    db: ['db', 'decibel', 'decibels'],
    star: ['star', 'stars'],
  }).flatMap(([unit, writings]) => writings.map((writing): [string, string] => [writing, unit])),
)

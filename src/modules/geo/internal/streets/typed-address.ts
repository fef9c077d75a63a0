import type { Country } from '../../../../brands/apps.ts'
import { isPostBox } from '../../post-box.ts'
import { typedKeys, wordsOf } from './street-key.ts'
import { directions, isStreetType } from './street-types.ts'

/** One way to read what was typed: the beginnings of streets' keys, and the words of the place after them. */
export type StreetReading = {
  readonly keys: readonly string[]
  /** '' where no place was typed. */
  readonly place: string
}

export type TypedAddress = {
  /** Unit, lot and house number as typed: '3/45', 'Unit 3, 45', 'Lot 7'; '' without one. */
  readonly number: string
  readonly readings: readonly StreetReading[]
}

/** Longer text is no address; the field takes 50 characters. */
export const longestTyped = 100
const fewestLetters = 2
const maxReadings = 4
/** Unit, level, lot and house. */
const maxNumbers = 4

const unitName =
  /^(?:unit|apartment|apt|flat|suite|ste|shop|level|lvl|floor|lot|villa|townhouse|room|office|factory|u|l)\b[. ]*(?=[a-z]?\d)/i
const figures = /^[a-z]?\d{1,5}[a-z]?(?: ?- ?\d{1,5}[a-z]?)?(?![\p{L}\d'’])/iu
const separator = /^ ?[,/]? ?/

/**
 * What was typed into the field of a street address: '3/45 Collins St', 'unit 3, 45 collins', 'Lot 7 Smith Rd', '12 High St, Richmond
 * VIC'. Null where it names no street, as long as it is a number only, and for boxes at a post office, which have none.
 */
export function readTypedAddress(country: Country, typed: string): TypedAddress | null {
  const text = typed.slice(0, longestTyped).replaceAll(/\s+/g, ' ').trim()
  if (isPostBox(text)) return null
  const { number, rest } = splitNumber(text)
  const [street = '', ...parts] = rest.split(',')
  const words = wordsOf(street)
  if (words.join('').length < fewestLetters) return null
  const place = placeOf(country, parts)
  return { number, readings: place === '' ? readingsOf(words) : [{ keys: typedKeys(words), place }] }
}

function splitNumber(text: string): { number: string; rest: string } {
  let rest = text
  let number = ''
  let between = ''
  for (let count = 0; count < maxNumbers; count++) {
    const name = unitName.exec(rest)?.[0] ?? ''
    const digits = figures.exec(rest.slice(name.length))?.[0]
    if (digits === undefined) break
    number += between + name + digits
    rest = rest.slice(name.length + digits.length)
    between = separator.exec(rest)?.[0] ?? ''
    rest = rest.slice(between.length)
  }
  return { number, rest }
}

/** The place after the first comma: the suburb with its state, and the postcode wherever it stands. */
function placeOf(country: Country, parts: readonly string[]): string {
  const named = parts
    .map((part) => part.trim())
    .filter((part) => part !== '' && !/^(australia|new zealand)$/i.test(part))
  const [suburb = '', ...more] = named
  const postcode = country === 'NZ' ? /\b\d{4}$/.exec(more.join(' '))?.[0] : undefined
  const place = [suburb, postcode].filter((part) => part !== undefined && part !== '').join(' ')
  return place.length < fewestLetters ? '' : place
}

/** Without a comma the place may begin after any word that can end a street: 'high st albert park'. */
function readingsOf(words: readonly string[]): StreetReading[] {
  const readings: StreetReading[] = [{ keys: typedKeys(words), place: '' }]
  for (const [at, word] of words.entries()) {
    if (at === 0 || !isStreetType(word)) continue
    const end = directions.has(words[at + 1] ?? '') ? at + 2 : at + 1
    const place = words.slice(end).join(' ')
    if (place.length >= fewestLetters) readings.push({ keys: typedKeys(words.slice(0, end)), place })
  }
  return readings.slice(0, maxReadings)
}

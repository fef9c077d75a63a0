import type { Country } from '../../brands/apps.ts'
import { slug } from '../../platform/text/slug.ts'

/** A delivery place (decision geo-01). */
export type Locality = {
  readonly _id: string
  readonly suburb: string
  readonly city: string
  readonly postcode: string
  readonly state: string | null
  readonly country: Country
  readonly fullAddress: string
  readonly lat: number
  readonly lng: number
}

/** The id of a place, the same from one import of postal data to the next: 'au-2000-sydney-nsw', 'nz-1011-ponsonby'. */
export const localityIdOf = (
  country: Country,
  { suburb, state, postcode }: { readonly suburb: string; readonly state: string | null; readonly postcode: string },
): string => [country, postcode, slug(suburb), ...(country === 'AU' && state ? [state] : [])].join('-').toLowerCase()

/** '2000 Sydney, NSW' in Australia, 'Ponsonby 1011' in New Zealand (GEO3-04, decision brands-07). */
export function fullAddressOf(place: Pick<Locality, 'suburb' | 'state' | 'postcode' | 'country'>): string {
  return place.country === 'NZ'
    ? `${place.suburb} ${place.postcode}`
    : `${place.postcode} ${place.suburb}, ${place.state ?? ''}`
}

/** The region ids of incoming links, and the place of each (GEO-04). */
export const regions: Readonly<Record<string, { readonly suburb: string; readonly state: string }>> = {
  '2000': { suburb: 'Sydney', state: 'NSW' },
  '3000': { suburb: 'Melbourne', state: 'VIC' },
  '2600': { suburb: 'Canberra', state: 'ACT' },
  '4000': { suburb: 'Brisbane', state: 'QLD' },
  '5000': { suburb: 'Adelaide', state: 'SA' },
  '6000': { suburb: 'Perth', state: 'WA' },
  '7000': { suburb: 'Hobart', state: 'TAS' },
  '0800': { suburb: 'Darwin', state: 'NT' },
}

/** A place and the texts that match its beginning. */
export type NamedPlace = { readonly place: Locality; readonly names: readonly string[] }

/** A place search: digits are the postcode or its beginning, the rest begins a suburb. */
export type PlaceTerm = {
  readonly digits: string
  readonly words: string
  /** The same words read as a suburb and a state: 'richmond vic'. */
  readonly inState: { readonly words: string; readonly state: string } | null
}

const shortestTerm = 2
const stateAtEnd = /^(.+) (act|nsw|nt|qld|sa|tas|vic|wa)$/

/** Without macrons, apostrophes and full stops, hyphens as spaces: how Māngere, O’Connor and St. Lucia are typed. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’.]/g, '')
    .replaceAll(/[\s,-]+/g, ' ')
    .trim()
    .toLowerCase()
}

/** Saints and mountains go by their long and their short name. */
export function namesOf(suburb: string): string[] {
  const name = folded(suburb)
  const short = name.replaceAll(/\bsaint\b/g, 'st').replaceAll(/\bmount\b/g, 'mt')
  const long = name.replaceAll(/\bst\b/g, 'saint').replaceAll(/\bmt\b/g, 'mount')
  return [...new Set([name, short, long])]
}

/** Null when there is too little to search by (decision geo-06). '2000 Sydney', 'Sydney 2000' and 'Sydney NSW' may be pasted. */
export function readPlaceTerm(country: Country, typed: string): PlaceTerm | null {
  const term = folded(typed)
  if (term.length < shortestTerm) return null
  const digits = /\b\d{2,4}\b/.exec(term)?.[0] ?? ''
  const words = term.replace(digits, '').replaceAll(/ +/g, ' ').trim()
  // Only after a suburb: 'wa' alone begins Wagga Wagga, and 'north wa' may become North Wagga Wagga.
  const [, suburb, state] = (country === 'AU' && stateAtEnd.exec(words)) || []
  return {
    digits,
    words,
    inState: suburb === undefined || state === undefined ? null : { words: suburb, state: state.toUpperCase() },
  }
}

/** Less is better, null is no match: exact postcode or name, the beginning of the postcode or suburb, of a later word (decision geo-07). */
export function placeRank({ place, names }: NamedPlace, { digits, words, inState }: PlaceTerm): number | null {
  if (digits !== '' && !place.postcode.startsWith(digits)) return null
  if (words === '') return place.postcode === digits ? (isRegion(place) ? 0 : 1) : 2
  let best = nameRank(names, words)
  if (inState !== null && place.state === inState.state) best = Math.min(best, nameRank(names, inState.words))
  return best === Infinity ? null : best
}

/** The place that people mean by the postcode of a capital: Sydney of 2000, before Barangaroo and the other parts of its centre. */
const isRegion = ({ suburb, state, postcode }: Locality): boolean =>
  regions[postcode]?.suburb === suburb && regions[postcode].state === state

function nameRank(names: readonly string[], words: string): number {
  let best = Infinity
  for (const name of names) {
    if (name === words) return 0
    if (name.startsWith(words)) best = 1
    else if (best > 2 && name.includes(` ${words}`)) best = 2
  }
  return best
}

type Point = Pick<Locality, 'lat' | 'lng'>

const earthKm = 6371

/** The distance as the crow flies. */
export function distanceKm(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const [lat, lng] = [radians(to.lat - from.lat), radians(to.lng - from.lng)]
  const across =
    Math.sin(lat / 2) ** 2 + Math.cos(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.sin(lng / 2) ** 2
  return 2 * earthKm * Math.asin(Math.min(1, Math.sqrt(across)))
}

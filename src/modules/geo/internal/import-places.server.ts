import { sql } from 'kysely'
import type { Country } from '../../../brands/apps.ts'
import type { Database, Writer } from '../../../platform/database/database.server.ts'
import { slug } from '../../../platform/text/slug.ts'
import { localityIdOf } from '../geo.ts'
import { csvCells, ImportRefusedError } from './import-file.server.ts'

/**
 * Imports postal data into the table of places: the tab separated files of GeoNames (AU.txt, NZ.txt, allCountries.txt), or the same columns
 * as CSV with a header. One transaction replaces the places of a country; a place that a visitor has chosen stays, in the file or not.
 */

export type Place = {
  readonly id: string
  readonly country: Country
  readonly suburb: string
  readonly city: string
  readonly state: string | null
  readonly postcode: string
  readonly lat: number
  readonly lng: number
}

export type BadPlace = { readonly line: number; readonly field: string; readonly reason: string }

export type PlaceImportOptions = {
  /** Takes only the rows of this country; without it, those of both. */
  readonly country?: Country | undefined
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean
  readonly onBad?: (bad: BadPlace) => void
  readonly onProgress?: (rowsRead: number) => void
}

export type PlaceImportResult = {
  readonly countries: readonly Country[]
  readonly read: number
  readonly bad: number
  /** Rows of other countries, passed over. */
  readonly elsewhere: number
  /** Rows whose place occurred earlier in the file. */
  readonly duplicates: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  /** No longer in the file, but a visitor or an account chose them. */
  readonly kept: number
}

const batchSize = 1_000
const states: ReadonlySet<string> = new Set(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'])

/** GeoNames writes no heading; these are its columns (download.geonames.org/export/zip/readme.txt). */
const geoNamesColumns =
  'country postcode place state state_code district district_code community community_code lat lng accuracy'.split(' ')
const neededColumns = ['country', 'postcode', 'place', 'state_code', 'lat', 'lng']

type Row = { readonly line: number; readonly fields: Readonly<Record<string, string>> } | BadPlace

/** The rows of a file, by column. The first line distinguishes the two formats. */
async function* rowsOf(lines: AsyncIterable<string>): AsyncGenerator<Row> {
  let columns: readonly string[] | null = null
  let isCsv = false
  let line = 0
  for await (const text of lines) {
    line++
    const content = text.replace(/\r$/, '')
    if (content.trim() === '') continue
    if (columns === null) {
      isCsv = !content.includes('\t')
      columns = isCsv ? headingOf(content) : geoNamesColumns
      if (isCsv) continue
    }
    const cells = isCsv ? csvCells(content) : content.split('\t')
    if (cells === null) {
      yield { line, field: 'row', reason: 'has a quote that is not closed' }
      continue
    }
    if (cells.length !== columns.length) {
      yield { line, field: 'row', reason: `has ${cells.length} columns where ${columns.length} are expected` }
      continue
    }
    const fields: Record<string, string> = {}
    for (const [at, column] of columns.entries()) fields[column] = (cells[at] ?? '').trim()
    yield { line, fields }
  }
}

function headingOf(line: string): string[] {
  const columns = (csvCells(line) ?? []).map((column) => column.trim().toLowerCase())
  const missing = neededColumns.filter((column) => !columns.includes(column))
  if (missing.length === 0) return columns
  throw new ImportRefusedError(
    `The first line is neither a tab separated GeoNames row nor a heading with ${missing.join(', ')}.`,
  )
}

/** The place a row names, or the first field that cannot be right. */
function placeOf(fields: Readonly<Record<string, string>>, country: Country): Place | Omit<BadPlace, 'line'> {
  const { postcode = '', place: suburb = '', community = '', district = '' } = fields
  if (!/^\d{4}$/.test(postcode)) return { field: 'postcode', reason: `must be four digits, is "${postcode}"` }
  if (suburb.includes('\uFFFD')) return { field: 'place', reason: 'holds bytes that are no UTF-8 text' }
  if (slug(suburb) === '') return { field: 'place', reason: 'is empty' }
  if (suburb.length > 100) return { field: 'place', reason: 'is longer than 100 characters' }
  const state = country === 'AU' ? (fields['state_code'] ?? '').toUpperCase() : null
  if (state !== null && !states.has(state)) {
    return { field: 'state_code', reason: `must be one of ${[...states].join(', ')}, is "${state}"` }
  }
  const lat = degreesOf(fields['lat'], 90)
  if (lat === null) return { field: 'lat', reason: `must be degrees from -90 to 90, is "${fields['lat'] ?? ''}"` }
  const lng = degreesOf(fields['lng'], 180)
  if (lng === null) return { field: 'lng', reason: `must be degrees from -180 to 180, is "${fields['lng'] ?? ''}"` }
  const id = localityIdOf(country, { suburb, state, postcode })
  // In Australia the district is a delivery centre, which shoppers do not know.
  const city = country === 'AU' ? suburb : community || district || suburb
  return { id, country, suburb, city, state, postcode, lat, lng }
}

function degreesOf(text: string | undefined, max: number): number | null {
  const degrees = text === undefined || text === '' ? Number.NaN : Number(text)
  return Math.abs(degrees) <= max ? degrees : null
}

/** Replaces the places of the file's countries. `lines` is called again when the transaction is retried. */
export async function importPlaces(
  database: Database,
  lines: () => AsyncIterable<string>,
  options: PlaceImportOptions = {},
): Promise<PlaceImportResult> {
  return database.transaction(async (tx) => {
    await sql`create temporary table imported_place (like locality, primary key (id)) on commit drop`.execute(tx)
    const staged = await stage(tx, rowsOf(lines()), options)
    const countries = options.country === undefined ? [...staged.countries] : [options.country]
    if (staged.countries.size === 0) {
      const where = countries.length === 0 ? 'Australia or New Zealand' : countries.join()
      throw new ImportRefusedError(`No place of ${where} could be read, so nothing was changed.`)
    }
    await saveCities(tx)
    // No place can be chosen between the check for chosen ones and the end of the transaction.
    await sql`lock table account_place, visitor in share mode`.execute(tx)
    const counts = await compare(tx, countries)
    if (options.dryRun !== true) await replace(tx, countries)
    return { ...staged, ...counts, countries }
  })
}

async function stage(tx: Writer, rows: AsyncIterable<Row>, { country: only, onBad, onProgress }: PlaceImportOptions) {
  const counts = { read: 0, bad: 0, elsewhere: 0, duplicates: 0 }
  const countries = new Set<Country>()
  let batch: Place[] = []
  const flush = async () => {
    const { rows: written } = await sql`
      insert into imported_place select * from jsonb_populate_recordset(null::locality, ${JSON.stringify(batch)}::jsonb)
      on conflict (id) do nothing returning 1`.execute(tx)
    counts.duplicates += batch.length - written.length
    batch = []
    onProgress?.(counts.read)
  }
  const refuse = (bad: BadPlace) => {
    counts.bad++
    onBad?.(bad)
  }
  for await (const row of rows) {
    counts.read++
    if (!('fields' in row)) {
      refuse(row)
      continue
    }
    const country = row.fields['country'] ?? ''
    if (!/^[A-Z]{2}$/.test(country)) {
      refuse({ line: row.line, field: 'country', reason: `must be a code of two letters, is "${country}"` })
      continue
    }
    if ((country !== 'AU' && country !== 'NZ') || (only !== undefined && country !== only)) {
      counts.elsewhere++
      continue
    }
    const place = placeOf(row.fields, country)
    if (!('id' in place)) {
      refuse({ line: row.line, ...place })
      continue
    }
    countries.add(country)
    batch.push(place)
    if (batch.length === batchSize) await flush()
  }
  if (batch.length > 0) await flush()
  return { ...counts, countries }
}

/** GeoNames does not name the city of a suburb in New Zealand. Where the place or its postcode is known, the city is known. */
async function saveCities(tx: Writer): Promise<void> {
  await sql`
    update imported_place p set city = coalesce(
      (select l.city from locality l where l.id = p.id),
      (select l.city from locality l where l.country = p.country and l.postcode = p.postcode
        group by l.city order by count(*) desc, l.city limit 1),
      p.city)
    where p.country = 'NZ' and p.city = p.suburb`.execute(tx)
}

async function compare(tx: Writer, countries: readonly Country[]) {
  const { rows } = await sql<Record<'added' | 'changed' | 'unchanged' | 'removed' | 'kept', number>>`
    select
      count(*) filter (where l.id is null) as added,
      count(*) filter (where l.id is not null and p.id is not null and ${isDifferent}) as changed,
      count(*) filter (where l.id is not null and p.id is not null and not (${isDifferent})) as unchanged,
      count(*) filter (where p.id is null and not ${isChosen}) as removed,
      count(*) filter (where p.id is null and ${isChosen}) as kept
    from (select * from locality where country = any(${countries})) l full join imported_place p on p.id = l.id`.execute(
    tx,
  )
  const counts = rows[0]
  if (counts === undefined) throw new Error('A query of sums answered no row.')
  return counts
}

async function replace(tx: Writer, countries: readonly Country[]): Promise<void> {
  await sql`delete from locality l where l.country = any(${countries}) and not ${isChosen}
    and not exists (select 1 from imported_place p where p.id = l.id)`.execute(tx)
  await sql`insert into locality as l select * from imported_place p
    on conflict (id) do update set suburb = excluded.suburb, city = excluded.city, state = excluded.state,
      lat = excluded.lat, lng = excluded.lng`.execute(tx)
}

const isChosen = sql`(exists (select 1 from visitor v where v.locality_id = l.id)
  or exists (select 1 from account_place a where a.locality_id = l.id))`
const isDifferent = sql`(l.suburb, l.city, l.state, l.lat, l.lng) is distinct from (p.suburb, p.city, p.state, p.lat, p.lng)`

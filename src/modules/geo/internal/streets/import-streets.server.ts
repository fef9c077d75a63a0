import { sql } from 'kysely'
import type { Country } from '../../../../brands/apps.ts'
import type { Database, Writer } from '../../../../platform/database/database.server.ts'
import { ImportRefusedError } from '../import-file.server.ts'
import { indexPlaces, type NamedPlaceOfFile, type PlaceIndex, type PlaceOfShop } from './place-index.ts'
import { streetKey } from './street-key.ts'
import type { BadRow } from './table-rows.server.ts'

/**
 * Imports streets (decision 0071). One transaction replaces the streets of a country, or of a state where the data has a file for each: it
 * is imported completely or not at all, and an import that was interrupted is simply run again.
 */

/** Whose streets a file replaces. */
export type StreetScope = { readonly country: Country; readonly state: string | null }

/** One row of a file: a street in a place, or why there is none. */
export type StreetRecord =
  | { readonly kind: 'street'; readonly line: number; readonly name: string; readonly place: NamedPlaceOfFile }
  /** No longer, or not yet, in use. */
  | { readonly kind: 'retired' }
  /** An address that is on no street. */
  | { readonly kind: 'no-street' }

export type StreetSource = {
  /** For messages. */
  readonly name: string
  readonly scope: StreetScope
  /** The column that names a street, for messages. */
  readonly nameColumn: string
  /** Every row in turn, from the first one again at every call; wrong rows go to `onBad`. */
  records(onBad: (bad: BadRow) => void): AsyncIterable<StreetRecord>
}

export type StreetImportOptions = {
  /** Reports what would change, and changes nothing. */
  readonly dryRun?: boolean
  readonly onBad?: (bad: BadRow) => void
  /** A suburb of the file that is no place of the shop, once each. */
  readonly onUnknownPlace?: (name: string) => void
  readonly onProgress?: (rowsRead: number) => void
}

export type StreetImportResult = {
  readonly read: number
  readonly bad: number
  readonly retired: number
  readonly withoutStreet: number
  /** Rows of suburbs that the shop does not have. */
  readonly unknown: number
  /** Rows whose street occurred earlier in the file. */
  readonly merged: number
  readonly added: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
}

const batchSize = 1_000
/** Rows without a new street after which the database hears of us again: it ends transactions that are idle for long. */
const longestSilence = 50_000
/** Streets remembered while reading, so that most repetitions need no statement. */
const maxRemembered = 200_000
const longestName = 100

type StagedStreet = {
  readonly locality_id: string
  readonly country: Country
  readonly name: string
  readonly search: string
  readonly is_demo: boolean
}

export async function importStreets(
  database: Database,
  source: StreetSource,
  options: StreetImportOptions = {},
): Promise<StreetImportResult> {
  const { scope } = source
  return database.transaction(async (tx) => {
    await sql`create temporary table imported_street (like street, primary key (locality_id, search)) on commit drop`.execute(
      tx,
    )
    const staged = await stage(tx, source, options)
    if (staged.streets === 0) {
      const advice =
        staged.unknown > 0 ? ' None of its suburbs is a place of the shop: import those first (import:places).' : ''
      throw new ImportRefusedError(`${source.name}: no street could be read, so nothing was changed.${advice}`)
    }
    const counts = await compare(tx, scope)
    if (options.dryRun !== true) await replace(tx, scope)
    const { streets: _streets, ...read } = staged
    return { ...read, ...counts }
  })
}

async function stage(tx: Writer, source: StreetSource, { onBad, onUnknownPlace, onProgress }: StreetImportOptions) {
  const counts = { read: 0, bad: 0, retired: 0, withoutStreet: 0, unknown: 0, merged: 0, streets: 0 }
  const placesOf = await placeIndex(tx, source.scope)
  const refuse = (bad: BadRow) => {
    counts.bad++
    onBad?.(bad)
  }
  const refuseUnread = (bad: BadRow) => {
    counts.read++
    refuse(bad)
  }
  const unknownPlaces = new Set<string>()
  const remembered = new Set<string>()
  let batch: StagedStreet[] = []
  let flushedAt = 0
  const flush = async () => {
    const { rows: written } = await sql`
      insert into imported_street select * from jsonb_populate_recordset(null::street, ${JSON.stringify(batch)}::jsonb)
      on conflict do nothing returning 1`.execute(tx)
    counts.streets += written.length
    counts.merged += batch.length - written.length
    batch = []
    flushedAt = counts.read
    onProgress?.(counts.read)
  }
  for await (const record of source.records(refuseUnread)) {
    counts.read++
    if (record.kind === 'retired') counts.retired++
    else if (record.kind === 'no-street') counts.withoutStreet++
    else {
      const { name, place } = record
      const search = streetKey(name)
      const problem = nameProblem(name, search)
      if (problem !== null) {
        refuse({ file: source.name, line: record.line, column: source.nameColumn, reason: problem })
        continue
      }
      const places = placesOf(place)
      if (places.length === 0) {
        counts.unknown++
        if (unknownPlaces.size < maxRemembered && !unknownPlaces.has(place.suburb)) onUnknownPlace?.(place.suburb)
        unknownPlaces.add(place.suburb)
      }
      for (const { _id } of places) {
        const key = `${_id} ${search}`
        if (remembered.has(key)) {
          counts.merged++
          continue
        }
        if (remembered.size === maxRemembered) remembered.clear()
        remembered.add(key)
        batch.push({ locality_id: _id, country: source.scope.country, name, search, is_demo: false })
      }
    }
    if (batch.length >= batchSize || counts.read - flushedAt >= longestSilence) await flush()
  }
  await flush()
  return counts
}

function nameProblem(name: string, search: string): string | null {
  if (search === '') return 'is empty'
  return name.length > longestName ? `is longer than ${longestName} characters` : null
}

async function placeIndex(tx: Writer, { country, state }: StreetScope): Promise<PlaceIndex> {
  const { rows } = await sql<PlaceOfShop>`select id as "_id", suburb, city, postcode, lat, lng from locality
    where country = ${country} and state is not distinct from ${state} order by id`.execute(tx)
  return indexPlaces(rows)
}

/** The streets that are there now, of the file's scope. */
const stored = ({
  country,
  state,
}: StreetScope) => sql`(select s.* from street s join locality l on l.id = s.locality_id
  where l.country = ${country} and l.state is not distinct from ${state})`

async function compare(tx: Writer, scope: StreetScope) {
  const { rows } = await sql<Record<'added' | 'changed' | 'unchanged' | 'removed', number>>`
    select
      count(*) filter (where s.search is null) as added,
      count(*) filter (where (s.name, s.is_demo) <> (i.name, i.is_demo)) as changed,
      count(*) filter (where (s.name, s.is_demo) = (i.name, i.is_demo)) as unchanged,
      count(*) filter (where i.search is null) as removed
    from ${stored(scope)} s full join imported_street i on i.locality_id = s.locality_id and i.search = s.search`.execute(
    tx,
  )
  const counts = rows[0]
  if (counts === undefined) throw new Error('A query of sums answered no row.')
  return counts
}

async function replace(tx: Writer, scope: StreetScope): Promise<void> {
  await sql`delete from street d using ${stored(scope)} s where d.locality_id = s.locality_id and d.search = s.search
    and not exists (select 1 from imported_street i where i.locality_id = s.locality_id and i.search = s.search)`.execute(
    tx,
  )
  await sql`insert into street as s select * from imported_street
    on conflict (locality_id, search) do update set name = excluded.name, is_demo = excluded.is_demo
    where (s.name, s.is_demo) <> (excluded.name, excluded.is_demo)`.execute(tx)
  // A first import fills an empty table, of which the database knows nothing yet.
  await sql`analyze street`.execute(tx)
}

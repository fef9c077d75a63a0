import { sql } from 'kysely'
import type { Country } from '../../../../brands/apps.ts'
import type { Reader } from '../../../../platform/database/database.server.ts'

/** The SQL that finds streets. What is looked for are beginnings of keys, each a range of an index. */

export type StreetRow = { readonly locality_id: string; readonly name: string; readonly search: string }

export type StreetSearch = {
  readonly country: Country
  /** Beginnings of keys. */
  readonly keys: readonly string[]
  /** In each of these places as many as are shown. */
  readonly localityIds: readonly string[]
  /** And as many of the whole country, by name. */
  readonly isEverywhere: boolean
  /** And those of this place that have a later word with such a beginning. */
  readonly within: string | null
  /** How many are shown. */
  readonly max: number
}

/** Behind every key with the same beginning, in the byte order of the column. */
const last = '\u{10FFFF}'

/** Streets that match, in no order; some twice. */
export async function findStreets(db: Reader, search: StreetSearch): Promise<readonly StreetRow[]> {
  return (await streetQuery(search).execute(db)).rows
}

export const streetQuery = ({ country, keys, localityIds, isEverywhere, within, max }: StreetSearch) => sql<StreetRow>`
    with typed as (
      select first, beyond from unnest(${[...keys]}::text[], ${keys.map((key) => key + last)}::text[]) t (first, beyond)
    )
    select found.* from unnest(${[...localityIds]}::text[]) place (id) cross join typed cross join lateral (
      select s.locality_id, s.name, s.search from street s
      where s.locality_id = place.id and s.search >= typed.first and s.search < typed.beyond
      order by s.search limit ${max}) found
    union all
    select found.* from typed cross join lateral (
      select s.locality_id, s.name, s.search from street s
      where s.country = ${country} and s.search >= typed.first and s.search < typed.beyond
      order by s.search, s.locality_id limit ${max}) found
    where ${isEverywhere}
    union all
    select found.* from typed cross join lateral (
      select s.locality_id, s.name, s.search from street s
      where s.locality_id = ${within} and position(' ' || typed.first in s.search) > 0
      order by s.search limit ${max}) found`

/** The countries that have streets. */
export async function countriesWithStreets(db: Reader): Promise<ReadonlySet<Country>> {
  const { rows } = await sql<{ country: Country }>`select country from unnest(array['AU', 'NZ']) c (country)
    where exists (select 1 from street s where s.country = c.country)`.execute(db)
  return new Set(rows.map(({ country }) => country))
}

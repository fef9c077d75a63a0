import type { Country } from '../../../../brands/apps.ts'
import type { Database } from '../../../../platform/database/database.server.ts'
import type { Locality } from '../../geo.ts'
import type { Geography } from '../geography.server.ts'
import { nearbyKm, rankStreets, type FoundStreet } from './street-ranking.ts'
import { countriesWithStreets, findStreets, type StreetRow } from './street-store.server.ts'
import { readTypedAddress, type StreetReading } from './typed-address.ts'

export type StreetSuggestion = {
  /** Unit, lot and house number as typed; '' without one. */
  readonly number: string
  /** The whole name: 'Collins Street', "O'Connell Street North". */
  readonly street: string
  readonly locality: Locality
}

/** Address suggestions from the shop's own streets (decision 0071). */
export interface Streets {
  /** Whether any street of the country is known. Read at start, as places are. */
  has(country: Country): boolean
  /**
   * At most six streets that a text may mean, those of the place with that id first. A text without a street, or of a box at a post office,
   * finds none, and an id that is no place of the country is ignored.
   */
  suggest(country: Country, typed: string, localityId: string | null): Promise<readonly StreetSuggestion[]>
  /** Reads again which countries have streets, after an import. */
  reload(): Promise<void>
}

const maxSuggestions = 6
/** Around the chosen place. */
const maxNearby = 40

export async function openStreets({
  database,
  geography,
}: {
  readonly database: Database
  readonly geography: Pick<Geography, 'locality' | 'search' | 'nearby'>
}): Promise<Streets> {
  let known = await countriesWithStreets(database.db)

  /** The streets of one reading, best first. */
  async function read(country: Country, { keys, place }: StreetReading, near: Locality | null): Promise<FoundStreet[]> {
    const places =
      place === ''
        ? near === null
          ? []
          : geography.nearby(near, nearbyKm, maxNearby)
        : geography.search(country, place)
    if (place !== '' && places.length === 0) return []
    const rows = await findStreets(database.db, {
      country,
      keys,
      localityIds: places.map(({ _id }) => _id),
      isEverywhere: place === '',
      within: place === '' && near !== null ? near._id : null,
      max: maxSuggestions,
    })
    return rankStreets(rows.flatMap(withLocality), { keys, near }, maxSuggestions)
  }

  function withLocality({ locality_id, name, search }: StreetRow): FoundStreet[] {
    const locality = geography.locality(locality_id)
    // Imported after the start: it is suggested from the next start on.
    return locality === null ? [] : [{ name, search, locality }]
  }

  return {
    has: (country) => known.has(country),
    async suggest(country, typed, localityId) {
      const address = readTypedAddress(country, typed)
      if (address === null || !known.has(country)) return []
      const chosen = localityId === null ? null : geography.locality(localityId)
      const near = chosen?.country === country ? chosen : null
      for (const reading of address.readings) {
        const found = await read(country, reading, near)
        if (found.length > 0)
          return found.map(({ name, locality }) => ({ number: address.number, street: name, locality }))
      }
      return []
    },
    async reload() {
      known = await countriesWithStreets(database.db)
    },
  }
}

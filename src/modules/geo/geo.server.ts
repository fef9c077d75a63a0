import type { Brand } from '../../brands/brands.ts'
import type { Country } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import { namesOf, placeRank, readPlaceTerm, type Locality, type NamedPlace } from './geo.ts'
import {
  allLocalities,
  insertVisitor,
  setVisitorChoice,
  visitorBySecret,
  type VisitorChoice,
  type VisitorRow,
} from './geo-store.server.ts'

/** Places of both countries in memory (about 18,000), and the one each visitor chose. */
export interface Geography {
  locality(id: string): Locality | null
  /** At most 100 of a country: exact postcode first, then suburb prefix, then word prefix (decision geo-07). */
  search(country: Country, term: string): readonly Locality[]
  /** The place with exactly these parts, in any letter case; NZ has no state (decision geo-08). */
  find(country: Country, suburb: string, state: string, postcode: string): Locality | null
  chosenBy(brand: Brand, visitorSecret: string | null): Promise<Locality | null>
  /** The storeId of the store the visitor chose; whether there still is one is for stores to say. */
  storeChosenBy(brand: Brand, visitorSecret: string | null): Promise<number | null>
  /** The id of the visitor with this secret; null when there is none. */
  visitorId(brand: Brand, visitorSecret: string | null): Promise<string | null>
  /** The same, making a visitor when there is none: then the secret is a new one. */
  visitorFor(brand: Brand, visitorSecret: string | null): Promise<{ readonly id: string; readonly secret: string }>
  /** Keeps a choice beside the other; answers the visitor's secret, a new one when there was no visitor yet. */
  choose(brand: Brand, visitorSecret: string | null, choice: VisitorChoice): Promise<string>
  /** Reads the places again, after an import of postal data. */
  reload(): Promise<void>
}

/** The visitor's own place. */
export type VisitorPlace = {
  readonly isNew: boolean
  /** The country of the visitor's address; null while nobody knows. */
  ipCountry(): string | null
  /** The place the visitor chose, else the one a proxy in front of us says they are in. */
  chosen(): Promise<Locality | null>
  choose(localityId: string): Promise<Locality | null>
}

const mostResults = 100

export async function openGeography({
  database,
  clock,
  ids,
}: {
  database: Database
  clock: Clock
  ids: Ids
}): Promise<Geography> {
  let byId = new Map<string, Locality>()
  let named = new Map<Country, NamedPlace[]>()

  async function reload(): Promise<void> {
    const places = await allLocalities(database.db)
    byId = new Map(places.map((place) => [place._id, place]))
    named = new Map(
      (['AU', 'NZ'] as const).map((country) => [
        country,
        places.filter((place) => place.country === country).map((place) => ({ place, names: namesOf(place.suburb) })),
      ]),
    )
  }
  await reload()

  const visitorOf = async (brand: Brand, secret: string | null): Promise<VisitorRow | null> =>
    secret === null ? null : visitorBySecret(database.db, sha256(secret), brand.app)

  async function newVisitor(brand: Brand, choice: VisitorChoice | null): Promise<{ id: string; secret: string }> {
    const now = clock.now()
    const [id, secret] = [ids.sortable(now), ids.secret()]
    await insertVisitor(database.db, { id, secretHash: sha256(secret), app: brand.app, choice, now })
    return { id, secret }
  }

  return {
    reload,
    locality: (id) => byId.get(id) ?? null,
    search(country, text) {
      const term = readPlaceTerm(country, text)
      if (term === null) return []
      const ranked: [number, Locality][] = []
      for (const entry of named.get(country) ?? []) {
        const rank = placeRank(entry, term)
        if (rank !== null) ranked.push([rank, entry.place])
      }
      return ranked
        .toSorted((a, b) => a[0] - b[0] || a[1].suburb.localeCompare(b[1].suburb))
        .slice(0, mostResults)
        .map(([, place]) => place)
    },
    find(country, suburb, state, postcode) {
      const name = suburb.trim().toLowerCase()
      const match = (named.get(country) ?? []).find(
        ({ place }) =>
          place.postcode === postcode.trim() &&
          place.suburb.toLowerCase() === name &&
          (place.state === null || place.state.toLowerCase() === state.trim().toLowerCase()),
      )
      return match?.place ?? null
    },
    async chosenBy(brand, secret) {
      const visitor = await visitorOf(brand, secret)
      return visitor?.localityId == null ? null : (byId.get(visitor.localityId) ?? null)
    },
    async storeChosenBy(brand, secret) {
      return (await visitorOf(brand, secret))?.storeId ?? null
    },
    visitorId: async (brand, secret) => (await visitorOf(brand, secret))?.id ?? null,
    async visitorFor(brand, secret) {
      const visitor = await visitorOf(brand, secret)
      return visitor === null || secret === null ? newVisitor(brand, null) : { id: visitor.id, secret }
    },
    async choose(brand, secret, choice) {
      const visitor = await visitorOf(brand, secret)
      if (visitor === null || secret === null) return (await newVisitor(brand, choice)).secret
      await setVisitorChoice(database.db, visitor.id, choice, clock.now())
      return secret
    },
  }
}

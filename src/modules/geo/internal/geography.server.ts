import type { Country } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Reader } from '../../../platform/database/database.server.ts'
import { sha256 } from '../../../platform/digest.ts'
import type { Ids } from '../../../platform/ids.ts'
import { distanceKm, namesOf, placeRank, readPlaceTerm, type Locality, type NamedPlace } from '../geo.ts'
import {
  accountPlace,
  allLocalities,
  insertVisitor,
  setAccountPlace,
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
  /** At most `max` places within that many kilometres, the place itself among them, nearest first. */
  nearby(place: Locality, km: number, max: number): readonly Locality[]
  chosenBy(brand: Brand, visitorSecret: string | null): Promise<Locality | null>
  /** The storeId of the visitor's store; the stores module knows whether it still exists. */
  storeChosenBy(brand: Brand, visitorSecret: string | null): Promise<number | null>
  /** The id of the visitor with this secret; null when there is none. */
  visitorId(brand: Brand, visitorSecret: string | null): Promise<string | null>
  /** The same, making a visitor when there is none: then the secret is a new one. */
  visitorFor(brand: Brand, visitorSecret: string | null): Promise<{ readonly id: string; readonly secret: string }>
  /**
   * Stores a choice beside the other; answers the visitor's secret, a new one when there was no visitor yet. A place is stored with the
   * account as well, where a customer has signed in.
   */
  choose(brand: Brand, visitorSecret: string | null, choice: VisitorChoice, accountId?: string | null): Promise<string>
  /**
   * At sign-in: a place that a guest chose goes to the account, and a browser without one gets the account's (decisions geo-10, 0048).
   * Answers the visitor's secret, a new one when there was no visitor yet and the account has a place.
   */
  joinAccount(brand: Brand, visitorSecret: string | null, accountId: string): Promise<string | null>
  /** Reads the places again, after an import of postal data. */
  reload(): Promise<void>
}

const maxResults = 100

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

  const visitorOf = async (brand: Brand, secret: string | null, db: Reader = database.db): Promise<VisitorRow | null> =>
    secret === null ? null : visitorBySecret(db, sha256(secret), brand.app)

  async function newVisitor(
    db: Reader,
    brand: Brand,
    choice: VisitorChoice | null,
    accountId: string | null = null,
  ): Promise<{ id: string; secret: string }> {
    const now = clock.now()
    const [id, secret] = [ids.sortable(now), ids.secret()]
    await insertVisitor(db, { id, secretHash: sha256(secret), app: brand.app, choice, accountId, now })
    return { id, secret }
  }

  /** Stores a choice in the record of a visitor, which may be a new one. */
  async function storeChoice(
    db: Reader,
    brand: Brand,
    { secret, choice, accountId }: { secret: string | null; choice: VisitorChoice; accountId: string | null },
  ): Promise<string> {
    const visitor = await visitorOf(brand, secret, db)
    if (visitor === null || secret === null) return (await newVisitor(db, brand, choice, accountId)).secret
    await setVisitorChoice(db, visitor.id, { choice, accountId, now: clock.now() })
    return secret
  }

  return {
    reload,
    locality: (id) => byId.get(id) ?? null,
    search: (country, text) => searchPlaces(named.get(country) ?? [], country, text),
    find: (country, suburb, state, postcode) => findPlace(named.get(country) ?? [], { suburb, state, postcode }),
    nearby: (place, km, max) => nearbyPlaces(named.get(place.country) ?? [], place, { km, max }),
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
      return visitor === null || secret === null ? newVisitor(database.db, brand, null) : { id: visitor.id, secret }
    },
    async choose(brand, secret, choice, accountId = null) {
      if (accountId === null || !('localityId' in choice))
        return storeChoice(database.db, brand, { secret, choice, accountId })
      return database.transaction(async (tx) => {
        await setAccountPlace(tx, accountId, brand.app, choice.localityId)
        return storeChoice(tx, brand, { secret, choice, accountId })
      })
    },
    joinAccount: (brand, secret, accountId) =>
      database.transaction(async (tx) => {
        const visitor = await visitorOf(brand, secret, tx)
        const guestPlace = visitor?.placeAccountId === null ? visitor.localityId : null
        const localityId = guestPlace ?? (await accountPlace(tx, accountId, brand.app))
        if (localityId === null) return secret
        if (guestPlace !== null) await setAccountPlace(tx, accountId, brand.app, guestPlace)
        return storeChoice(tx, brand, { secret, choice: { localityId }, accountId })
      }),
  }
}

/** The best matches of a name or a postcode, by rank and name. */
function searchPlaces(places: readonly NamedPlace[], country: Country, text: string): Locality[] {
  const term = readPlaceTerm(country, text)
  if (term === null) return []
  const ranked: [number, Locality][] = []
  for (const entry of places) {
    const rank = placeRank(entry, term)
    if (rank !== null) ranked.push([rank, entry.place])
  }
  return ranked
    .toSorted((a, b) => a[0] - b[0] || a[1].suburb.localeCompare(b[1].suburb))
    .slice(0, maxResults)
    .map(([, place]) => place)
}

/** The place with exactly this suburb, state and postcode. */
function findPlace(
  places: readonly NamedPlace[],
  { suburb, state, postcode }: { readonly suburb: string; readonly state: string; readonly postcode: string },
): Locality | null {
  const name = suburb.trim().toLowerCase()
  const match = places.find(
    ({ place }) =>
      place.postcode === postcode.trim() &&
      place.suburb.toLowerCase() === name &&
      (place.state === null || place.state.toLowerCase() === state.trim().toLowerCase()),
  )
  return match?.place ?? null
}

const kmPerDegree = 111

function nearbyPlaces(
  places: readonly NamedPlace[],
  from: Locality,
  { km, max }: { readonly km: number; readonly max: number },
): Locality[] {
  const close: [number, Locality][] = []
  for (const { place } of places) {
    // Most of the country is further north or south than that, which takes no trigonometry to see.
    if (Math.abs(place.lat - from.lat) * kmPerDegree > km) continue
    const distance = distanceKm(from, place)
    if (distance <= km) close.push([distance, place])
  }
  return close
    .toSorted(([a, one], [b, other]) => a - b || (one._id < other._id ? -1 : 1))
    .slice(0, max)
    .map(([, place]) => place)
}

import type { Brand } from '../../brands/brands.ts'
import type { Country } from '../../brands/apps.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database.server.ts'
import { sha256 } from '../../platform/digest.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Locality } from './geo.ts'
import { allLocalities, insertVisitor, setVisitorLocality, visitorBySecret } from './geo-store.server.ts'

/** Places of both countries in memory (about 18,000), and the one each visitor chose. */
export interface Geography {
  locality(id: string): Locality | null
  /** At most 100 of a country: exact postcode first, then suburb prefix, then word prefix (decision geo-07). */
  search(country: Country, term: string): readonly Locality[]
  /** The place with exactly these parts, in any letter case; NZ has no state (decision geo-08). */
  find(country: Country, suburb: string, state: string, postcode: string): Locality | null
  chosenBy(brand: Brand, visitorSecret: string | null): Promise<Locality | null>
  /** Keeps the choice; answers the visitor's secret, a new one when there was no visitor yet. */
  choose(brand: Brand, visitorSecret: string | null, localityId: string): Promise<string>
  /** Reads the places again, after an import of postal data. */
  reload(): Promise<void>
}

/** The visitor's own place. */
export type VisitorPlace = {
  readonly isNew: boolean
  chosen(): Promise<Locality | null>
  choose(localityId: string): Promise<Locality | null>
}

const mostResults = 100
const shortestTerm = 2

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
  let names = new Map<Country, { place: Locality; name: string }[]>()

  async function reload(): Promise<void> {
    const places = await allLocalities(database.db)
    byId = new Map(places.map((place) => [place._id, place]))
    names = new Map(
      (['AU', 'NZ'] as const).map((country) => [
        country,
        places
          .filter((place) => place.country === country)
          .map((place) => ({ place, name: place.suburb.toLowerCase() })),
      ]),
    )
  }
  await reload()

  return {
    reload,
    locality: (id) => byId.get(id) ?? null,
    search(country, text) {
      const term = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
      if (term.length < shortestTerm) return []
      const entries = names.get(country) ?? []
      // A shopper may paste '2000 Sydney' or 'Sydney 2000' or 'Sydney NSW': the digits are the postcode, the rest the suburb.
      const digits = /\b\d{2,4}\b/.exec(term)?.[0] ?? ''
      const words = term
        .replace(digits, '')
        .replaceAll(',', ' ')
        .replace(/\b(act|nsw|nt|qld|sa|tas|vic|wa)\b\s*$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim()
      const ranked: [number, Locality][] = []
      for (const { place, name } of entries) {
        const rank = rankOf(place.postcode, name, digits, words)
        if (rank !== null) ranked.push([rank, place])
      }
      return ranked
        .toSorted((a, b) => a[0] - b[0] || a[1].suburb.localeCompare(b[1].suburb))
        .slice(0, mostResults)
        .map(([, place]) => place)
    },
    find(country, suburb, state, postcode) {
      const name = suburb.trim().toLowerCase()
      const match = (names.get(country) ?? []).find(
        (entry) =>
          entry.name === name &&
          entry.place.postcode === postcode &&
          (entry.place.state === null || entry.place.state.toLowerCase() === state.trim().toLowerCase()),
      )
      return match?.place ?? null
    },
    async chosenBy(brand, secret) {
      const visitor = secret === null ? null : await visitorBySecret(database.db, sha256(secret), brand.app)
      return visitor?.localityId == null ? null : (byId.get(visitor.localityId) ?? null)
    },
    async choose(brand, secret, localityId) {
      const now = clock.now()
      const visitor = secret === null ? null : await visitorBySecret(database.db, sha256(secret), brand.app)
      if (visitor !== null && secret !== null) {
        await setVisitorLocality(database.db, visitor.id, localityId, now)
        return secret
      }
      const fresh = ids.secret()
      await insertVisitor(database.db, {
        id: ids.sortable(now),
        secretHash: sha256(fresh),
        app: brand.app,
        localityId,
        now,
      })
      return fresh
    },
  }
}

function rankOf(postcode: string, name: string, digits: string, words: string): number | null {
  if (digits !== '' && !postcode.startsWith(digits)) return null
  if (words === '') return postcode === digits ? 0 : 1
  if (name === words) return 0
  if (name.startsWith(words)) return 1
  return name.includes(` ${words}`) ? 2 : null
}

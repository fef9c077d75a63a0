import { distanceKm, type Locality } from '../../geo.ts'

export type FoundStreet = { readonly name: string; readonly search: string; readonly locality: Locality }

/** What decides the order of the streets that a text finds. */
export type StreetOrder = {
  /** The beginnings that were looked for. */
  readonly keys: readonly string[]
  /** The suburb that was chosen, or where the visitor is. */
  readonly near: Locality | null
}

/** Within this distance a street is nearby. */
export const nearbyKm = 25

/**
 * The best streets first: those of the chosen suburb, those whose name begins with the text before those that contain it, those of the same
 * postcode and nearby, whole words before beginnings of words, then by distance, name and place. The order does not depend on that of
 * the rows.
 */
export function rankStreets(found: readonly FoundStreet[], order: StreetOrder, max: number): FoundStreet[] {
  const seen = new Map(found.map((street) => [`${street.locality._id} ${street.search}`, street]))
  return [...seen.values()]
    .map((street) => ({ street, rank: rankOf(street, order) }))
    .toSorted((a, b) => compare(a.rank, b.rank))
    .slice(0, max)
    .map(({ street }) => street)
}

type Rank = readonly (number | string)[]

function rankOf({ search, locality }: FoundStreet, { keys, near }: StreetOrder): Rank {
  const beginning = keys.filter((key) => search.startsWith(key))
  const isWhole = beginning.some((key) => search === key || search[key.length] === ' ')
  const km = near === null ? 0 : distanceKm(near, locality)
  return [
    locality._id === near?._id ? 0 : 1,
    beginning.length > 0 ? 0 : 1,
    near !== null && locality.postcode === near.postcode ? 0 : 1,
    km <= nearbyKm ? 0 : 1,
    isWhole ? 0 : 1,
    Math.round(km),
    search,
    locality.postcode,
    locality._id,
  ]
}

function compare(a: Rank, b: Rank): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]
    if (other !== undefined && one !== other) return one < other ? -1 : 1
  }
  return 0
}

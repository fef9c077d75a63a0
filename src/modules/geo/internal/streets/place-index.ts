import { distanceKm, folded, namesOf, type Locality } from '../../geo.ts'

/** What a file of streets says about a place. */
export type NamedPlaceOfFile = {
  readonly suburb: string
  /** '' where the file has none. */
  readonly city: string
  readonly postcode: string
  readonly position: { readonly lat: number; readonly lng: number } | null
}

export type PlaceOfShop = Pick<Locality, '_id' | 'suburb' | 'city' | 'postcode' | 'lat' | 'lng'>

/** Two places of one name are further apart than this, and one place with several postcodes is not as wide. */
const samePlaceKm = 30

/**
 * Finds the shop's places that a file of streets means, by name and, where it has them, postcode, city and position. Several where one
 * suburb has several postcodes, of which the file names none: each of them is suggested with its own.
 */
export function indexPlaces(places: readonly PlaceOfShop[]) {
  const byName = new Map<string, PlaceOfShop[]>()
  for (const place of places)
    for (const name of namesOf(place.suburb)) byName.set(name, [...(byName.get(name) ?? []), place])
  return ({ suburb, city, postcode, position }: NamedPlaceOfFile): readonly PlaceOfShop[] => {
    const named = byName.get(folded(suburb)) ?? []
    if (postcode !== '') return named.filter((place) => place.postcode === postcode)
    const inCity = city === '' ? named : named.filter((place) => folded(place.city) === folded(city))
    // A town may go by another name in the file, and then only its position tells it from one of the same name elsewhere.
    const candidates = inCity.length > 0 ? inCity : position === null ? [] : named
    if (position === null || (candidates.length === 1 && inCity.length > 0)) return candidates
    const close = candidates.filter((place) => distanceKm(position, place) <= samePlaceKm)
    return close.length > 0 || inCity.length === 0 ? close : [nearestOf(candidates, position)]
  }
}

export type PlaceIndex = ReturnType<typeof indexPlaces>

const nearestOf = (places: readonly PlaceOfShop[], position: { readonly lat: number; readonly lng: number }) =>
  places.reduce((best, place) => (distanceKm(position, place) < distanceKm(position, best) ? place : best))

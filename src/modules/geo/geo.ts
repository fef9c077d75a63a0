import type { Country } from '../../brands/apps.ts'

/** A place we may deliver to (decision geo-01). */
export type Locality = {
  readonly _id: string
  readonly suburb: string
  readonly city: string
  readonly postcode: string
  readonly state: string | null
  readonly country: Country
  readonly fullAddress: string
  readonly lat: number
  readonly lng: number
}

/** '2000 Sydney, NSW' in Australia, 'Ponsonby 1011' in New Zealand (GEO3-04, decision brands-07). */
export function fullAddressOf(place: Pick<Locality, 'suburb' | 'state' | 'postcode' | 'country'>): string {
  return place.country === 'NZ'
    ? `${place.suburb} ${place.postcode}`
    : `${place.postcode} ${place.suburb}, ${place.state ?? ''}`
}

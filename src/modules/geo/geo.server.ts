import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import { openDetection, type Detection } from './detection.server.ts'
import type { Country } from '../../brands/apps.ts'
import type { AddressSource, MapsAccess } from './address-lookup.ts'
import { openGeography, type Geography } from './internal/geography.server.ts'
import { openStreets, type Streets } from './internal/streets/street-suggestions.server.ts'
import { createVisitorPlace, type VisitorPlace } from './internal/visitor-place.server.ts'

export type { Geography } from './internal/geography.server.ts'
export type { Streets } from './internal/streets/street-suggestions.server.ts'
export type { PlaceRequest, VisitorPlace } from './internal/visitor-place.server.ts'

export type GeoServices = Geography & {
  readonly detection: Detection
  readonly visitorPlace: VisitorPlace
  readonly streets: Streets
  /** The maps service that suggests addresses; null without a key. */
  readonly maps: MapsAccess | null
  /** What suggests addresses in a country: the maps service, else the shop's own streets; null where there is neither. */
  addressSource(country: Country): AddressSource | null
}

export type GeoDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Pick<Config, 'GEO_COUNTRY_HEADER' | 'GEO_POSTCODE_HEADER' | 'GEO_DATABASE' | 'MAPS_URL' | 'MAPS_KEY'>
}

export async function openGeo(deps: GeoDeps): Promise<GeoServices> {
  const { config } = deps
  const geography = await openGeography(deps)
  const detection = openDetection(
    {
      countryHeader: config.GEO_COUNTRY_HEADER,
      postcodeHeader: config.GEO_POSTCODE_HEADER,
      databaseFile: config.GEO_DATABASE,
    },
    geography,
  )
  const streets = await openStreets({ database: deps.database, geography })
  const { MAPS_KEY: key = '' } = config
  const maps = key === '' ? null : { url: config.MAPS_URL.replace(/\/$/, ''), key }
  return {
    ...geography,
    async reload() {
      await geography.reload()
      await streets.reload()
    },
    detection,
    visitorPlace: createVisitorPlace(geography, detection),
    streets,
    maps,
    addressSource(country) {
      if (maps !== null) return { kind: 'maps', ...maps }
      return streets.has(country) ? { kind: 'streets' } : null
    },
  }
}

import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import { openDetection, type Detection } from './detection.server.ts'
import type { MapsAccess } from './address-lookup.ts'
import { openGeography, type Geography } from './internal/geography.server.ts'
import { createVisitorPlace, type VisitorPlace } from './internal/visitor-place.server.ts'

export type { Geography } from './internal/geography.server.ts'
export type { PlaceRequest, VisitorPlace } from './internal/visitor-place.server.ts'

export type GeoServices = Geography & {
  readonly detection: Detection
  readonly visitorPlace: VisitorPlace
  /** The maps service that suggests addresses; null where they are typed. */
  readonly maps: MapsAccess | null
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
  const { MAPS_KEY: key = '' } = config
  return {
    ...geography,
    detection,
    visitorPlace: createVisitorPlace(geography, detection),
    maps: key === '' ? null : { url: config.MAPS_URL.replace(/\/$/, ''), key },
  }
}

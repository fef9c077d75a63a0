import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Ids } from '../../platform/ids.ts'
import { openDetection, type Detection } from './detection.server.ts'
import { openGeography, type Geography } from './internal/geography.server.ts'

export type { Geography, VisitorPlace } from './internal/geography.server.ts'

export type GeoServices = Geography & {
  readonly detection: Detection
  /** The maps service that suggests addresses, without a slash at the end. */
  readonly mapsUrl: string
}

export type GeoDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly ids: Ids
  readonly config: Pick<Config, 'GEO_COUNTRY_HEADER' | 'GEO_POSTCODE_HEADER' | 'GEO_DATABASE' | 'MAPS_URL'>
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
  return { ...geography, detection, mapsUrl: config.MAPS_URL.replace(/\/$/, '') }
}

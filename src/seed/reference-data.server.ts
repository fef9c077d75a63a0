import { readFileSync } from 'node:fs'
import { insertDefaultSynonyms } from '../modules/search/search-words.server.ts'
import type { Database } from '../platform/database/database.server.ts'
import { insertRows, isEmpty } from './seed-tables.server.ts'

/**
 * What every new database starts with, in production too: places, public holidays, and delivery terms, services and words for the search as
 * defaults that the back office changes.
 */

/** Fills what is empty; what somebody has changed stays. */
export async function seedReferenceData(database: Database, geoFolder: string): Promise<void> {
  if (await isEmpty(database, 'warehouse')) await writeDeliveryTerms(database, geoFolder)
  if (await isEmpty(database, 'delivery_service')) await writeDeliveryServices(database, geoFolder)
  if (await isEmpty(database, 'locality')) await writeLocalities(database, geoFolder)
  if (await isEmpty(database, 'public_holiday')) await writeHolidays(database, geoFolder)
  if (await isEmpty(database, 'search_synonym')) await insertDefaultSynonyms(database.db)
}

type DeliveryTerms = {
  readonly warehouses: readonly Record<string, unknown>[]
  readonly tiers: readonly Record<string, unknown>[]
  readonly ranges: readonly Record<string, unknown>[]
}

async function writeDeliveryTerms(database: Database, folder: string): Promise<void> {
  const terms = JSON.parse(readFileSync(`${folder}/delivery-terms.json`, 'utf8')) as DeliveryTerms
  await insertRows(database, 'warehouse', terms.warehouses)
  await insertRows(database, 'delivery_tier', terms.tiers)
  await insertRows(database, 'postcode_range', terms.ranges)
}

async function writeDeliveryServices(database: Database, folder: string): Promise<void> {
  const { services, prices } = JSON.parse(readFileSync(`${folder}/delivery-services.json`, 'utf8')) as Record<
    'services' | 'prices',
    Record<string, unknown>[]
  >
  await insertRows(database, 'delivery_service', services)
  await insertRows(database, 'delivery_service_price', prices)
}

async function writeLocalities(database: Database, folder: string): Promise<void> {
  for (const file of ['localities-au.json', 'localities-nz.json']) {
    await insertRows(
      database,
      'locality',
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, unknown>[],
    )
  }
}

async function writeHolidays(database: Database, folder: string): Promise<void> {
  await insertRows(
    database,
    'public_holiday',
    JSON.parse(readFileSync(`${folder}/holidays.json`, 'utf8')) as Record<string, unknown>[],
  )
}

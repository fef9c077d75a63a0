import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Content } from '../content/content.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import {
  createDeliveryFilters,
  type DeliveryFilters,
  type DeliveryFiltersDeps,
} from './internal/place-filters.server.ts'
import { createListings, type Listings } from './listings.server.ts'
import { createSearchEvents, type SearchEvents } from './internal/search-events.server.ts'
import { openSearchWords, type SearchWords } from './search-words.server.ts'

export type SearchServices = {
  readonly listings: Listings
  /** Synonyms, and the products that staff have pinned to terms. */
  readonly words: SearchWords
  readonly events: SearchEvents
  /** Filters of lists by what can be delivered and done at a postcode. */
  readonly deliveryFilters: DeliveryFilters
  close(): Promise<void>
}

export type SearchDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly catalogue: Catalogue
  readonly content: Pick<Content, 'text'>
  readonly geo: DeliveryFiltersDeps['geo']
  readonly delivery: DeliveryFiltersDeps['delivery']
  readonly settings: DeliveryFiltersDeps['settings']
}

export async function openSearch(deps: SearchDeps): Promise<SearchServices> {
  const words = await openSearchWords(deps)
  return {
    listings: createListings({ ...deps, words, hasText: (brand, name) => deps.content.text(brand, name) !== null }),
    words,
    events: createSearchEvents(deps),
    deliveryFilters: createDeliveryFilters(deps),
    close: words.close,
  }
}

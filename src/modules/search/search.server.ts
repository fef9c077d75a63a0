import type { Brand } from '../../brands/brands.ts'
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
import { helpTopicsIn, helpTopicsOf, type HelpTopic } from './help-topics.ts'
import { createListings, type Listings } from './listings.server.ts'
import { createPopularTerms, type PopularTerms } from './internal/popular-terms.server.ts'
import { createSearchEvents, type SearchEvents } from './internal/search-events.server.ts'
import { typedTermOf } from './understanding/typed-term.ts'
import { openSearchWords, type SearchWords } from './search-words.server.ts'

export type SearchServices = {
  readonly listings: Listings
  /** Synonyms, and the products that staff have pinned to terms. */
  readonly words: SearchWords
  readonly events: SearchEvents
  readonly popular: PopularTerms
  /** The pages that answer what shoppers type besides products, with what they type for each. */
  helpTopics(brand: Brand): readonly (HelpTopic & { readonly phrases: readonly string[] })[]
  /** Those that a term names, whatever else it says. */
  helpTopicsIn(brand: Brand, term: string): readonly HelpTopic[]
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
  const hasText = (brand: Brand, name: string) => deps.content.text(brand, name) !== null
  const listings = createListings({ ...deps, words, hasText })
  return {
    listings,
    popular: createPopularTerms({ ...deps, findsAsWritten: (app, term) => listings.findsAsWritten(app, term) }),
    helpTopics: (brand) => helpTopicsOf(brand, (name) => hasText(brand, name)),
    helpTopicsIn: (brand, term) => helpTopicsIn(typedTermOf(term), brand, (name) => hasText(brand, name)),
    words,
    events: createSearchEvents(deps),
    deliveryFilters: createDeliveryFilters(deps),
    close: words.close,
  }
}

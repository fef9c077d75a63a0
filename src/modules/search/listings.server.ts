import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { cardOf, type Card } from '../catalogue/product/card.ts'
import { toSearchProductResponse } from '../catalogue/product/product-responses.ts'
import { type CurrentIndex, type CurrentIndexDeps, openCurrentIndex } from './internal/current-index.server.ts'
import { type ListingFacets, createListingFacets } from './internal/listing-facets.server.ts'
import { type TermDestinations, createTermDestinations } from './internal/term-destinations.server.ts'
import { type TermQuestions, createTermQuestions } from './internal/term-questions.server.ts'
import type { ListingChoice } from './listing-query.ts'
import type { ListingView, SuggestionView, FoundProducts, PlaceFilters } from './listing-views.ts'
import type { SearchProduct } from './search-product.ts'
import type { ListingAnswer, ListingQuery, ListingScope, TermScope } from './search.ts'

/** Listings and searches as pages and calls need them: the index's answers with titles, labels and cards. */
export interface Listings
  extends TermQuestions, TermDestinations, Pick<CurrentIndex, 'count' | 'version'>, Pick<ListingFacets, 'isRange'> {
  /** One page of a scope; `categoryUri` decides which filters are offered. */
  list(
    brand: Brand,
    scope: ListingScope,
    choice: ListingChoice,
    categoryUri: string | null,
    options?: PlaceFilters & { readonly size?: number },
  ): ListingView
  /** How many products a scope has with these filters. */
  total(brand: Brand, scope: ListingScope, choice: ListingChoice, place: PlaceFilters): number
  suggest(brand: Brand, term: string, limit: number): SuggestionView
  /** The products a term finds, best first. With `arrives` only those that can be bought and come there are found and counted. */
  find(brand: Brand, scope: TermScope, page: { readonly limit: number } & Pick<PlaceFilters, 'arrives'>): FoundProducts
  /** One page of the products a term finds, filtered and sorted, with the filters there are. */
  search(brand: Brand, term: string, choice: ListingChoice, limit: number): FoundProducts & Pick<ListingView, 'facets'>
  readonly pageSize: number
  memoryBytes(): number
}

const pageSize = 24

export function createListings({
  catalogue,
  database,
  words,
}: CurrentIndexDeps & { readonly database: Database }): Listings {
  const current = openCurrentIndex({ catalogue, words })
  const facets = createListingFacets(catalogue)

  function listingOf(
    brand: Brand,
    scope: ListingScope,
    choice: ListingChoice,
    { categoryUri, limit, ...place }: PlaceFilters & { readonly categoryUri: string | null; readonly limit: number },
  ): ListingAnswer {
    return current.index.listing({
      app: brand.app,
      scope,
      pinned: current.pinnedFor(brand.app, scope),
      facets: facets.requestsFor(brand, scope, categoryUri),
      filters: choice.filters,
      ranges: choice.ranges,
      sort: choice.sort,
      offset: (choice.page - 1) * limit,
      limit,
      hidePrices: brand.hidesPricesWhenAnonymous,
      ...place,
    })
  }

  return {
    pageSize,
    get version() {
      return current.version
    },
    list(brand, scope, choice, categoryUri, { size = pageSize, ...place } = {}) {
      const answer = listingOf(brand, scope, choice, { categoryUri, limit: size, ...place })
      return {
        total: answer.total,
        cards: cardsOf(catalogue, brand, answer.productIds),
        facets: facets.viewsOf(answer),
        correctedTerm: answer.correctedTerm,
        relaxed: answer.relaxed,
      }
    },
    total: (brand, scope, choice, place) =>
      listingOf(brand, scope, choice, { categoryUri: null, limit: 0, ...place }).total,
    suggest(brand, term, limit) {
      const answer = current.index.suggest({
        app: brand.app,
        term,
        limit,
        pinned: current.pinnedFor(brand.app, { term }),
      })
      return { terms: answer.terms, products: searchProducts(catalogue, brand, answer.productIds) }
    },
    find(brand, scope, { limit, arrives }) {
      const filters: ListingQuery['filters'] = arrives === undefined ? {} : { availability: ['available'] }
      const { app } = brand
      const pinned = current.pinnedFor(app, scope)
      const { productIds, total, correctedTerm } = current.index.listing({
        app,
        scope,
        pinned,
        filters,
        arrives,
        limit,
      })
      return { products: searchProducts(catalogue, brand, productIds), total, correctedTerm }
    },
    search(brand, term, choice, limit) {
      const answer = listingOf(brand, { term }, choice, { categoryUri: null, limit })
      return {
        products: searchProducts(catalogue, brand, answer.productIds),
        total: answer.total,
        correctedTerm: answer.correctedTerm,
        facets: facets.viewsOf(answer),
      }
    },
    ...createTermQuestions({ catalogue, current }),
    ...createTermDestinations({ catalogue, database, current }),
    count: current.count,
    isRange: facets.isRange,
    memoryBytes: () => current.index.memoryBytes(),
  }
}

function searchProducts(catalogue: Catalogue, brand: Brand, ids: readonly number[]): SearchProduct[] {
  const today = catalogue.today(brand.country)
  return ids.flatMap((id) => {
    const product = catalogue.product(id)
    return product?.offers[brand.app] === undefined ? [] : [toSearchProductResponse(product, { brand, today })]
  })
}

function cardsOf(catalogue: Catalogue, brand: Brand, ids: readonly number[]): Card[] {
  const today = catalogue.today(brand.country)
  return ids.flatMap((id) => {
    const product = catalogue.product(id)
    const card = product === null ? null : cardOf(product, brand, today)
    return card === null ? [] : [card]
  })
}

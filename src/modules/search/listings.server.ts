import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { Database } from '../../platform/database/database.server.ts'
import { categoryTrail } from '../catalogue/catalogue.ts'
import { cardOf, type Card } from '../catalogue/product/card.ts'
import { toSearchProductResponse } from '../catalogue/product/product-responses.ts'
import { type CurrentIndex, type CurrentIndexDeps, openCurrentIndex } from './internal/current-index.server.ts'
import { type ListingFacets, createListingFacets } from './internal/listing-facets.server.ts'
import { type TermDestinations, createTermDestinations } from './internal/term-destinations.server.ts'
import { type TermQuestions, createTermQuestions } from './internal/term-questions.server.ts'
import { createTermUnderstanding } from './internal/term-understanding.server.ts'
import { narrows, plainChoice, type ListingChoice } from './listing-query.ts'
import type { ListingView, SuggestionView, FoundProducts, PlaceFilters } from './listing-views.ts'
import type { SearchProduct } from './search-product.ts'
import type { ListingAnswer, ListingQuery, ListingScope, TermScope } from './search.ts'
import type { Understanding } from './understanding/query-understanding.ts'

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
  /** What a term says besides the words to search for. The term of an exact sku, model or GTIN says nothing else. */
  understand(brand: Brand, term: string): Understanding
  /** The scope and the choice that a term asks for; what was chosen by itself stays. */
  understood(brand: Brand, scope: TermScope, choice: ListingChoice): { scope: ListingScope; choice: ListingChoice }
  /** The category whose filters a list of results offers first; null where the results have none in common. */
  mainCategory(brand: Brand, scope: ListingScope): string | null
  readonly pageSize: number
  memoryBytes(): number
}

const pageSize = 24

export type ListingsDeps = CurrentIndexDeps & {
  readonly database: Database
  /** Whether a brand has a text of this name, as /s/{name}. */
  readonly hasText: (brand: Brand, name: string) => boolean
}

export function createListings({ catalogue, database, words, hasText }: ListingsDeps): Listings {
  const current = openCurrentIndex({ catalogue, words })
  const facets = createListingFacets(catalogue)
  const { understand, understood, resultCategories } = createTermUnderstanding({ catalogue, current })

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
      facets: facets.requestsFor(brand, scope, {
        categoryUri,
        resultCategories: limit === 0 ? [] : resultCategories(brand, scope),
        choice,
      }),
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
    suggest(brand, typed, limit) {
      const { app } = brand
      const { scope, choice } = understood(brand, { term: typed }, plainChoice)
      const term = 'term' in scope ? scope.term : ''
      const answer = current.index.suggest({ app, term, limit, pinned: current.pinnedFor(app, { term: typed }) })
      // The word that is being typed may be any longer one; what was understood of the others narrows what it finds.
      const { productIds } = narrows(choice)
        ? current.index.listing({
            app,
            scope: 'term' in scope ? { ...scope, relax: false } : scope,
            ...filtersOf(brand, choice),
            limit,
          })
        : answer
      return { terms: answer.terms, products: searchProducts(catalogue, brand, productIds) }
    },
    find(brand, requested, { limit, arrives }) {
      const { app } = brand
      const { scope, choice } = understood(brand, requested, plainChoice)
      const narrowed = filtersOf(brand, choice)
      const { productIds, total, correctedTerm } = current.index.listing({
        app,
        scope,
        pinned: current.pinnedFor(app, requested),
        ...narrowed,
        filters: { ...narrowed.filters, ...(arrives === undefined ? {} : { availability: ['available'] }) },
        arrives,
        limit,
      })
      return { products: searchProducts(catalogue, brand, productIds), total, correctedTerm }
    },
    search(brand, term, chosen, limit) {
      const { scope, choice } = understood(brand, { term }, chosen)
      const answer = listingOf(brand, scope, choice, { categoryUri: null, limit })
      return {
        products: searchProducts(catalogue, brand, answer.productIds),
        total: answer.total,
        correctedTerm: answer.correctedTerm,
        facets: facets.viewsOf(answer),
      }
    },
    understand,
    understood,
    mainCategory: (brand, scope) => commonCategory(resultCategories(brand, scope)),
    ...createTermQuestions({ catalogue, current }),
    ...createTermDestinations({ catalogue, database, current, understand, hasText }),
    count: current.count,
    isRange: facets.isRange,
    memoryBytes: () => current.index.memoryBytes(),
  }
}

function filtersOf(
  { hidesPricesWhenAnonymous }: Brand,
  { filters, ranges }: ListingChoice,
): Pick<ListingQuery, 'filters' | 'ranges' | 'hidePrices'> & { filters: NonNullable<ListingQuery['filters']> } {
  return { filters, ranges, hidePrices: hidesPricesWhenAnonymous }
}

/** Most of the results must be in it. */
const mainShare = 0.6

/** The deepest category that holds most of these. */
function commonCategory(uris: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const uri of uris.flatMap(categoryTrail)) counts.set(uri, (counts.get(uri) ?? 0) + 1)
  const [main] = [...counts]
    .filter(([, count]) => count >= uris.length * mainShare)
    .toSorted(([a], [b]) => b.length - a.length)
  return main?.[0] ?? null
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

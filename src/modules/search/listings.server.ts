import type { AppCode } from '../../brands/apps.ts'
import { brandOf, type Brand } from '../../brands/brands.ts'
import type { Database } from '../../platform/database/database.server.ts'
import {
  attributeText,
  brandPath,
  categoryPath,
  categoryTrail,
  isBuyable,
  productPath,
  stockStatusOf,
  type ProductSummary,
  type SoldOffer,
} from '../catalogue/catalogue.ts'
import { toSearchProductResponse } from '../catalogue/product-responses.ts'
import { supplyOf } from '../delivery/delivery.ts'
import { supplyWithSupplier } from '../delivery/suppliers.ts'
import { effectivePrice, isValidPrice, offerIn } from '../pricing/pricing.ts'
import { cardOf, sizeOf, type Card } from '../catalogue/card.ts'
import type { Catalogue, CatalogueListener, ProductChange } from '../catalogue/catalogue.server.ts'
import type { ListingChoice } from './listing-query.ts'
import {
  searchAddress,
  searchTermOf,
  shorterTerms,
  type FacetRequest,
  type ListingAnswer,
  type ListingQuery,
  type ListingScope,
  type SuggestedTerm,
  type TermScope,
} from './search.ts'
import type { SearchProduct } from './search-product.ts'
import type { SearchWords } from './search-words.server.ts'
import { searchRedirect } from './internal/search-redirects-store.server.ts'
import { createListingIndex, type IndexedProduct } from './internal/engine/listing-index.server.ts'

/** Listings and searches as pages and calls need them: the index's answers with titles, labels and cards. */

export type FacetView =
  | {
      readonly code: string
      readonly title: string
      readonly kind: 'list'
      readonly options: readonly {
        readonly value: string
        /** Only when it differs from the value: a list has a hundred of these and is sent twice. */
        readonly label?: string
        readonly count: number
        readonly selected?: true
      }[]
    }
  | {
      readonly code: string
      readonly title: string
      readonly kind: 'range'
      readonly unit: string | null
      readonly min: number
      readonly max: number
      readonly selectedMin: number | null
      readonly selectedMax: number | null
    }

export type ListingView = {
  readonly total: number
  readonly cards: readonly Card[]
  readonly facets: readonly FacetView[]
  readonly correctedTerm: string | null
  readonly relaxed: boolean
}

export type SuggestionView = {
  readonly terms: readonly SuggestedTerm[]
  readonly products: readonly SearchProduct[]
}

export type FoundProducts = {
  readonly products: readonly SearchProduct[]
  readonly total: number
  readonly correctedTerm: string | null
}

export type Replacement = {
  /** The title of what is made no more. */
  readonly of: string
  readonly title: string
  readonly href: string
}

export type Destination = {
  readonly url: string
  readonly type: 'redirect' | 'product' | 'category' | 'brand' | 'search'
}

/** What a list is narrowed to where the choice asks for something at a place; see `Shop.atPlace`. */
export type PlaceFilters = Pick<ListingQuery, 'arrives' | 'inCategory' | 'ofBrand' | 'ofProduct'>

export interface Listings {
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
  /** Categories and brands whose titles hold the words of a term. */
  titled(brand: Brand, term: string): readonly Exclude<SuggestedTerm, { kind: 'term' }>[]
  /** Whether no product holds every word of a term, however it is spelt. */
  findsNothing(app: AppCode, term: string): boolean
  /** Where a product stands among the results of a term, from 1; null when it is not among the first two hundred. */
  placeOf(app: AppCode, term: string, sku: string): number | null
  /** Shorter searches that find something, the longest first; for a term of which nothing holds every word. */
  relaxedTerms(brand: Brand, term: string): readonly { readonly term: string; readonly count: number }[]
  /** The page of the product with exactly this sku, model, GTIN or title; null when there is none. */
  productAddress(brand: Brand, term: string): string | null
  /** What came after the discontinued product with exactly this sku, model or GTIN; null when there is no such product, or nothing came. */
  replacement(brand: Brand, term: string): Replacement | null
  /** Where a submitted term leads (SRCH-34, decision search-07); a term that is too short leads to all products. */
  destination(brand: Brand, typed: string): Promise<Destination>
  /** How many products of a category the brand sells. */
  count(brand: Brand, categoryUri: string): number
  /** Whether a facet is a range, for reading an address. */
  isRange(facet: string): boolean
  readonly pageSize: number
  /** Another one after every change of a product: what was made of lists before it is out of date. */
  readonly version: number
  memoryBytes(): number
}

const pageSize = 24
const maxOptions = 40
const maxTitles = 8
const maxRelaxedTerms = 4
/** Among so many of the best, by the words of a term, a product with exactly that title must be. */
const maxPerTitle = 200
/** Nobody reads on further: where something stands there says nothing. */
const maxPlaces = 200

export function createListings({
  catalogue,
  database,
  words,
}: {
  catalogue: Catalogue
  database: Database
  words: Pick<SearchWords, 'synonyms' | 'pinsOf' | 'subscribe'>
}): Listings {
  const emptyIndex = () =>
    createListingIndex({
      synonyms: words.synonyms,
      facetAttributes: catalogue.attributes.filter((one) => one.facet !== null).map((one) => one.code),
    })
  let index = emptyIndex()
  const kindOf = (code: string) => catalogue.attribute(code)?.facet ?? null
  // Menus ask for the same counts with every page; they hold until a product changes.
  const counts = new Map<string, number>()
  let version = 0

  const listener: CatalogueListener = {
    reset() {
      index = emptyIndex()
    },
    changed(changes) {
      counts.clear()
      version++
      const gone = changes.filter((change) => change.row === null).map((change) => change.id)
      if (gone.length > 0) index.remove(gone)
      const there = changes.flatMap((change) => indexed(change))
      for (let at = 0; at < there.length; at += 5_000) index.upsert(there.slice(at, at + 5_000))
      if (changes.length > 1_000) index.settle()
    },
  }
  catalogue.subscribe(listener, { fromStart: true })

  words.subscribe(() => {
    index.setSynonyms(words.synonyms)
    version++
  })

  /** What comes first for a scope: nothing but for a term that somebody has put products first for. */
  function pinnedFor(app: AppCode, scope: ListingScope): readonly number[] | undefined {
    if (!('term' in scope)) return undefined
    const skus = words.pinsOf(app, searchTermOf(scope.term))
    return skus.length === 0 ? undefined : skus.flatMap((sku) => catalogue.productBySku(sku)?.id ?? [])
  }

  function indexed({ row, product }: ProductChange): IndexedProduct[] {
    if (row === null || product === null) return []
    const titles = categoryTrail(row.categoryUri).map((uri) => catalogue.category(uri)?.title ?? uri)
    return [
      {
        productId: row.id,
        sku: row.sku,
        mpn: row.mpn,
        gtin: row.gtin,
        title: row.title,
        uri: row.uri,
        brand: row.brandTitle,
        brandUri: row.brandUri,
        categoryUri: row.categoryUri,
        categoryTitles: titles,
        attributes: row.attributes,
        fit: sizeOf(product),
        offers: indexedOffers(product),
        supply: {
          AU: supplyWithSupplier(product.supplierDirect, supplyOf(product.stock, 'AU')),
          NZ: supplyWithSupplier(product.supplierDirect, supplyOf(product.stock, 'NZ')),
        },
        available: { AU: isBuyable(stockStatusOf(product, 'AU')), NZ: isBuyable(stockStatusOf(product, 'NZ')) },
        ratingAverage: product.rating?.average ?? null,
        ratingCount: product.rating?.count ?? 0,
        releasedOn: row.releasedOn,
        popularity: popularityOf(product),
        keywords: row.shortDescription,
      },
    ]
  }

  function requestsFor(brand: Brand, scope: ListingScope, categoryUri: string | null): FacetRequest[] {
    const own = categoryUri === null ? null : catalogue.category(categoryUri)
    const hasChildren = own === null ? !('brandUri' in scope) : own.children.length > 0
    const attributes = own?.facets ?? []
    return [
      ...(hasChildren ? [{ code: 'category', kind: 'list' as const }] : []),
      ...(brand.hidesPricesWhenAnonymous ? [] : [{ code: 'price', kind: 'range' as const }]),
      { code: 'brand', kind: 'list' as const },
      ...attributes.flatMap((code) => {
        const kind = kindOf(code)
        return kind === null ? [] : [{ code, kind }]
      }),
      { code: 'rating', kind: 'list' as const },
      { code: 'availability', kind: 'list' as const },
    ]
  }

  function labelOf(code: string, value: string): string {
    if (code === 'brand') return catalogue.brandByUri(value)?.title ?? value
    if (code === 'category') return catalogue.category(value)?.title ?? value
    if (code === 'rating') return `${value} stars and up`
    if (code === 'availability') return value === 'available' ? 'Available' : 'Sold out'
    const definition = catalogue.attribute(code)
    if (definition === null) return value
    if (definition.valueType === 'boolean') return value === 'true' ? 'Yes' : 'No'
    const isNumber = definition.valueType === 'number' || definition.valueType === 'stars'
    return attributeText(definition, isNumber ? Number(value) : value)
  }

  const fixedTitles: Readonly<Record<string, string>> = {
    category: 'Category',
    price: 'Price',
    brand: 'Brand',
    rating: 'Customer rating',
    availability: 'Availability',
  }
  const titleOf = (code: string) => fixedTitles[code] ?? catalogue.attribute(code)?.title ?? code

  return {
    pageSize,
    get version() {
      return version
    },
    list(brand, scope, choice, categoryUri, { size = pageSize, ...place } = {}) {
      const answer = listingOf(brand, scope, choice, { categoryUri, limit: size, ...place })
      return {
        total: answer.total,
        cards: cardsOf(brand, answer.productIds),
        facets: facetViewsOf(answer),
        correctedTerm: answer.correctedTerm,
        relaxed: answer.relaxed,
      }
    },
    total: (brand, scope, choice, place) =>
      listingOf(brand, scope, choice, { categoryUri: null, limit: 0, ...place }).total,
    suggest(brand, term, limit) {
      const answer = index.suggest({ app: brand.app, term, limit, pinned: pinnedFor(brand.app, { term }) })
      return { terms: answer.terms, products: searchProducts(brand, answer.productIds) }
    },
    find(brand, scope, { limit, arrives }) {
      const filters: ListingQuery['filters'] = arrives === undefined ? {} : { availability: ['available'] }
      const { app } = brand
      const pinned = pinnedFor(app, scope)
      const { productIds, total, correctedTerm } = index.listing({ app, scope, pinned, filters, arrives, limit })
      return { products: searchProducts(brand, productIds), total, correctedTerm }
    },
    search(brand, term, choice, limit) {
      const answer = listingOf(brand, { term }, choice, { categoryUri: null, limit })
      return {
        products: searchProducts(brand, answer.productIds),
        total: answer.total,
        correctedTerm: answer.correctedTerm,
        facets: facetViewsOf(answer),
      }
    },
    titled(brand, term) {
      const { terms } = index.suggest({ app: brand.app, term, limit: maxTitles })
      return terms.filter((one) => one.kind !== 'term')
    },
    findsNothing(app, term) {
      const scope = { term, relax: false }
      return index.listing({ app, scope, pinned: pinnedFor(app, scope), limit: 0 }).total === 0
    },
    placeOf(app, term, sku) {
      const scope = { term }
      const product = catalogue.productBySku(sku)
      const { productIds } = index.listing({ app, scope, pinned: pinnedFor(app, scope), limit: maxPlaces })
      const at = product === null ? -1 : productIds.indexOf(product.id)
      return at === -1 ? null : at + 1
    },
    relaxedTerms(brand, term) {
      return shorterTerms(term)
        .map((shorter) => {
          const scope = { term: shorter, autoCorrect: false, relax: false }
          return { term: shorter, count: index.listing({ app: brand.app, scope, limit: 0 }).total }
        })
        .filter(({ count }) => count > 0)
        .slice(0, maxRelaxedTerms)
    },
    productAddress(brand, typed) {
      const term = searchTermOf(typed)
      const found = index.destination({ app: brand.app, term })
      if (found.type === 'product') return productPath(found.uri)
      const scope = { term, autoCorrect: false, relax: false }
      const { productIds } = index.listing({ app: brand.app, scope, limit: maxPerTitle })
      const titled = productIds
        .map((id) => catalogue.product(id))
        .find((one) => searchTermOf(one?.title ?? '') === term)
      return titled == null ? null : productPath(titled.uri)
    },
    replacement(brand, typed) {
      const found = index.destination({ app: brand.app, term: searchTermOf(typed) })
      const old = found.type === 'product' ? catalogue.product(found.productId) : null
      const successor = old?.superseded === true ? soldSuccessor(old, { brand, catalogue }) : null
      return old === null || successor === null
        ? null
        : { of: old.title, title: successor.title, href: productPath(successor.uri) }
    },
    async destination(brand, typed) {
      const term = searchTermOf(typed)
      if (term === '') return { url: '/products', type: 'search' }
      const redirect = await searchRedirect(database.db, brand.app, term)
      if (redirect !== null) return { url: redirect, type: 'redirect' }
      const found = index.destination({ app: brand.app, term })
      if (found.type === 'product') return { url: productPath(found.uri), type: 'product' }
      if (found.type === 'category') return { url: categoryPath(found.uri), type: 'category' }
      if (found.type === 'brand') return { url: brandPath(found.uri), type: 'brand' }
      return { url: searchAddress(term), type: 'search' }
    },
    count(brand, categoryUri) {
      const key = `${brand.app} ${categoryUri}`
      const known = counts.get(key) ?? index.listing({ app: brand.app, scope: { categoryUri }, limit: 0 }).total
      counts.set(key, known)
      return known
    },
    isRange: (facet) => facet === 'price' || kindOf(facet) === 'range',
    memoryBytes: () => index.memoryBytes(),
  }

  function listingOf(
    brand: Brand,
    scope: ListingScope,
    choice: ListingChoice,
    { categoryUri, limit, ...place }: PlaceFilters & { readonly categoryUri: string | null; readonly limit: number },
  ): ListingAnswer {
    return index.listing({
      app: brand.app,
      scope,
      pinned: pinnedFor(brand.app, scope),
      facets: requestsFor(brand, scope, categoryUri),
      filters: choice.filters,
      ranges: choice.ranges,
      sort: choice.sort,
      offset: (choice.page - 1) * limit,
      limit,
      hidePrices: brand.hidesPricesWhenAnonymous,
      ...place,
    })
  }

  function facetViewsOf(answer: ListingAnswer): FacetView[] {
    return answer.facets.flatMap((facet): FacetView[] => {
      const title = titleOf(facet.code)
      if (facet.kind === 'list') {
        const options = facet.options.slice(0, maxOptions).map(({ value, count, selected }) => {
          const label = labelOf(facet.code, value)
          return { value, count, ...(label === value ? {} : { label }), ...(selected ? { selected } : {}) }
        })
        // A filter with one answer narrows nothing, unless it is the one that is on.
        return options.length > 1 || options.some((one) => one.selected)
          ? [{ code: facet.code, title, kind: 'list', options }]
          : []
      }
      const { min, max, selectedMin, selectedMax } = facet
      const isUseless = min === null || max === null || (min === max && selectedMin === null && selectedMax === null)
      if (isUseless) return []
      return [
        {
          code: facet.code,
          title,
          kind: 'range',
          unit: facet.code === 'price' ? '$' : (catalogue.attribute(facet.code)?.unit ?? null),
          min,
          max,
          selectedMin,
          selectedMax,
        },
      ]
    })
  }

  function searchProducts(brand: Brand, ids: readonly number[]): SearchProduct[] {
    const today = catalogue.today(brand.country)
    return ids.flatMap((id) => {
      const product = catalogue.product(id)
      return product?.offers[brand.app] === undefined ? [] : [toSearchProductResponse(product, { brand, today })]
    })
  }

  function cardsOf(brand: Brand, ids: readonly number[]): Card[] {
    const today = catalogue.today(brand.country)
    return ids.flatMap((id) => {
      const product = catalogue.product(id)
      const card = product === null ? null : cardOf(product, brand, today)
      return card === null ? [] : [card]
    })
  }
}

/** What took the place of a product that is made no more; null when nothing did, or the app does not sell it. */
export function soldSuccessor(
  { supersededBy }: Pick<ProductSummary, 'supersededBy'>,
  { brand, catalogue }: { readonly brand: Brand; readonly catalogue: Catalogue },
): ProductSummary | null {
  const successor = supersededBy === null ? null : catalogue.productBySku(supersededBy)
  return successor?.offers[brand.app] === undefined ? null : successor
}

/** What each app asks in the end, by which lists are sorted and filtered; 0 for a price that has to be asked for. */
function indexedOffers({ offers }: ProductSummary): IndexedProduct['offers'] {
  const indexed: Partial<Record<AppCode, { price: number; rrp: number | null }>> = {}
  for (const [app, offer] of Object.entries(offers) as [AppCode, SoldOffer][]) {
    const given = offerIn(offer, brandOf(app))
    indexed[app] = isValidPrice(given.price)
      ? { price: effectivePrice(given), rrp: given.rrp }
      : { price: 0, rrp: null }
  }
  return indexed
}

/** Well rated by many comes first; a product without ratings stands behind those with a middling one. */
function popularityOf({ rating }: ProductSummary): number {
  return rating === null ? 0 : Math.round(rating.average * 100 * Math.log10(10 + rating.count))
}

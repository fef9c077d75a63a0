import type { AppCode } from '../../brands/apps.ts'
import type { Brand } from '../../brands/brands.ts'

/** The orders a listing can be shown in (decision catalogue-09, and by running cost); the first is the default. */
export const sortIds = ['relevance', 'price-asc', 'price-desc', 'name', 'newest', 'rating', 'running-cost'] as const
export type SortId = (typeof sortIds)[number]

/** A term shorter than this counts as no term at all (SRCH-23, decision search-01). */
export const minimumTermLength = 2
/** What a search field accepts (SRCH-20). */
export const maximumTermLength = 100

const maxWordsToRelax = 5

/** What a search field has to know of its shop. */
export type SearchSettings = Pick<
  Brand,
  'searchPlaceholder' | 'suggestionTiles' | 'suggestionsFrom' | 'drawsRibbons'
> & {
  /** So many characters a keyword must have before anything is looked up for it (SRCH-22, decision search-01). */
  readonly minLength: number
}

export function searchSettingsOf(brand: Brand): SearchSettings {
  const { searchPlaceholder, suggestionTiles, suggestionsFrom, drawsRibbons } = brand
  return { searchPlaceholder, suggestionTiles, suggestionsFrom, drawsRibbons, minLength: minimumTermLength }
}

/** Whether the field shows that it is waiting for a destination (SRCH-18). */
export function showsLoading({ suggestionsFrom }: Pick<SearchSettings, 'suggestionsFrom'>): boolean {
  return suggestionsFrom === 'product-search'
}

/** No product is named in more words; what comes behind is not searched for. */
const maxTermLength = 200

/**
 * What is searched for when this was typed: the steps of decision search-03 in its order (SRCH-23, SRCH-25). The answer is '' when
 * fewer than two characters are left. Letter case stays; see `searchTermOf`.
 */
export function sanitiseTerm(typed: string): string {
  const term = typed
    .slice(0, maxTermLength)
    .replace(/[<>;]/g, '')
    .replace(/\.{2,}/g, '')
    .replace(/[^\p{L}\p{Nd}\-_+./\s]/gu, '')
    // '.@.' has only now become '..'.
    .replace(/\.{2,}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return [...term].length < minimumTermLength ? '' : term
}

/** The term as search state and addresses hold it: sanitised and in lower case (SRCH-26, decision search-04). */
export function searchTermOf(typed: string): string {
  return sanitiseTerm(typed).toLowerCase()
}

/** The page that shows every result of a term (SRCH-01, decision search-04). */
export function searchAddress(term: string): string {
  return `/search/${encodeURIComponent(term)}`
}

/** The term whose results a path shows; '' for every other page. */
export function searchedTermIn(path: string): string {
  const [, page, term = ''] = path.split('/')
  try {
    return page === 'search' ? decodeURIComponent(term) : ''
  } catch {
    // A broken address is its page's concern.
    return ''
  }
}

/**
 * Shorter searches to offer when nothing holds every word of a term: each word left out in turn, then, where that leaves more than one,
 * each word alone.
 */
export function shorterTerms(term: string): string[] {
  const words = term.split(' ').slice(0, maxWordsToRelax)
  if (words.length < 2) return []
  const without = words.map((_, at) => words.toSpliced(at, 1).join(' '))
  return [...new Set([...without, ...words])].filter((one) => sanitiseTerm(one) !== '')
}

/**
 * A facet to count. `code` is an attribute code or one of 'brand' (values are brand uris), 'category' (uris of the scope's direct
 * children), 'availability' ('available', 'sold-out'), 'rating' ('4' means four stars and up), 'space' (filters only; '900x1800x700x20',
 * see `spaceText`), 'condition' ('CosmeticImperfection') and 'price' (a range in cents of the app). Those seven always mean themselves and keep their own kind.
 */
export type FacetRequest = { readonly code: string; readonly kind: 'list' | 'range' }

export type FacetOption = { readonly value: string; readonly count: number; readonly selected: boolean }

export type ListFacet = {
  readonly code: string
  readonly kind: 'list'
  /** Most products first, then natural order; ratings from four stars down. A selected value stays even when its count is 0. */
  readonly options: readonly FacetOption[]
}

export type RangeFacet = {
  readonly code: string
  readonly kind: 'range'
  /** The least and greatest value that the other filters leave: cents for 'price', else the attribute's unit. Null when none. */
  readonly min: number | null
  readonly max: number | null
  readonly selectedMin: number | null
  readonly selectedMax: number | null
}

export type ListingFacet = ListFacet | RangeFacet

/** Both ends belong to the range. */
export type RangeFilter = { readonly min?: number | undefined; readonly max?: number | undefined }

/** A search by words. Both switches default to true: correcting typos (decision search-10), matching any word (search-08). */
export type TermScope = { readonly term: string; readonly autoCorrect?: boolean; readonly relax?: boolean }

export type ListingScope =
  | { readonly categoryUri: string }
  | { readonly brandUri: string }
  | { readonly productIds: readonly number[] }
  | TermScope
  /** Sold by the app below its recommended retail price. */
  | { readonly belowRrp: true }
  | { readonly all: true }

export type ListingQuery = {
  readonly app: AppCode
  readonly scope: ListingScope
  /** Products that come first by relevance, in this order, whether the term finds them or not; those that the app shows. */
  readonly pinned?: readonly number[] | undefined
  readonly facets?: readonly FacetRequest[]
  /** Values wanted by facet: alternatives within one facet, all facets must hold (decision catalogue-09). */
  readonly filters?: Readonly<Record<string, readonly string[]>>
  /** Ranges wanted by facet: 'price' in cents, number attributes in their unit. */
  readonly ranges?: Readonly<Record<string, RangeFilter>>
  readonly sort?: SortId
  readonly offset?: number
  readonly limit?: number
  /** Only products that can come in time, as one more filter; asked once for each kind of supply, however many products have it. */
  readonly arrives?: ((supply: string) => boolean) | undefined
  /** Only products of categories it says yes to, as one more filter. */
  readonly inCategory?: ((categoryUri: string) => boolean) | undefined
  /** Only products it says yes to, by their ids, as one more filter: those that can have a service, say. Asked for every product. */
  readonly ofProduct?: ((productId: number) => boolean) | undefined
  /** Only products of brands it says yes to, as one more filter: those that a day can be promised for, say. */
  readonly ofBrand?: ((brandUri: string) => boolean) | undefined
  /** Leaves out the price facet, ignores a price range, and sorts by relevance where a price sort is asked for. */
  readonly hidePrices?: boolean
  /** Adds products flagged for staff or trade; only after the visitor's token was checked (decision search-09). */
  readonly includeStaffOnly?: boolean
}

export type ListingAnswer = {
  readonly total: number
  /** One page, in order. */
  readonly productIds: readonly number[]
  /** In the order they were asked for. */
  readonly facets: readonly ListingFacet[]
  /** What was searched instead of the typed term, in lower case; null when the term itself was found. */
  readonly correctedTerm: string | null
  /** True when nothing holds every word and the products hold some of them. */
  readonly relaxed: boolean
}

export type SuggestionQuery = {
  readonly app: AppCode
  readonly term: string
  /** At most this many products, and at most this many terms. */
  readonly limit: number
  /** As in a `ListingQuery`. */
  readonly pinned?: readonly number[] | undefined
  readonly autoCorrect?: boolean
  readonly includeStaffOnly?: boolean
}

export type SuggestedTerm =
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'category' | 'brand'; readonly text: string; readonly uri: string }

export type SuggestionAnswer = {
  readonly terms: readonly SuggestedTerm[]
  readonly productIds: readonly number[]
  readonly correctedTerm: string | null
  readonly total: number
}

export type DestinationQuery = { readonly app: AppCode; readonly term: string; readonly includeStaffOnly?: boolean }

/** Where a submitted term leads (decision search-07, without its configured redirects, which the caller looks up first). */
export type SearchDestination =
  | { readonly type: 'product'; readonly productId: number; readonly uri: string }
  | { readonly type: 'category' | 'brand'; readonly uri: string }
  | { readonly type: 'search'; readonly term: string }

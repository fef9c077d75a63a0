import type { Card } from '../catalogue/product/card.ts'
import type { SearchProduct } from './search-product.ts'
import type { ListingQuery, SearchSettings, SuggestedTerm } from './search.ts'

/** Listings and searches as pages and calls show them. */

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

/** What helps when nothing was found. */
export type ListingHelp = {
  /** Why, in words. */
  readonly text: string
  /** The lists that are left when one filter goes, with how much is in them; none of them is empty. */
  readonly without: readonly { readonly label: string; readonly href: string; readonly count: number }[]
  /** Pages that answer what the words name besides products, such as returns. */
  readonly pages: readonly { readonly title: string; readonly path: string }[]
  readonly categories: readonly { readonly title: string; readonly href: string }[]
  readonly supportNumber: string
  readonly supportText: string
  readonly search: SearchSettings
}

import { brandPath } from '../../catalogue/catalogue.ts'
import { searchAddress, showsLoading, type SearchSettings } from '../search.ts'
import type { SearchProduct, SearchSuggestion } from '../search-product.ts'

/** Which call feeds the dropdown and which resolves a submitted keyword, per app (decision search-06). */

/** What a suggested term is; left out where its address says it. */
export type TermKind = 'recent' | 'popular' | 'term' | 'category' | 'brand' | 'help'

export type Suggestions = {
  readonly terms: readonly { readonly text: string; readonly url: string; readonly kind?: TermKind }[]
  readonly products: readonly SearchProduct[]
}

type Visitor = { readonly isAuthenticated: boolean }

const maxCategories = 3
const maxBrands = 2

/** The call that is asked for suggestions. */
export function suggestionsCall(
  term: string,
  { suggestionsFrom, suggestionTiles }: Pick<SearchSettings, 'suggestionsFrom' | 'suggestionTiles'>,
  visitor: Visitor,
) {
  const limit = suggestionTiles.large
  switch (suggestionsFrom) {
    case 'product-search':
      return { path: '/api/v3/search/products', query: { searchTerm: term, limit, ...widOf(visitor) } } as const
    case 'header-search':
      return { path: '/api/search/products', query: { searchTerms: term, ...widOf(visitor) } } as const
    case 'suggestion-search':
      return { path: '/api/v3/search/suggestions', query: { searchTerm: term, limit, ...widOf(visitor) } } as const
  }
}

type ProductSearchAnswer = {
  readonly products: readonly SearchProduct[]
  readonly didYouMean: string | null
  readonly replacedBy: SearchSuggestion | null
  readonly facets: readonly {
    readonly id: string
    readonly options: readonly { readonly value: string; readonly label: string }[]
  }[]
}
type HeaderSearchAnswer = {
  readonly SearchSuggestions: readonly SearchSuggestion[]
  readonly ProductResults: readonly SearchProduct[]
}
type SuggestionSearchAnswer = {
  readonly suggestions: readonly SearchSuggestion[]
  readonly products: readonly SearchProduct[]
}

/** The suggestions in the answer of that call, at most as many products as there are tiles. */
export function suggestionsIn(
  term: string,
  answer: ProductSearchAnswer | HeaderSearchAnswer | SuggestionSearchAnswer,
  { suggestionTiles }: Pick<SearchSettings, 'suggestionTiles'>,
): Suggestions {
  const shown = (products: readonly SearchProduct[]) => products.slice(0, suggestionTiles.large)
  if ('ProductResults' in answer) return { terms: answer.SearchSuggestions, products: shown(answer.ProductResults) }
  if ('suggestions' in answer) return { terms: answer.suggestions, products: shown(answer.products) }
  const { products, didYouMean, replacedBy, facets } = answer
  const meant = didYouMean === null ? [] : [{ text: didYouMean, url: searchAddress(didYouMean) }]
  const optionsOf = (id: string) => facets.find((facet) => facet.id === id)?.options ?? []
  const words = term.split(' ')
  const brands = optionsOf('brand').filter(({ label }) =>
    words.some((word) => word.length > 1 && ` ${label.toLowerCase()}`.includes(` ${word}`)),
  )
  return {
    terms: [
      ...(replacedBy === null ? [] : [replacedBy]),
      ...meant,
      ...optionsOf('category')
        .slice(0, maxCategories)
        .map(({ value, label }) => ({
          text: `${term} in ${label}`,
          url: `${searchAddress(term)}?${new URLSearchParams({ filter: `category:${value}` })}`,
        })),
      ...brands.slice(0, maxBrands).map(({ value, label }) => ({ text: label, url: brandPath(value) })),
    ],
    products: shown(products),
  }
}

/** The call that is asked where a submitted keyword leads; both answer with `url`. */
export function destinationCall(term: string, settings: Pick<SearchSettings, 'suggestionsFrom'>, visitor: Visitor) {
  return showsLoading(settings)
    ? ({ path: '/api/v3/search/destination', query: { searchTerm: term, ...widOf(visitor) } } as const)
    : ({ path: '/api/v2/sitesearch/search-url', query: { searchterms: term, ...widOf(visitor) } } as const)
}

/** A visitor who is signed in asks for what only staff and trade see; the server looks at the token (SRCH-19, decision search-09). */
const widOf = ({ isAuthenticated }: Visitor) => (isAuthenticated ? { wid: 'true' } : {})

import { searchAddress, showsLoading, type SearchSettings } from '../search.ts'
import type { SearchProduct, SearchSuggestion } from '../search-product.ts'

/** Which call feeds the dropdown and which resolves a submitted keyword, per app (decision search-06). */

export type Suggestions = {
  readonly terms: readonly { readonly text: string; readonly url: string }[]
  readonly products: readonly SearchProduct[]
}

type Visitor = { readonly isAuthenticated: boolean }

const maxCategories = 3

/** The address to ask for suggestions. */
export function suggestionsCall(
  term: string,
  { suggestionsFrom, suggestionTiles }: Pick<SearchSettings, 'suggestionsFrom' | 'suggestionTiles'>,
  visitor: Visitor,
): string {
  const limit = String(suggestionTiles.large)
  switch (suggestionsFrom) {
    case 'product-search':
      return call('/api/v3/search/products', { searchTerm: term, limit }, visitor)
    case 'header-search':
      return call('/api/search/products', { searchTerms: term }, visitor)
    case 'suggestion-search':
      return call('/api/v3/search/suggestions', { searchTerm: term, limit }, visitor)
  }
}

type ProductSearchAnswer = {
  products: SearchProduct[]
  didYouMean: string | null
  replacedBy: SearchSuggestion | null
  facets: { id: string; options: { value: string; label: string }[] }[]
}
type HeaderSearchAnswer = { SearchSuggestions: SearchSuggestion[]; ProductResults: SearchProduct[] }
type SuggestionSearchAnswer = { suggestions: SearchSuggestion[]; products: SearchProduct[] }

/** The suggestions in the answer of that call, at most as many products as there are tiles. */
export function suggestionsIn(
  term: string,
  body: unknown,
  { suggestionsFrom, suggestionTiles }: Pick<SearchSettings, 'suggestionsFrom' | 'suggestionTiles'>,
): Suggestions {
  switch (suggestionsFrom) {
    case 'product-search': {
      const { products, didYouMean, replacedBy, facets } = body as ProductSearchAnswer
      const meant = didYouMean === null ? [] : [{ text: didYouMean, url: searchAddress(didYouMean) }]
      const categories = facets.find((facet) => facet.id === 'category')?.options ?? []
      return {
        terms: [
          ...(replacedBy === null ? [] : [replacedBy]),
          ...meant,
          ...categories.slice(0, maxCategories).map(({ value, label }) => ({
            text: `${term} in ${label}`,
            url: `${searchAddress(term)}?${new URLSearchParams({ filter: `category:${value}` })}`,
          })),
        ],
        products: products.slice(0, suggestionTiles.large),
      }
    }
    case 'header-search': {
      const { SearchSuggestions: terms, ProductResults: products } = body as HeaderSearchAnswer
      return { terms, products: products.slice(0, suggestionTiles.large) }
    }
    case 'suggestion-search': {
      const { suggestions: terms, products } = body as SuggestionSearchAnswer
      return { terms, products: products.slice(0, suggestionTiles.large) }
    }
  }
}

/** The address to ask where a submitted keyword leads; both calls answer with `url`. */
export function destinationCall(
  term: string,
  settings: Pick<SearchSettings, 'suggestionsFrom'>,
  visitor: Visitor,
): string {
  return showsLoading(settings)
    ? call('/api/v3/search/destination', { searchTerm: term }, visitor)
    : call('/api/v2/sitesearch/search-url', { searchterms: term }, visitor)
}

/** A visitor who is signed in asks for what only staff and trade see; the server looks at the token (SRCH-19, decision search-09). */
function call(path: string, query: Record<string, string>, { isAuthenticated }: Visitor): string {
  return `${path}?${new URLSearchParams({ ...query, ...(isAuthenticated ? { wid: 'true' } : {}) })}`
}

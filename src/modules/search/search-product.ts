import { productPath } from '../catalogue/catalogue.ts'
import type { SearchProductResponse } from '../catalogue/product/product-responses.ts'

/** Products and suggestions as the search calls carry them (docs/spec/decisions/search.md); prices are dollars. */

export type SearchProduct = SearchProductResponse

export type SearchSuggestion = {
  readonly type: 'term' | 'product'
  readonly text: string
  readonly url: string
  readonly imageUrl: string | null
  readonly price: number | null
}

export function productSuggestion(product: SearchProduct): SearchSuggestion {
  return {
    type: 'product',
    text: product.title,
    url: productPath(product.uri),
    imageUrl: product.image,
    price: product.price,
  }
}

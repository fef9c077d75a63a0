import type { Brand } from '../../../brands/brands.ts'
import type { Database } from '../../../platform/database/database.server.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { brandPath, categoryPath, productPath } from '../../catalogue/catalogue.ts'
import type { Replacement, Destination } from '../listing-views.ts'
import { searchAddress, searchTermOf } from '../search.ts'
import { soldSuccessor } from '../successor.server.ts'
import { helpTopicOf } from '../help-topics.ts'
import { narrows, plainChoice } from '../listing-query.ts'
import type { Understanding } from '../understanding/query-understanding.ts'
import { typedTermOf } from '../understanding/typed-term.ts'
import { understoodAddress } from '../understanding/understood-address.ts'
import type { CurrentIndex } from './current-index.server.ts'
import { searchRedirect } from './search-redirects-store.server.ts'

/** Where a typed term leads. */
export type TermDestinations = {
  /** The page of the product with exactly this sku, model, GTIN or title; null when there is none. */
  productAddress(brand: Brand, term: string): string | null
  /** What came after the discontinued product with exactly this sku, model or GTIN; null when there is no such product, or nothing came. */
  replacement(brand: Brand, term: string): Replacement | null
  /** Where a submitted term leads (SRCH-34, decision search-07); a term that is too short leads to all products. */
  destination(brand: Brand, typed: string): Promise<Destination>
}

export type TermDestinationsDeps = {
  readonly catalogue: Catalogue
  readonly database: Database
  readonly current: CurrentIndex
  readonly understand: (brand: Brand, term: string) => Understanding
  readonly hasText: (brand: Brand, name: string) => boolean
}

/** Among so many of the best, by the words of a term, a product with exactly that title must be. */
const maxPerTitle = 200

export function createTermDestinations({
  catalogue,
  database,
  current,
  understand,
  hasText,
}: TermDestinationsDeps): TermDestinations {
  return {
    productAddress(brand, typed) {
      const term = searchTermOf(typed)
      const found = current.index.destination({ app: brand.app, term })
      if (found.type === 'product') return productPath(found.uri)
      const scope = { term, autoCorrect: false, relax: false }
      const { productIds } = current.index.listing({ app: brand.app, scope, limit: maxPerTitle })
      const titled = productIds
        .map((id) => catalogue.product(id))
        .find((one) => searchTermOf(one?.title ?? '') === term)
      return titled == null ? null : productPath(titled.uri)
    },
    replacement(brand, typed) {
      const found = current.index.destination({ app: brand.app, term: searchTermOf(typed) })
      const old = found.type === 'product' ? catalogue.product(found.productId) : null
      const successor = old?.superseded === true ? soldSuccessor(old, { brand, catalogue }) : null
      return old === null || successor === null
        ? null
        : { of: old.title, title: successor.title, href: productPath(successor.uri) }
    },
    async destination(brand, typed) {
      const term = typedTermOf(typed)
      if (term === '') return { url: '/products', type: 'search' }
      const redirect = await searchRedirect(database.db, brand.app, term)
      if (redirect !== null) return { url: redirect, type: 'redirect' }
      const found = current.index.destination({ app: brand.app, term })
      if (found.type === 'product') return { url: productPath(found.uri), type: 'product' }
      if (found.type === 'category') return { url: categoryPath(found.uri), type: 'category' }
      if (found.type === 'brand') return { url: brandPath(found.uri), type: 'brand' }
      const help = helpTopicOf(term, brand, (name) => hasText(brand, name))
      if (help !== null) return { url: help.path, type: 'redirect' }
      const read = understand(brand, term)
      return { url: narrows(read) ? understoodAddress(read, plainChoice) : searchAddress(term), type: 'search' }
    },
  }
}

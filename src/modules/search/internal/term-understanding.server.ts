import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { narrows, withUnderstood, type ListingChoice } from '../listing-query.ts'
import type { ListingScope, TermScope } from '../search.ts'
import { understandQuery, type Understanding } from '../understanding/query-understanding.ts'
import type { CurrentIndex } from './current-index.server.ts'
import { createQueryKnowledge } from './query-knowledge.server.ts'

/** So many of the best results say which filters matter. */
const resultsLookedAt = 48

/** What terms say besides words, and which categories their results are in. */
export function createTermUnderstanding({
  catalogue,
  current,
}: {
  readonly catalogue: Catalogue
  readonly current: CurrentIndex
}) {
  const knowledgeOf = createQueryKnowledge({ catalogue, current })

  function understand(brand: Brand, term: string): Understanding {
    const isExact = current.index.destination({ app: brand.app, term }).type === 'product'
    // Products that staff have pinned to a term belong to the whole of it.
    return isExact || current.pinnedFor(brand.app, { term }) !== undefined
      ? { term, filters: {}, ranges: {}, unknownBrand: null }
      : understandQuery(term, knowledgeOf(brand))
  }

  /** What a term asks for as a scope and a choice. */
  function understood(brand: Brand, scope: TermScope, choice: ListingChoice) {
    const read = understand(brand, scope.term)
    const isBare = read.term === '' && read.unknownBrand === null && narrows(read)
    const own = isBare ? ({ all: true } as const) : { ...scope, term: read.term }
    return { scope: own, choice: withUnderstood(choice, read) }
  }

  /** The leaf categories of the best results of a term, each as often as it is among them. */
  function resultCategories(brand: Brand, scope: ListingScope): string[] {
    if (!('term' in scope)) return []
    const { productIds } = current.index.listing({ app: brand.app, scope, limit: resultsLookedAt })
    return productIds.flatMap((id) => catalogue.product(id)?.categoryUri ?? [])
  }

  return { understand, understood, resultCategories }
}

import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { shorterTerms, type SuggestedTerm } from '../search.ts'
import type { CurrentIndex } from './current-index.server.ts'

/** What the words of a term find, apart from the list itself. */
export type TermQuestions = {
  /** Categories and brands whose titles hold the words of a term. */
  titled(brand: Brand, term: string): readonly Exclude<SuggestedTerm, { kind: 'term' }>[]
  /** Whether no product holds every word of a term, however it is spelt. */
  findsNothing(app: AppCode, term: string): boolean
  /** Whether a product holds every word of a term just as it is written. */
  findsAsWritten(app: AppCode, term: string): boolean
  /** Where a product stands among the results of a term, from 1; null when it is not among the first two hundred. */
  placeOf(app: AppCode, term: string, sku: string): number | null
  /** Shorter searches that find something, the longest first; for a term of which nothing holds every word. */
  relaxedTerms(brand: Brand, term: string): readonly { readonly term: string; readonly count: number }[]
}

const maxTitles = 8
const maxRelaxedTerms = 4
/** Nobody reads on further: where something stands there says nothing. */
const maxPlaces = 200

export function createTermQuestions({
  catalogue,
  current,
}: {
  readonly catalogue: Catalogue
  readonly current: CurrentIndex
}): TermQuestions {
  return {
    titled(brand, term) {
      const { terms } = current.index.suggest({ app: brand.app, term, limit: maxTitles })
      return terms.filter((one) => one.kind !== 'term')
    },
    findsNothing(app, term) {
      const scope = { term, relax: false }
      return current.index.listing({ app, scope, pinned: current.pinnedFor(app, scope), limit: 0 }).total === 0
    },
    findsAsWritten(app, term) {
      const scope = { term, relax: false, autoCorrect: false }
      return current.index.listing({ app, scope, limit: 0 }).total > 0
    },
    placeOf(app, term, sku) {
      const scope = { term }
      const product = catalogue.productBySku(sku)
      const { productIds } = current.index.listing({
        app,
        scope,
        pinned: current.pinnedFor(app, scope),
        limit: maxPlaces,
      })
      const at = product === null ? -1 : productIds.indexOf(product.id)
      return at === -1 ? null : at + 1
    },
    relaxedTerms(brand, term) {
      return shorterTerms(term)
        .map((shorter) => {
          const scope = { term: shorter, autoCorrect: false, relax: false }
          return { term: shorter, count: current.index.listing({ app: brand.app, scope, limit: 0 }).total }
        })
        .filter(({ count }) => count > 0)
        .slice(0, maxRelaxedTerms)
    },
  }
}

import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { AttributeFacts, ProductFacts, QueryKnowledge } from '../understanding/query-understanding.ts'
import { measuredAttributes } from '../understanding/query-measures.ts'
import type { ListingAnswer, ListingScope } from '../search.ts'
import type { CurrentIndex } from './current-index.server.ts'
import { contentWords } from './engine/text/synonyms.ts'

type KnowledgeDeps = { readonly catalogue: Catalogue; readonly current: CurrentIndex }

/** Of the products that mention a brand's words, so many must be made by it: 'oak' is a timber, even where a maker is called Oak. */
const minOwnShare = 0.5

/** What `understandQuery` asks about the products of an app, answered by the index. */
export function createQueryKnowledge({ catalogue, current }: KnowledgeDeps): (brand: Brand) => QueryKnowledge {
  return (brand) => {
    const { app, hidesPricesWhenAnonymous: hidesPrices } = brand
    const total = (scope: ListingScope, brandUri: string | null = null) =>
      current.index.listing({ app, scope, limit: 0, ...(brandUri === null ? {} : { filters: { brand: [brandUri] } }) })
        .total
    const inWords = (term: string) => ({ term, autoCorrect: false, relax: false })
    return {
      brands: catalogue.brands
        .filter(({ uri }) => catalogue.directory.isSold(app, uri))
        .map(({ uri, title }) => ({ uri, words: contentWords(title) })),
      namesBrand(uri, words) {
        const mentions = total(inWords(words))
        return mentions > 0 && total(inWords(words), uri) >= mentions * minOwnShare
      },
      finds: (words) => total(inWords(words)) > 0,
      factsOf(words) {
        const scope = words === '' ? ({ all: true } as const) : { term: words, relax: false }
        return factsIn(
          current.index.listing({
            app,
            scope,
            limit: 0,
            hidePrices: hidesPrices,
            facets: [
              { code: 'price', kind: 'range' },
              ...measuredAttributes.map((code) => ({ code, kind: 'list' as const })),
            ],
          }),
        )
      },
      isRange: (code) => catalogue.attribute(code)?.facet === 'range',
    }
  }
}

function factsIn({ total, facets }: ListingAnswer): ProductFacts {
  const price = facets.find(({ code }) => code === 'price')
  return {
    total,
    price:
      price?.kind === 'range' && price.min !== null && price.max !== null ? { min: price.min, max: price.max } : null,
    attribute(code): AttributeFacts {
      const facet = facets.find((one) => one.code === code)
      const amounts = (facet?.kind === 'list' ? facet.options : [])
        .map(({ value, count }) => ({ amount: Number(value), count }))
        .filter(({ amount }) => Number.isFinite(amount))
        .toSorted((a, b) => a.amount - b.amount)
      return { count: amounts.reduce((sum, { count }) => sum + count, 0), amounts }
    },
  }
}

import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { CatalogueListener } from '../../catalogue/catalogue-changes.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import type { SearchWords } from '../search-words.server.ts'
import { searchTermOf, type ListingScope } from '../search.ts'
import { createListingIndex, type ListingIndex } from './engine/listing-index.server.ts'
import { indexedProducts } from './indexed-products.server.ts'

/** The index of what is sold, changed as the catalogue and the words of the search change. */
export type CurrentIndex = {
  /** Another one after the catalogue was read anew: ask for it each time. */
  readonly index: ListingIndex
  /** Another one after every change of a product: what was made of lists before it is out of date. */
  readonly version: number
  /** How many products of a category the brand sells. */
  count(brand: Brand, categoryUri: string): number
  /** What comes first for a scope: nothing but for a term that somebody has put products first for. */
  pinnedFor(app: AppCode, scope: ListingScope): readonly number[] | undefined
}

export type CurrentIndexDeps = {
  readonly catalogue: Catalogue
  readonly words: Pick<SearchWords, 'synonyms' | 'pinsOf' | 'subscribe'>
}

export function openCurrentIndex({ catalogue, words }: CurrentIndexDeps): CurrentIndex {
  const emptyIndex = () =>
    createListingIndex({
      synonyms: words.synonyms,
      facetAttributes: catalogue.attributes.filter((one) => one.facet !== null).map((one) => one.code),
    })
  let index = emptyIndex()
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
      const there = changes.flatMap((change) => indexedProducts(change, catalogue))
      for (let at = 0; at < there.length; at += 5_000) index.upsert(there.slice(at, at + 5_000))
      if (changes.length > 1_000) index.settle()
    },
  }
  catalogue.subscribe(listener, { fromStart: true })

  words.subscribe(() => {
    index.setSynonyms(words.synonyms)
    version++
  })

  return {
    get index() {
      return index
    },
    get version() {
      return version
    },
    count(brand, categoryUri) {
      const key = `${brand.app} ${categoryUri}`
      const known = counts.get(key) ?? index.listing({ app: brand.app, scope: { categoryUri }, limit: 0 }).total
      counts.set(key, known)
      return known
    },
    pinnedFor(app: AppCode, scope: ListingScope): readonly number[] | undefined {
      if (!('term' in scope)) return undefined
      const skus = words.pinsOf(app, searchTermOf(scope.term))
      return skus.length === 0 ? undefined : skus.flatMap((sku) => catalogue.productBySku(sku)?.id ?? [])
    },
  }
}

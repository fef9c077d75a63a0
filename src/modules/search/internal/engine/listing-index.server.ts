import type { AppCode, Country } from '../../../../brands/apps.ts'
import type { IndexedOffer, IndexedProduct } from './listing/indexed-product.ts'
import { ListingPass } from './listing/listing-pass.ts'
import { answerListing } from './listing/listing.ts'
import { assertOffer, assertProduct, ProductTable } from './listing/product-table.ts'
import type {
  DestinationQuery,
  ListingAnswer,
  ListingQuery,
  SearchDestination,
  SuggestionAnswer,
  SuggestionQuery,
} from '../../search.ts'
import { answerDestination, answerSuggestions } from './text/suggestions.ts'
import { Synonyms } from './text/synonyms.ts'
import { TextIndex } from './text/text-index.ts'
import { TextSearch } from './text/text-search.ts'
import { TitleDirectory } from './text/title-directory.ts'

export type { IndexedAttribute, IndexedOffer, IndexedProduct } from './listing/indexed-product.ts'

/**
 * The catalogue in memory: one index for all eight apps, which answers listings and searches without asking the database (design,
 * architecture section 4). It is synchronous and belongs to one process; every answer already knows of every change made before it.
 */
export type ListingIndex = {
  /** How many products it holds, sold by some app or by none. */
  readonly size: number

  /**
   * Adds products, or replaces those with the same id; of two with one id the later wins. Throws a RangeError, and has then changed
   * nothing, for an id or price that is no safe integer, a price of 2^29 cents or more, a rating outside 0 to 5, or no popularity.
   */
  upsert(products: readonly IndexedProduct[]): void

  /** Takes products out; ids that it does not hold are passed over. */
  remove(productIds: readonly number[]): void

  /** What one app asks from now on, in integer cents; null when it no longer sells it. False for an unknown product. */
  setOffer(productId: number, app: AppCode, offer: IndexedOffer | null): boolean

  /** Whether it can be bought in a country from now on. False for an unknown product. */
  setAvailable(productId: number, country: Country, isAvailable: boolean): boolean

  /**
   * One page of a category, brand, promotion, sale, search or everything, with its facets (decision catalogue-09). Several values of
   * one facet are alternatives and its counts ignore its own selection; several facets all hold. An unknown category, brand or
   * attribute is an empty page, not an error. `offset` defaults to 0 and `limit` to 24.
   *
   * Relevance is availability in the app's country, then popularity; for a term: an exact sku, model or GTIN, then models that begin with it or are one typo
   * away, then availability, then how well the words fit.
   */
  listing(query: ListingQuery): ListingAnswer

  /**
   * What to show while a term is typed (SRCH-35, decision search-06): categories and brands whose titles fit, ways to finish the last
   * word, and the first products. It corrects typos, but never relaxes. A term that is too short is an empty answer (search-01).
   */
  suggest(query: SuggestionQuery): SuggestionAnswer

  /** Where a submitted term leads: exact sku or model, category title, brand name, else the search page (SRCH-34, search-07). */
  destination(query: DestinationQuery): SearchDestination

  /** Makes these groups the synonyms, from the next search on. */
  setSynonyms(groups: readonly (readonly string[])[]): void

  /** Does the work left for later (sorting by name, popularity and spelling), so that the first visitor does not wait for it. */
  settle(): void

  /** About how much memory the index takes. */
  memoryBytes(): number
}

export type ListingIndexOptions = {
  /** Phrases that mean the same, by group; the usual ones when left out. */
  readonly synonyms?: readonly (readonly string[])[] | undefined
  /** The attributes that may be filters. The others are searched by their words but take no column. All of them when left out. */
  readonly facetAttributes?: readonly string[]
}

/** An empty index. Loading 100,000 products takes seconds: call `upsert` with some thousands at a time, and `settle` at the end. */
export function createListingIndex({ facetAttributes, synonyms: groups }: ListingIndexOptions = {}): ListingIndex {
  const table = new ProductTable(facetAttributes ? new Set(facetAttributes) : null)
  const synonyms = new Synonyms(groups)
  const text = new TextIndex(synonyms)
  const categories = new TitleDirectory(synonyms)
  const brands = new TitleDirectory(synonyms)
  const parts = { table, text, search: new TextSearch(text), pass: new ListingPass(), categories, brands }

  const add = (product: IndexedProduct) => {
    text.add(table.add(product), product)
    brands.put(product.brandUri, product.brand)
    const slugs = product.categoryUri.split('/')
    for (const [depth, title] of product.categoryTitles.slice(0, slugs.length).entries()) {
      categories.put(slugs.slice(0, depth + 1).join('/'), title)
    }
  }

  /** Changed and removed products leave empty slots behind; once they are a fifth of all, everything moves together. */
  const compactWhenWorthIt = () => {
    const usedSlots = table.slotsToCompact()
    if (!usedSlots) return
    const newSlotOf = new Int32Array(table.slotCount).fill(-1)
    for (const [newSlot, slot] of usedSlots.entries()) newSlotOf[slot] = newSlot
    text.compact(newSlotOf)
    table.compact(usedSlots, newSlotOf)
  }

  return {
    get size() {
      return table.size
    },
    upsert(products) {
      for (const product of products) assertProduct(product)
      table.reserve(table.slotCount + products.length)
      for (const product of products) add(product)
      compactWhenWorthIt()
    },
    remove(productIds) {
      for (const productId of productIds) table.remove(productId)
      compactWhenWorthIt()
    },
    setOffer(productId, app, offer) {
      assertOffer(offer)
      const slot = table.slotOf(productId)
      if (slot !== undefined) table.putOffer(slot, app, offer)
      return slot !== undefined
    },
    setAvailable(productId, country, isAvailable) {
      const slot = table.slotOf(productId)
      if (slot !== undefined) table.putAvailable(slot, country, isAvailable)
      return slot !== undefined
    },
    listing: (query) => answerListing(parts, query),
    suggest: (query) => answerSuggestions(parts, query),
    destination: (query) => answerDestination(parts, query),
    setSynonyms(requested) {
      text.setSynonyms(requested)
      categories.synonymsChanged()
      brands.synonymsChanged()
    },
    settle() {
      table.byName.places()
      table.byPopularity.sharedPlaces()
      text.vocabulary.settle()
    },
    memoryBytes() {
      const working = parts.pass.bytes() + parts.search.bytes()
      return Math.round(table.bytes() + text.bytes() + categories.bytes() + brands.bytes() + working)
    },
  }
}

import type { AppCode } from '../../../../../brands/apps.ts'
import { hasBit } from '../listing/bitset.ts'
import type { FacetColumn } from '../listing/facet-column.ts'
import { isWithin } from '../../../../catalogue/catalogue.ts'
import { type ListingIndexes, pageOfIds, searchTerm } from '../listing/listing.ts'
import {
  type DestinationQuery,
  type SearchDestination,
  searchTermOf,
  type SuggestedTerm,
  type SuggestionAnswer,
  type SuggestionQuery,
} from '../../../search.ts'
import { stemOf } from './stem.ts'
import type { TextIndex } from './text-index.ts'
import type { TitleDirectory } from './title-directory.ts'

export type SuggestionDeps = ListingIndexes & {
  readonly text: TextIndex
  readonly categories: TitleDirectory
  readonly brands: TitleDirectory
}

const maxCategories = 3
const maxBrands = 2

/** See `ListingIndex.suggest`. */
export function answerSuggestions(parts: SuggestionDeps, query: SuggestionQuery): SuggestionAnswer {
  const { app, term, pinned, autoCorrect = true, includeStaffOnly = false } = query
  const limit = Math.max(0, query.limit)
  const { search, table } = parts
  const scope = { term, autoCorrect, relax: false }
  parts.pass.reserve(table.slotCount)
  const { correctedTerm } = searchTerm(parts, { app, includeStaffOnly, scope, pinned, isTyping: true })
  const total = search.foundCount
  const page = { slots: search.found, count: total, offset: 0, limit }
  const productIds = pageOfIds(parts, { sort: 'relevance', app, byTerm: true, ...page })
  const visible = table.visible(app, includeStaffOnly)
  const categories = parts.categories
    .matching(search.words)
    .filter(({ uri }) => isSold(table.categories, (leaf) => isWithin(leaf, uri), visible))
    .slice(0, maxCategories)
    .map(({ uri, title }): SuggestedTerm => ({ kind: 'category', text: title, uri }))
  const brands = parts.brands
    .matching(search.words)
    .filter(({ uri }) => isSold(table.brands, (brandUri) => brandUri === uri, visible))
    .slice(0, maxBrands)
    .map(({ uri, title }): SuggestedTerm => ({ kind: 'brand', text: title, uri }))
  const titles = new Set([...categories, ...brands].map(({ text }) => text.toLowerCase()))
  const completed = [...(correctedTerm === null ? [] : [correctedTerm]), ...completions(parts, limit)]
    .filter((text) => !titles.has(text))
    .map((text): SuggestedTerm => ({ kind: 'term', text }))
  return { terms: [...categories, ...brands, ...completed].slice(0, limit), productIds, correctedTerm, total }
}

/** See `ListingIndex.destination`. */
export function answerDestination(parts: SuggestionDeps, query: DestinationQuery): SearchDestination {
  const { app, includeStaffOnly = false } = query
  const { table, search } = parts
  const term = searchTermOf(query.term)
  if (term === '') return { type: 'search', term }
  const visible = table.visible(app, includeStaffOnly)
  const slot = mostRelevant(parts, app, search.exactSlots(term, visible))
  if (slot !== undefined)
    return { type: 'product', productId: table.productIds[slot] ?? 0, uri: table.uris[slot] ?? '' }
  const category = parts.categories
    .named(term)
    .find(({ uri }) => isSold(table.categories, (leaf) => isWithin(leaf, uri), visible))
  if (category) return { type: 'category', uri: category.uri }
  const brand = parts.brands.named(term).find(({ uri }) => isSold(table.brands, (own) => own === uri, visible))
  return brand ? { type: 'brand', uri: brand.uri } : { type: 'search', term }
}

/** The last word typed out, in the ways that the most found products hold; one of each word family. */
function completions({ search, text }: SuggestionDeps, limit: number): string[] {
  const last = search.words.at(-1)
  if (last === undefined || search.foundCount === 0) return []
  const counted: { word: string; count: number }[] = []
  text.vocabulary.wordsWithPrefix(last, (term) => {
    const word = text.vocabulary.texts[term] ?? ''
    if (word === last) return
    let count = 0
    text.postings.some(term, (slot) => {
      if (search.isFound(slot)) count++
      return false
    })
    if (count > 0) counted.push({ word, count })
  })
  const before = search.words.slice(0, -1)
  const families = new Set([stemOf(last)])
  const chosen: string[] = []
  for (const { word } of counted.toSorted((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1))) {
    if (chosen.length === limit) break
    const stem = stemOf(word)
    if (!families.has(stem)) chosen.push([...before, word].join(' '))
    families.add(stem)
  }
  return chosen
}

/** The one that can be bought, then the most popular. */
function mostRelevant({ table }: SuggestionDeps, app: AppCode, slots: readonly number[]): number | undefined {
  const places = table.byPopularity.places()
  const availability = table.availabilityFor(app)
  const rank = (slot: number) => (availability[slot] ?? 0) * table.slotCount + (places[slot] ?? 0)
  return slots.toSorted((a, b) => rank(a) - rank(b))[0]
}

/** Whether a visible product has such a value. */
function isSold(column: FacetColumn, accepts: (value: string) => boolean, visible: Int32Array): boolean {
  const allowed = column.cellsWhere(accepts)
  return column.cells.some((cell, slot) => allowed[cell] === 1 && hasBit(visible, slot))
}

import { Bitset, hasBit, membersOf } from './bitset.ts'
import { FacetColumn, type FacetView } from './facet-column.ts'
import { isWithin } from '../../../../catalogue/catalogue.ts'
import { availabilityFacet, categoryFacet, fitFacet, ratingFacet } from './fixed-facets.ts'
import type { ListingFilter, ListingPass } from './listing-pass.ts'
import type { ProductTable } from './product-table.ts'
import type { FacetRequest, ListingAnswer, ListingFacet, ListingQuery, SortId, TermScope } from '../../../search.ts'
import { smallestKeys } from './smallest-keys.ts'
import { fillSortKeys, slotsOfKeys } from './sort-keys.ts'
import type { TermOutcome, TextSearch } from '../text/text-search.ts'

// Slots come from the table, so `!` on a read hides nothing; filling the scope runs over every product an app sells.

export type ListingIndexes = {
  readonly table: ProductTable
  readonly search: TextSearch
  readonly pass: ListingPass
}

/** Stands for an attribute that no product has. */
const noColumn = new FacetColumn(0)

/** Finds, filters, counts and sorts: everything between a query and its page. See `ListingIndex.listing`. */
export function answerListing({ table, search, pass }: ListingIndexes, query: ListingQuery): ListingAnswer {
  pass.reserve(table.slotCount)
  const { count, outcome } = fillScope({ table, search, pass }, query)
  const views = facetViews(table, query)
  pass.narrow(count, requestedFilters(table, query, views))
  const asksForPrice = query.sort === 'price-asc' || query.sort === 'price-desc'
  const sort = query.sort === undefined || (asksForPrice && query.hidePrices) ? 'relevance' : query.sort
  const { app, scope, offset = 0, limit = 24 } = query
  const page = { slots: pass.matched, count: pass.matchedCount, offset, limit }
  const productIds = pageOfIds({ table, search, pass }, { sort, app, byTerm: 'term' in scope, ...page })
  const wantsPrices = !query.hidePrices
  const requests = (query.facets ?? []).filter(({ code }) => wantsPrices || code !== 'price')
  const facets = requests.map((request) => countedFacet(request, query, { table, pass, view: views(request.code) }))
  return { total: pass.matchedCount, productIds, facets, ...outcome }
}

/** The ids of one page of these slots in the wanted order. With `byTerm` relevance is that of the last search. */
export function pageOfIds(
  { table, search, pass }: ListingIndexes,
  page: {
    readonly sort: SortId
    readonly app: ListingQuery['app']
    readonly byTerm: boolean
    readonly slots: Uint32Array
    readonly count: number
    readonly offset: number
    readonly limit: number
  },
): number[] {
  fillSortKeys(pass.keys, { ...page, table, terms: page.byTerm ? search : null })
  const keys = smallestKeys(pass.keys, page.count, Math.max(0, page.offset), Math.max(0, page.limit))
  return slotsOfKeys(keys, page.sort, table).map((slot) => table.productIds[slot]!)
}

/** Searches a term among what the app shows; see `TextSearch`. */
export function searchTerm(
  { table, search }: ListingIndexes,
  {
    app,
    includeStaffOnly = false,
    scope,
    pinned = [],
    isTyping,
  }: {
    readonly app: ListingQuery['app']
    readonly includeStaffOnly?: boolean | undefined
    readonly scope: TermScope
    readonly pinned?: readonly number[] | undefined
    readonly isTyping: boolean
  },
): TermOutcome {
  const { term, autoCorrect = true, relax = true } = scope
  const visible = table.visible(app, includeStaffOnly)
  const places = table.byPopularity.sharedPlaces()
  const slots = pinned.flatMap((productId) => table.slotOf(productId) ?? [])
  const { slotCount } = table
  return search.search({ term, isTyping, autoCorrect, relax, pinned: slots, visible, slotCount, places })
}

function fillScope(parts: ListingIndexes, query: ListingQuery): { count: number; outcome: TermOutcome } {
  const { table, search, pass } = parts
  const { scope, app, pinned, includeStaffOnly = false } = query
  const asTyped = { correctedTerm: null, relaxed: false }
  if ('term' in scope) {
    const outcome = searchTerm(parts, { app, includeStaffOnly, scope, pinned, isTyping: false })
    pass.scope.set(search.found.subarray(0, search.foundCount))
    return { count: search.foundCount, outcome }
  }
  const visible = table.visible(app, includeStaffOnly)
  if ('productIds' in scope) {
    const chosen = new Bitset()
    for (const productId of scope.productIds) {
      const slot = table.slotOf(productId)
      if (slot !== undefined && hasBit(visible, slot)) chosen.put(slot, true)
    }
    return { count: membersOf(chosen.words, pass.scope), outcome: asTyped }
  }
  if ('belowRrp' in scope) {
    const reduced = table.offersOf(app).belowRrp.words
    const both = visible.map((word, position) => word & (reduced[position] ?? 0))
    return { count: membersOf(both, pass.scope), outcome: asTyped }
  }
  const all = membersOf(visible, pass.scope)
  if ('all' in scope) return { count: all, outcome: asTyped }
  const column = 'categoryUri' in scope ? table.categories : table.brands
  const allowed = column.cellsWhere((uri) =>
    'categoryUri' in scope ? isWithin(uri, scope.categoryUri) : uri === scope.brandUri,
  )
  const { cells } = column
  let count = 0
  for (let i = 0; i < all; i++) {
    const slot = pass.scope[i]!
    if (allowed[cells[slot]!] === 1) pass.scope[count++] = slot
  }
  return { count, outcome: asTyped }
}

/** What each facet code stands for in this query; undefined for an attribute that no product has. */
function facetViews(table: ProductTable, { app, scope }: ListingQuery): (code: string) => FacetView | undefined {
  const scopeUri = 'categoryUri' in scope ? scope.categoryUri : ''
  return (code) => {
    if (code === 'brand') return table.brands
    if (code === 'category') return categoryFacet(table.categories, scopeUri)
    if (code === 'availability') return availabilityFacet(table.availabilityFor(app))
    if (code === 'rating') return ratingFacet(table.ratingStars)
    if (code === 'space') return fitFacet(table.fits)
    if (code === 'condition') return table.conditions
    return table.attribute(code)
  }
}

function requestedFilters(
  table: ProductTable,
  { app, filters = {}, ranges = {}, hidePrices, arrives, inCategory, ofBrand, ofProduct }: ListingQuery,
  views: (code: string) => FacetView | undefined,
): ListingFilter[] {
  const price = ranges['price']
  const requested: ListingFilter[] = []
  if (price && isBounded(price) && !hidePrices) {
    requested.push({
      code: 'price',
      cents: table.offersOf(app).cents,
      // A price that has to be asked for lies in no range.
      min: Math.max(1, price.min ?? 1),
      max: price.max ?? Infinity,
    })
  }
  for (const code of new Set([...Object.keys(filters), ...Object.keys(ranges)])) {
    if (code === 'price') continue
    const values = filters[code] ?? []
    const range = isListOnly(code) ? undefined : ranges[code]
    const hasRange = range !== undefined && isBounded(range)
    if (values.length === 0 && !hasRange) continue
    const view = views(code)
    const allowed = view?.allowedCells(values.length > 0 ? new Set(values) : null, hasRange ? range : null)
    // An attribute that no product has cannot be met: nobody is in an allowed cell.
    requested.push({ code, cells: view?.cells ?? table.availabilityFor(app), allowed: allowed ?? new Uint8Array(0) })
  }
  if (arrives) {
    const supply = table.supplyFor(app)
    requested.push({ code: 'arrives', cells: supply.cells, allowed: supply.cellsWhere(arrives) })
  }
  if (inCategory)
    requested.push({
      code: 'inCategory',
      cells: table.categories.cells,
      allowed: table.categories.cellsWhere(inCategory),
    })
  if (ofBrand) requested.push({ code: 'ofBrand', cells: table.brands.cells, allowed: table.brands.cellsWhere(ofBrand) })
  if (ofProduct) {
    const cells = Uint8Array.from({ length: table.slotCount }, (_, slot) =>
      Number(ofProduct(table.productIds[slot] ?? 0)),
    )
    requested.push({ code: 'ofProduct', cells, allowed: Uint8Array.of(0, 1) })
  }
  return requested
}

function countedFacet(
  { code, kind }: FacetRequest,
  { app, filters, ranges }: ListingQuery,
  {
    table,
    pass,
    view,
  }: { readonly table: ProductTable; readonly pass: ListingPass; readonly view: FacetView | undefined },
): ListingFacet {
  const selectedMin = ranges?.[code]?.min ?? null
  const selectedMax = ranges?.[code]?.max ?? null
  if (code === 'price') {
    return { code, kind: 'range', ...pass.priceBounds(table.offersOf(app).cents), selectedMin, selectedMax }
  }
  const counts = view ? pass.cellCounts(code, view) : new Uint32Array(noColumn.cellCount)
  const shown = view ?? noColumn
  if (kind === 'range' && !isListOnly(code)) return { code, kind, ...shown.bounds(counts), selectedMin, selectedMax }
  return { code, kind: 'list', options: shown.options(counts, new Set(filters?.[code])) }
}

function isBounded({ min, max }: { readonly min?: number | undefined; readonly max?: number | undefined }): boolean {
  return min !== undefined || max !== undefined
}

function isListOnly(code: string): boolean {
  return fixedLists.has(code)
}

const fixedLists: ReadonlySet<string> = new Set(['brand', 'category', 'availability', 'rating', 'space', 'condition'])

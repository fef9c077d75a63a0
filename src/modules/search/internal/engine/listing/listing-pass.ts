import type { Cells, FacetView } from './facet-column.ts'
import { roomFor } from './typed-arrays.ts'

// Positions are bounded by counts that these loops keep themselves, so `!` on a read hides nothing; they run over every product in
// the scope of a listing.

/** One facet's demand: products whose cell is allowed, or whose price in cents lies in a range. */
export type ListingFilter =
  | { readonly code: string; readonly cells: Cells; readonly allowed: Uint8Array }
  | { readonly code: string; readonly cents: Int32Array; readonly min: number; readonly max: number }

const missesSeveral = 0xffff

/**
 * Narrows a scope by all filters at once and counts facets on what is left. A facet's own counts must ignore its own filter, so
 * products that miss exactly one filter are kept beside those that match all: they count for that one facet.
 *
 * The arrays belong to the pass and are used again by the next listing: read them before it.
 */
export class ListingPass {
  /** Room for the slots of the scope; the caller fills it. */
  scope = new Uint32Array(0)
  matched = new Uint32Array(0)
  matchedCount = 0
  keys = new Float64Array(0)
  private near = new Uint32Array(0)
  private nearCount = 0
  /** The filter missed, for each slot of `near`. */
  private missed = new Uint16Array(0)
  private misses = new Uint16Array(0)
  private filterNumbers = new Map<string, number>()

  reserve(needed: number): void {
    if (this.scope.length >= needed) return
    const slots = roomFor(needed, this.scope.length)
    this.scope = new Uint32Array(slots)
    this.matched = new Uint32Array(slots)
    this.near = new Uint32Array(slots)
    this.missed = new Uint16Array(slots)
    this.misses = new Uint16Array(slots)
    this.keys = new Float64Array(slots)
  }

  narrow(scopeCount: number, filters: readonly ListingFilter[]): void {
    const { scope, misses, matched, near, missed } = this
    this.filterNumbers = new Map(filters.map(({ code }, position) => [code, position + 1]))
    misses.fill(0, 0, scopeCount)
    for (const [position, filter] of filters.entries()) {
      const number = position + 1
      if ('cells' in filter) markDisallowed(scope, scopeCount, filter.cells, filter.allowed, misses, number)
      else markPrices(scope, scopeCount, filter, misses, number)
    }
    let [matchedCount, nearCount] = [0, 0]
    for (let i = 0; i < scopeCount; i++) {
      const miss = misses[i]!
      if (miss === 0) matched[matchedCount++] = scope[i]!
      else if (miss !== missesSeveral) {
        missed[nearCount] = miss
        near[nearCount++] = scope[i]!
      }
    }
    this.matchedCount = matchedCount
    this.nearCount = nearCount
  }

  /** How many products are in each cell of a facet, its own filter ignored. */
  cellCounts(code: string, { cells, cellCount }: FacetView): Uint32Array {
    const counts = new Uint32Array(cellCount)
    countCells(this.matched, this.matchedCount, cells, counts)
    const own = this.filterNumbers.get(code)
    if (own !== undefined) {
      for (let i = 0; i < this.nearCount; i++) if (this.missed[i] === own) counts[cells[this.near[i]!]!]!++
    }
    return counts
  }

  /** Least and greatest price in cents, a price filter ignored; a price that has to be asked for, 0, is none. */
  priceBounds(cents: Int32Array): { readonly min: number | null; readonly max: number | null } {
    let [min, max] = [Infinity, -Infinity]
    const take = (slot: number) => {
      const price = cents[slot]!
      if (price === 0) return
      if (price < min) min = price
      if (price > max) max = price
    }
    for (let i = 0; i < this.matchedCount; i++) take(this.matched[i]!)
    const own = this.filterNumbers.get('price')
    if (own !== undefined) {
      for (let i = 0; i < this.nearCount; i++) if (this.missed[i] === own) take(this.near[i]!)
    }
    return min > max ? { min: null, max: null } : { min, max }
  }

  bytes(): number {
    return this.scope.length * 24
  }
}

function countCells(slots: Uint32Array, count: number, cells: Cells, counts: Uint32Array): void {
  for (let i = 0; i < count; i++) counts[cells[slots[i]!]!]!++
}

function markDisallowed(
  scope: Uint32Array,
  count: number,
  cells: Cells,
  allowed: Uint8Array,
  misses: Uint16Array,
  number: number,
): void {
  for (let i = 0; i < count; i++) {
    if (allowed[cells[scope[i]!]!] !== 1) misses[i] = misses[i] === 0 ? number : missesSeveral
  }
}

function markPrices(
  scope: Uint32Array,
  count: number,
  { cents, min, max }: { readonly cents: Int32Array; readonly min: number; readonly max: number },
  misses: Uint16Array,
  number: number,
): void {
  for (let i = 0; i < count; i++) {
    const price = cents[scope[i]!]!
    if (price < min || price > max) misses[i] = misses[i] === 0 ? number : missesSeveral
  }
}

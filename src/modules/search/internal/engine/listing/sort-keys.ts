import type { AppCode } from '../../../../../brands/apps.ts'
import type { SortId } from '../../../search.ts'
import { energyBound, priceBound, type ProductTable } from './product-table.ts'

// Slots come from the table, so `!` on a read hides nothing; these loops run over every product of a listing.

/** How well products answer a search term: greater is better. */
export type TermScores = {
  /** 2 the exact model, sku or GTIN, 1 a part of it or one typo away, 0 by words. */
  readonly tiers: Uint8Array
  /** How many words of the term it holds, at most 15. */
  readonly matchedWords: Uint8Array
  readonly scores: Float32Array
  /** Products that come before all others, by slot with their place. */
  readonly pinnedPlaces: ReadonlyMap<number, number>
}

/** The last 24 bits of a key are the place by popularity: they break ties and say which product the key belongs to. */
const placeSpan = 2 ** 24
const scoreSpan = 2 ** 20
const scoreSteps = 64

/**
 * Fills `keys` with one number for each slot, all different, so that ascending numbers are the wanted order. Ties go to the more
 * popular product, then to the lower id.
 */
export function fillSortKeys(
  keys: Float64Array,
  {
    sort,
    app,
    table,
    slots,
    count,
    terms,
  }: {
    readonly sort: SortId
    readonly app: AppCode
    readonly table: ProductTable
    readonly slots: Uint32Array
    readonly count: number
    readonly terms: TermScores | null
  },
): void {
  const places = sort === 'name' ? table.byName.places() : table.byPopularity.places()
  const { releaseDays, ratingHundredths, ratingCounts, energyTenths } = table
  const availability = table.availabilityFor(app)
  const { cents } = table.offersOf(app)
  switch (sort) {
    case 'name':
      for (let i = 0; i < count; i++) keys[i] = places[slots[i]!]!
      return
    case 'price-asc':
      // A price that has to be asked for, 0, comes last in both directions.
      for (let i = 0; i < count; i++) keys[i] = (cents[slots[i]!]! || priceBound - 1) * placeSpan + places[slots[i]!]!
      return
    case 'price-desc':
      for (let i = 0; i < count; i++) keys[i] = (priceBound - 1 - cents[slots[i]!]!) * placeSpan + places[slots[i]!]!
      return
    case 'newest':
      for (let i = 0; i < count; i++) keys[i] = (2 ** 22 - releaseDays[slots[i]!]!) * placeSpan + places[slots[i]!]!
      return
    case 'rating':
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!
        const fewness = scoreSpan - 1 - Math.min(scoreSpan - 1, ratingCounts[slot]!)
        keys[i] = ((500 - ratingHundredths[slot]!) * scoreSpan + fewness) * placeSpan + places[slot]!
      }
      return
    case 'running-cost':
      // One tariff for all of a visitor's list, so the label's energy orders it; what has no label comes last.
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!
        keys[i] = (energyTenths[slot]! || energyBound) * placeSpan + places[slot]!
      }
      return
    case 'relevance':
      // Sold-out products come after those that can be bought, but never before an exact model (decision search-07).
      if (!terms) {
        for (let i = 0; i < count; i++) keys[i] = availability[slots[i]!]! * placeSpan + places[slots[i]!]!
        return
      }
      for (let i = 0; i < count; i++) {
        const slot = slots[i]!
        const score = Math.min(scoreSpan - 1, Math.round(terms.scores[slot]! * scoreSteps))
        const worst =
          ((2 - terms.tiers[slot]!) * 4 + availability[slot]!) * 16 + 15 - Math.min(15, terms.matchedWords[slot]!)
        keys[i] = ((worst + 1) * scoreSpan + scoreSpan - 1 - score) * placeSpan + places[slot]!
      }
      if (terms.pinnedPlaces.size === 0) return
      for (let i = 0; i < count; i++) {
        const pinned = terms.pinnedPlaces.get(slots[i]!)
        if (pinned !== undefined) keys[i] = pinned * placeSpan + places[slots[i]!]!
      }
  }
}

/** The slots that sort keys belong to. */
export function slotsOfKeys(keys: Float64Array, sort: SortId, table: ProductTable): number[] {
  const order = sort === 'name' ? table.byName.slots() : table.byPopularity.slots()
  return Array.from(keys, (key) => order[key % placeSpan]!)
}

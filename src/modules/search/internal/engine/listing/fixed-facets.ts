import { isWithin } from '../../../../catalogue/catalogue.ts'
import { fitOf, spaceOfText, type Air } from '../../../../catalogue/product/fit.ts'
import type { IndexedFit } from './indexed-product.ts'
import type { FacetOption } from '../../../search.ts'
import { type Cells, type FacetColumn, type FacetView, byCount } from './facet-column.ts'

/** Cell of a product in `ProductTable.availabilityFor`. */
export const availabilityCell = { available: 1, soldOut: 2 } as const

/** Whether it can be bought now, where the app delivers. */
export function availabilityFacet(cells: Cells): FacetView {
  return steppedFacet(cells, 3, [
    { value: 'available', holds: (cell) => cell === availabilityCell.available },
    { value: 'sold-out', holds: (cell) => cell === availabilityCell.soldOut },
  ])
}

/** Stars and up; a cell is the whole stars plus one. Kept from four down, because every product of '4' is one of '3' as well. */
export function ratingFacet(cells: Cells): FacetView {
  const steps = [4, 3, 2, 1].map((stars) => ({ value: String(stars), holds: (cell: number) => cell > stars }))
  return { ...steppedFacet(cells, 7, steps), options: (counts, selected) => stepOptions(counts, selected, steps) }
}

/**
 * The categories straight below `scopeUri` ('' for the root), each with everything under it. A selected category that is not one of
 * them is an option too.
 */
export function categoryFacet(column: FacetColumn, scopeUri: string): FacetView {
  return {
    cells: column.cells,
    cellCount: column.cellCount,
    allowedCells: (requested) =>
      column.cellsWhere((leaf) => !requested || [...requested].some((category) => isWithin(leaf, category))),
    options(cellCounts, selected) {
      const counts = new Map([...selected].map((category) => [category, 0]))
      for (const [leaf, count] of column.countsByValue(cellCounts)) {
        const child = childOf(leaf, scopeUri)
        for (const category of new Set(child === null ? selected : [...selected, child])) {
          if (isWithin(leaf, category)) counts.set(category, (counts.get(category) ?? 0) + count)
        }
      }
      return Array.from(counts, ([value, count]) => ({ value, count, selected: selected.has(value) })).toSorted(byCount)
    },
    bounds: () => ({ min: null, max: null }),
  }
}

/** A product's size and clearance as the text of its cell; '' where a measure is not known. */
export function fitCell({ size, air = [0, 0, 0] }: IndexedFit = {}): string {
  return size === undefined ? '' : [...size, ...air].join(' ')
}

/** Whether it fits a space that was measured, by the same rule as cards and product pages. It has no options to offer. */
export function fitFacet(column: FacetColumn): FacetView {
  return {
    cells: column.cells,
    cellCount: column.cellCount,
    allowedCells(requested) {
      const spaces = [...(requested ?? [])].flatMap((text) => spaceOfText(text) ?? [])
      return column.cellsWhere((cell) => {
        const [widthMm = 0, heightMm = 0, depthMm = 0, ...air] = cell.split(' ').map(Number)
        const size = { widthMm, heightMm, depthMm }
        return spaces.some((space) => fitOf(size, space, air as unknown as Air).fit === 'fits')
      })
    },
    options: () => [],
    bounds: () => ({ min: null, max: null }),
  }
}

type Step = { readonly value: string; readonly holds: (cell: number) => boolean }

function steppedFacet(cells: Cells, cellCount: number, steps: readonly Step[]): FacetView {
  return {
    cells,
    cellCount,
    allowedCells: (requested) =>
      Uint8Array.from({ length: cellCount }, (_, cell) =>
        Number(cell > 0 && steps.some((step) => (!requested || requested.has(step.value)) && step.holds(cell))),
      ),
    options: (counts, selected) => stepOptions(counts, selected, steps).toSorted(byCount),
    bounds: () => ({ min: null, max: null }),
  }
}

function stepOptions(counts: Uint32Array, selected: ReadonlySet<string>, steps: readonly Step[]): FacetOption[] {
  const known = new Set(steps.map(({ value }) => value))
  const unknown = Array.from(selected).filter((value) => !known.has(value))
  return [...steps, ...unknown.map((value): Step => ({ value, holds: () => false }))]
    .map(({ value, holds }) => {
      const count = counts.reduce((sum, inCell, cell) => (cell > 0 && holds(cell) ? sum + inCell : sum), 0)
      return { value, count, selected: selected.has(value) }
    })
    .filter((option) => option.count > 0 || option.selected)
}

function childOf(leaf: string, scopeUri: string): string | null {
  if (scopeUri !== '' && (!isWithin(leaf, scopeUri) || leaf === scopeUri)) return null
  const end = leaf.indexOf('/', scopeUri === '' ? 0 : scopeUri.length + 1)
  return end === -1 ? leaf : leaf.slice(0, end)
}

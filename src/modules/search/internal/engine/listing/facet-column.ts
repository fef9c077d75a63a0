import { CellDictionary } from './cell-dictionary.ts'
import type { IndexedAttribute } from './indexed-product.ts'
import { compareNaturally } from './natural-order.ts'
import type { FacetOption, RangeFilter } from '../../../search.ts'
import { grown, picked } from './typed-arrays.ts'

// Cell and value numbers come from the dictionary, so `!` on a read hides nothing; every facet of every listing passes here.

export type Cells = Uint8Array | Uint16Array | Uint32Array

/** What filtering and counting need to know of a facet: a small number per product, and what the numbers stand for. */
export type FacetView = {
  readonly cells: Cells
  /** Cells are below this; cell 0 is a product without the attribute. */
  readonly cellCount: number
  /** By cell, 1 when one of its values is wanted. Null asks for every value. */
  allowedCells(requested: ReadonlySet<string> | null, range: RangeFilter | null): Uint8Array
  /** Sorted options from how many products are in each cell. */
  options(cellCounts: Uint32Array, selected: ReadonlySet<string>): readonly FacetOption[]
  /** Least and greatest number among the cells that hold a product. */
  bounds(cellCounts: Uint32Array): { readonly min: number | null; readonly max: number | null }
}

/**
 * One attribute of every product, coded by a dictionary. A product has one cell; a cell is a set of values, so that an attribute with
 * several values is filtered and counted by the same loops as one with a single value: sets repeat, and there are few of them.
 */
export class FacetColumn implements FacetView {
  cells: Uint16Array | Uint32Array
  private dictionary = new CellDictionary()

  constructor(capacity: number) {
    this.cells = new Uint16Array(capacity)
  }

  get cellCount(): number {
    return this.dictionary.cellCount
  }

  reserve(capacity: number): void {
    if (capacity > this.cells.length) this.cells = grown(this.cells, capacity)
  }

  put(slot: number, value: IndexedAttribute): void {
    const cell = this.cellFor(value)
    if (cell > 0xffff && this.cells instanceof Uint16Array) this.cells = Uint32Array.from(this.cells)
    this.cells[slot] = cell
  }

  allowedCells(requested: ReadonlySet<string> | null, range: RangeFilter | null): Uint8Array {
    const min = range?.min ?? -Infinity
    const max = range?.max ?? Infinity
    const { values, amounts } = this.dictionary
    const isRequested = values.map((value, number) => {
      if (requested && !requested.has(value)) return false
      return !range || (amounts[number]! >= min && amounts[number]! <= max)
    })
    return this.dictionary.cellsWith(isRequested)
  }

  /** By cell, 1 when one of its values passes. */
  cellsWhere(passes: (value: string) => boolean): Uint8Array {
    return this.dictionary.cellsWith(this.dictionary.values.map(passes))
  }

  options(cellCounts: Uint32Array, selected: ReadonlySet<string>): readonly FacetOption[] {
    const { values } = this.dictionary
    const counts = this.dictionary.valueCounts(cellCounts)
    const ranks = this.dictionary.naturalRanks()
    const shown: number[] = []
    for (let number = 0; number < counts.length; number++) {
      if (counts[number]! > 0 || selected.has(values[number]!)) shown.push(number)
    }
    const options = shown
      .toSorted((a, b) => counts[b]! - counts[a]! || ranks[a]! - ranks[b]!)
      .map((number) => {
        const value = values[number]!
        return { value, count: counts[number]!, selected: selected.has(value) }
      })
    return withUnknown(options, selected)
  }

  bounds(cellCounts: Uint32Array): { min: number | null; max: number | null } {
    const counts = this.dictionary.valueCounts(cellCounts)
    let [min, max] = [Infinity, -Infinity]
    for (let number = 0; number < counts.length; number++) {
      const amount = this.dictionary.amounts[number]!
      if (Number.isNaN(amount) || !(counts[number]! > 0)) continue
      if (amount < min) min = amount
      if (amount > max) max = amount
    }
    return min > max ? { min: null, max: null } : { min, max }
  }

  /** How many products have each value that any has. */
  countsByValue(cellCounts: Uint32Array): Map<string, number> {
    const { values } = this.dictionary
    const found = new Map<string, number>()
    for (const [number, count] of this.dictionary.valueCounts(cellCounts).entries()) {
      if (count > 0) found.set(values[number]!, count)
    }
    return found
  }

  /** Moves slot `positions[i]` to slot `i`. Values that no product has any more go once there are more cells than products. */
  compact(positions: Uint32Array): void {
    this.cells = picked(this.cells, positions, positions.length)
    const old = this.dictionary
    if (old.cellCount <= positions.length + 1) return
    this.dictionary = new CellDictionary()
    const newCellOf = new Int32Array(old.cellCount).fill(-1)
    for (let slot = 0; slot < positions.length; slot++) {
      const cell = this.cells[slot]!
      if (newCellOf[cell] === -1) {
        const values = old
          .valuesIn(cell)
          .map((number) => this.dictionary.valueNumber(old.values[number]!, old.amounts[number]!))
        newCellOf[cell] = this.dictionary.cellOf(values)
      }
      this.cells[slot] = newCellOf[cell]!
    }
  }

  bytes(): number {
    return this.cells.byteLength + this.dictionary.bytes()
  }

  private cellFor(value: IndexedAttribute): number {
    const { dictionary } = this
    if (typeof value === 'number') {
      return Number.isNaN(value) ? 0 : dictionary.cellOf([dictionary.valueNumber(String(value), value)])
    }
    const texts = typeof value === 'object' ? value : [String(value)]
    return dictionary.cellOf(
      texts.filter((text) => text !== '').map((text) => dictionary.valueNumber(text, Number.NaN)),
    )
  }
}

/** Most products first, then natural order. */
export function byCount(a: FacetOption, b: FacetOption): number {
  return b.count - a.count || compareNaturally(a.value, b.value)
}

/** Selected values that no product in the index has: they stay visible, at 0, so that a shopper can take them off again. */
function withUnknown(options: readonly FacetOption[], selected: ReadonlySet<string>): readonly FacetOption[] {
  const known = new Set(options.map(({ value }) => value))
  const unknown = Array.from(selected).filter((value) => !known.has(value))
  if (unknown.length === 0) return options
  return [...options, ...unknown.map((value) => ({ value, count: 0, selected: true }))].toSorted(byCount)
}

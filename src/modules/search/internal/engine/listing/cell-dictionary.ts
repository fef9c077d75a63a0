import { compareNaturally } from './natural-order.ts'

// Cell and value numbers come from this file alone, so `!` on a read hides nothing; totals walk every cell for every facet shown.

/**
 * The values of one attribute, numbered, and the sets of values that products have, numbered as cells. Cell 0 is the empty set. A
 * number has its amount beside its text; for other values the amount is NaN.
 */
export class CellDictionary {
  readonly values: string[] = []
  readonly amounts: number[] = []
  private readonly valueNumbers = new Map<string, number>()
  private readonly cellOfValues = new Map<number | string, number>()
  /** The values of cell c are cellValues[cellStarts[c]] up to cellStarts[c + 1]. */
  private readonly cellStarts: number[] = [0, 0]
  private readonly cellValues: number[] = []
  private ranks = new Uint32Array(0)

  get cellCount(): number {
    return this.cellStarts.length - 1
  }

  valueNumber(text: string, amount: number): number {
    const known = this.valueNumbers.get(text)
    if (known !== undefined) {
      if (!Number.isNaN(amount)) this.amounts[known] = amount
      return known
    }
    const number = this.values.push(text) - 1
    this.amounts.push(amount)
    this.valueNumbers.set(text, number)
    return number
  }

  /** The cell of these values, in any order and with repetitions. */
  cellOf(valueNumbers: readonly number[]): number {
    if (valueNumbers.length === 0) return 0
    const distinct =
      valueNumbers.length === 1 ? valueNumbers : Array.from(new Set(valueNumbers)).toSorted((a, b) => a - b)
    const key = distinct.length === 1 ? distinct[0]! : distinct.join(',')
    const known = this.cellOfValues.get(key)
    if (known !== undefined) return known
    const cell = this.cellCount
    for (const number of distinct) this.cellValues.push(number)
    this.cellStarts.push(this.cellValues.length)
    this.cellOfValues.set(key, cell)
    return cell
  }

  valuesIn(cell: number): readonly number[] {
    return this.cellValues.slice(this.cellStarts[cell], this.cellStarts[cell + 1])
  }

  /** By cell, 1 when the value of some number in it is wanted. */
  cellsWith(isRequested: readonly boolean[]): Uint8Array {
    const cells = new Uint8Array(this.cellCount)
    for (let cell = 1; cell < cells.length; cell++) {
      for (let at = this.cellStarts[cell]!; at < this.cellStarts[cell + 1]!; at++) {
        if (isRequested[this.cellValues[at]!]) cells[cell] = 1
      }
    }
    return cells
  }

  /** By value number, the products that have it, from the products in each cell. */
  valueCounts(cellCounts: Uint32Array): Uint32Array {
    const counts = new Uint32Array(this.values.length)
    for (let cell = 1; cell < this.cellCount; cell++) {
      const count = cellCounts[cell]!
      if (count === 0) continue
      for (let at = this.cellStarts[cell]!; at < this.cellStarts[cell + 1]!; at++)
        counts[this.cellValues[at]!]! += count
    }
    return counts
  }

  /** By value number, its place in natural order; numbers among themselves by amount. */
  naturalRanks(): Uint32Array {
    if (this.ranks.length === this.values.length) return this.ranks
    const numbers = Array.from(this.values.keys()).toSorted((a, b) => {
      const difference = this.amounts[a]! - this.amounts[b]!
      return difference || compareNaturally(this.values[a]!, this.values[b]!)
    })
    this.ranks = new Uint32Array(numbers.length)
    for (const [rank, number] of numbers.entries()) this.ranks[number] = rank
    return this.ranks
  }

  bytes(): number {
    const texts = this.values.reduce((sum, value) => sum + 90 + value.length, 0)
    return texts + (this.cellStarts.length + this.cellValues.length) * 8 + this.cellOfValues.size * 60
  }
}

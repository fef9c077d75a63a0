/** How many columns tiles have at each width, so that none is alone on the last row. */

export type TileColumns = {
  /** From 1200 px. */
  readonly wide: number
  /** From 768 px. */
  readonly medium: number
  /** From 520 px. */
  readonly small: number
  readonly phone: number
  /** Where two and three columns both leave one alone on a phone, the first tile takes a whole row. */
  readonly isFirstWide: boolean
}

export function tileColumns(count: number): TileColumns {
  const phone = best(count, [2, 3])
  return {
    wide: best(count, [7, 6, 8, 5]),
    medium: best(count, [5, 4, 6]),
    small: best(count, [4, 3, 5]),
    phone: phone === 0 ? 2 : phone,
    isFirstWide: phone === 0,
  }
}

/** Of the columns that leave none alone those with the fullest last row, the first of equals; 0 when all leave one alone. */
function best(count: number, columns: readonly number[]): number {
  const empty = (one: number) => (one - (count % one)) % one
  const [first = 0] = columns.filter((one) => count <= 1 || count % one !== 1).toSorted((a, b) => empty(a) - empty(b))
  return first
}

/** Rows of a table as a list and a form show them: flat, and of values that a form can send. No I/O. */

/** Days and instants are texts ('2026-11-24', '2026-11-24T01:00:00.000Z'), money is integer cents. */
export type RecordValue = string | number | boolean | null | readonly string[]
export type RecordValues = Readonly<Record<string, RecordValue>>

export type ListedRecord = { readonly key: string; readonly values: RecordValues }

/** Where a page of a list begins: behind (or before) the row with this value and key. */
export type Cursor = { readonly value: string; readonly key: string }

export type ListQuery = {
  /** Searched in the columns that the records define. */
  readonly search: string
  /** Required column values, by column name. */
  readonly filters: Readonly<Record<string, string>>
  readonly sort: { readonly column: string; readonly isDescending: boolean }
  readonly cursor: Cursor | null
  /** The page before the cursor instead of the one behind it. */
  readonly isBackwards: boolean
  readonly limit: number
}

export type RecordPage = {
  readonly records: readonly ListedRecord[]
  /** The pages beside it; null where there is none. */
  readonly next: Cursor | null
  readonly previous: Cursor | null
}

/** Counting stops here: nobody pages that far, and counting all rows would dominate the query. */
export const maxCounted = 10_000

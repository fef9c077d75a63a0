import type { AttributeDefinition, CategoryDefinition, ProductRecord } from '../catalogue/product/product-record.ts'

/** What an import takes, and what it says of itself. */

/** One row of a feed: a record, or why there is none. A refused row that names its sku keeps that product from being retired. */
export type ImportItem = { readonly line: number; readonly record: ProductRecord } | Rejection

export type Rejection = {
  readonly line: number
  readonly sku: string | null
  readonly field: string
  readonly reason: string
  readonly record?: undefined
}

export type ImportOptions = {
  /** Names the feed. A full import retires only products of the same source. */
  readonly source: string
  /** The feed names everything its source sells: what it no longer names is sold no more. */
  readonly full?: boolean
  /** Finds out what would change, and changes nothing. */
  readonly dryRun?: boolean
  readonly now?: Date
  /** Titles and facets for categories and attributes that are new; read when the last record has come, so it may grow meanwhile. */
  readonly taxonomy?: {
    readonly attributes?: Iterable<AttributeDefinition>
    readonly categories?: Iterable<Pick<CategoryDefinition, 'uri' | 'title'> & Partial<CategoryDefinition>>
  }
  readonly onReject?: (rejection: Rejection) => void
  /** A sku that stood earlier in the same feed: the later line won. */
  readonly onDuplicate?: (duplicate: { line: number; sku: string; wonByLine: number }) => void
  readonly onProgress?: (progress: ImportProgress) => void
}

export type ImportProgress = {
  readonly phase: 'reading' | 'merging' | 'merged'
  readonly read: number
  readonly rejected: number
}

export type ImportResult = {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly retired: number
  readonly rejected: number
  readonly duplicates: number
  readonly priceChanges: number
  /** Products that another source brought and this one now keeps: two feeds that use one sku would fight over it. */
  readonly takenOver: number
  readonly newBrands: readonly string[]
  readonly newCategories: readonly string[]
}

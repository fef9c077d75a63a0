import type { ProductRow } from './catalogue-store.server.ts'
import type { ProductSummary } from './catalogue.ts'

/** What has changed: some products; categories, brands or attributes alone; or so much that everything is read again. */
export type CatalogueChange = { readonly products: readonly number[] } | 'taxonomy' | 'all'

export type ProductChange = {
  readonly id: number
  readonly row: ProductRow | null
  readonly product: ProductSummary | null
}

export interface CatalogueListener {
  /** Everything is new: forget what you had. */
  reset?(): void
  changed(changes: readonly ProductChange[]): void
  /** Warranties or installs are others than before. */
  upsellsChanged?(): void
  /** Categories, brands or attributes are others than before; what products say of themselves by them was told just before. */
  taxonomyChanged?(): void
}

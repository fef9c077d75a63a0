import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductSummary } from '../catalogue/catalogue.ts'

/** What took the place of a product that is made no more; null when nothing did, or the app does not sell it. */
export function soldSuccessor(
  { supersededBy }: Pick<ProductSummary, 'supersededBy'>,
  { brand, catalogue }: { readonly brand: Brand; readonly catalogue: Catalogue },
): ProductSummary | null {
  const successor = supersededBy === null ? null : catalogue.productBySku(supersededBy)
  return successor?.offers[brand.app] === undefined ? null : successor
}

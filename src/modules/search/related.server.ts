import type { Brand } from '../../brands/brands.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import type { ProductDetail, ProductSummary } from '../catalogue/catalogue.ts'
import { plainChoice } from './listing-query.ts'
import type { Listings } from './listings.server.ts'

const mostRelated = 8

/** What goes with a product: what its maker or feed names, as far as the app sells it, then the most popular others of its category. */
export function relatedTo(
  { product, detail }: { readonly product: ProductSummary; readonly detail: ProductDetail },
  { brand, catalogue, listings }: { readonly brand: Brand; readonly catalogue: Catalogue; readonly listings: Listings },
): ProductSummary[] {
  const popular = listings.list(brand, { categoryUri: product.categoryUri }, plainChoice, null, {
    size: mostRelated + 1,
  })
  const skus = new Set([...detail.relatedSkus, ...popular.cards.map((card) => card.sku)])
  return [...skus]
    .flatMap((sku) => {
      const one = catalogue.productBySku(sku)
      return one === null || one.id === product.id || one.offers[brand.app] === undefined ? [] : [one]
    })
    .slice(0, mostRelated)
}

/** What took the place of a product that is made no more; null when nothing did, or the app does not sell it. */
export function successorOf(
  detail: ProductDetail,
  { brand, catalogue }: { readonly brand: Brand; readonly catalogue: Catalogue },
): ProductSummary | null {
  const successor = detail.supersededBy === null ? null : catalogue.productBySku(detail.supersededBy)
  return successor?.offers[brand.app] === undefined ? null : successor
}

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

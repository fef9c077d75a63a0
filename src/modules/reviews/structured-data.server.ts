import type { EffectiveBrand } from '../../brands/brands.ts'
import type { Settings } from '../../brands/settings.server.ts'
import type { Catalogue } from '../catalogue/catalogue.server.ts'
import { productCanonical, type ProductSummary } from '../catalogue/catalogue.ts'
import { productJsonLd } from '../catalogue/json-ld.ts'
import type { ProductView } from '../catalogue/product/product-page.ts'
import type { Delivery } from '../delivery/delivery.server.ts'
import { handlingDays } from '../delivery/delivery.ts'
import type { Reviews } from './reviews.server.ts'

/** What search engines are told of a product, from all the modules that know a part of it; this one is the last of them. */
export async function structuredDataOf(
  product: ProductSummary,
  view: ProductView,
  shop: {
    readonly brand: EffectiveBrand
    readonly settings: Settings
    readonly catalogue: Pick<Catalogue, 'today'>
    readonly delivery: Pick<Delivery, 'warehouses' | 'terms'>
    readonly reviews: Reviews
  },
): Promise<ReturnType<typeof productJsonLd>> {
  const { brand, settings } = shop
  const terms = await shop.delivery.terms(brand.country)
  const warehouses = await shop.delivery.warehouses(brand.country)
  return productJsonLd(view, {
    site: {
      canonical: productCanonical(brand, view.uri),
      currency: brand.currency,
      seller: brand.companyName,
      country: brand.country,
      changeOfMindDays: brand.changeOfMindDays,
    },
    condition: product.condition,
    // A supplier that delivers by itself has terms of its own.
    shipping:
      terms === null || product.supplierDirect !== null
        ? null
        : { ...terms, handlingDays: handlingDays(product.stock, warehouses, shop.catalogue.today(brand.country)) },
    reviews: settings.isOn(brand, 'ReviewSummariesEnabled') ? await shop.reviews.ofProduct(brand, product.id) : null,
  })
}

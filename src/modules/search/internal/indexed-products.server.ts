import type { AppCode } from '../../../brands/apps.ts'
import { brandOf } from '../../../brands/brands.ts'
import { sizeOf } from '../../catalogue/product/card.ts'
import type { ProductChange } from '../../catalogue/catalogue-changes.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import {
  categoryTrail,
  isBuyable,
  stockStatusOf,
  type ProductSummary,
  type SoldOffer,
} from '../../catalogue/catalogue.ts'
import { supplyOf } from '../../delivery/delivery.ts'
import { supplyWithSupplier } from '../../delivery/suppliers.ts'
import { effectivePrice, isValidPrice, offerIn } from '../../pricing/pricing.ts'
import { umbrellaWords } from './umbrella-words.ts'
import type { IndexedProduct } from './engine/listing-index.server.ts'

/** A product as the index holds it; nothing for one that is no longer sold. */
export function indexedProducts({ row, product }: ProductChange, catalogue: Catalogue): IndexedProduct[] {
  if (row === null || product === null) return []
  const titles = categoryTrail(row.categoryUri).map((uri) => catalogue.category(uri)?.title ?? uri)
  return [
    {
      productId: row.id,
      sku: row.sku,
      mpn: row.mpn,
      gtin: row.gtin,
      title: row.title,
      uri: row.uri,
      brand: row.brandTitle,
      brandUri: row.brandUri,
      categoryUri: row.categoryUri,
      categoryTitles: titles,
      attributes: row.attributes,
      fit: sizeOf(product),
      condition: product.condition,
      offers: indexedOffers(product),
      supply: {
        AU: supplyWithSupplier(product.supplierDirect, supplyOf(product.stock, 'AU')),
        NZ: supplyWithSupplier(product.supplierDirect, supplyOf(product.stock, 'NZ')),
      },
      available: { AU: isBuyable(stockStatusOf(product, 'AU')), NZ: isBuyable(stockStatusOf(product, 'NZ')) },
      ratingAverage: product.rating?.average ?? null,
      ratingCount: product.rating?.count ?? 0,
      releasedOn: row.releasedOn,
      popularity: popularityOf(product),
      // A sentence of their own, so that they do not end the name that a description begins with.
      keywords: `${row.shortDescription}. ${umbrellaWords(titles)}`,
    },
  ]
}

/** What each app asks in the end, by which lists are sorted and filtered; 0 for a price that has to be asked for. */
function indexedOffers({ offers }: ProductSummary): IndexedProduct['offers'] {
  const indexed: Partial<Record<AppCode, { price: number; rrp: number | null }>> = {}
  for (const [app, offer] of Object.entries(offers) as [AppCode, SoldOffer][]) {
    const given = offerIn(offer, brandOf(app))
    indexed[app] = isValidPrice(given.price)
      ? { price: effectivePrice(given), rrp: given.rrp }
      : { price: 0, rrp: null }
  }
  return indexed
}

/** Well rated by many comes first; a product without ratings stands behind those with a middling one. */
function popularityOf({ rating }: ProductSummary): number {
  return rating === null ? 0 : Math.round(rating.average * 100 * Math.log10(10 + rating.count))
}

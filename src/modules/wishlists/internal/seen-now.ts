import type { Brand } from '../../../brands/brands.ts'
import { isBuyable, stockStatusOf, type ProductSummary } from '../../catalogue/catalogue.ts'
import { effectivePrice, isValidPrice, offerIn } from '../../pricing/pricing.ts'
import type { Seen } from '../wishlists.ts'

/** What one unit of a product costs in an app now, and whether it can be bought there; neither when the app does not sell it. */
export function seenNow(product: ProductSummary | null, brand: Brand): Seen {
  const sold = product?.offers[brand.app]
  if (product === null || sold === undefined) return { price: null, isBuyable: false }
  const offer = offerIn(sold, brand)
  if (!isValidPrice(offer.price)) return { price: null, isBuyable: false }
  return { price: effectivePrice(offer), isBuyable: isBuyable(stockStatusOf(product, brand.country)) }
}

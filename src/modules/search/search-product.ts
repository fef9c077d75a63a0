import type { Brand } from '../../brands/brands.ts'
import { dollarsOf } from '../../platform/money.ts'
import { productPath, type ProductSummary } from '../catalogue/catalogue.ts'
import { discountOff, formatPrice, type Offer } from '../pricing/pricing.ts'

/** Products and suggestions as the search calls carry them (docs/spec/decisions/search.md); prices are dollars. */

export type RibbonType = 'save' | 'catalogue-item' | 'cashback' | 'win' | 'new' | 'bonus' | 'special-offer' | 'sale'

export type Ribbon = { readonly type: RibbonType; readonly text: string; readonly size: 'sm' | 'xs' }

export type SearchProduct = {
  readonly productId: number
  readonly sku: string
  readonly uri: string
  readonly image: string | null
  readonly title: string
  readonly brand: string
  /** Null where the app keeps prices from visitors who have not signed in. */
  readonly price: number | null
  readonly rrp: number | null
  readonly ribbon: Ribbon | null
}

export type SearchSuggestion = {
  readonly type: 'term' | 'product'
  readonly text: string
  readonly url: string
  readonly imageUrl: string | null
  readonly price: number | null
}

/** A product as this app sells it; null when it does not. */
export function searchProductOf(product: ProductSummary, brand: Brand): SearchProduct | null {
  const offer = product.offers[brand.app]
  if (offer === undefined) return null
  const shows = !brand.hidesPricesWhenAnonymous
  return {
    productId: product.id,
    sku: product.sku,
    uri: product.uri,
    image: product.picture,
    title: product.title,
    brand: product.brand.title,
    price: shows ? dollarsOf(offer.price) : null,
    rrp: shows && offer.rrp !== null ? dollarsOf(offer.rrp) : null,
    ribbon: shows ? saveRibbon(offer) : null,
  }
}

/** From here on a saving reads better in percent; below it only a large amount is worth saying. */
const leastPercentToSay = 5

/**
 * The save ribbon of a discount that is worth saying (decision pricing-06). The other seven ribbons of decision catalogue-07 come from
 * promotions and sales.
 */
export function saveRibbon(offer: Offer): Ribbon | null {
  const discount = discountOff(offer)
  if (discount === null || !discount.isMeaningful) return null
  const percent = discount.shownPercent ?? 0
  const saved = percent >= leastPercentToSay ? `${percent}%` : formatPrice(discount.offCents)
  return { type: 'save', text: `Save ${saved}`, size: 'xs' }
}

export function productSuggestion(product: SearchProduct): SearchSuggestion {
  return {
    type: 'product',
    text: product.title,
    url: productPath(product.uri),
    imageUrl: product.image,
    price: product.price,
  }
}

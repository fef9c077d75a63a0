import type { RequestContext } from '../../../composition/request-context.ts'
import { readCartLink } from '../../../modules/cart/cart-link.ts'
import type { StoredLine } from '../../../modules/cart/merging.ts'
import type { LinkedCart } from '../../../modules/cart/ui/linked-cart.tsx'
import { isBuyable, stockStatusOf, unavailableTextOf } from '../../../modules/catalogue/catalogue.ts'
import { effectivePrice, isValidPrice, offerIn } from '../../../modules/pricing/pricing.ts'

/** The contents of a cart link in this shop. */
export function linkedCart(
  { brand, services: { catalogue } }: Pick<RequestContext, 'brand' | 'services'>,
  text: string,
  inCart: number,
): LinkedCart {
  const { lines, invalid } = readCartLink(text)
  const unknown = [...invalid]
  const shown = lines.flatMap(({ sku, quantity }): LinkedCart['lines'][number][] => {
    const product = catalogue.productBySku(sku)
    const sold = product?.offers[brand.app]
    if (product === null || sold === undefined) {
      unknown.push(sku.toUpperCase())
      return []
    }
    const offer = offerIn(sold, brand)
    const status = stockStatusOf(product, brand.country)
    const canBeBought = isValidPrice(offer.price) && isBuyable(status)
    return [
      {
        title: product.title,
        uri: product.uri,
        quantity,
        price: canBeBought && !brand.hidesPricesWhenAnonymous ? effectivePrice(offer) : null,
        problem: canBeBought ? null : (unavailableTextOf(status) ?? 'Not available.'),
      },
    ]
  })
  return { text, lines: shown, unknown, inCart }
}

/** The same as lines to add. */
export function linesOfLink({ services: { catalogue } }: Pick<RequestContext, 'services'>, text: string): StoredLine[] {
  return readCartLink(text).lines.flatMap(({ sku, quantity }) => {
    const product = catalogue.productBySku(sku)
    return product === null
      ? []
      : [{ productCode: product.sku, productId: product.id, quantity, warrantyId: null, installId: null }]
  })
}

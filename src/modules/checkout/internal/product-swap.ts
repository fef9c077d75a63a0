import type { Brand } from '../../../brands/brands.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import { dollarsOf, type Cents } from '../../../platform/money.ts'
import type { Cart } from '../../cart/cart.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { isBuyable, stockStatusOf, type ProductSummary } from '../../catalogue/catalogue.ts'
import { isValidPrice, offerIn } from '../../pricing/pricing.ts'

/** Suggested replacements at the checkout for lines that can no longer be bought (decision platform-20). */

export type ProductSwap = {
  /** The line that it would take the place of. */
  readonly productCode: string
  readonly sku: string
  readonly title: string
  readonly uri: string
  readonly image: string
  /** In dollars, for one. */
  readonly price: number
}

/** As much dearer or cheaper as still is the same kind of purchase. */
const nearPercent = 30

type Line = Pick<Cart['lines'][number], 'productCode' | 'productId' | 'isBuyable'>

/** A suggestion for each line that cannot be bought; lines for which there is none are left out. */
export function productSwaps(
  brand: Brand,
  lines: readonly Line[],
  catalogue: Pick<Catalogue, 'all' | 'product' | 'productBySku'>,
): readonly ProductSwap[] {
  const inCart = new Set(lines.map((line) => line.productId))
  const isOffered = (product: ProductSummary) => !inCart.has(product.id) && canTakeItsPlace(product, brand)
  return lines.flatMap(({ productCode, productId, isBuyable: isThere }) => {
    const gone = isThere ? null : catalogue.product(productId)
    const found = gone === null ? null : suggestionFor(gone, brand, catalogue, isOffered)
    if (found === null) return []
    const { sku, title, uri, picture } = found
    return [{ productCode, sku, title, uri, image: picture, price: dollarsOf(priceOf(found, brand) ?? 0) }]
  })
}

/** Its successor; or else the product of its category with the closest price, of its own brand if possible. */
function suggestionFor(
  gone: ProductSummary,
  brand: Brand,
  catalogue: Pick<Catalogue, 'all' | 'productBySku'>,
  isOffered: (product: ProductSummary) => boolean,
): ProductSummary | null {
  const successor = gone.supersededBy === null ? null : catalogue.productBySku(gone.supersededBy)
  if (successor !== null && isOffered(successor)) return successor
  const before = gone.offers[brand.app]?.price ?? 0
  const away = (product: ProductSummary) => Math.abs((priceOf(product, brand) ?? 0) - before)
  const near = Array.from(catalogue.all()).filter(
    (product) =>
      product.categoryUri === gone.categoryUri &&
      product.condition === gone.condition &&
      away(product) * 100 <= before * nearPercent &&
      isOffered(product),
  )
  const isOther = (product: ProductSummary) => Number(product.brand.title !== gone.brand.title)
  return near.toSorted((a, b) => isOther(a) - isOther(b) || away(a) - away(b) || a.id - b.id)[0] ?? null
}

/** It can be bought by itself: the agency's terms have to be accepted, and must not come as a surprise. */
const canTakeItsPlace = (product: ProductSummary, brand: Brand): boolean =>
  isBuyable(stockStatusOf(product, brand.country)) &&
  isValidPrice(priceOf(product, brand)) &&
  !isSpecialBrand(product.brand.title)

function priceOf(product: ProductSummary, brand: Brand): Cents | null {
  const offer = product.offers[brand.app]
  return offer === undefined ? null : (offerIn(offer, brand).price ?? null)
}

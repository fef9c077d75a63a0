import type { Brand } from '../../../brands/brands.ts'
import type { Catalogue } from '../../catalogue/catalogue.server.ts'
import { isBuyable, stockStatusOf } from '../../catalogue/catalogue.ts'
import { offerIn } from '../../pricing/pricing.ts'
import type { BundlePart } from '../bundles.ts'

/** The products of a bundle as an app sells them now. */
export const partsOf = (
  skus: readonly string[],
  brand: Pick<Brand, 'app' | 'country' | 'ignoresLineDiscount'>,
  catalogue: Pick<Catalogue, 'productBySku'>,
): BundlePart[] =>
  skus.map((sku) => {
    const product = catalogue.productBySku(sku)
    const sold = product?.offers[brand.app]
    if (product === null || sold === undefined) return { sku, title: sku, offer: null, isBuyable: false }
    return {
      sku,
      title: product.title,
      offer: offerIn(sold, brand),
      isBuyable: isBuyable(stockStatusOf(product, brand.country)),
    }
  })

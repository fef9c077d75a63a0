import { renderToStaticMarkup } from 'react-dom/server'
import { offerIn } from '../../../modules/pricing/pricing.ts'
import { BundleOffers } from '../../../modules/promotions/ui/bundle-offers.tsx'
import type { RequestContext } from '../../../composition/request-context.ts'

/** The bundles of a product as markup, '' without any. A bundle of which a product is gone is not sold, so every part has its price. */
export function shownBundles(sku: string, { brand, services: { catalogue, promotions } }: RequestContext): string {
  const bundles = promotions.bundles(brand, sku).map((bundle) => ({
    ...bundle,
    parts: bundle.skus.flatMap((one) => {
      const product = catalogue.productBySku(one)
      const sold = product?.offers[brand.app]
      return product === null || sold === undefined ? [] : [{ ...product, price: offerIn(sold, brand).price ?? 0 }]
    }),
  }))
  return bundles.length === 0 ? '' : renderToStaticMarkup(<BundleOffers bundles={bundles} sku={sku} />)
}

/** The tags of the other products of its bundles: a price or the stock of one changes what the page says. */
export const bundledProducts = (
  sku: string,
  { brand, services: { catalogue, promotions } }: RequestContext,
): string[] =>
  promotions.bundledWith(brand, sku).flatMap((one) => {
    const product = catalogue.productBySku(one)
    return product === null || product.sku === sku ? [] : [`product:${product.id}`]
  })

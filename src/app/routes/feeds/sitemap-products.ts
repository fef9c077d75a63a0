import { data } from 'react-router'
import type { Route } from './+types/sitemap-products.ts'
import { productCanonical } from '../../../modules/catalogue/catalogue.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { maxAddresses, sitemapFile } from './sitemap-file.ts'
import { pageOf, soldProducts } from '../product/sold-product.server.ts'

/** `?page=`: the indexable products of a brand, 50,000 a file; 404 past the last one. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const from = (pageOf(request) - 1) * maxAddresses
  const sold = soldProducts(shop).slice(from, from + maxAddresses)
  if (from > 0 && sold.length === 0) throw data(null, { status: 404 })
  return sitemapFile(sold.map(({ uri }) => productCanonical(shop.brand, uri)))
}

import type { Route } from './+types/robots.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { maxAddresses } from './sitemap-file.ts'
import { soldProducts } from '../product/sold-product.server.ts'

/** What search engines may crawl, and the addresses of the sitemaps. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { origin } = shop.brand
  const files = Math.max(1, Math.ceil(soldProducts(shop).length / maxAddresses))
  const lines = [
    'User-agent: *',
    // A dress rehearsal should not be found by a search.
    ...(shop.brand.realm === 'staging' ? ['Disallow: /'] : []),
    'Disallow: /customer/',
    'Disallow: /cart',
    'Disallow: /api/',
    `Sitemap: ${origin}/sitemap.xml`,
    ...Array.from({ length: files }, (_, at) => `Sitemap: ${origin}/sitemap-products.xml?page=${at + 1}`),
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...cachedForAll(['listings'], 3_600), 'content-type': 'text/plain; charset=utf-8' },
  })
}

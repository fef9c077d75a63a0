import type { Route } from './+types/robots.ts'
import { shopContext } from '../shop.ts'
import { keptForAll } from './page-headers.ts'

/** What search engines may visit, and where the addresses are that they should. */
export function loader({ context }: Route.LoaderArgs) {
  const { hostname } = context.get(shopContext).brand
  const lines = [
    'User-agent: *',
    'Disallow: /customer/',
    'Disallow: /cart',
    'Disallow: /api/',
    `Sitemap: https://${hostname}/sitemap.xml`,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...keptForAll([], 3_600), 'content-type': 'text/plain; charset=utf-8' },
  })
}

import type { Route } from './+types/llms.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { categoryPath } from '../../../modules/catalogue/catalogue.ts'
import { staticPath } from '../../../modules/content/content.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { countText } from '../../../platform/text/count-text.ts'

/** A description of the shop for language models (llmstxt.org): what it is, where its lists are, and how to query it. */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: {
      catalogue,
      search: { listings },
    },
  } = shop
  const at = (path: string) => canonicalAddress(brand, path)
  const origin = brand.origin
  const top = catalogue.categories.filter(({ uri }) => !uri.includes('/') && listings.count(brand, uri) > 0)
  const texts = shop.services.content
    .texts(shop.brand)
    .map(({ name, heading }) => `- [${heading}](${at(staticPath(name))})`)
  const country = brand.country === 'NZ' ? 'New Zealand' : 'Australia'
  const lines = [
    `# ${brand.companyName}`,
    '',
    `> ${brand.tagline}. Home appliances and furniture, sold and delivered in ${country}. Prices are in ${brand.currency}, GST included.`,
    '',
    `Prices, stock and delivery days change: check before you quote one. Phone: ${brand.supportNumber}.`,
    '',
    '## For agents and apps',
    '',
    `- [Products as text](${origin}/sitemap-products.xml): the address of any product followed by \`/product.md\` is its page as Markdown`,
    `- [Model Context Protocol](${origin}/mcp): streamable HTTP, without login; tools search_products, get_product, compare_products, check_delivery`,
    `- [JSON API](${origin}/api/openapi.json): OpenAPI`,
    `- [Sitemap](${origin}/sitemap.xml): every category and page of the shop`,
    '',
    '## Products',
    '',
    ...top.map(
      ({ uri, title }) => `- [${title}](${at(categoryPath(uri))}): ${countText(listings.count(brand, uri), 'product')}`,
    ),
    `- [Brands](${at('/brands')})`,
    '',
    '## Help',
    '',
    `- [Contact us](${at('/contact-us')})`,
    ...(shop.services.stores.of(shop.brand).length > 0 ? [`- [Stores](${at('/stores')})`] : []),
    ...texts,
  ]
  return new Response(`${lines.join('\n')}\n`, {
    headers: { ...cachedForAll(['listings', 'content'], 3_600), 'content-type': 'text/plain; charset=utf-8' },
  })
}

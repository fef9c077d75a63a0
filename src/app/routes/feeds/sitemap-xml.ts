import type { Route } from './+types/sitemap-xml.ts'
import { canonicalAddress } from '../../../brands/brands.ts'
import { brandPath, categoryPath } from '../../../modules/catalogue/catalogue.ts'
import { blogPath, staticPath } from '../../../modules/content/content.ts'
import { facetPages } from '../../../modules/search/indexing.ts'
import { listingAddress, plainChoice } from '../../../modules/search/listing-query.ts'
import { storePath } from '../../../modules/stores/stores.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { maxAddresses, sitemapFile } from './sitemap-file.ts'

/** Indexable pages: home, texts, posts, stores, brands, categories and their facet pages (docs/decisions/0013-facet-pages.md). */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { origin, canonicalSlash } = shop.brand
  const stores = shop.services.stores.of(shop.brand)
  const storeAddresses = stores.length === 0 ? [] : ['/stores', ...stores.map((one) => storePath(one.storeUri))]
  const posts = shop.services.content
    .posts(shop.brand, { page: 1, size: maxAddresses })
    .items.map(({ slug }) => blogPath(slug))
  const texts = shop.services.content.texts(shop.brand).map(({ name }) => staticPath(name))
  const pages = ['/', '/contact-us', ...texts, '/blog', ...posts, ...storeAddresses]
  const addresses = [
    ...pages.map((path) => canonicalAddress(shop.brand, path)),
    ...listAddresses(shop, canonicalSlash ? '/' : '').map((path) => `${origin}${path}`),
  ]
  return sitemapFile(addresses.slice(0, maxAddresses))
}

function listAddresses(
  {
    brand,
    services: {
      catalogue,
      search: { listings },
    },
  }: RequestContext,
  slash: string,
): string[] {
  const brands = catalogue.brands.filter((one) => catalogue.directory.isSold(brand.app, one.uri))
  const categories = catalogue.categories.filter(({ uri }) => listings.count(brand, uri) > 0)
  return [
    ...brands.map(({ uri }) => `${brandPath(uri)}${slash}`),
    ...categories.map(({ uri }) => `${categoryPath(uri)}${slash}`),
    ...categories.flatMap(({ uri, promotedFacets: promoted }) => {
      const { facets } = listings.list(brand, { categoryUri: uri }, plainChoice, uri, { size: 0 })
      const pages = facetPages(facets, { categoryUri: uri, promoted })
      return pages.map((choice) => listingAddress(`${categoryPath(uri)}${slash}`, choice))
    }),
  ]
}

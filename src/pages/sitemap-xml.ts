import type { Route } from './+types/sitemap-xml.ts'
import { brandPath, categoryPath } from '../modules/catalogue/catalogue.ts'
import { facetPages } from '../modules/search/indexing.ts'
import { listingAddress, plainChoice } from '../modules/search/listing-query.ts'
import { storePath } from '../modules/stores/stores.ts'
import { shopContext, type Shop } from '../shop.ts'
import { keptForAll } from './page-headers.ts'

/** As many addresses as one file of a sitemap may hold (sitemaps.org). */
const mostAddresses = 50_000

/** The lists that search engines should know: home, stores, brands, categories and their facet pages (docs/decisions/0013-facet-pages.md). */
export function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { hostname, canonicalSlash } = shop.brand
  const stores = shop.stores.all()
  const storeAddresses = stores.length === 0 ? [] : ['/stores', ...stores.map((one) => storePath(one.storeUri))]
  const addresses = ['/', ...storeAddresses, ...listAddresses(shop, canonicalSlash ? '/' : '')].slice(0, mostAddresses)
  const urls = addresses.map((one) => `<url><loc>${escaped(`https://${hostname}${one}`)}</loc></url>`)
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('\n')}</urlset>
`
  return new Response(xml, {
    headers: { ...keptForAll(['listings'], 3_600), 'content-type': 'application/xml; charset=utf-8' },
  })
}

function listAddresses({ brand, catalogue, listings }: Shop, slash: string): string[] {
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

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&apos;')
}

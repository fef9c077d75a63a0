import { brands, canonicalAddress, type Brand } from './brands/brands.ts'
import type { Catalogue } from './modules/catalogue/catalogue.server.ts'
import type { Listings } from './modules/search/listings.server.ts'

/**
 * The same page in the shop of the other country (Google's hreflang): search engines show each country its own. Both pages name both, so
 * only pages that stand in both are named: products, categories and brands that both sell, and what every shop has.
 */

export type Alternate = { readonly lang: 'en-AU' | 'en-NZ' | 'x-default'; readonly href: string }

/** Pages that every shop has, whatever it sells. */
const everywhere: ReadonlySet<string> = new Set(['', '/products', '/brands', '/contact-us', '/sitemap'])

/** Empty for a brand without a twin, and for a page that the twin has not. */
export function alternatesOf(
  brand: Pick<Brand, 'app' | 'otherCountryHost'>,
  pathname: string,
  parts: {
    readonly catalogue: Pick<Catalogue, 'productByUri' | 'category' | 'directory'>
    readonly listings: Pick<Listings, 'count'>
  },
): Alternate[] {
  const own = brands.find(({ app }) => app === brand.app)
  const twin = brands.find(({ hostname }) => hostname === brand.otherCountryHost)
  const path = pathname.replace(/\/+$/, '')
  if (own === undefined || twin === undefined || ![own, twin].every((one) => stands(one, path, parts))) return []
  const [au, nz] = own.country === 'NZ' ? [twin, own] : [own, twin]
  const [inAu, inNz] = [canonicalAddress(au, path), canonicalAddress(nz, path)]
  return [
    { lang: 'en-AU', href: inAu },
    { lang: 'en-NZ', href: inNz },
    { lang: 'x-default', href: inAu },
  ]
}

/** Whether a shop has a page at a path that search engines may show. */
function stands(brand: Brand, path: string, { catalogue, listings }: Parameters<typeof alternatesOf>[2]): boolean {
  if (everywhere.has(path)) return true
  const [, kind, uri = ''] = /^\/(p|c|brands)\/(.+)$/.exec(path) ?? []
  switch (kind) {
    case 'p':
      return catalogue.productByUri(uri)?.offers[brand.app] !== undefined
    case 'c':
      return catalogue.category(uri) !== null && listings.count(brand, uri) > 0
    case 'brands':
      return catalogue.directory.isSold(brand.app, uri)
    default:
      return false
  }
}

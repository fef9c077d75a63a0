import { canonicalAddress, type EffectiveBrand } from '../../brands/brands.ts'
import type { Site } from '../../brands/site.server.ts'
import type { Catalogue } from '../../modules/catalogue/catalogue.server.ts'
import type { Content } from '../../modules/content/content.server.ts'
import type { Promotions } from '../../modules/promotions/promotions.server.ts'
import { hasBegun } from '../../modules/promotions/promotions.ts'
import type { Listings } from '../../modules/search/listings.server.ts'
import { trimEnd } from '../../platform/text/trim-end.ts'

/**
 * The alternate page in the other country's shop (Google's hreflang): search engines show each country its own. Both pages must name each
 * other, so only pages that exist in both shops are named: products, categories and brands that both sell, texts, posts and promotions that
 * both have under one name, and pages that every shop has.
 */

export type Alternate = { readonly lang: 'en-AU' | 'en-NZ' | 'x-default'; readonly href: string }

/** Pages that every shop has, whatever it sells. */
const everywhere: ReadonlySet<string> = new Set(['', '/products', '/brands', '/contact-us', '/sitemap'])

type PageUrls = {
  readonly catalogue: Pick<Catalogue, 'productByUri' | 'category' | 'directory' | 'today'>
  readonly search: { readonly listings: Pick<Listings, 'count'> }
  readonly content: Pick<Content, 'text' | 'post'>
  readonly promotions: Pick<Promotions, 'page'>
  readonly site: Pick<Site, 'otherCountry'>
}

/** Empty for a brand without an alternate that is served here, and for a page that the alternate does not have. */
export function alternatesOf(brand: EffectiveBrand, pathname: string, parts: PageUrls): Alternate[] {
  const alternate = parts.site.otherCountry(brand)
  const path = trimEnd(pathname, '/')
  if (alternate === null || ![brand, alternate].every((one) => stands(one, path, parts))) return []
  const [au, nz] = brand.country === 'NZ' ? [alternate, brand] : [brand, alternate]
  const [inAu, inNz] = [canonicalAddress(au, path), canonicalAddress(nz, path)]
  return [
    { lang: 'en-AU', href: inAu },
    { lang: 'en-NZ', href: inNz },
    { lang: 'x-default', href: inAu },
  ]
}

/** Whether a shop has a page at a path that search engines may index. */
function stands(brand: EffectiveBrand, path: string, { catalogue, search, content, promotions }: PageUrls): boolean {
  if (everywhere.has(path)) return true
  const [, kind, uri = ''] = /^\/(p|c|brands|s|blog|promotion)\/(.+)$/.exec(path) ?? []
  switch (kind) {
    case 'p':
      return catalogue.productByUri(uri)?.offers[brand.app] !== undefined
    case 'c':
      return catalogue.category(uri) !== null && search.listings.count(brand, uri) > 0
    case 'brands':
      return catalogue.directory.isSold(brand.app, uri)
    // Names are read in any letter case; the canonical one is the page.
    case 's':
      return content.text(brand, uri)?.name === uri
    case 'blog':
      return content.post(brand, uri)?.slug === uri
    case 'promotion': {
      const promotion = promotions.page(brand, uri)
      return promotion !== null && hasBegun(promotion, catalogue.today(brand.country))
    }
    default:
      return false
  }
}

import type { Brand } from '../../brands/brands.ts'
import type { Category } from '../catalogue/catalogue.ts'
import { pack, type Packed } from '../../platform/packed.ts'
import type { Sale } from '../promotions/sale.ts'
import { siteOf, topCategories, type Site, type SiteParts } from './site.ts'

/** How many products of a category a brand sells, and what tells that this may have changed. */
type Lists = { readonly version: number; count(brand: Brand, categoryUri: string): number }

const made = new WeakMap<readonly Category[], Map<string, { readonly sale: Sale; readonly site: Packed<Site> }>>()

/** A brand's frame as pages send it. All of them send the same, so it is made once, until the catalogue or the sale changes. */
export function packedSite(
  brand: Brand,
  categories: readonly Category[],
  listings: Lists,
  parts: SiteParts,
): Packed<Site> {
  const ofCatalogue: NonNullable<ReturnType<(typeof made)['get']>> = made.get(categories) ?? new Map()
  made.set(categories, ofCatalogue)
  const key = `${brand.app} ${listings.version} ${parts.hasStores} ${parts.compares}`
  const known = ofCatalogue.get(key)
  if (known !== undefined && known.sale === parts.sale) return known.site
  const top = topCategories(categories, brand, (uri) => listings.count(brand, uri) > 0)
  const site = pack(
    siteOf(
      brand,
      top.map(({ title, uri }) => ({ title, uri })),
      parts,
    ),
  )
  // Of an older version nobody will ask again.
  for (const other of ofCatalogue.keys()) if (other.startsWith(`${brand.app} `)) ofCatalogue.delete(other)
  ofCatalogue.set(key, { sale: parts.sale, site })
  return site
}

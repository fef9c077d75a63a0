import type { Brand } from '../../brands/brands.ts'
import { pack, type Packed } from '../../platform/packed.ts'
import type { Sale } from '../promotions/sale.ts'
import type { Navbar } from './navigation.ts'
import { siteOf, type Site, type SiteParts } from './site.ts'

type Made = { readonly sale: Sale; readonly site: Packed<Site> }

const made = new WeakMap<Navbar, Map<string, Made>>()

/** A brand's frame as pages send it. All of them send the same, so it is made once, until its navigation, its sale or a setting changes. */
export function packedSite(brand: Brand, navbar: Navbar, parts: SiteParts): Packed<Site> {
  const ofNavbar = made.get(navbar) ?? new Map<string, Made>()
  made.set(navbar, ofNavbar)
  const key = `${parts.hasStores} ${parts.compares}`
  const known = ofNavbar.get(key)
  if (known !== undefined && known.sale === parts.sale) return known.site
  const site = pack(siteOf(brand, navbar, parts))
  ofNavbar.set(key, { sale: parts.sale, site })
  return site
}

import type { Brand } from '../../brands/brands.ts'
import { pack, type Packed } from '../../platform/packed.ts'
import type { Navbar } from './navigation.ts'
import { siteOf, type Site } from './site.ts'

const made = new WeakMap<Navbar, Map<boolean, Packed<Site>>>()

/** A brand's frame as pages send it. All of them send the same, so it is made once, until its navigation changes. */
export function packedSite(brand: Brand, navbar: Navbar, hasStores: boolean): Packed<Site> {
  const ofNavbar = made.get(navbar) ?? new Map<boolean, Packed<Site>>()
  made.set(navbar, ofNavbar)
  const known = ofNavbar.get(hasStores) ?? pack(siteOf(brand, navbar, hasStores))
  ofNavbar.set(hasStores, known)
  return known
}

import type { Realm } from '../../brands/not-real.ts'
import type { Brand } from '../../brands/brands.ts'
import { serialize, type Serialized } from '../../platform/serialized.ts'
import { bannerIn, type Sale } from '../promotions/sale.ts'
import { searchSettingsOf } from '../search/search.ts'
import { barSteps, type BarStep } from './internal/bar-fit.ts'
import type { Navbar } from './navigation.ts'
import type { Site } from './site.ts'

/** A site's layout data besides its brand and its navigation. */
export type SiteDeps = {
  readonly hasStores: boolean
  readonly compares: boolean
  readonly otherCountryAddress: string | null
  readonly sale: Sale
  readonly realm?: Realm
}

export function siteOf(
  brand: Brand,
  { topNav, quickLinks, mainNav, search }: Navbar,
  { hasStores, compares, otherCountryAddress, sale, realm = 'live' }: SiteDeps,
): Site {
  const { compareControl, homeUsesPageBuilder } = brand
  const categoryTitles = mainNav.categories.map((one) => one.title)
  const barLinks = withSale(brand.header.barLinks, sale)
  // A picture takes as much room as two wide letters.
  const titles = [...barLinks.map((one) => (one.icon === undefined ? one.title : `MM${one.title}`)), ...categoryTitles]
  const steps = barSteps(titles, brand.header.labels, brand.tokens.font).slice(barLinks.length)
  return {
    app: brand.app,
    theme: brand.theme,
    companyName: brand.companyName,
    country: brand.country,
    currency: brand.currency,
    tagline: brand.tagline,
    service: brand.service,
    supportNumber: brand.supportNumber,
    supportText: brand.supportText,
    search: { ...searchSettingsOf(brand), minLength: search.minLength },
    header: brand.header,
    hidesCategoryBar: brand.hidesCategoryBar,
    freeDeliveryText: brand.freeDeliveryText,
    labelsRrpAsWas: brand.labelsRrpAsWas,
    warnsWhenLeavingCheckout: brand.warnsWhenLeavingCheckout,
    showsSaleAtCheckout: brand.showsSaleAtCheckout,
    hasStores,
    topNav,
    quickLinks: quickLinks.map(({ title, url }) => ({ title, href: url })),
    barLinks,
    moreUntil: Math.max(0, ...steps) as BarStep,
    categories: mainNav.categories.map(({ title, uri }, at) => ({ title, href: uri, step: steps[at] ?? 4 })),
    compare: compares ? { compareControl, homeUsesPageBuilder } : null,
    otherCountryAddress,
    ...(realm === 'live' ? {} : { realm }),
    sale: {
      banners: [bannerIn(sale, 'siteWideHeaderBanner1'), bannerIn(sale, 'siteWideHeaderBanner2')].filter(
        (one) => one !== null,
      ),
      hasFooter: bannerIn(sale, 'footerBanner') !== null,
    },
  }
}

/** A sale with a picture for the navigation has a link there: its own, or that of the brand to the same page. */
function withSale(links: Site['barLinks'], sale: Sale): Site['barLinks'] {
  const wide = bannerIn(sale, 'navIconDesktop')
  const narrow = bannerIn(sale, 'navIconMobile') ?? wide
  const first = wide ?? narrow
  if (first === null || narrow === null) return links
  const icons = { icon: first.src, narrowIcon: narrow.srcMobile }
  const own = links.find((link) => link.href === first.url)
  if (own !== undefined) return links.map((link) => (link === own ? { ...link, ...icons } : link))
  return [{ title: first.title, href: first.url, ...icons }, ...links]
}

type Made = { readonly sale: Sale; readonly site: Serialized<Site> }

const made = new WeakMap<Navbar, Map<string, Made>>()

/**
 * A brand's layout as pages send it. All of them send the same, so it is serialized once, until its navigation, its sale or a setting
 * changes.
 */
export function serializedSite(brand: Brand, navbar: Navbar, parts: SiteDeps): Serialized<Site> {
  const ofNavbar = made.get(navbar) ?? new Map<string, Made>()
  made.set(navbar, ofNavbar)
  const key = `${parts.hasStores} ${parts.compares}`
  const known = ofNavbar.get(key)
  if (known !== undefined && known.sale === parts.sale) return known.site
  const site = serialize(siteOf(brand, navbar, parts))
  ofNavbar.set(key, { sale: parts.sale, site })
  return site
}

import type { Brand } from '../../brands/brands.ts'
import { bannerIn, type Sale, type SaleBanner } from '../promotions/sale.ts'
import { searchSettingsOf, type SearchSettings } from '../search/search.ts'

/** What the frame of every page shows of the brand: the part of it that is sent to the browser. */
export type Site = Pick<
  Brand,
  | 'app'
  | 'theme'
  | 'companyName'
  | 'country'
  | 'currency'
  | 'tagline'
  | 'service'
  | 'supportNumber'
  | 'supportText'
  | 'hidesCategoryBar'
  | 'freeDeliveryText'
  | 'labelsRrpAsWas'
  | 'warnsWhenLeavingCheckout'
  | 'showsSaleAtCheckout'
> & {
  readonly search: SearchSettings
  /** Whether the app has stores to visit (decision stores-07). */
  readonly hasStores: boolean
  /** How products are compared; null where they are not (ComparePageEnabled). */
  readonly compare: Pick<Brand, 'compareControl' | 'homeUsesPageBuilder'> | null
  readonly categories: readonly { readonly title: string; readonly uri: string }[]
  /** Where the same shop is for the other country; null when there is none. */
  readonly otherCountryAddress: string | null
  /** The sale's banners above the header, and whether there is one at the foot, which is fetched later (decision promotions-11). */
  readonly sale: { readonly banners: readonly SaleBanner[]; readonly hasFooter: boolean }
}

/** What a site has besides its brand and its catalogue. */
export type SiteParts = {
  readonly hasStores: boolean
  readonly compares: boolean
  readonly otherCountryAddress: string | null
  readonly sale: Sale
}

export function siteOf(
  brand: Brand,
  categories: Site['categories'],
  { hasStores, compares, otherCountryAddress, sale }: SiteParts,
): Site {
  const { compareControl, homeUsesPageBuilder } = brand
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
    search: searchSettingsOf(brand),
    hidesCategoryBar: brand.hidesCategoryBar,
    freeDeliveryText: brand.freeDeliveryText,
    labelsRrpAsWas: brand.labelsRrpAsWas,
    warnsWhenLeavingCheckout: brand.warnsWhenLeavingCheckout,
    showsSaleAtCheckout: brand.showsSaleAtCheckout,
    hasStores,
    compare: compares ? { compareControl, homeUsesPageBuilder } : null,
    categories,
    otherCountryAddress,
    sale: {
      banners: [bannerIn(sale, 'siteWideHeaderBanner1'), bannerIn(sale, 'siteWideHeaderBanner2')].filter(
        (one) => one !== null,
      ),
      hasFooter: bannerIn(sale, 'footerBanner') !== null,
    },
  }
}

/** 'tel:1300975708'. */
export const telephone = (number: string): string => `tel:${number.replaceAll(/\s/g, '')}`

/** The top categories a brand sells, the ones it leads with first. */
export function topCategories<One extends { readonly uri: string; readonly parentUri: string | null }>(
  categories: readonly One[],
  brand: Pick<Brand, 'leadCategories'>,
  isSold: (uri: string) => boolean,
): One[] {
  const rank = (uri: string) =>
    brand.leadCategories.includes(uri) ? brand.leadCategories.indexOf(uri) : brand.leadCategories.length
  return categories
    .filter((one) => one.parentUri === null && isSold(one.uri))
    .toSorted((a, b) => rank(a.uri) - rank(b.uri))
}

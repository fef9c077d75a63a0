import type { Brand } from '../../brands/brands.ts'
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
  readonly categories: readonly { readonly title: string; readonly uri: string }[]
  /** Where the same shop is for the other country; null when there is none. */
  readonly otherCountryAddress: string | null
}

export function siteOf(
  brand: Brand,
  categories: Site['categories'],
  hasStores: boolean,
  otherCountryAddress: string | null,
): Site {
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
    categories,
    otherCountryAddress,
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

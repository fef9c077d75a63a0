import type { Realm } from '../../brands/not-real.ts'
import type { Brand } from '../../brands/brands.ts'
import type { SaleBanner } from '../promotions/sale.ts'
import type { SearchSettings } from '../search/search.ts'
import type { BarStep } from './internal/bar-fit.ts'
import type { Navbar } from './navigation.ts'

/** The brand data in every page's layout, sent to the browser. */
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
  | 'header'
  | 'hidesCategoryBar'
  | 'freeDeliveryText'
  | 'labelsRrpAsWas'
  | 'warnsWhenLeavingCheckout'
  | 'showsSaleAtCheckout'
> & {
  readonly search: SearchSettings
  /** Whether the app has stores to visit (decision stores-07). */
  readonly hasStores: boolean
  readonly topNav: Navbar['topNav']
  readonly quickLinks: readonly Link[]
  /** What stands in the place of the category bar where that is hidden, and before the categories where it is not. */
  readonly barLinks: readonly (Link & Partial<Pictures>)[]
  /** The top categories; the browser loads subcategories on demand. */
  readonly categories: readonly TopCategory[]
  /** Up to which width something is under 'More'. */
  readonly moreUntil: BarStep
  /** How products are compared; null where they are not (ComparePageEnabled). */
  readonly compare: Pick<Brand, 'compareControl' | 'homeUsesPageBuilder'> | null
  /** Where the same shop is for the other country; null when there is none. */
  readonly otherCountryAddress: string | null
  /** Absent where orders are real. */
  readonly realm?: Exclude<Realm, 'live'>
  /** The sale's banners above the header, and whether there is one at the foot, which is fetched later (decision promotions-11). */
  readonly sale: { readonly banners: readonly SaleBanner[]; readonly hasFooter: boolean }
}

/** The element of the foot of the page, which the server fills. */
export const footerId = 'footer'

export type Link = { readonly title: string; readonly href: string }

/** The icon before a link, on wide screens and in the menu of narrow ones. */
export type Pictures = { readonly icon: string; readonly narrowIcon: string }

export type TopCategory = Link & {
  /** The width from which it is in the bar. */
  readonly step: BarStep
}

/** 'tel:1300975708'. */
export const telephone = (number: string): string => `tel:${number.replaceAll(/\s/g, '')}`

/** The top categories that a brand sells, with its lead categories first. */
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

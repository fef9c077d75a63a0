import type { Brand, HeaderIcon } from '../../../brands/brands.ts'
import { brandPath, categoryPath, type Category } from '../../catalogue/catalogue.ts'
import { minimumTermLength } from '../../search/search.ts'
import { readQuickLinks, type Navbar, type NavBrand, type NavSubCategory, type TopNav } from '../navigation.ts'

/** Builds an app's navigation from its catalogue and the menu settings. */

/** The settings of a menu entry; null keeps the catalogue's value. */
export type EntrySetting = {
  readonly position: number | null
  readonly title: string | null
  readonly imageUrl: string | null
  readonly isHidden: boolean
}

/** The menu settings of one app. */
export type NavSettings = {
  readonly icons: ReadonlyMap<HeaderIcon, boolean>
  /** By category id. */
  readonly entries: ReadonlyMap<number, EntrySetting>
  /** The setting QuickLinks as it is written. */
  readonly quickLinks: string
}

/** The app's categories and brands, as far as a menu needs them. */
export type Sold = {
  readonly categories: readonly Category[]
  readonly brands: readonly { readonly title: string; readonly uri: string }[]
  isSold(categoryUri: string): boolean
  /** How many products of a brand there are by category. */
  brandCounts(brandUri: string): ReadonlyMap<string, number>
  pictureOf(category: Category): string
}

/** So many brands of a category are in the menu, those with most products; its page has them all. */
const maxBrands = 8
/** How many suggestions a search shows at most (decision navigation-01's `search`). */
const suggestionLimit = 8

export function navbarOf(brand: Pick<Brand, 'leadCategories' | 'header'>, sold: Sold, settings: NavSettings): Navbar {
  const brandsByCategory = brandsIn(sold)
  const order = (uri: string) =>
    brand.leadCategories.includes(uri) ? brand.leadCategories.indexOf(uri) : brand.leadCategories.length

  function shownBelow(parentUri: string | null) {
    return sold.categories
      .filter((one) => one.parentUri === parentUri && sold.isSold(one.uri))
      .map((category) => ({ category, set: settings.entries.get(category.id) }))
      .filter(({ set }) => set?.isHidden !== true)
      .toSorted(
        (a, b) =>
          (a.set?.position ?? Infinity) - (b.set?.position ?? Infinity) ||
          order(a.category.uri) - order(b.category.uri) ||
          0,
      )
  }

  const level = <Sub, More>(parentUri: string | null, below: (uri: string) => Sub[], more: (uri: string) => More) =>
    shownBelow(parentUri).map(({ category, set }) => ({
      id: category.id,
      title: set?.title ?? category.title,
      uri: categoryPath(category.uri),
      imageUrl: set?.imageUrl ?? sold.pictureOf(category),
      subCategories: below(category.uri),
      brands: brandsByCategory.get(category.uri) ?? [],
      ...more(category.uri),
    }))

  function thirdLevel(uri: string): Pick<NavSubCategory, 'thirdLevel'> {
    const links = shownBelow(uri).map(({ category, set }) => ({
      title: set?.title ?? category.title,
      uri: categoryPath(category.uri),
    }))
    return links.length === 0 ? {} : { thirdLevel: links }
  }

  return {
    topNav: topNavOf(brand.header.icons, settings.icons),
    mainNav: {
      categories: level(
        null,
        (uri) => level<never, Pick<NavSubCategory, 'thirdLevel'>>(uri, () => [], thirdLevel),
        () => ({}),
      ),
    },
    search: { minLength: minimumTermLength, limit: suggestionLimit },
    quickLinks: readQuickLinks(settings.quickLinks),
  }
}

function topNavOf(own: Brand['header']['icons'], set: NavSettings['icons']): TopNav {
  const shows = (icon: HeaderIcon) => set.get(icon) ?? own.includes(icon)
  return {
    displayCartIcon: shows('cart'),
    displayProjectIcon: shows('project'),
    displaySearchIcon: shows('search'),
    displayContactUsIcon: shows('contactUs'),
  }
}

function brandsIn({ brands, brandCounts }: Sold): Map<string, NavBrand[]> {
  const found = new Map<string, { readonly count: number; readonly brand: NavBrand }[]>()
  for (const { title, uri } of brands) {
    const brand = { title, uri: brandPath(uri), logoUrl: null }
    for (const [category, count] of brandCounts(uri))
      found.set(category, [...(found.get(category) ?? []), { count, brand }])
  }
  return new Map(
    Array.from(found, ([category, all]) => [
      category,
      all
        .toSorted((a, b) => b.count - a.count || a.brand.title.localeCompare(b.brand.title))
        .slice(0, maxBrands)
        .map((one) => one.brand),
    ]),
  )
}

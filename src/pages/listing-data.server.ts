import { data } from 'react-router'
import type { Wordmark } from '../modules/catalogue/brand-list.ts'
import { categoryPath } from '../modules/catalogue/catalogue.ts'
import { categoryPicture } from '../modules/catalogue/pictures.server.ts'
import { readListingChoice } from '../modules/search/listing-query.ts'
import { priceRulesOf } from '../modules/pricing/pricing.ts'
import type { Crumb } from '../modules/navigation/ui/breadcrumbs.tsx'
import type { ListingScope } from '../modules/search/search.ts'
import type { ListingPageProps } from '../modules/search/ui/listing-page.tsx'
import { pack, type Packed } from '../platform/packed.ts'
import type { Shop } from '../shop.ts'
import { keptForAll } from './page-headers.ts'

export type ListingData = ListingPageProps & {
  readonly canonical: string
  readonly noIndex: boolean
  readonly trail: readonly Crumb[]
  readonly wordmark?: Wordmark
}

/** What every list of products needs of a request; a category, brand or search adds its title and scope. */
export function listingData(
  shop: Shop,
  request: Request,
  about: {
    readonly path: string
    readonly title: string
    readonly intro: string
    readonly scope: ListingScope
    readonly categoryUri: string | null
    readonly tags: readonly string[]
    /** The way to a category or brand; other lists have none. */
    readonly trail?: readonly Crumb[]
    /** Tiles above the list where they are not the categories below this one. */
    readonly below?: ListingPageProps['below']
    /** How a brand's name is set in the banner of its page. */
    readonly wordmark?: Wordmark
  },
): ReturnType<typeof data<Packed<ListingData>>> {
  const { brand, catalogue, listings } = shop
  const choice = readListingChoice(new URL(request.url).searchParams, listings.isRange)
  const listing = listings.list(brand, about.scope, choice, about.categoryUri)
  const own = about.categoryUri === null ? null : catalogue.category(about.categoryUri)
  const below = (own?.children ?? []).flatMap((uri) => {
    const child = catalogue.category(uri)
    return child === null || listings.count(brand, uri) === 0
      ? []
      : [{ title: child.title, href: categoryPath(uri), picture: categoryPicture(child) }]
  })
  const tops = catalogue.categories.filter((one) => one.parentUri === null)
  const isPlain =
    Object.keys(choice.filters).length === 0 && Object.keys(choice.ranges).length === 0 && choice.sort === 'relevance'
  return data(
    pack({
      path: about.path,
      title: about.title,
      intro: about.intro,
      below: about.below ?? below,
      listing,
      choice,
      pageSize: listings.pageSize,
      promoted: own?.promotedFacets ?? [],
      hidesPriceSorts: brand.hidesPricesWhenAnonymous,
      rules: priceRulesOf(brand, shop.instalments),
      otherwise: listing.total > 0 ? [] : tops.map((one) => ({ title: one.title, href: categoryPath(one.uri) })),
      canonical: `https://${brand.hostname}${about.path}${choice.page > 1 ? `?page=${choice.page}` : ''}`,
      noIndex: !isPlain || listing.total === 0,
      ...(about.wordmark === undefined ? {} : { wordmark: about.wordmark }),
      trail: about.trail ?? [{ title: about.title, href: null }],
    }),
    { headers: keptForAll(['listings', ...about.tags]) },
  )
}

import { data } from 'react-router'
import type { Wordmark } from '../modules/catalogue/brand-list.ts'
import { topCategories } from '../modules/navigation/site.ts'
import { categoryPath } from '../modules/catalogue/catalogue.ts'
import { spaceKind } from '../modules/catalogue/fit.ts'
import { categoryPicture } from '../modules/catalogue/pictures.server.ts'
import { readListingChoice } from '../modules/search/listing-query.ts'
import type { Crumb } from '../modules/navigation/ui/breadcrumbs.tsx'
import type { ListingView } from '../modules/search/listings.server.ts'
import { searchAddress, searchSettingsOf, type ListingScope } from '../modules/search/search.ts'
import type { ListingHelp, ListingPageProps } from '../modules/search/ui/listing-page.tsx'
import { pack, type Packed } from '../platform/packed.ts'
import type { Shop } from '../shop.ts'
import { cardRules } from './card-rules.server.ts'
import { keptForAll } from './page-headers.ts'

export type ListingData = ListingPageProps & {
  readonly canonical: string
  readonly noIndex: boolean
  readonly trail: readonly Crumb[]
  readonly wordmark?: Wordmark
}

/** What every list of products needs of a request; a category, brand or search adds its title and scope. */
export async function listingData(
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
): Promise<ReturnType<typeof data<Packed<ListingData>>>> {
  const { brand, catalogue, listings } = shop
  const choice = readListingChoice(new URL(request.url).searchParams, listings.isRange)
  const atPlace = await shop.atPlace(choice)
  const listing = listings.list(brand, about.scope, choice, about.categoryUri, atPlace)
  const own = about.categoryUri === null ? null : catalogue.category(about.categoryUri)
  const below = (own?.children ?? []).flatMap((uri) => {
    const child = catalogue.category(uri)
    return child === null || listings.count(brand, uri) === 0
      ? []
      : [{ title: child.title, href: categoryPath(uri), picture: categoryPicture(child) }]
  })
  const isPlain =
    choice.delivery === null &&
    Object.keys(choice.filters).length === 0 &&
    Object.keys(choice.ranges).length === 0 &&
    choice.sort === 'relevance'
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
      spaceKind: spaceKindOf(about.categoryUri, listing.facets),
      hidesPriceSorts: brand.hidesPricesWhenAnonymous,
      rules: await cardRules(shop),
      relaxedTerms: listing.relaxed || listing.total === 0 ? relaxedTerms(shop, about.scope) : [],
      help: listing.total > 0 ? null : helpOf(shop),
      canonical: `https://${brand.hostname}${about.path}${choice.page > 1 ? `?page=${choice.page}` : ''}`,
      noIndex: !isPlain || listing.total === 0,
      ...(about.wordmark === undefined ? {} : { wordmark: about.wordmark }),
      trail: about.trail ?? [{ title: about.title, href: null }],
    }),
    // Days fill up and cut-offs pass while a page is kept.
    { headers: keptForAll(['listings', ...about.tags], choice.delivery === null ? 300 : 60) },
  )
}

/** A space can be asked for where the list can be narrowed by all three measures. */
function spaceKindOf(categoryUri: string | null, facets: ListingView['facets']): string | null {
  const codes = new Set(facets.map((facet) => facet.code))
  const isMeasured = ['width_mm', 'height_mm', 'depth_mm'].every((code) => codes.has(code))
  return categoryUri !== null && isMeasured ? spaceKind(categoryUri) : null
}

function relaxedTerms({ brand, listings }: Shop, scope: ListingScope): ListingPageProps['relaxedTerms'] {
  if (!('term' in scope)) return []
  return listings.relaxedTerms(brand, scope.term).map(({ term, count }) => ({ term, href: searchAddress(term), count }))
}

const mostPopular = 6

function helpOf({ brand, catalogue, listings }: Shop): ListingHelp {
  const top = topCategories(catalogue.categories, brand, (uri) => listings.count(brand, uri) > 0)
  return {
    categories: top.slice(0, mostPopular).map(({ title, uri }) => ({ title, href: categoryPath(uri) })),
    supportNumber: brand.supportNumber,
    supportText: brand.supportText,
    search: searchSettingsOf(brand),
  }
}

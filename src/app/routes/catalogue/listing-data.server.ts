import { data, redirect } from 'react-router'
import type { Brand, EffectiveBrand } from '../../../brands/brands.ts'
import type { Wordmark } from '../../../modules/catalogue/brands/brand-list.ts'
import { topCategories } from '../../../modules/navigation/site.ts'
import { categoryPath, type Crumb } from '../../../modules/catalogue/catalogue.ts'
import type { SaleBanner } from '../../../modules/promotions/sale.ts'
import type { PromotionHeadProps } from '../../../modules/promotions/ui/promotion-head.tsx'
import { spaceKind } from '../../../modules/catalogue/product/fit.ts'
import { chipsOf } from '../../../modules/search/chips.ts'
import { facetPageTitle, ownPageOf } from '../../../modules/search/indexing.ts'
import {
  listingAddress,
  plainChoice,
  readListingChoice,
  withoutFilters,
  type ListingChoice,
} from '../../../modules/search/listing-query.ts'
import type { ListingHelp, ListingView } from '../../../modules/search/listing-views.ts'
import { nothingFoundText } from '../../../modules/search/nothing-found.ts'
import { searchAddress, searchSettingsOf, type ListingScope } from '../../../modules/search/search.ts'
import type { ListingPageProps } from '../../../modules/search/ui/listing-page.tsx'
import { serialize, type Serialized } from '../../../platform/serialized.ts'
import type { RequestContext } from '../../../composition/request-context.ts'
import { cardRules } from './card-rules.server.ts'
import { cachedForAll } from '../../head/page-headers.ts'
import { countText } from '../../../platform/text/count-text.ts'

export type ListingData = ListingPageProps & {
  readonly canonical: string
  readonly description: string
  readonly noIndex: boolean
  readonly trail: readonly Crumb[]
  readonly wordmark?: Wordmark
  readonly offer?: PromotionHeadProps
  readonly banner?: SaleBanner | null
  readonly masthead?: string
}

/** The common input of every product list; a category, brand or search adds its title and scope. */
export async function listingData(
  shop: RequestContext,
  request: Request,
  about: {
    readonly path: string
    readonly title: string
    readonly intro: string
    readonly scope: ListingScope
    readonly categoryUri: string | null
    readonly tags: readonly string[]
    /** The breadcrumbs of a category or brand; other lists have none. */
    readonly trail?: readonly Crumb[]
    /** Tiles above the list where they are not the categories below this one. */
    readonly below?: ListingPageProps['below']
    /** How a brand's name is set in the banner of its page. */
    readonly wordmark?: Wordmark
    /** The head of a promotion's page, above its products. */
    readonly offer?: PromotionHeadProps
    /** A sale's banner. */
    readonly banner?: SaleBanner | null
    /** Markup of the banner that staff have put above the list. */
    readonly masthead?: string | null
    /** A maker that was searched for and is not stocked. */
    readonly unknownBrand?: string | null
  },
): Promise<ReturnType<typeof data<Serialized<ListingData>>>> {
  const {
    brand,
    services: {
      catalogue,
      search: { listings },
    },
  } = shop
  const choice = readListingChoice(new URL(request.url).searchParams, listings.isRange)
  const atPlace = await shop.services.search.deliveryFilters.at(shop.brand, choice)
  const listing = listings.list(brand, about.scope, choice, about.categoryUri, atPlace)
  const own = about.categoryUri === null ? null : catalogue.category(about.categoryUri)
  const below = (own?.children ?? []).flatMap((uri) => {
    const child = catalogue.category(uri)
    return child === null || listings.count(brand, uri) === 0
      ? []
      : [{ title: child.title, href: categoryPath(uri), picture: catalogue.pictureOf(child) }]
  })
  const lastPage = Math.max(1, Math.ceil(listing.total / listings.pageSize))
  // The list has become shorter since the link was made, or it was never that long.
  if (choice.page > lastPage) throw redirect(listingAddress(about.path, { ...choice, page: lastPage }))
  const mainCategory = about.categoryUri ?? listings.mainCategory(brand, about.scope)
  const promoted = catalogue.category(mainCategory ?? '')?.promotedFacets ?? []
  const page = ownPageOf(choice, { total: listing.total, categoryUri: about.categoryUri, promoted })
  const title = facetPageTitle(about.title, listing.facets, page)
  const isFacetPage = page !== null && page !== 'plain'
  return data(
    serialize({
      path: about.path,
      title,
      intro: about.intro,
      below: about.below ?? below,
      listing,
      choice,
      pageSize: listings.pageSize,
      promoted,
      spaceKind: spaceKindOf(mainCategory, listing.facets, choice),
      hidesPriceSorts: brand.hidesPricesWhenAnonymous,
      serviceKinds: await shop.services.search.deliveryFilters.serviceKinds(shop.brand, about.categoryUri),
      rules: await cardRules(shop),
      unknownBrand: about.unknownBrand ?? null,
      replaced: 'term' in about.scope && choice.page === 1 ? listings.replacement(brand, about.scope.term) : null,
      relaxedTerms: listing.relaxed || listing.total === 0 ? relaxedTerms(shop, about.scope) : [],
      help: listing.total > 0 ? null : await helpOf(shop, { ...about, choice, facets: listing.facets }),
      canonical: canonicalOf(brand, about.path, isFacetPage ? choice : { ...plainChoice, page: choice.page }),
      description: isFacetPage
        ? facetPageDescription(title, listing.total, brand)
        : about.intro || listDescription(title, listing.total, brand),
      noIndex: page === null,
      ...(about.wordmark === undefined ? {} : { wordmark: about.wordmark }),
      ...(about.offer === undefined ? {} : { offer: about.offer }),
      ...(about.banner === undefined ? {} : { banner: about.banner }),
      ...(about.masthead == null ? {} : { masthead: about.masthead }),
      trail: isFacetPage ? trailTo(title, about) : (about.trail ?? [{ title, href: null }]),
    }),
    // Days fill up and cut-offs pass while a page is cached.
    {
      headers: cachedForAll(
        ['listings', ...about.tags],
        choice.delivery === null && choice.services === null ? 300 : 60,
      ),
    },
  )
}

/** The canonical address (decision analytics-07); a facet page keeps its filter (docs/decisions/0013-facet-pages.md). */
function canonicalOf(
  brand: Pick<EffectiveBrand, 'origin' | 'canonicalSlash'>,
  path: string,
  choice: ListingChoice,
): string {
  return `${brand.origin}${listingAddress(`${path}${brand.canonicalSlash ? '/' : ''}`, choice)}`
}

function facetPageDescription(title: string, total: number, { companyName }: Brand): string {
  return `See all ${total} ${title} at ${companyName}: sizes, stock and delivery dates to your suburb.`
}

/** The meta description of a list without an introduction. */
function listDescription(title: string, total: number, { companyName }: Brand): string {
  const products = countText(total, 'product')
  return `${title}: ${products} at ${companyName}. Sizes, stock and delivery dates to your suburb.`
}

/** The breadcrumbs of a facet page include the list that it narrows. */
function trailTo(
  title: string,
  list: { readonly path: string; readonly title: string; readonly trail?: readonly Crumb[] },
) {
  const above = (list.trail ?? []).filter((crumb) => crumb.href !== null)
  return [...above, { title: list.title, href: list.path }, { title, href: null }]
}

/** A space can be entered where the list has all three measures, and stays on the page while it narrows the list to one product or none. */
function spaceKindOf(
  categoryUri: string | null,
  facets: ListingView['facets'],
  { filters }: ListingChoice,
): string | null {
  const codes = new Set(facets.map((facet) => facet.code))
  const isMeasured = ['width_mm', 'height_mm', 'depth_mm'].every((code) => codes.has(code))
  return categoryUri !== null && (isMeasured || 'space' in filters) ? spaceKind(categoryUri) : null
}

function relaxedTerms(
  {
    brand,
    services: {
      search: { listings },
    },
  }: RequestContext,
  scope: ListingScope,
): ListingPageProps['relaxedTerms'] {
  if (!('term' in scope)) return []
  return listings.relaxedTerms(brand, scope.term).map(({ term, count }) => ({ term, href: searchAddress(term), count }))
}

const mostPopular = 6

const maxLeftOut = 6

async function helpOf(
  shop: RequestContext,
  list: {
    readonly path: string
    readonly scope: ListingScope
    readonly choice: ListingChoice
    readonly facets: ListingView['facets']
    readonly unknownBrand?: string | null
  },
): Promise<ListingHelp> {
  const {
    brand,
    services: {
      catalogue,
      search: { listings },
    },
  } = shop
  const chips = chipsOf(list.facets, list.choice)
  const atPlace = (choice: ListingChoice) => shop.services.search.deliveryFilters.at(shop.brand, choice)
  const without = []
  const all = chips.length > 1 ? [{ label: 'any filter', without: withoutFilters(list.choice) }] : []
  if ('term' in list.scope && chips.length > 0) {
    const count = listings.total(brand, { all: true }, list.choice, await atPlace(list.choice))
    if (count > 0)
      without.push({ label: `“${list.scope.term}”`, href: listingAddress('/products', list.choice), count })
  }
  for (const chip of [...chips.slice(0, maxLeftOut), ...all]) {
    const count = listings.total(brand, list.scope, chip.without, await atPlace(chip.without))
    if (count > 0) without.push({ label: chip.label, href: listingAddress(list.path, chip.without), count })
  }
  const top = topCategories(catalogue.categories, brand, (uri) => listings.count(brand, uri) > 0)
  return {
    text: nothingFoundText(chips.length, 'term' in list.scope ? list.scope.term : null, list.unknownBrand ?? null),
    without,
    pages: 'term' in list.scope ? shop.services.search.helpTopicsIn(brand, list.scope.term) : [],
    categories: top.slice(0, mostPopular).map(({ title, uri }) => ({ title, href: categoryPath(uri) })),
    supportNumber: brand.supportNumber,
    supportText: brand.supportText,
    search: { ...searchSettingsOf(brand), minLength: shop.services.navigation.of(shop.brand).search.minLength },
  }
}

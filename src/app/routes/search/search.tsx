import { lazy, useEffect } from 'react'
import { redirect } from 'react-router'
import type { Route } from './+types/search.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { searchAddress } from '../../../modules/search/search.ts'
import { narrows, readListingChoice } from '../../../modules/search/listing-query.ts'
import { typedTermOf } from '../../../modules/search/understanding/typed-term.ts'
import { understoodAddress } from '../../../modules/search/understanding/understood-address.ts'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { Later } from '../../../ui/display/later.tsx'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from '../catalogue/cached-listing.ts'
import { listingData, type ListingData } from '../catalogue/listing-data.server.ts'
import { listingMeta } from '../catalogue/listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

/** Where nothing was found, what was looked at before is a way on. */
const RecentlyViewed = lazy(async () => ({
  default: (await import('../../../modules/catalogue/ui/recently-viewed.tsx')).RecentlyViewed,
}))

export function loader({ context, params, request }: Route.LoaderArgs) {
  const typed = typedTermOf(params.uri)
  if (typed === '') throw redirect('/products')
  const shop = context.get(requestContext)
  const { listings } = shop.services.search
  const read = listings.understand(shop.brand, typed)
  if (narrows(read)) {
    const choice = readListingChoice(new URL(request.url).searchParams, listings.isRange)
    throw redirect(understoodAddress(read, choice))
  }
  const { term, unknownBrand } = read
  return listingData(shop, request, {
    path: searchAddress(typed),
    title: term === '' ? `Results for “${typed}”` : `Results for “${term}”`,
    intro: '',
    scope: term === '' ? { productIds: [] } : { term },
    categoryUri: null,
    tags: [],
    trail: [{ title: 'Search', href: null }],
    unknownBrand,
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

// Results of a search are no page of their own for other search engines.
export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'search', { isIndexed: false })

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  useSearchEvents(listing)
  return (
    <>
      <Breadcrumbs trail={listing.trail} />
      <ListingPage {...listing} />
      {listing.help !== null && (
        <div className="page">
          <Later>
            <RecentlyViewed current={null} />
          </Later>
        </div>
      )}
    </>
  )
}

/** Tracks the search and the results clicked; loaded after the page, because nothing waits for it. */
function useSearchEvents({ path, listing }: Pick<ListingData, 'path' | 'listing'>): void {
  const { cards } = listing
  useEffect(() => {
    let callOff: (() => void) | null = () => {}
    void import('../../../modules/search/ui/search-events.ts').then(({ reportSearch }) => {
      if (callOff !== null) callOff = reportSearch(decodeURIComponent(path.slice('/search/'.length)), cards)
    })
    return () => {
      callOff?.()
      callOff = null
    }
  }, [path, cards])
}

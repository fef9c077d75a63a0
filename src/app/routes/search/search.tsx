import { useEffect } from 'react'
import { redirect } from 'react-router'
import type { Route } from './+types/search.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { searchAddress, searchTermOf } from '../../../modules/search/search.ts'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from '../catalogue/cached-listing.ts'
import { listingData, type ListingData } from '../catalogue/listing-data.server.ts'
import { listingMeta } from '../catalogue/listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const term = searchTermOf(params.uri)
  if (term === '') throw redirect('/products')
  return listingData(context.get(requestContext), request, {
    path: searchAddress(term),
    title: `Results for “${term}”`,
    intro: '',
    scope: { term },
    categoryUri: null,
    tags: [],
    trail: [{ title: 'Search', href: null }],
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

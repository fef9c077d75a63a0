import { redirect } from 'react-router'
import type { Route } from './+types/products.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { typedTermOf } from '../../../modules/search/understanding/typed-term.ts'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from './cached-listing.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  // The search form of a visitor without script ends here.
  const term = typedTermOf(new URL(request.url).searchParams.get('q') ?? '')
  if (term !== '') throw redirect((await shop.services.search.listings.destination(shop.brand, term)).url)
  return listingData(shop, request, {
    path: '/products',
    title: 'All products',
    intro: '',
    scope: { all: true },
    categoryUri: null,
    tags: [],
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'filter')

export default function ProductsPage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={listing.trail} />
      <ListingPage {...listing} />
    </>
  )
}

import type { Route } from './+types/sale.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { bannerIn } from '../../../modules/promotions/sale.ts'
import { SaleBannerLink } from '../../../modules/promotions/ui/sale-banner.tsx'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from './cached-listing.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

/** Everything below its recommended price, under the banner and the name of the sale while one is on. */
export function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const sale = shop.services.promotions.sale(shop.brand)
  const title = sale.isSaleOn ? sale.name : 'Sale'
  return listingData(shop, request, {
    path: '/sale',
    title,
    intro: sale.isSaleOn ? '' : 'There is no sale on at the moment.',
    scope: { belowRrp: true },
    categoryUri: null,
    tags: ['promotions'],
    trail: [{ title, href: null }],
    banner: bannerIn(sale, 'homePageBanner'),
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'sale')

export default function SalePage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  return (
    <>
      {listing.banner != null && <SaleBannerLink banner={listing.banner} shape="wide" />}
      <Breadcrumbs trail={listing.trail} />
      <ListingPage {...listing} />
    </>
  )
}

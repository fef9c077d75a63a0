import { data } from 'react-router'
import type { Route } from './+types/brand.ts'
import { brandPath } from '../modules/catalogue/catalogue.ts'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { ListingPage } from '../modules/search/ui/listing-page.tsx'
import { unpack } from '../platform/packed.ts'
import { shopContext } from '../shop.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { headersOfLoader } from './page-headers.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const brand = shop.catalogue.brandByUri(params.uri)
  if (brand === null) throw data(null, { status: 404 })
  return listingData(shop, request, {
    path: brandPath(brand.uri),
    title: brand.title,
    intro: brand.blurb,
    scope: { brandUri: brand.uri },
    categoryUri: null,
    tags: [`brand:${brand.uri}`],
  })
}

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData)

export default function BrandPage({ loaderData }: Route.ComponentProps) {
  const listing = unpack(loaderData)
  return (
    <>
      <Breadcrumbs trail={listing.trail} />
      <ListingPage {...listing} />
    </>
  )
}

import { data } from 'react-router'
import type { Route } from './+types/brand.ts'
import { brandCategories } from '../../../modules/catalogue/brands/brand-directory.ts'
import { wordmarkOf } from '../../../modules/catalogue/brands/brand-list.ts'
import { brandPath, categoryPath } from '../../../modules/catalogue/catalogue.ts'
import { BrandBanner } from '../../../modules/catalogue/ui/brands-page.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from './cached-listing.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    services: { catalogue },
  } = shop
  const brand = catalogue.brandByUri(params.uri)
  if (brand === null || !catalogue.directory.isSold(shop.brand.app, brand.uri)) throw data(null, { status: 404 })
  const counts = catalogue.directory.categoriesOf(shop.brand.app, brand.uri)
  return listingData(shop, request, {
    path: brandPath(brand.uri),
    title: brand.title,
    intro: brand.blurb,
    scope: { brandUri: brand.uri },
    categoryUri: null,
    tags: [`brand:${brand.uri}`],
    trail: [
      { title: 'Brands', href: '/brands' },
      { title: brand.title, href: null },
    ],
    below: brandCategories(counts).flatMap((uri) => {
      const category = catalogue.category(uri)
      if (category === null) return []
      const href = `${categoryPath(uri)}?${new URLSearchParams({ filter: `brand:${brand.uri}` })}`
      return [{ title: category.title, href, picture: catalogue.pictureOf(category) }]
    }),
    wordmark: wordmarkOf(brand.wordmark),
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'brandPage')

export default function BrandPage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={listing.trail} />
      {listing.wordmark !== undefined && <BrandBanner title={listing.title} wordmark={listing.wordmark} />}
      <ListingPage {...listing} />
    </>
  )
}

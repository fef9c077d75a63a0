import { data } from 'react-router'
import type { Route } from './+types/category.ts'
import { categoryPath, categoryTrail } from '../../../modules/catalogue/catalogue.ts'
import { categoryPageSlug } from '../../../modules/content/page-document.ts'
import '../../../modules/content/ui/landing-banner.css'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { CleanHtml } from '../../../ui/display/clean-html.tsx'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from './cached-listing.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { mastheadMarkup } from '../content/masthead-markup.server.tsx'
import { headersOfLoader } from '../../head/page-headers.ts'

export function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const uri = params['*'].replace(/\/$/, '')
  const category = shop.services.catalogue.category(uri)
  if (category === null) throw data(null, { status: 404 })
  return listingData(shop, request, {
    path: categoryPath(uri),
    title: category.title,
    intro: category.intro,
    scope: { categoryUri: uri },
    categoryUri: uri,
    tags: [`category:${uri}`, 'content'],
    masthead: mastheadMarkup(shop.services.content.page(shop.brand, categoryPageSlug(uri))?.masthead),
    trail: categoryTrail(uri).map((one) => ({
      title: shop.services.catalogue.category(one)?.title ?? one,
      href: one === uri ? null : categoryPath(one),
    })),
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'categoryPage')

export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  return (
    <>
      <Breadcrumbs trail={listing.trail} />
      {listing.masthead !== undefined && <CleanHtml html={listing.masthead} />}
      <ListingPage {...listing} heading={listing.masthead === undefined ? 'h1' : 'h2'} />
    </>
  )
}

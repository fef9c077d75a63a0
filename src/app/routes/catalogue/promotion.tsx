import { data } from 'react-router'
import type { Route } from './+types/promotion.ts'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import {
  endDateText,
  hasBegun,
  isRedeemable,
  isRunning,
  promotionPath,
} from '../../../modules/promotions/promotions.ts'
import { PromotionHead } from '../../../modules/promotions/ui/promotion-head.tsx'
import { ListingPage } from '../../../modules/search/ui/listing-page.tsx'
import { shortDay } from '../../../platform/calendar.ts'
import { deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { listingClientLoader, useCachedListing } from './cached-listing.ts'
import { listingData } from './listing-data.server.ts'
import { listingMeta } from './listing-meta.ts'
import { headersOfLoader } from '../../head/page-headers.ts'

/** A promotion and its products. Before its start it is a 404; after its end the page says so and lists nothing. */
export function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { catalogue, promotions },
  } = shop
  const today = catalogue.today(brand.country)
  const promotion = promotions.page(brand, params.uri)
  if (promotion === null || !hasBegun(promotion, today)) throw data(null, { status: 404 })
  const hasEnded = !isRunning(promotion, today)
  const { title, redemptionEndDate } = promotion
  return listingData(shop, request, {
    path: promotionPath(promotion.path),
    title,
    intro: '',
    scope: { productIds: hasEnded ? [] : promotions.productIds(brand, promotion) },
    categoryUri: null,
    tags: ['promotions'],
    trail: [
      { title: 'Promotions', href: '/promotions' },
      { title, href: null },
    ],
    offer: {
      title,
      thumbnailImg: promotion.thumbnailImg,
      ends: endDateText(promotion),
      hasEnded,
      rewardLabel: promotion.rewardLabel,
      content: promotion.content,
      terms: promotion.terms,
      redeem: isRedeemable(promotion, today)
        ? { until: redemptionEndDate === null ? null : shortDay(redemptionEndDate) }
        : null,
    },
  })
}

export const clientLoader = (args: Route.ClientLoaderArgs) => listingClientLoader(args)

export const headers = headersOfLoader

export const meta = ({ loaderData }: Route.MetaArgs) => listingMeta(loaderData, 'promoPage')

export default function PromotionPage({ loaderData }: Route.ComponentProps) {
  useCachedListing(loaderData)
  const listing = deserialize(loaderData)
  const { offer } = listing
  return (
    <>
      {/* The title follows as the heading: said once is enough. */}
      <Breadcrumbs trail={listing.trail.slice(0, -1)} />
      {offer !== undefined && <PromotionHead {...offer} />}
      {offer?.hasEnded !== true && <ListingPage {...listing} title="Products in this offer" heading="h2" />}
    </>
  )
}

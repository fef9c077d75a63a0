import { data, redirect } from 'react-router'
import type { Route } from './+types/product-reviews.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { productPath, reviewsPath } from '../../../modules/catalogue/catalogue.ts'
import { EntryList } from '../../../modules/reviews/ui/entry-list.tsx'
import { RatingSummary } from '../../../modules/reviews/ui/rating-summary.tsx'
import { ReviewForm } from '../../../modules/reviews/ui/writing-form.tsx'
import { WritingPage } from '../../../modules/reviews/ui/writing-page.tsx'
import { readReview } from '../../../modules/reviews/writing.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { pageOf, shownProduct, soldProduct, typedFields, writing } from './sold-product.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { settings },
  } = shop
  const product = soldProduct(shop, params.uri)
  const page = pageOf(request)
  const reviews = await shop.services.reviews.ofProduct(brand, product.id, page)
  if (page > 1 && reviews.items.length === 0) throw data(null, { status: 404 })
  return data(
    serialize({
      product: shownProduct(product),
      rating: settings.isOn(brand, 'ReviewSummariesEnabled') ? product.rating : null,
      reviews,
      page,
    }),
    { headers: cachedForAll([`product:${product.id}`]) },
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const product = soldProduct(shop, params.uri)
  const typed = await typedFields(request)
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return data({ typed, problems: cardNumber }, { status: 400 })
  const read = readReview(typed)
  if (!read.ok) return data({ typed, problems: read.problem }, { status: 400 })
  if (shop.visitor.waitFor(writing) > 0) {
    return data({ typed, problems: { form: 'Too many attempts. Please try again later.' } }, { status: 429 })
  }
  await shop.services.reviews.write(shop.brand.app, product.id, read.value)
  throw redirect(`${productPath(product.uri)}?sent=review#reviews`, 303)
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  return [{ title: `Reviews of ${deserialize(loaderData).product.title}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { product, rating, reviews, page } = deserialize(loaderData)
  return (
    <WritingPage
      title={`Reviews of ${product.title}`}
      product={product}
      pages={{ path: reviewsPath(product.uri), page, count: reviews.count }}
      form={<ReviewForm refused={actionData ?? null} />}
    >
      {rating !== null && <RatingSummary rating={rating} reviews={reviews} />}
      {reviews.count === 0 ? <p>Be the first to review it.</p> : <EntryList items={reviews.items} />}
    </WritingPage>
  )
}

import { data, redirect } from 'react-router'
import type { Route } from './+types/product-reviews.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { productPath, reviewsPath } from '../../../modules/catalogue/catalogue.ts'
import { readReviewChoice, reviewsAddress } from '../../../modules/reviews/review-choice.ts'
import { ReviewChoiceForm } from '../../../modules/reviews/ui/review-choice-form.tsx'
import { ReviewForm } from '../../../modules/reviews/ui/review-form.tsx'
import { EntryList } from '../../../modules/reviews/ui/entry-list.tsx'
import { ReviewOverview } from '../../../modules/reviews/ui/review-overview.tsx'
import { WritingPage } from '../../../modules/reviews/ui/writing-page.tsx'
import { readReview } from '../../../modules/reviews/writing.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { sentReview } from './sent-review.server.ts'
import { pageOf, shownProduct, soldProduct, writing } from './sold-product.server.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { settings },
  } = shop
  const product = soldProduct(shop, params.uri)
  const page = pageOf(request)
  const choice = readReviewChoice(new URL(request.url).searchParams)
  const reviews = await shop.services.reviews.ofProduct(brand, product.id, choice, page)
  if (page > 1 && reviews.items.length === 0) throw data(null, { status: 404 })
  return data(
    serialize({
      product: shownProduct(product),
      rating: settings.isOn(brand, 'ReviewSummariesEnabled') ? product.rating : null,
      reviews,
      choice,
      page,
      suggested: await shop.services.reviews.pointsOf(product.categoryUri),
    }),
    { headers: cachedForAll([`product:${product.id}`]) },
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { orders, reviews } = shop.services
  const product = soldProduct(shop, params.uri)
  const sent = await sentReview(request)
  const { typed } = sent
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return data({ typed, problems: cardNumber }, { status: 400 })
  const read = readReview(typed)
  const problems = { ...(read.ok ? {} : read.problem), ...sent.problems }
  if (!read.ok || Object.keys(problems).length > 0) return data({ typed, problems }, { status: 400 })
  if (shop.visitor.waitFor(writing) > 0) {
    return data({ typed, problems: { form: 'Too many attempts. Please try again later.' } }, { status: 429 })
  }
  const photos = await sent.store(shop.services.media)
  if (!photos.ok) return data({ typed, problems: { photos: photos.problem } }, { status: 400 })
  const isVerified = await orders.visitor.hasBought(shop, product.id)
  await reviews.write(shop.brand.app, product.id, { ...read.value, isVerified, photos: photos.value })
  throw redirect(`${productPath(product.uri)}?sent=review#reviews`, 303)
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  return [{ title: `Reviews of ${deserialize(loaderData).product.title}` }, { name: 'robots', content: 'noindex' }]
}

export default function ProductReviews({ loaderData, actionData }: Route.ComponentProps) {
  const { product, rating, reviews, choice, page, suggested } = deserialize(loaderData)
  const path = reviewsPath(product.uri)
  return (
    <WritingPage
      title={`Reviews of ${product.title}`}
      product={product}
      pages={{ addressOf: (at) => reviewsAddress(path, choice, at), page, count: reviews.chosenCount }}
      form={<ReviewForm refused={actionData ?? null} suggested={suggested} />}
    >
      <ReviewOverview path={path} rating={rating} reviews={reviews} heading="h2" />
      {reviews.count > 0 && <ReviewChoiceForm path={path} reviews={reviews} choice={choice} />}
      {reviews.count === 0 ? <p>Be the first to review it.</p> : <EntryList items={reviews.items} />}
    </WritingPage>
  )
}

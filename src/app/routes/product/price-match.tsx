import { data } from 'react-router'
import type { Route } from './+types/price-match.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { isBuyable, stockStatusOf } from '../../../modules/catalogue/catalogue.ts'
import { effectivePrice, formatPrice, isValidPrice, offerIn } from '../../../modules/pricing/pricing.ts'
import { pricePromise, yearsInBusiness } from '../../../modules/pricing/price-promise.ts'
import { priceMatchLimit } from '../../../modules/pricematch/pricematch.server.ts'
import { priceMatchThanks, readPriceMatch } from '../../../modules/pricematch/pricematch.ts'
import { PriceMatchFacts } from '../../../modules/pricematch/ui/price-match-facts.tsx'
import { PriceMatchForm } from '../../../modules/pricematch/ui/price-match-form.tsx'
import { WritingPage } from '../../../modules/reviews/ui/writing-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { shownProduct, soldProduct, typedFields } from './sold-product.server.ts'

/**
 * A price match request for a product, with its current price; 404 where the shop has no price promise, or the manufacturer sets the price.
 */
function requestedProduct(shop: RequestContext, uri: string) {
  const {
    brand,
    now,
    services: { settings },
  } = shop
  const product = soldProduct(shop, uri)
  const sold = product.offers[brand.app]
  const { pricePromise: kind } = brand
  const isOffered =
    kind !== null &&
    settings.isOn(brand, 'PriceMatchEnabled') &&
    !brand.hidesPricesWhenAnonymous &&
    isBuyable(stockStatusOf(product, brand.country))
  if (!isOffered || sold === undefined || !isValidPrice(sold.price) || sold.priceType === 'manufacturer')
    throw data(null, { status: 404 })
  const years = yearsInBusiness(settings.text(brand, 'YearsInBusiness'), now())
  return { product, ownPrice: effectivePrice(offerIn(sold, brand)), promise: pricePromise(kind, { ...brand, years }) }
}

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { product, ownPrice, promise } = requestedProduct(shop, params.uri)
  return data(
    serialize({
      product: { ...shownProduct(product), price: formatPrice(ownPrice) },
      ownPrice,
      promise,
      country: shop.brand.country,
    }),
    { headers: cachedForAll([`product:${product.id}`]) },
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const { product, ownPrice } = requestedProduct(shop, params.uri)
  const typed = await typedFields(request)
  const refuse = (problems: FieldMessages, status: number) => data({ typed, problems, reference: null }, { status })
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return refuse(cardNumber, 400)
  const read = readPriceMatch(typed, { ownPrice, country: shop.brand.country })
  if (!read.ok) return refuse(read.problem, 400)
  if (shop.visitor.waitFor(priceMatchLimit) > 0)
    return refuse({ form: 'Too many attempts. Please try again later.' }, 429)
  const reference = await shop.services.pricematch.ask(shop.brand.app, { id: product.id, price: ownPrice }, read.value)
  return data({ typed: {}, problems: {}, reference })
}

export const headers = headersOfLoader

export const meta = () => [{ title: 'Request a price match' }, { name: 'robots', content: 'noindex' }]

export default function PriceMatchPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, ownPrice, promise, country } = deserialize(loaderData)
  const reference = actionData?.reference ?? null
  return (
    <WritingPage
      title="Found it for less?"
      product={product}
      pages={null}
      form={
        reference === null ? (
          <PriceMatchForm ownPrice={ownPrice} country={country} refused={actionData ?? null} />
        ) : (
          <Notice kind="success">
            {priceMatchThanks} Your reference is <b>{reference}</b>.
          </Notice>
        )
      }
    >
      <PriceMatchFacts title={product.title} price={product.price} promise={promise} />
    </WritingPage>
  )
}

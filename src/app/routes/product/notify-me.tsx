import { data, redirect } from 'react-router'
import type { Route } from './+types/notify-me.ts'
import { cardNumberProblems } from '../../../platform/text/card-numbers.ts'
import { productPath, stockStatusOf, unavailableTextOf } from '../../../modules/catalogue/catalogue.ts'
import { canBeRequested, notifyLimit, readNotifyForm } from '../../../modules/catalogue/product/notify-me.ts'
import NotifyMe from '../../../modules/catalogue/ui/notify-me.tsx'
import { WritingPage } from '../../../modules/reviews/ui/writing-page.tsx'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { headersOfLoader, cachedForAll } from '../../head/page-headers.ts'
import { shownProduct, soldProduct, typedFields } from './sold-product.server.ts'

/** Back-in-stock notification for a product; if it can be bought, redirects to its page. */
function awaitedProduct(shop: RequestContext, uri: string) {
  const { brand } = shop
  const product = soldProduct(shop, uri)
  const status = stockStatusOf(product, brand.country)
  if (!canBeRequested({ status, price: product.offers[brand.app]?.price ?? null })) {
    throw redirect(productPath(product.uri), 303)
  }
  return { product, status }
}

export function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const { product, status } = awaitedProduct(shop, params.uri)
  return data(
    serialize({
      product: { ...shownProduct(product), sku: product.sku },
      text: unavailableTextOf(status) ?? '',
      asksForCall: shop.services.settings.isOn(shop.brand, 'NotifyMeCallbackExtended'),
    }),
    { headers: cachedForAll([`product:${product.id}`]) },
  )
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    services: { settings, catalogue },
  } = shop
  const { product } = awaitedProduct(shop, params.uri)
  const typed = await typedFields(request)
  const cardNumber = cardNumberProblems(typed)
  if (cardNumber !== null) return data({ typed, problems: cardNumber }, { status: 400 })
  const asksForCall = settings.isOn(brand, 'NotifyMeCallbackExtended')
  const read = readNotifyForm(typed, { asksForCall, country: brand.country })
  if (!read.ok) return data({ typed, problems: read.problem }, { status: 400 })
  if (shop.visitor.waitFor(notifyLimit) > 0) {
    return data({ typed, problems: { form: 'Too many attempts. Please try again later.' } }, { status: 429 })
  }
  await catalogue.askToBeNotified({ app: brand.app, productId: product.id, ...read.value })
  throw redirect(`${productPath(product.uri)}?sent=notify-me#notify-me`, 303)
}

export const headers = headersOfLoader

export const meta = () => [{ title: 'Notify me when it is back' }, { name: 'robots', content: 'noindex' }]

export default function NotifyMePage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, text, asksForCall } = deserialize(loaderData)
  return (
    <WritingPage
      title="Notify me when it is back"
      product={product}
      pages={null}
      form={<NotifyMe uri={product.uri} sku={product.sku} asksForCall={asksForCall} refused={actionData ?? null} />}
    >
      <p>{text}</p>
    </WritingPage>
  )
}

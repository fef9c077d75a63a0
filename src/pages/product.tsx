import { data } from 'react-router'
import type { Route } from './+types/product.ts'
import { canBeBought, cardOf } from '../modules/catalogue/card.ts'
import { productCanonical, productPath } from '../modules/catalogue/catalogue.ts'
import { productJsonLd } from '../modules/catalogue/json-ld.ts'
import { hasDimensions } from '../modules/catalogue/pictures.server.ts'
import { productView } from '../modules/catalogue/product-page.ts'
import { choiceGroups } from '../modules/catalogue/upsell.ts'
import { ProductPage } from '../modules/catalogue/ui/product-page.tsx'
import { useEstimates } from '../modules/delivery/ui/estimates.ts'
import { DeliveryPromise } from '../modules/delivery/ui/delivery-promise.tsx'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { priceHistoryOf, yearBefore } from '../modules/pricing/price-history.ts'
import { pricePromise, yearsInBusiness } from '../modules/pricing/price-promise.ts'
import { rrpExplanation } from '../modules/pricing/pricing.ts'
import { pack, unpack } from '../platform/packed.ts'
import { shopContext } from '../shop.ts'
import { soldSuccessor } from '../modules/search/listings.server.ts'
import { relatedTo } from '../modules/search/related.server.ts'
import { cardRules } from './card-rules.server.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'
import { pageTypeMeta } from './page-type.ts'

/** As many as stand beside each other on a desk. */
const mostRelated = 5

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { brand, catalogue, settings, now } = shop
  const product = catalogue.productByUri(params.uri)
  const detail = product === null ? null : await catalogue.detail(product.id)
  if (product === null || detail === null) throw data(null, { status: 404 })
  const today = catalogue.today(brand.country)
  const view = productView({
    product,
    detail,
    brand,
    attributes: catalogue.attributes,
    variants: await catalogue.variants(detail),
    categoryTitle: (uri) => catalogue.category(uri)?.title ?? uri,
    hasDimensions: detail.drawing !== null && hasDimensions(product),
    today,
  })
  if (view === null) throw data(null, { status: 404 })
  const history =
    view.price === null || !settings.isOn(brand, 'PriceHistoryEnabled')
      ? null
      : priceHistoryOf(await catalogue.priceChanges(product.id, brand.app), today)
  const successor = soldSuccessor(product, shop)
  const canonical = productCanonical(brand, view.uri)
  return data(
    pack({
      view,
      rules: await cardRules(shop),
      words: {
        freeDelivery: brand.freeDeliveryText,
        rrp: rrpExplanation(brand),
        promise:
          brand.pricePromise === null || !settings.isOn(brand, 'PriceMatchEnabled')
            ? null
            : pricePromise(brand.pricePromise, {
                ...brand,
                years: yearsInBusiness(settings.text(brand, 'YearsInBusiness'), now()),
              }),
      },
      history: history === null ? null : { ...history, from: yearBefore(today), today },
      related: relatedTo({ product, detail }, shop)
        .flatMap((one) => cardOf(one, brand, today) ?? [])
        .slice(0, mostRelated),
      choices: canBeBought(view) ? choiceGroups(await catalogue.upsells(product, brand.app)) : [],
      successor: successor === null ? null : { title: successor.title, href: productPath(successor.uri) },
      canonical,
      currency: brand.currency,
      seller: brand.companyName,
    }),
    { headers: keptForAll([`product:${product.id}`, `category:${product.categoryUri}`]) },
  )
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { view, canonical, currency, seller } = unpack(loaderData)
  return [
    { title: view.title },
    { name: 'description', content: view.shortDescription },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('product'),
    { property: 'og:type', content: 'product' },
    { property: 'og:title', content: view.title },
    { 'script:ld+json': productJsonLd(view, { canonical, origin: new URL(canonical).origin, currency, seller }) },
  ]
}

export default function Product({ loaderData }: Route.ComponentProps) {
  const { view, rules, words, history, related, choices, successor } = unpack(loaderData)
  const estimates = useEstimates(related.map((card) => card.sku))
  return (
    <>
      <Breadcrumbs trail={view.trail} />
      <ProductPage
        view={view}
        rules={rules}
        words={words}
        history={history}
        related={related}
        choices={choices}
        successor={successor}
        estimates={estimates}
        delivery={<DeliveryPromise sku={view.sku} status={view.status} />}
      />
    </>
  )
}

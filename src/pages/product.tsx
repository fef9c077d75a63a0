import { data } from 'react-router'
import type { Route } from './+types/product.ts'
import { productCanonical } from '../modules/catalogue/catalogue.ts'
import { productJsonLd } from '../modules/catalogue/json-ld.ts'
import { hasDimensions } from '../modules/catalogue/pictures.server.ts'
import { productView } from '../modules/catalogue/product-page.ts'
import { ProductPage } from '../modules/catalogue/ui/product-page.tsx'
import { DeliveryPromise } from '../modules/delivery/ui/delivery-promise.tsx'
import { Breadcrumbs } from '../modules/navigation/ui/breadcrumbs.tsx'
import { priceHistoryOf } from '../modules/pricing/price-history.ts'
import { pricePromise, yearsInBusiness } from '../modules/pricing/price-promise.ts'
import { rrpExplanation } from '../modules/pricing/pricing.ts'
import { pack, unpack } from '../platform/packed.ts'
import { shopContext } from '../shop.ts'
import { cardRules } from './card-rules.server.ts'
import { headersOfLoader, keptForAll } from './page-headers.ts'
import { pageTypeMeta } from './page-type.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { brand, catalogue, settings, now } = shop
  const product = catalogue.productByUri(params.uri)
  const detail = product === null ? null : await catalogue.detail(product.id)
  if (product === null || detail === null) throw data(null, { status: 404 })
  const view = productView({
    product,
    detail,
    brand,
    attributes: catalogue.attributes,
    variants: await catalogue.variants(detail),
    categoryTitle: (uri) => catalogue.category(uri)?.title ?? uri,
    hasDimensions: detail.drawing !== null && hasDimensions(product),
    today: catalogue.today(brand.country),
  })
  if (view === null) throw data(null, { status: 404 })
  const history =
    view.price === null || !settings.isOn(brand, 'PriceHistoryEnabled')
      ? null
      : priceHistoryOf(await catalogue.priceChanges(product.id, brand.app), catalogue.today(brand.country))
  const canonical = productCanonical(brand, view.uri)
  return data(
    pack({
      view,
      rules: await cardRules(shop),
      words: {
        freeDelivery: brand.freeDeliveryText,
        rrp: rrpExplanation(brand),
        lowestIn30Days: history?.lowestIn30Days ?? null,
        promise:
          brand.pricePromise === null || !settings.isOn(brand, 'PriceMatchEnabled')
            ? null
            : pricePromise(brand.pricePromise, {
                ...brand,
                years: yearsInBusiness(settings.text(brand, 'YearsInBusiness'), now()),
              }),
      },
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
  const { view, rules, words } = unpack(loaderData)
  return (
    <>
      <Breadcrumbs trail={view.trail} />
      <ProductPage
        view={view}
        rules={rules}
        words={words}
        delivery={<DeliveryPromise sku={view.sku} status={view.status} />}
      />
    </>
  )
}

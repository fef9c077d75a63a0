import { renderToStaticMarkup } from 'react-dom/server'
import { data } from 'react-router'
import type { Route } from './+types/product.ts'
import { dealsClubPath } from '../../../modules/account/deals-club.ts'
import { withBrandContent } from '../../../modules/catalogue/brands/brand-content.server.ts'
import { canBeBought, offerOfCard, type CardRules } from '../../../modules/catalogue/product/card.ts'
import {
  isBuyable,
  productCanonical,
  productPath,
  stockAt,
  stockText,
  type ProductSummary,
} from '../../../modules/catalogue/catalogue.ts'
import { notifyTexts, offersNotification } from '../../../modules/catalogue/product/notify-me.ts'
import { dimensionsOf } from '../../../modules/catalogue/product/dimension-drawing.ts'
import { detailInMemory } from '../../../modules/catalogue/product/detail-in-memory.ts'
import { productView, type ProductView } from '../../../modules/catalogue/product/product-page.ts'
import { choiceGroups } from '../../../modules/catalogue/product/upsell.ts'
import { PriceHistoryChart } from '../../../modules/catalogue/ui/price-history.tsx'
import { ProductPage } from '../../../modules/catalogue/ui/product-page.tsx'
import { daysFromElsewhere } from '../../../modules/delivery/delivery.ts'
import { useEstimates } from '../../../modules/delivery/ui/estimates.ts'
import { DeliveryPromise } from '../../../modules/delivery/ui/delivery-promise.tsx'
import { StockByCity } from '../../../modules/delivery/ui/stock-by-city.tsx'
import { PickupStores } from '../../../modules/stores/ui/pickup-stores.tsx'
import { Breadcrumbs } from '../../../modules/navigation/ui/breadcrumbs.tsx'
import { memberPriceOf } from '../../../modules/pricing/charged-price.ts'
import { priceHistoryOf, yearBefore } from '../../../modules/pricing/price-history.ts'
import { OtherInstalments } from '../../../modules/pricing/ui/other-instalments.tsx'
import { pricePromise, yearsInBusiness } from '../../../modules/pricing/price-promise.ts'
import { priceMatchPath } from '../../../modules/pricematch/pricematch.ts'
import { formatPrice, offerIn, priceView, rrpExplanation } from '../../../modules/pricing/pricing.ts'
import { shownVolumePrices } from '../../../modules/pricing/volume-price.ts'
import { productQuotePath } from '../../../modules/quotes/quotes.ts'
import { thanks } from '../../../modules/reviews/reviews.ts'
import { structuredDataOf } from '../../../modules/reviews/structured-data.server.ts'
import '../../../modules/reviews/ui/section-styles.ts'
import { QuestionsSection, ReviewsSection } from '../../../modules/reviews/ui/reviews-section.tsx'
import { endDateText } from '../../../modules/promotions/promotions.ts'
import { bannerIn, noSale } from '../../../modules/promotions/sale.ts'
import { ProductOffers } from '../../../modules/promotions/ui/product-offers.tsx'
import { SaveLink } from '../../../modules/wishlists/ui/save-link.tsx'
import { createPartialReads } from '../../../platform/database/partial-reads.ts'
import { serialize, deserialize } from '../../../platform/serialized.ts'
import { requestContext, type RequestContext } from '../../../composition/request-context.ts'
import { bundledProducts, shownBundles } from './shown-bundles.server.tsx'
import { soldSuccessor } from '../../../modules/search/successor.server.ts'
import { relatedRows } from './related-rows.server.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'
import { headersOfLoader, cachedForAll, standInHeaders } from '../../head/page-headers.ts'
import { pageTypeMeta } from '../../head/page-type.ts'

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(requestContext)
  const {
    brand,
    now,
    services: { catalogue, settings },
  } = shop
  const reads = createPartialReads()
  const product = catalogue.productByUri(params.uri)
  const detail = product && (await reads.or(() => catalogue.detail(product.id), detailInMemory(product)))
  if (product === null || detail === null) throw data(null, { status: 404 })
  const today = catalogue.today(brand.country)
  const view = productView({
    product,
    detail,
    brand,
    attributes: catalogue.attributes,
    variants: await reads.or(() => catalogue.variants(detail), []),
    categoryTitle: (uri) => catalogue.category(uri)?.title ?? uri,
    hasDimensions: dimensionsOf(product.size) !== null,
    today,
  })
  if (view === null) throw data(null, { status: 404 })
  const description = withBrandContent(view.description, catalogue.brandByUri(view.brandUri), {
    hera: settings.isOn(brand, 'AreaTenHeraEnabled'),
    pan: settings.isOn(brand, 'AreaTenPanEnabled'),
    sku: view.sku,
  })
  const prices =
    view.price === null || !settings.isOn(brand, 'PriceHistoryEnabled')
      ? null
      : priceHistoryOf(await reads.or(() => catalogue.priceChanges(product.id, brand.app), []), today)
  // A price that never changed has no history to show.
  const history = prices !== null && prices.lowest < prices.highest ? prices : null
  const successor = soldSuccessor(product, { brand, catalogue })
  const rules = await cardRules(shop)
  // The target of this product's forms; the address selects one, so that the page stays the same for everyone.
  const sent = new URL(request.url).searchParams.get('sent')
  return data(
    serialize({
      view: { ...view, description },
      rules,
      words: {
        freeDelivery: brand.freeDeliveryText,
        rrp: rrpExplanation(brand),
        callUs: settings.isOn(brand, 'CallUsNowEnabled'),
        promise:
          brand.pricePromise === null || !settings.isOn(brand, 'PriceMatchEnabled')
            ? null
            : {
                ...pricePromise(brand.pricePromise, {
                  ...brand,
                  years: yearsInBusiness(settings.text(brand, 'YearsInBusiness'), now()),
                }),
                askHref: priceMatchPath(product.uri),
              },
      },
      history:
        history === null
          ? null
          : {
              lowestIn30Days: history.lowestIn30Days,
              chart: renderToStaticMarkup(
                <PriceHistoryChart history={{ ...history, from: yearBefore(today), today }} />,
              ),
            },
      stock: isBuyable(view.status) ? await reads.or(() => stockOf(product, view, shop), null) : null,
      written: await reads.or(() => writtenOf(view, rules, sent, product.id, shop), unreadable),
      notify: offersNotification(view.status)
        ? {
            asksForCall: settings.isOn(brand, 'NotifyMeCallbackExtended'),
            done: sent === 'notify-me' ? notifyTexts.done : null,
          }
        : null,
      rows: await reads.or(() => relatedRows(product, detail, shop), []),
      choices: canBeBought(view)
        ? await reads.or(async () => choiceGroups((await catalogue.upsells([product], brand.app))(product)), [])
        : [],
      successor: successor === null ? null : { title: successor.title, href: productPath(successor.uri) },
      offers: offersOf(product, view, rules, shop),
      bundles: shownBundles(product.sku, shop),
      canonical: productCanonical(brand, view.uri),
      structuredData: await reads.or(() => structuredDataOf(product, view, { brand, ...shop.services }), null),
    }),
    {
      headers: reads.isWhole
        ? cachedForAll([
            `product:${product.id}`,
            `category:${product.categoryUri}`,
            ...bundledProducts(product.sku, shop),
          ])
        : standInHeaders,
    },
  )
}

/** The promotions of the product, and the sale's message when it is below its recommended price. */
function offersOf(product: ProductSummary, view: ProductView, rules: CardRules, shop: RequestContext): string {
  const {
    brand,
    services: { promotions, settings },
  } = shop
  const isCheaper = !rules.hidesPrices && (priceView(offerOfCard(view), rules)?.saving ?? null) !== null
  const sold = product.offers[brand.app]
  const hasClub = settings.isOn(brand, 'dealsClubEnabled') && !rules.hidesPrices && canBeBought(view)
  const memberPrice = !hasClub || sold === undefined ? null : memberPriceOf(offerIn(sold, brand))
  const sale = isCheaper ? promotions.sale(brand) : noSale
  const methods = shop.services.payments
  return renderToStaticMarkup(
    <>
      {view.price !== null && !rules.hidesPrices && (
        <OtherInstalments
          price={view.price}
          humm={methods.terms('humm', brand)}
          klarna={methods.terms('klarna', brand)}
        />
      )}
      <SaveLink sku={product.sku} title={product.title} />
      <ProductOffers
        asPanels={settings.isOn(brand, 'NewPromotionsEnabled')}
        tag={bannerIn(sale, 'priceTag')}
        urgency={bannerIn(sale, 'productUrgencyMessage')}
        club={memberPrice === null ? null : { price: formatPrice(memberPrice), joinHref: dealsClubPath }}
        volume={rules.hidesPrices || sold === undefined || !canBeBought(view) ? [] : shownVolumePrices(sold)}
        quoteHref={brand.hidesPricesWhenAnonymous || !canBeBought(view) ? null : productQuotePath(product.uri)}
        offers={promotions.forProduct(brand, product).map((one) => ({
          path: one.path,
          title: one.rewardLabel ?? one.title,
          ends: endDateText(one),
          picture: one.thumbnailImg,
        }))}
      />
    </>,
  )
}

/** In place of what cannot be read while the database is away. */
const unreadable = {
  reviews: renderToStaticMarkup(<p>We can’t show reviews right now.</p>),
  questions: renderToStaticMarkup(<p>We can’t show questions right now.</p>),
}

/** What customers have written about the product. It does not change in the browser, so its components stay here. */
async function writtenOf(
  view: ProductView,
  rules: CardRules,
  sent: string | null,
  productId: number,
  { brand, services: { reviews } }: RequestContext,
) {
  return {
    reviews: renderToStaticMarkup(
      <ReviewsSection
        uri={view.uri}
        rating={rules.hidesRatings ? null : (view.rating ?? null)}
        reviews={await reviews.ofProduct(brand, productId)}
        sent={sent === 'review' ? thanks.review : null}
      />,
    ),
    questions: renderToStaticMarkup(
      <QuestionsSection
        uri={view.uri}
        questions={await reviews.questionsOf(brand, productId)}
        sent={sent === 'question' ? thanks.question : null}
      />,
    ),
  }
}

/** Stock per warehouse of the country, as display text. */
async function stockOf(
  product: ProductSummary,
  view: ProductView,
  { brand, services: { catalogue, delivery, stores } }: RequestContext,
) {
  const today = catalogue.today(brand.country)
  const cities = (await delivery.warehouses(brand.country)).map(({ code, title }) => {
    const stock = stockAt(product, code, today)
    return { code, title, kind: stock.kind, text: stockText(stock) }
  })
  const showrooms = stores.of(brand)
  return {
    cities,
    daysFromElsewhere: view.status === 'inStock' ? daysFromElsewhere : null,
    // Of a shop without pickup nothing is said.
    pickup: showrooms.some((store) => store.offersPickup)
      ? renderToStaticMarkup(<PickupStores stores={showrooms} units={await catalogue.storeUnits(product.id)} />)
      : '',
  }
}

export const headers = headersOfLoader

export function meta({ loaderData }: Route.MetaArgs) {
  if (loaderData === undefined) return [{ title: 'Page not found' }]
  const { view, canonical, structuredData } = deserialize(loaderData)
  return [
    { title: view.title },
    { name: 'description', content: view.shortDescription },
    { tagName: 'link', rel: 'canonical', href: canonical },
    pageTypeMeta('product'),
    // Rendered on the server only.
    ...(structuredData === null ? [] : [{ 'script:ld+json': structuredData }]),
  ]
}

export default function Product({ loaderData }: Route.ComponentProps) {
  const { view, rules, words, history, rows, choices, successor, notify, stock, written, offers, bundles } =
    deserialize(loaderData)
  const estimates = useEstimates(rows.flatMap(({ cards }) => cards.map(({ sku }) => sku)))
  return (
    <>
      <Breadcrumbs trail={view.trail} />
      <ProductPage
        view={view}
        rules={rules}
        words={words}
        history={history}
        rows={rows}
        choices={choices}
        offers={offers}
        bundles={bundles}
        successor={successor}
        estimates={estimates}
        notify={notify}
        stock={stock === null ? null : <StockByCity {...stock} />}
        {...written}
        delivery={<DeliveryPromise sku={view.sku} status={view.status} />}
      />
    </>
  )
}

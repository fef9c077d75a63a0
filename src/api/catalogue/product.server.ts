import { z } from 'zod'
import type { ProductDetail, ProductSummary } from '../../modules/catalogue/catalogue.ts'
import { productCanonical } from '../../modules/catalogue/catalogue.ts'
import { dimensionsOf } from '../../modules/catalogue/product/dimension-drawing.ts'
import { productView } from '../../modules/catalogue/product/product-page.ts'
import {
  toExtendedProductResponse,
  toFeaturesResponse,
  toProductResponse,
  toSpecificationsResponse,
  toTileResponse,
  type ResponseContext,
  type ExtendedProductResponse,
} from '../../modules/catalogue/product/product-responses.ts'
import { structuredDataOf } from '../../modules/reviews/structured-data.server.ts'
import { toUpsellsResponse } from '../../modules/catalogue/product/upsell.ts'
import { relatedTo } from '../../modules/search/related.server.ts'
import type { Promotion } from '../../modules/promotions/promotions.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError } from '../../platform/http/problem.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { storedJson, sharedJson, shopEndpoint } from '../api.server.ts'
import {
  extendedProductSchema,
  featureSchema,
  productSchema,
  specificationGroupSchema,
  tileSchema,
  upsellLists,
} from './product-schemas.server.ts'

const tag = 'Products'

/** Ids are 32-bit integers; anything else names nothing. */
const id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)
const sku = z.string().min(1).max(60)

type Found = { readonly product: ProductSummary; readonly detail: ProductDetail }

/** The product with its details, when this app sells it; else 404. */
async function sold(shop: RequestContext, product: ProductSummary | null): Promise<Found> {
  const detail = product?.offers[shop.brand.app] === undefined ? null : await shop.services.catalogue.detail(product.id)
  if (product === null || detail === null) {
    throw new ProblemError(notFound)
  }
  return { product, detail }
}

const byId = (shop: RequestContext, productId: number) => sold(shop, shop.services.catalogue.product(productId))
const bySku = (shop: RequestContext, text: string) => sold(shop, shop.services.catalogue.productBySku(text))

export const responseContext = ({ brand, services: { catalogue } }: RequestContext): ResponseContext => ({
  brand,
  today: catalogue.today(brand.country),
  categoryTitle: (uri) => catalogue.category(uri)?.title ?? uri,
})

function namedRelations({ brand, services: { catalogue } }: RequestContext, detail: ProductDetail): ProductSummary[] {
  return detail.relatedSkus.flatMap((text) => {
    const product = catalogue.productBySku(text)
    return product?.offers[brand.app] === undefined ? [] : [product]
  })
}

/** A product as its own calls and the comparison carry it. */
export function extended(shop: RequestContext, found: Found): ExtendedProductResponse<Promotion> {
  return toExtendedProductResponse(found.product, found.detail, {
    ...responseContext(shop),
    attributes: shop.services.catalogue.attributes,
    relatedSkus: relatedTo(found, { brand: shop.brand, ...shop.services }).map((one) => one.sku),
    promotions: shop.services.promotions.forProduct(shop.brand, found.product),
    showsPriceHistory:
      !shop.brand.hidesPricesWhenAnonymous && shop.services.settings.isOn(shop.brand, 'PriceHistoryEnabled'),
    hasDimensions: dimensionsOf(found.product.size) !== null,
  })
}

/** Cache tags of a product's responses: the product itself, and its related products. */
const productTags = (productId: number): string[] => [`product:${productId}`, 'listings']

const featuresAnswer = z.object({ features: z.array(featureSchema) })
const specificationsAnswer = z.object({ groups: z.array(specificationGroupSchema) })

const productMeta = z.object({
  title: z.string(),
  description: z.string(),
  canonicalUrl: z.string().nullable(),
  noIndex: z.boolean(),
  openGraph: z.object({
    title: z.string(),
    url: z.string(),
    description: z.string(),
    type: z.string(),
    image: z.object({ url: z.string(), width: z.int(), height: z.int() }),
  }),
  structuredData: z.record(z.string(), z.unknown()),
})

/** The size of a product's picture where other sites show it (decision analytics-08). */
const openGraphImage = { width: 350, height: 380 }

export const productEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/slug/:slug',
    tag,
    forEveryone: true,
    summary: 'Returns the product with this slug. `date` shows prices and promotions as of that date to staff only.',
    params: z.object({ slug: z.string().min(1).max(300) }),
    query: z.object({ date: z.string().optional() }),
    answer: extendedProductSchema,
    problems: [404],
    async handle({ context: { shop }, params: { slug } }) {
      // Decision catalogue-11; a change of the product ends it sooner.
      const found = await sold(shop, shop.services.catalogue.productByUri(slug))
      return sharedJson(1, productTags(found.product.id), extended(shop, found))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/extended/id/:id',
    tag,
    forEveryone: true,
    summary: 'Returns the product with this id, with all data of its page.',
    params: z.object({ id }),
    answer: extendedProductSchema,
    problems: [404],
    async handle({ context: { shop }, params }) {
      return storedJson(productTags(params.id), extended(shop, await byId(shop, params.id)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/id/:id/',
    tag,
    forEveryone: true,
    summary: 'Returns the product with this id.',
    params: z.object({ id }),
    answer: z.object({ product: productSchema }),
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await byId(shop, params.id)
      return storedJson(productTags(product.id), { product: toProductResponse(product, detail, responseContext(shop)) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/sku/:sku',
    tag,
    forEveryone: true,
    summary: 'Returns the product with this SKU.',
    params: z.object({ sku }),
    answer: productSchema,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await bySku(shop, params.sku)
      return storedJson(productTags(product.id), toProductResponse(product, detail, responseContext(shop)))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/upselloptions/sku/:sku',
    tag,
    forEveryone: true,
    summary: 'Lists warranties, installs and accessories for a product; lists can be empty.',
    params: z.object({ sku }),
    answer: z.object({
      sku: z.string(),
      ...upsellLists,
      accessories: z.array(tileSchema),
    }),
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await bySku(shop, params.sku)
      const hidesPrices = shop.brand.hidesPricesWhenAnonymous
      // Their prices follow from the product's, and are hidden from visitors who may not see that one.
      const options = hidesPrices
        ? { warranties: [], installs: [] }
        : (await shop.services.catalogue.upsells([product], shop.brand.app))(product)
      return storedJson(productTags(product.id), {
        sku: product.sku,
        ...toUpsellsResponse(options),
        accessories: namedRelations(shop, detail).map((one) => toTileResponse(one, responseContext(shop))),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/product/features/id/:value',
    tag,
    forEveryone: true,
    summary: 'Lists the features of the product with this id.',
    params: z.object({ value: id }),
    answer: featuresAnswer,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await byId(shop, params.value)
      return storedJson(productTags(product.id), { features: toFeaturesResponse(detail) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/product/features/sku/:value',
    tag,
    forEveryone: true,
    summary: 'Lists the features of the product with this SKU.',
    params: z.object({ value: sku }),
    answer: featuresAnswer,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await bySku(shop, params.value)
      return storedJson(productTags(product.id), { features: toFeaturesResponse(detail) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/specifications/id/:value',
    tag,
    forEveryone: true,
    summary: 'Lists the specifications of the product with this id, in groups.',
    params: z.object({ value: id }),
    answer: specificationsAnswer,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await byId(shop, params.value)
      return storedJson(productTags(product.id), {
        groups: toSpecificationsResponse(detail, shop.services.catalogue.attributes),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/product/specifications/sku/:value',
    tag,
    forEveryone: true,
    summary: 'Lists the specifications of the product with this SKU, in groups.',
    params: z.object({ value: sku }),
    answer: specificationsAnswer,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const { product, detail } = await bySku(shop, params.value)
      return storedJson(productTags(product.id), {
        groups: toSpecificationsResponse(detail, shop.services.catalogue.attributes),
      })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/meta/product/:id',
    tag,
    forEveryone: true,
    summary: 'Returns title, description, Open Graph and structured data for the head of a product page.',
    params: z.object({ id }),
    answer: productMeta,
    problems: [404],
    async handle({ context: { shop }, params }) {
      const {
        brand,
        services: { catalogue },
      } = shop
      const { product, detail } = await byId(shop, params.id)
      const { categoryTitle, today } = responseContext(shop)
      const view = productView({
        product,
        detail,
        brand,
        attributes: catalogue.attributes,
        variants: [],
        categoryTitle,
        hasDimensions: dimensionsOf(product.size) !== null,
        today,
      })
      if (view === null) throw new Error(`product ${product.id} is sold in ${brand.app} and has no page`)
      const canonicalUrl = productCanonical(brand, product.uri)
      const { origin } = new URL(canonicalUrl)
      const picture = view.gallery[0]?.url ?? product.picture
      return storedJson(productTags(product.id), {
        title: product.title,
        description: detail.shortDescription,
        canonicalUrl,
        noIndex: false,
        openGraph: {
          title: product.title,
          url: canonicalUrl,
          description: detail.shortDescription,
          type: 'product',
          image: { url: new URL(picture, origin).href, ...openGraphImage },
        },
        structuredData: await structuredDataOf(product, view, { brand: shop.brand, ...shop.services }),
      })
    },
  }),
]

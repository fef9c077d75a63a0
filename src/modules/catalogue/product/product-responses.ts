import type { Brand } from '../../../brands/brands.ts'
import { isSpecialBrand } from '../../../brands/special-brand.ts'
import type { Day } from '../../../platform/calendar.ts'
import { pictureOfWidth } from '../../../platform/files/picture-address.ts'
import { dollarsOf, type Cents } from '../../../platform/money.ts'
import { chargedPrice } from '../../pricing/charged-price.ts'
import {
  amountOffRrp,
  effectivePrice,
  isLessThanRrp,
  isValidPrice,
  offerIn,
  percentOffRrp,
  priceTypes,
} from '../../pricing/pricing.ts'
import { shownVolumePrices } from '../../pricing/volume-price.ts'
import { shownRibbon } from './card.ts'
import {
  categoryPath,
  categoryTrail,
  isBuyable,
  pictureAlt,
  stockStatuses,
  stockStatusOf,
  unavailableReasonOf,
  type ProductDetail,
  type ProductSummary,
} from '../catalogue.ts'
import type { PageNavigationItem } from '../../../ui/navigation/page-tabs.tsx'
import { groupedAttributes, pageNavigationOf } from './product-page.ts'
import type { AttributeDefinition, AttributeValue } from './product-record.ts'
import type { Ribbon, RibbonSize } from './ribbon.ts'

/** Products in API responses (decision catalogue-01): dollars, and null for missing values. */

/** Where a product is looked at: in which app, and on which day there. */
export type ResponseContext = {
  readonly brand: Brand
  readonly today: Day
  readonly categoryTitle: (uri: string) => string
}

/** How values of attributes and features are to be shown (ENUM-10). */
export const attributeValueTypes = ['Html', 'String', 'Boolean', 'Rating', 'Downloads'] as const
export type AttributeValueType = (typeof attributeValueTypes)[number]

const dollarsOrNull = (cents: Cents | null) => (cents === null ? null : dollarsOf(cents))

function sized(ribbon: Ribbon | null, size: RibbonSize) {
  return ribbon === null ? null : { ...ribbon, size }
}

/** The prices of an app; all null, and marked as hidden, where visitors have to log in first (decision pricing-09). */
function pricesOf(product: ProductSummary, brand: Brand) {
  const sold = product.offers[brand.app]
  if (sold === undefined || brand.hidesPricesWhenAnonymous) {
    return {
      price: null,
      rrp: null,
      lineDiscount: 0,
      discountOffRrp: null,
      percentageDiscountOffRrp: null,
      altPriceMsg: null,
      priceHidden: brand.hidesPricesWhenAnonymous,
    }
  }
  const offer = offerIn(sold, brand)
  const hasAmount = offer.discountOffRrp !== undefined || isLessThanRrp(offer)
  const hasPercent = offer.percentageDiscountOffRrp !== undefined || isLessThanRrp(offer)
  return {
    price: isValidPrice(offer.price) ? dollarsOf(offer.price) : null,
    rrp: dollarsOrNull(offer.rrp),
    lineDiscount: dollarsOf(offer.lineDiscount ?? 0),
    discountOffRrp: hasAmount ? dollarsOf(amountOffRrp(offer)) : null,
    percentageDiscountOffRrp: hasPercent ? Math.round(percentOffRrp(offer) * 100) / 100 : null,
    altPriceMsg: offer.altPriceMsg ?? null,
    priceHidden: false,
  }
}

/** A product's prices for visitors who may see them, with or without Deals Club membership; null when the app does not sell it. */
export function toMemberPriceResponse(
  product: ProductSummary,
  brand: Brand,
  { isMember }: { readonly isMember: boolean },
) {
  const sold = product.offers[brand.app]
  if (sold === undefined) return null
  const offer = offerIn(sold, brand)
  const charged = chargedPrice(offer, { agreed: null, isMember, quantity: 1 })
  return {
    uri: product.uri,
    sku: product.sku,
    title: product.title,
    canBeBought: isValidPrice(offer.price) && isBuyable(stockStatusOf(product, brand.country)),
    price: dollarsOrNull(charged.price),
    rrp: dollarsOrNull(offer.rrp),
    lineDiscount: dollarsOf(charged.lineDiscount),
    altPriceMsg: offer.altPriceMsg ?? null,
    volumePrices: shownVolumePrices(offer).map(({ from, price }) => ({ from, price: dollarsOf(price) })),
  }
}

export type MemberPriceResponse = NonNullable<ReturnType<typeof toMemberPriceResponse>>

/** Stock and its consequences; the same for every visitor, so the location is not considered here. */
function availabilityOf(product: ProductSummary, brand: Brand) {
  const status = stockStatusOf(product, brand.country)
  const hasPrice = brand.hidesPricesWhenAnonymous || isValidPrice(product.offers[brand.app]?.price)
  return {
    stockStatus: stockStatuses[status],
    available: hasPrice && isBuyable(status),
    unavailableReason: unavailableReasonOf(status),
  }
}

function categorizationOf(categoryUri: string) {
  const [level1 = '', level2 = null, level3 = null] = categoryUri.split('/')
  return { level1, level2, level3 }
}

export type ProductResponse = ReturnType<typeof toProductResponse>

/** In pixels: the largest size in which lists of other programs show a thumbnail (CMPR-18). */
const thumbWidth = 160

/** `images` are the product's photos, or else its placeholder picture. */
export function toProductResponse(
  product: ProductSummary,
  detail: ProductDetail,
  { brand, today, categoryTitle }: ResponseContext,
) {
  const photos = detail.images.length > 0 ? detail.images : [{ url: product.picture, alt: '', defaultAlt: {} }]
  const maker = { name: product.brand.title, uri: product.brand.uri }
  return {
    productId: product.id,
    sku: product.sku,
    uri: product.uri,
    title: product.title,
    brand: maker,
    manufacturer: { ...maker, thumbnail: null },
    category: { title: categoryTitle(product.categoryUri), uri: product.categoryUri },
    categorization: categorizationOf(product.categoryUri),
    ...pricesOf(product, brand),
    quantity: 1,
    priceType: priceTypes[product.offers[brand.app]?.priceType ?? 'winning'],
    ...availabilityOf(product, brand),
    images: photos.map((picture) => ({
      url: picture.url,
      thumbUrl: pictureOfWidth(picture.url, thumbWidth),
      alt: pictureAlt(picture, product, brand),
    })),
    ribbon: sized(shownRibbon(product, brand, today), 'sm'),
    conditionType: product.condition,
    missingParts: product.missingParts,
    isProforma: isSpecialBrand(product.brand.title),
    rating: product.rating,
  }
}

/** A product in a list, with its final price, because a list has no room for a line discount. */
export function toTileResponse(product: ProductSummary, { brand, today }: Pick<ResponseContext, 'brand' | 'today'>) {
  const { lineDiscount: _inThePrice, price: _withoutDiscount, ...prices } = pricesOf(product, brand)
  const sold = product.offers[brand.app]
  const requested =
    sold === undefined || prices.priceHidden || !isValidPrice(sold.price) ? null : effectivePrice(offerIn(sold, brand))
  return {
    productId: product.id,
    sku: product.sku,
    uri: product.uri,
    image: product.picture,
    title: product.title,
    brand: product.brand.title,
    ...prices,
    price: dollarsOrNull(requested),
    ribbon: sized(shownRibbon(product, brand, today), 'sm'),
    ...availabilityOf(product, brand),
    conditionType: product.condition,
    missingParts: product.missingParts,
    rating: product.rating,
  }
}

export type SearchProductResponse = ReturnType<typeof toSearchProductResponse>

/** A product as the search calls carry it: the part of a tile that a suggestion shows, with the smaller ribbon. */
export function toSearchProductResponse(product: ProductSummary, context: Pick<ResponseContext, 'brand' | 'today'>) {
  const { productId, sku, uri, image, title, brand, price, rrp, ribbon } = toTileResponse(product, context)
  return { productId, sku, uri, image, title, brand, price, rrp, ribbon: sized(ribbon, 'xs') }
}

export function toFeaturesResponse(detail: ProductDetail) {
  return detail.features.map(({ title, description }, at) => ({
    title,
    description,
    imageUrl: null,
    valueType: 'String' as const,
    sortOrder: at,
  }))
}

type SpecificationAttribute = {
  readonly name: string
  readonly unit: string | null
  readonly valueType: AttributeValueType
  readonly value: string | boolean | number | { readonly title: string; readonly url: string }[]
}

/** The groups of the specification table; the documents of a product are its last one (CAT-17, CAT-18, decision catalogue-03). */
export function toSpecificationsResponse(detail: ProductDetail, definitions: readonly AttributeDefinition[]) {
  const groups = groupedAttributes(detail, definitions).map(({ title, attributes }) => ({
    title,
    attributes: attributes.map(({ definition, value }) => toAttributeResponse(definition, value)),
  }))
  if (detail.documents.length === 0) return groups
  const links = detail.documents.map(({ title, url }) => ({ title, url }))
  const documents = { name: 'Documents', unit: null, valueType: 'Downloads' as const, value: links }
  return [...groups, { title: 'Downloads', attributes: [documents] }]
}

function toAttributeResponse(
  { title, unit, valueType }: AttributeDefinition,
  value: AttributeValue,
): SpecificationAttribute {
  if (typeof value === 'boolean') return { name: title, unit: null, valueType: 'Boolean', value }
  if (valueType === 'stars' && typeof value === 'number') return { name: title, unit, valueType: 'Rating', value }
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return { name: title, unit, valueType: 'String', value: text }
}

/** Home is not part of a trail; the page itself is its last entry, without an address. */
export function toBreadcrumbsResponse(
  categoryUri: string,
  categoryTitle: (uri: string) => string,
  last: string | null,
) {
  const trail = categoryTrail(categoryUri).map((uri) => ({
    title: categoryTitle(uri),
    uri: categoryPath(uri),
    params: {} as Record<string, string>,
  }))
  if (last !== null) return [...trail, { title: last, uri: '', params: {} }]
  return trail.map((crumb, at) => (at === trail.length - 1 ? { ...crumb, uri: '' } : crumb))
}

export type ExtendedProductResponse<Promotion = object> = ReturnType<typeof toExtendedProductResponse<Promotion>>

export function toExtendedProductResponse<Promotion>(
  product: ProductSummary,
  detail: ProductDetail,
  context: ResponseContext & {
    readonly attributes: readonly AttributeDefinition[]
    readonly relatedSkus: readonly string[]
    /** As the promotions' own calls carry them. */
    readonly promotions: readonly Promotion[]
    readonly showsPriceHistory: boolean
    readonly hasDimensions: boolean
  },
) {
  return {
    ...toProductResponse(product, detail, context),
    shortDescription: detail.shortDescription,
    description: detail.description,
    features: toFeaturesResponse(detail),
    specifications: toSpecificationsResponse(detail, context.attributes),
    downloads: detail.documents.map(({ title, url, sizeKb }) => ({ title, url, sizeKb })),
    promotions: [...context.promotions],
    breadcrumbs: toBreadcrumbsResponse(product.categoryUri, context.categoryTitle, product.title),
    relatedSkus: [...context.relatedSkus],
    supersededBy: detail.supersededBy,
    videos: [
      ...detail.videos.map(({ src }) => ({ provider: 'file', id: src })),
      ...detail.playerVideos.map(({ provider, id }) => ({ provider, id })),
    ],
    model3d: detail.model,
    pageNavigation: pageNavigationOf({
      description: detail.description,
      features: detail.features,
      specifications: groupedAttributes(detail, context.attributes),
      documents: detail.documents,
      hasDimensions: context.hasDimensions,
      hasPriceHistory: context.showsPriceHistory,
      hasStock: isBuyable(stockStatusOf(product, context.brand.country)),
      hasRunningCosts: product.energy?.kwhPerYear != null,
    }) satisfies readonly PageNavigationItem[],
  }
}

import { numberText } from '../../platform/text/number-text.ts'
import type { AppCode, Country } from '../../brands/apps.ts'
import type { Brand, EffectiveBrand } from '../../brands/brands.ts'
import { shortDay, type Day } from '../../platform/calendar.ts'
import { altIn, type AltTexts } from '../media/media.ts'
import type { MemberOffer } from '../pricing/charged-price.ts'
import type { Traits } from './attribute-conditions.ts'
import type { Air } from './product/fit.ts'
import type { ProductVideo } from './product/product-media.ts'
import type { GivenRibbon } from './product/ribbon.ts'
import type {
  AttributeDefinition,
  AttributeValue,
  CategoryDefinition,
  ProductRecord,
} from './product/product-record.ts'

/** Products for every part of the shop. Types and rules; no I/O. */

export type StockAtWarehouse = {
  readonly quantity: number
  readonly incoming: { readonly quantity: number; readonly arrivesOn: string } | null
}

/** An app's price of a product, and its manual ribbons. */
export type SoldOffer = MemberOffer & { readonly ribbons?: readonly GivenRibbon[] }

/** The rating of a product: an average from 1 to 5 and its count. */
export type Rating = { readonly average: number; readonly count: number }

export type Brandmark = { readonly title: string; readonly uri: string }

/** The summary of a product, kept in memory for all of them: for cards, lines and suggestions. */
export type ProductSummary = {
  readonly id: number
  readonly sku: string
  readonly uri: string
  readonly mpn: string | null
  readonly title: string
  readonly brand: Brandmark
  readonly categoryUri: string
  readonly condition: ProductRecord['condition']
  readonly missingParts: string | null
  readonly superseded: boolean
  /** The SKU of the successor, whether it is sold here or not. */
  readonly supersededBy: string | null
  readonly supplierDirect: string | null
  /** Of the feed and of approved reviews together. */
  readonly rating: Rating | null
  /** By the energy label; wine fridges, for example, have a consumption and no stars. */
  readonly energy: { readonly stars: number | null; readonly kwhPerYear: number | null }
  /** The three facts that decide its category, ready to show: '605 L', '913 mm wide', '3.5 stars'. */
  readonly facts: readonly string[]
  readonly picture: string
  /** Another one, for a card under the pointer; left out where none is stored. */
  readonly secondPicture?: string
  readonly size: {
    readonly widthMm: number | null
    readonly heightMm: number | null
    readonly depthMm: number | null
    readonly weightKg: number | null
  }
  /** The clearance that the manufacturer requires; left out when unknown. */
  readonly air?: Air
  /** Attributes that services, installations and promotions may depend on; left out when unknown. */
  readonly traits?: Traits
  readonly offers: Readonly<Partial<Record<AppCode, SoldOffer>>>
  /** By warehouse code. */
  readonly stock: Readonly<Record<string, StockAtWarehouse>>
  /** The manufacturer's release date; null when unknown. */
  readonly releasedOn: Day | null
  readonly isDemo: boolean
}

/** `defaultAlt` is what the media library has for the picture. */
type ProductPicture = { readonly url: string; readonly alt: string; readonly defaultAlt: AltTexts }

/** The alt text of a product's picture: its own, or the picture's default one, or the product's title. */
export const pictureAlt = (
  { alt, defaultAlt }: Omit<ProductPicture, 'url'>,
  { title }: Pick<ProductSummary, 'title'>,
  { locale }: Pick<Brand, 'locale'>,
): string => alt || altIn(defaultAlt, locale) || title

/** The details of a product, read for its own page. */
export type ProductDetail = {
  readonly gtin: string | null
  readonly shortDescription: string
  /** Sanitised HTML. */
  readonly description: string
  readonly features: readonly { readonly title: string; readonly description: string }[]
  readonly attributes: Readonly<Record<string, AttributeValue>>
  readonly images: readonly ProductPicture[]
  readonly documents: readonly { readonly title: string; readonly url: string; readonly sizeKb: number }[]
  readonly variant: { readonly group: string; readonly axes: Readonly<Record<string, string>> } | null
  /** The SKU of the successor. */
  readonly supersededBy: string | null
  /** Those that the shop can play by now: one on another host is left out until it has been fetched. */
  readonly videos: readonly ProductVideo[]
  /** For players of others. */
  readonly playerVideos: readonly { readonly provider: string; readonly id: string }[]
  /** Where the 3D model is served, a GLB file; null without one. */
  readonly model: string | null
  /** Related products according to the manufacturer or feed; SKUs, some of which may not be sold here. */
  readonly relatedSkus: readonly string[]
  /** How many ratings of its feed give one star, two … five; null where the feed does not say. */
  readonly ratingsByStars: readonly number[] | null
}

export type Category = CategoryDefinition & {
  readonly id: number
  readonly parentUri: string | null
  readonly children: readonly string[]
}

/** Stock status values as the calls carry them (ENUM-06). */
export const stockStatuses = {
  noStock: 0,
  supersededAndNoStock: 1,
  inStock: 2,
  backOrder: 3,
  indeterminate: 4,
} as const
export type StockStatus = keyof typeof stockStatuses

/** Why a product cannot be bought, as the calls spell it (ENUM-12). */
export const unavailableReasons = ['SupersededNoStock', 'LocationBlock', 'NoStock'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

const unavailableText: Readonly<Record<UnavailableReason, string>> = {
  SupersededNoStock: 'This product has been discontinued.',
  LocationBlock: 'Not available in your area',
  NoStock: 'Out of stock',
}

/**
 * The combined rating of a product: the stars of its feed and of approved reviews here, each counting once (decision 0010). To hundredths,
 * as lists sort by it; null without any.
 */
export function ratingOf(
  fed: Rating | null,
  reviews: { readonly count: number; readonly stars: number },
): Rating | null {
  if (reviews.count === 0) return fed
  const count = (fed?.count ?? 0) + reviews.count
  const stars = (fed?.average ?? 0) * (fed?.count ?? 0) + reviews.stars
  return { average: Math.round((100 * stars) / count) / 100, count }
}

/** Warehouse codes determine the country: the two in New Zealand are named in decision delivery-16. */
const nzWarehouses: ReadonlySet<string> = new Set(['1010', '8011'])

export function isInCountry(warehouseCode: string, country: Country): boolean {
  return nzWarehouses.has(warehouseCode) === (country === 'NZ')
}

/**
 * In stock when any warehouse of the country has stock, on back order when some is incoming (decision catalogue-04). A product without any
 * stock record is neither in stock nor out of stock.
 */
export function stockStatusOf(product: Pick<ProductSummary, 'stock' | 'superseded'>, country: Country): StockStatus {
  let isComing = false
  let isKnown = false
  for (const code in product.stock) {
    const stock = product.stock[code]
    isKnown = true
    if (stock === undefined || !isInCountry(code, country)) continue
    if (stock.quantity > 0) return 'inStock'
    if (stock.incoming !== null) isComing = true
  }
  if (isComing && !product.superseded) return 'backOrder'
  if (product.superseded) return 'supersededAndNoStock'
  return isKnown ? 'noStock' : 'indeterminate'
}

/** The arrival day of incoming goods: overdue ones are expected today. */
export function arrivalDay(incoming: { readonly arrivesOn: Day }, today: Day): Day {
  return incoming.arrivesOn < today ? today : incoming.arrivesOn
}

export type StockAtCity =
  | { readonly kind: 'inStock' }
  | { readonly kind: 'low'; readonly left: number }
  | { readonly kind: 'coming'; readonly on: Day }
  | { readonly kind: 'none' }

/** So few that it is worth saying how many. */
const few = 3

/** A warehouse's stock of a product, in the terms of `stockStatusOf`: a superseded product has no incoming stock. */
export function stockAt(
  product: Pick<ProductSummary, 'stock' | 'superseded'>,
  warehouseCode: string,
  today: Day,
): StockAtCity {
  const { quantity = 0, incoming = null } = product.stock[warehouseCode] ?? {}
  if (quantity > few) return { kind: 'inStock' }
  if (quantity > 0) return { kind: 'low', left: quantity }
  return incoming === null || product.superseded
    ? { kind: 'none' }
    : { kind: 'coming', on: arrivalDay(incoming, today) }
}

/** 'In stock', 'Only 2 left', 'On its way, Tue 1 Dec', 'Not in stock'. */
export function stockText(stock: StockAtCity): string {
  if (stock.kind === 'inStock') return 'In stock'
  if (stock.kind === 'low') return `Only ${stock.left} left`
  return stock.kind === 'coming' ? `On its way, ${shortDay(stock.on)}` : 'Not in stock'
}

export function isBuyable(status: StockStatus): boolean {
  return status === 'inStock' || status === 'backOrder'
}

/** A product that exists nowhere is not blocked by a place, so the place comes last (decision catalogue-04). */
export function unavailableReasonOf(
  status: StockStatus,
  { isDeliverable = true }: { readonly isDeliverable?: boolean } = {},
): UnavailableReason | null {
  if (status === 'supersededAndNoStock') return 'SupersededNoStock'
  if (status === 'noStock') return 'NoStock'
  return isDeliverable ? null : 'LocationBlock'
}

/** The text in place of the add-to-cart button; null when the product can be bought. */
export function unavailableTextOf(
  status: StockStatus,
  place: { readonly isDeliverable?: boolean } = {},
): string | null {
  const reason = unavailableReasonOf(status, place)
  if (reason !== null) return unavailableText[reason]
  return isBuyable(status) ? null : 'Contact us for availability'
}

/** 'Missing parts: One oven rack', under the title wherever the product is shown (WIDG-13, decision catalogue-06). */
export function missingPartsText(missingParts: string): string {
  return `Missing parts: ${missingParts}`
}

export type ConditionLabel = {
  readonly text: string
  /** 'brand-new' and 'unavailable' have a look of their own; the latter is greyed. */
  readonly style: 'plain' | 'brand-new' | 'unavailable'
}

/** The label of a condition (WIDG-11, WIDG-12, decision catalogue-06). */
export const conditionLabels: Readonly<Record<ProductRecord['condition'], ConditionLabel>> = {
  CosmeticImperfection: { text: 'Cosmetic Imperfection', style: 'plain' },
  NewCondition: { text: 'New Condition', style: 'plain' },
  BrandNewRunout: { text: 'Brand New Runout', style: 'plain' },
  BrandNew: { text: 'Brand New', style: 'brand-new' },
  Unavailable: { text: 'Unavailable', style: 'unavailable' },
}

/** An attribute's value as a shopper reads it: '605 L', '3.5 stars', 'Yes', 'Ash, Oak'. */
export function attributeText(
  definition: Pick<AttributeDefinition, 'unit' | 'valueType'>,
  value: AttributeValue,
): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value === 'string') return value
  const number = numberText(value, value >= 10_000)
  if (definition.valueType === 'stars') return `${number} ${value === 1 ? 'star' : 'stars'}`
  if (definition.unit === null) return number
  // Units that are words have their plural: '2 years', '1 year'.
  return `${number} ${value === 1 ? definition.unit.replace(/^([a-z]{3,})s$/, '$1') : definition.unit}`
}

/** A fact on a card must be read without its label: '905 mm wide', '2 burners' rather than '905 mm', '2'. */
export function factText(definition: AttributeDefinition, value: AttributeValue): string {
  const text = attributeText(definition, value)
  if (definition.code === 'width_mm') return `${text} wide`
  if (definition.code === 'height_mm') return `${text} high`
  if (definition.code === 'depth_mm') return `${text} deep`
  if (typeof value === 'boolean') return value ? definition.title : `No ${definition.title.toLowerCase()}`
  if (typeof value === 'number' && definition.unit === null && definition.valueType === 'number') {
    const noun = definition.title.toLowerCase()
    return `${text} ${value === 1 ? noun.replace(/s$/, '') : noun}`
  }
  return text
}

/** The path from the root to a category, the root first. */
export function categoryTrail(uri: string): string[] {
  const parts = uri.split('/')
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'))
}

/** The address of a product's page for search engines and other sites. */
export function productCanonical(brand: Pick<EffectiveBrand, 'origin' | 'canonicalSlash'>, uri: string): string {
  return `${brand.origin}${productPath(uri)}${brand.canonicalSlash ? '/' : ''}`
}

export const productPath = (uri: string): string => `/p/${uri}`
/** Every review of a product, and the form for one more. */
export const reviewsPath = (uri: string): string => `/p/${uri}/reviews`
export const questionsPath = (uri: string): string => `/p/${uri}/questions`
export const notifyMePath = (uri: string): string => `/p/${uri}/notify-me`
/** The page that asks for the list of a product. */
export const saveProductPath = (sku: string): string => `/wishlists/save?sku=${encodeURIComponent(sku)}`
/** Whether a category is another one or below it. */
export function isWithin(categoryUri: string, ancestorUri: string): boolean {
  return (
    categoryUri.startsWith(ancestorUri) &&
    (categoryUri.length === ancestorUri.length || categoryUri[ancestorUri.length] === '/')
  )
}

export const categoryPath = (uri: string): string => `/c/${uri}`
/** A breadcrumb: its address with its query parameters; the current page has none and is not a link (CRUMB-02, CRUMB-03). */
export type Crumb = {
  readonly title: string
  readonly href: string | null
  readonly params?: Readonly<Record<string, string>>
}
export function crumbAddress({ href, params }: Crumb): string | null {
  const query = String(new URLSearchParams(params))
  return (href && query ? `${href}?${query}` : href) || null
}
export const brandPath = (uri: string): string => `/brands/${uri}`

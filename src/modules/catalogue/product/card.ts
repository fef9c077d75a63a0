import type { AppCode } from '../../../brands/apps.ts'
import type { Brand } from '../../../brands/brands.ts'
import type { Day } from '../../../platform/calendar.ts'
import type { Cents } from '../../../platform/money.ts'
import { effectivePrice, isValidPrice, offerIn, type Offer, type PriceRules } from '../../pricing/pricing.ts'
import { isBuyable, stockStatusOf, type ProductSummary, type Rating, type StockStatus } from '../catalogue.ts'
import type { Tariffs } from './energy.ts'
import type { Air } from './fit.ts'
import type { ProductRecord } from './product-record.ts'
import { ribbonOf, type Ribbon } from './ribbon.ts'

/**
 * A product card in one app, for listings, search, suggestions and the cart. Short names and no empty fields, because a listing sends 24 of
 * them twice, as HTML and as data.
 */
export type Card = Omit<Offer, 'price' | 'rrp'> & {
  readonly id: number
  readonly sku: string
  readonly uri: string
  readonly title: string
  readonly brand: string
  readonly picture: string
  /** Shown while a pointer is on the card. */
  readonly second?: string
  readonly facts: readonly string[]
  readonly status: StockStatus
  /** Null for a call-for-price product, or when the app hides prices from anonymous visitors. */
  readonly price: Cents | null
  readonly rrp?: Cents
  readonly stars?: number
  /** The energy label's yearly consumption. */
  readonly kwh?: number
  /** Width, height and depth in millimetres, when all three are known. */
  readonly size?: readonly [number, number, number]
  /** Only beside a size. */
  readonly air?: Air
  readonly rating?: Rating
  /** Only on apps that draw ribbons. */
  readonly ribbon?: Ribbon
  /** Left out for the ordinary condition where an app does not state every one. */
  readonly condition?: ProductRecord['condition']
  readonly missingParts?: string
}

/** Display rules of an app's cards and product pages. */
export type CardRules = PriceRules & {
  readonly tariffs: Tariffs | null
  /** Left out where ratings are shown (ReviewSummariesEnabled). */
  readonly hidesRatings?: boolean
  /** The compare control; left out where comparison is off (ComparePageEnabled). */
  readonly compare?: Brand['compareControl']
}

/** The title without the brand it begins with, for places that show the brand above it. */
export function titleWithoutBrand({ title, brand }: Pick<Card, 'title' | 'brand'>): string {
  return title.startsWith(`${brand} `) ? title.slice(brand.length + 1) : title
}

/** Keyed by the product, which is another object after every change; for one day, because a ribbon may end with it. */
const made = new WeakMap<ProductSummary, { readonly day: Day; readonly cards: Map<AppCode, Card | null> }>()

/**
 * The card of a product in an app; null when the app does not sell it. `today` is the day in the brand's country: products count as new for
 * a period. Built once a day: lists ask for 24 of them each time.
 */
export function cardOf(product: ProductSummary, brand: Brand, today: Day): Card | null {
  let stored = made.get(product)
  if (stored?.day !== today) made.set(product, (stored = { day: today, cards: new Map() }))
  let card = stored.cards.get(brand.app)
  if (card === undefined) stored.cards.set(brand.app, (card = newCard(product, brand, today)))
  return card
}

function newCard(product: ProductSummary, brand: Brand, today: Day): Card | null {
  const sold = product.offers[brand.app]
  if (sold === undefined) return null
  const { ribbons: _given, memberPrice: _ofMembers, volumePrices: _ofMany, ...offer } = offerIn(sold, brand)
  const ribbon = brand.drawsRibbons ? shownRibbon(product, brand, today) : null
  return {
    id: product.id,
    sku: product.sku,
    uri: product.uri,
    title: product.title,
    brand: product.brand.title,
    picture: product.picture,
    ...(product.secondPicture === undefined ? {} : { second: product.secondPicture }),
    facts: product.facts,
    status: stockStatusOf(product, brand.country),
    ...(brand.hidesPricesWhenAnonymous ? { price: null } : pricesOf(offer)),
    ...(product.energy.stars === null ? {} : { stars: product.energy.stars }),
    ...(product.energy.kwhPerYear === null ? {} : { kwh: product.energy.kwhPerYear }),
    ...sizeOf(product),
    ...(product.rating === null ? {} : { rating: product.rating }),
    ...(product.condition === 'NewCondition' && !brand.statesEveryCondition ? {} : { condition: product.condition }),
    ...(ribbon === null ? {} : { ribbon }),
    ...(product.missingParts === null ? {} : { missingParts: product.missingParts }),
  }
}

/** The measures for the fit check; only when all three are known. */
export function sizeOf({ size: { widthMm, heightMm, depthMm }, air }: ProductSummary): Pick<Card, 'size' | 'air'> {
  if (widthMm === null || heightMm === null || depthMm === null) return {}
  return { size: [widthMm, heightMm, depthMm], ...(air === undefined ? {} : { air }) }
}

/** The ribbon of a product in an app, by the displayed price; every response includes it. */
export function shownRibbon(product: ProductSummary, brand: Brand, today: Day): Ribbon | null {
  const sold = product.offers[brand.app]
  if (sold === undefined) return null
  const offer = offerIn(sold, brand)
  const shown = brand.hidesPricesWhenAnonymous
    ? null
    : { ...offer, price: offer.price === null ? null : effectivePrice(offer) }
  return ribbonOf(shown, product, today)
}

function pricesOf({ rrp, ...rest }: Offer): Omit<Offer, 'rrp'> & { readonly rrp?: Cents } {
  return rrp === null ? rest : { ...rest, rrp }
}

/** The input of the price rules. */
export function offerOfCard(card: Card): Offer {
  return { ...card, rrp: card.rrp ?? null }
}

/** Whether a shopper who sees the card can add the product to the cart. */
export function canBeBought(card: Pick<Card, 'price' | 'status'>): boolean {
  return isValidPrice(card.price) && isBuyable(card.status)
}

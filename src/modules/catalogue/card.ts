import type { Brand } from '../../brands/brands.ts'
import type { Cents } from '../../platform/money.ts'
import { conditionLabels, stockStatusOf, type ProductSummary, type StockStatus } from './catalogue.ts'

/**
 * What a card shows of a product in one app: listings, search, rows of suggestions and the cart are made of these. Short names and no
 * empty fields, because a listing sends 24 of them twice, as HTML and as data.
 */
export type Card = {
  readonly sku: string
  readonly uri: string
  readonly title: string
  readonly brand: string
  readonly picture: string
  readonly facts: readonly string[]
  readonly status: StockStatus
  /** Null when the app keeps prices from visitors who have not signed in. */
  readonly price: Cents | null
  readonly rrp?: Cents
  readonly stars?: number
  /** The energy label's yearly consumption. */
  readonly kwh?: number
  /** Width, height and depth in millimetres, when all three are known. */
  readonly size?: readonly [number, number, number]
  readonly rating?: { readonly average: number; readonly count: number }
  readonly condition?: string
  readonly missingParts?: string
}

/** The title without the brand it begins with, for places that show the brand above it. */
export function titleWithoutBrand({ title, brand }: Pick<Card, 'title' | 'brand'>): string {
  return title.startsWith(`${brand} `) ? title.slice(brand.length + 1) : title
}

export function cardOf(product: ProductSummary, brand: Brand): Card | null {
  const offer = product.offers[brand.app]
  if (offer === undefined) return null
  return {
    sku: product.sku,
    uri: product.uri,
    title: product.title,
    brand: product.brand.title,
    picture: product.picture,
    facts: product.facts,
    status: stockStatusOf(product, brand.country),
    price: brand.hidesPricesWhenAnonymous ? null : offer.price,
    ...(brand.hidesPricesWhenAnonymous || offer.rrp === null ? {} : { rrp: offer.rrp }),
    ...(product.energy.stars === null ? {} : { stars: product.energy.stars }),
    ...(product.energy.kwhPerYear === null ? {} : { kwh: product.energy.kwhPerYear }),
    ...sizeOf(product.size),
    ...(product.rating === null ? {} : { rating: product.rating }),
    ...(product.condition === 'NewCondition' ? {} : { condition: conditionLabels[product.condition] }),
    ...(product.missingParts === null ? {} : { missingParts: product.missingParts }),
  }
}

function sizeOf({ widthMm, heightMm, depthMm }: ProductSummary['size']): Pick<Card, 'size'> {
  return widthMm === null || heightMm === null || depthMm === null ? {} : { size: [widthMm, heightMm, depthMm] }
}

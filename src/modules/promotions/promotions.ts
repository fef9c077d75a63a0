import { meetsConditions } from '../catalogue/attribute-conditions.ts'
import { isWithin, type ProductSummary } from '../catalogue/catalogue.ts'
import type { GivenRibbon } from '../catalogue/product/ribbon.ts'
import type { Day } from '../../platform/calendar.ts'

/** An offer as the calls carry it (PROMO-01, decision promotions-01). */
export type Promotion = {
  /** Of its page: '/promotion/{path}'. */
  readonly path: string
  readonly title: string
  readonly startDate: Day
  readonly endDate: Day | null
  /** The brand's uri. */
  readonly brand: string | null
  readonly thumbnailImg: string | null
  readonly ribbon: GivenRibbon | null
  readonly featured: boolean
  /** Category uris. */
  readonly categories: readonly string[]
  /** Skus, when it is for certain products of them. */
  readonly products: readonly string[]
  readonly redemption: boolean
  readonly redemptionEndDate: Day | null
  readonly childHasActiveRedemption: boolean
  /** '$200 cashback'. */
  readonly rewardLabel: string | null
}

export const promotionPath = (path: string): string => `/promotion/${path}`

/** Whether its page may be seen: from its first day on, also after its last. */
export const hasBegun = ({ startDate }: Pick<Promotion, 'startDate'>, today: Day): boolean => startDate <= today

/** Its last day is a day of the offer. */
export const isRunning = (promotion: Pick<Promotion, 'startDate' | 'endDate'>, today: Day): boolean =>
  hasBegun(promotion, today) && (promotion.endDate === null || today <= promotion.endDate)

/** Whether its reward can be claimed. */
export const isRedeemable = (promotion: Pick<Promotion, 'redemption' | 'redemptionEndDate'>, today: Day): boolean =>
  promotion.redemption && (promotion.redemptionEndDate === null || today <= promotion.redemptionEndDate)

/** 'Offer Ends 30/11/2026'; null for what ends later than a year after it began, which nobody needs to hurry for (PROMO-03, PROMO-04). */
export function endDateText({ startDate, endDate }: Pick<Promotion, 'startDate' | 'endDate'>): string | null {
  if (endDate === null) return null
  const [year = '', month = '', day = ''] = startDate.split('-')
  const yearLater = `${String(Number(year) + 1).padStart(4, '0')}-${month}-${day}`
  return endDate <= yearLater ? `Offer Ends ${endDate.split('-').toReversed().join('/')}` : null
}

export type PromotionFilter = { readonly brand: string | null; readonly category: string | null }

/** Those that run and fit, featured ones first, then the one that ends soonest; without an end last (decision promotions-05). */
export function listedPromotions<One extends Promotion>(
  promotions: readonly One[],
  { brand, category }: PromotionFilter,
  today: Day,
): One[] {
  return promotions
    .filter((one) => isRunning(one, today))
    .filter((one) => brand === null || one.brand === brand)
    .filter((one) => category === null || one.categories.some((uri) => isWithin(uri, category)))
    .toSorted(
      (a, b) =>
        Number(b.featured) - Number(a.featured) ||
        (a.endDate ?? '9999').localeCompare(b.endDate ?? '9999') ||
        a.title.localeCompare(b.title),
    )
}

/** Whether a product is one that an offer is for: named by it, else of its brand, below one of its categories and as its conditions say. */
export function isFor(
  {
    brand,
    categories,
    products,
    conditions = [],
  }: Pick<Promotion, 'brand' | 'categories' | 'products'> & { readonly conditions?: readonly string[] },
  product: Pick<ProductSummary, 'sku' | 'categoryUri' | 'traits'> & { readonly brand: { readonly uri: string } },
): boolean {
  if (products.length > 0) return products.includes(product.sku)
  if (brand !== null && product.brand.uri !== brand) return false
  if (!meetsConditions(conditions, product.traits)) return false
  return categories.length === 0 || categories.some((uri) => isWithin(product.categoryUri, uri))
}

import type { Brand } from '../../../brands/brands.ts'
import type { Day } from '../../../platform/calendar.ts'
import { isBuyable, stockStatusOf, type ProductSummary } from '../../catalogue/catalogue.ts'
import { isNew } from '../../catalogue/product/ribbon.ts'
import { effectivePrice, isMeaningfulDiscount, offerIn, shownPercent } from '../../pricing/pricing.ts'
import type { ConditionGroup } from '../page-blocks.ts'

/** What an outlet leads with: its products by condition, and how many came lately. Rules; no I/O. */

const conditions = ['BrandNewRunout', 'CosmeticImperfection', 'BrandNew', 'NewCondition'] as const

/** So many products stand for a condition. */
const best = 3

/** The conditions of products that can be bought in an app, those of an outlet first; the most reduced products of each. */
export function conditionGroups(all: Iterable<ProductSummary>, brand: Brand): ConditionGroup<ProductSummary>[] {
  const found = new Map<string, { readonly product: ProductSummary; readonly percent: number }[]>()
  for (const product of buyable(all, brand)) {
    const group = found.get(product.condition) ?? []
    group.push({ product, percent: percentOff(product, brand) })
    found.set(product.condition, group)
  }
  return conditions.flatMap((condition) => {
    const group = found.get(condition)
    if (group === undefined) return []
    const sorted = group.toSorted((a, b) => b.percent - a.percent || a.product.sku.localeCompare(b.product.sku))
    const maxPercent = sorted[0]?.percent ?? 0
    return [
      {
        condition,
        count: group.length,
        upToPercent: maxPercent > 0 ? maxPercent : null,
        best: sorted.slice(0, best).map((one) => one.product),
      },
    ]
  })
}

/** How many products that can be bought count as new, in all and by top category. */
export function newIn(
  all: Iterable<ProductSummary>,
  brand: Brand,
  today: Day,
): { readonly total: number; readonly counts: ReadonlyMap<string, number> } {
  const counts = new Map<string, number>()
  let total = 0
  for (const product of buyable(all, brand)) {
    if (!isNew(product, today)) continue
    const [top = ''] = product.categoryUri.split('/')
    counts.set(top, (counts.get(top) ?? 0) + 1)
    total++
  }
  return { total, counts }
}

function* buyable(all: Iterable<ProductSummary>, brand: Brand): Iterable<ProductSummary> {
  for (const product of all)
    if (product.offers[brand.app] !== undefined && isBuyable(stockStatusOf(product, brand.country))) yield product
}

/** As the price block says it: nothing for what it would not show. */
function percentOff({ offers }: ProductSummary, brand: Brand): number {
  const sold = offers[brand.app]
  if (sold === undefined) return 0
  const offer = offerIn(sold, brand)
  const shown = { ...offer, price: offer.price === null ? null : effectivePrice(offer) }
  return isMeaningfulDiscount(shown) ? (shownPercent(shown) ?? 0) : 0
}

import { data } from 'react-router'
import { categoryPath } from '../../../modules/catalogue/catalogue.ts'
import { cardOf } from '../../../modules/catalogue/product/card.ts'
import { comparisonPath } from '../../../modules/compare/compare.ts'
import { areAlike, comparedAttributes, inGroups, sharedCategory } from '../../../modules/compare/comparison.ts'
import type { ComparisonView } from '../../../modules/compare/ui/comparison-page.tsx'
import { searchSettingsOf } from '../../../modules/search/search.ts'
import type { RequestContext } from '../../../composition/request-context.ts'
import { cardRules } from '../catalogue/card-rules.server.ts'

/** Where nothing is compared these pages are not there (ComparePageEnabled). */
export function comparingOrMissing({ brand, services: { settings } }: RequestContext): void {
  if (!settings.isOn(brand, 'ComparePageEnabled')) throw data(null, { status: 404 })
}

/** The comparison of some SKUs, with its cache tags and its canonical address; 404 when none of them is sold here. */
export async function comparisonOf(
  skus: readonly string[],
  shop: RequestContext,
): Promise<{ view: ComparisonView; canonical: string; tags: string[] }> {
  const {
    brand,
    services: { catalogue, settings, compare },
  } = shop
  const today = catalogue.today(brand.country)
  const found = await compare.sold(brand, skus)
  const cards = found.flatMap(({ product }) => cardOf(product, brand, today) ?? [])
  if (cards.length === 0) throw data(null, { status: 404 })
  const products = found.map(({ product }) => product)
  const isAlike = areAlike(products)
  const category = sharedCategory(products)
  const known = cards.map((card) => card.sku)
  return {
    view: {
      products: cards.map((card) => {
        const others = known.filter((sku) => sku !== card.sku)
        return { card, without: others.length === 0 ? '/compare' : comparisonPath(others) }
      }),
      groups: inGroups(
        comparedAttributes(
          found.map(({ detail }) => detail),
          catalogue.attributes,
          { marksBetter: isAlike },
        ),
      ),
      isAlike,
      rules: await cardRules(shop),
      category:
        category === null ? null : { title: catalogue.category(category)?.title ?? '', href: categoryPath(category) },
      highlight: settings.isOn(brand, 'ComparePageHighlightDifferencesEnabled')
        ? { isOn: settings.isOn(brand, 'ComparePageHighlightToggleDefault') }
        : null,
      showsReviews: settings.isOn(brand, 'ComparePageReviewSummary') && settings.isOn(brand, 'ReviewSummariesEnabled'),
      search: searchSettingsOf(brand),
      country: brand.country,
      path: comparisonPath(known),
    },
    canonical: `${brand.origin}${comparisonPath(known)}${brand.canonicalSlash ? '/' : ''}`,
    tags: ['listings', ...products.map((product) => `product:${product.id}`)],
  }
}

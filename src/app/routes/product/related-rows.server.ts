import type { RequestContext } from '../../../composition/request-context.ts'
import type { ProductDetail, ProductSummary } from '../../../modules/catalogue/catalogue.ts'
import type { CardRowContent } from '../../../modules/catalogue/ui/product-page.tsx'
import { cardsByIds, cardsThatGoWith, similarCards } from '../../../modules/search/related.server.ts'

/**
 * The rows of cards below a product: what may be bought instead, what goes with it, and what others have bought with it. Each product
 * stands once, where most speaks for it. No rows where the app shows none.
 */
export async function relatedRows(
  product: ProductSummary,
  detail: ProductDetail,
  { brand, services }: RequestContext,
): Promise<readonly CardRowContent[]> {
  if (!services.settings.isOn(brand, 'CrossSellEnabled')) return []
  const shop = { brand, ...services }
  const together = cardsByIds(await services.orders.boughtWith(product.id, brand.app), shop)
  const goesWith = without(await cardsThatGoWith([product], shop), together)
  const similar = without(await similarCards(product, detail, shop), [...together, ...goesWith])
  return [
    { title: 'Similar products', cards: similar },
    { title: 'Goes with it', cards: goesWith },
    { title: 'Often bought together', cards: together },
  ].filter(({ cards }) => cards.length > 0)
}

type Cards = CardRowContent['cards']

function without(cards: Cards, others: Cards): Cards {
  const shown = new Set(others.map(({ sku }) => sku))
  return cards.filter(({ sku }) => !shown.has(sku))
}

import type { CardRules } from '../modules/catalogue/ui/product-card.tsx'
import type { Shop } from '../shop.ts'

/** What cards and product pages of a brand go by. */
export async function cardRules({ brand, instalments, tariffs }: Shop): Promise<CardRules> {
  return { rrpAsWas: brand.labelsRrpAsWas, instalments, tariffs: await tariffs() }
}

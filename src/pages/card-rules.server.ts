import type { CardRules } from '../modules/catalogue/ui/product-card.tsx'
import { priceRulesOf } from '../modules/pricing/pricing.ts'
import type { Shop } from '../shop.ts'

/** What cards and product pages of a brand go by. */
export async function cardRules({ brand, instalments, settings, tariffs }: Shop): Promise<CardRules> {
  return {
    ...priceRulesOf(brand, instalments),
    tariffs: await tariffs(),
    ...(settings.isOn(brand, 'ReviewSummariesEnabled') ? {} : { hidesRatings: true }),
  }
}

import { isDeepStrictEqual } from 'node:util'
import type { AppCode } from '../../../brands/apps.ts'
import type { CardRules } from '../../../modules/catalogue/card.ts'
import { priceRulesOf } from '../../../modules/pricing/pricing.ts'
import type { RequestContext } from '../../../composition/request-context.ts'

/** The last rules of each app; the same object as long as they say the same, because markup of cards is kept by it. */
const last = new Map<AppCode, CardRules>()

/** What cards and product pages of a brand go by. */
export async function cardRules({ brand, services }: RequestContext): Promise<CardRules> {
  const { catalogue, payments, settings } = services
  const rules: CardRules = {
    ...priceRulesOf(brand, payments.terms('afterpay', brand)),
    tariffs: await catalogue.tariffs.of(brand.country),
    ...(settings.isOn(brand, 'ReviewSummariesEnabled') ? {} : { hidesRatings: true }),
    ...(settings.isOn(brand, 'ComparePageEnabled') ? { compare: brand.compareControl } : {}),
  }
  const known = last.get(brand.app)
  if (known !== undefined && isDeepStrictEqual(known, rules)) return known
  last.set(brand.app, rules)
  return rules
}

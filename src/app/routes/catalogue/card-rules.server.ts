import { isDeepStrictEqual } from 'node:util'
import type { AppCode } from '../../../brands/apps.ts'
import type { CardRules } from '../../../modules/catalogue/product/card.ts'
import { priceRulesOf } from '../../../modules/pricing/pricing.ts'
import type { RequestContext } from '../../../composition/request-context.ts'

/** The latest rules of each app; the same object while they are equal, because card markup is cached by it. */
const last = new Map<AppCode, CardRules>()

/** The display rules of cards and product pages of a brand. */
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

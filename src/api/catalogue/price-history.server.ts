import { z } from 'zod'
import { priceHistoryOf } from '../../modules/pricing/price-history.ts'
import { dollarsOf } from '../../platform/money.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { publicJson, shopEndpoint, moneySchema } from '../api.server.ts'

export const priceHistoryEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/pricehistory/get-price-history/:sku',
    tag: 'Prices',
    summary:
      "Lists a product's price changes in the last 12 months, oldest first. For staff only while PriceHistoryEnabled is off.",
    params: z.object({ sku: z.string().min(1).max(60) }),
    answer: z.object({
      sku: z.string(),
      currency: z.enum(['AUD', 'NZD']),
      history: z.array(z.object({ date: z.iso.date(), price: moneySchema })),
      lowest: moneySchema,
      highest: moneySchema,
      current: moneySchema,
    }),
    problems: [403, 404],
    async handle({ context: { shop }, params }) {
      const {
        brand,
        services: { catalogue, settings },
      } = shop
      const product = catalogue.productBySku(params.sku)
      if (product?.offers[brand.app] === undefined) {
        throw new ProblemError(notFound)
      }
      if (brand.hidesPricesWhenAnonymous || !settings.isOn(brand, 'PriceHistoryEnabled')) {
        throw new ProblemError(httpProblem(403, 'not_permitted', 'You do not have permission to perform this action.'))
      }
      const changes = await catalogue.priceChanges(product.id, brand.app)
      const history = priceHistoryOf(changes, catalogue.today(brand.country))
      if (history === null) {
        throw new ProblemError(notFound)
      }
      return publicJson({
        sku: product.sku,
        currency: brand.currency,
        history: history.entries.map(({ day, price }) => ({ date: day, price: dollarsOf(price) })),
        lowest: dollarsOf(history.lowest),
        highest: dollarsOf(history.highest),
        current: dollarsOf(history.current),
      })
    },
  }),
]

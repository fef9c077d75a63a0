import { z } from 'zod'
import { canBeBought, offerOfCard } from '../../modules/catalogue/product/card.ts'
import { effectivePrice } from '../../modules/pricing/pricing.ts'
import { cardsThatGoWith } from '../../modules/search/related.server.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { dollarsOf } from '../../platform/money.ts'
import { moneySchema, shopEndpoint, storedJson } from '../api.server.ts'

/** What goes with a product, for those who have just put it into the cart. */
export const goesWithEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/cart/goes-with',
    tag: 'Cart',
    forEveryone: true,
    summary:
      'Returns up to five products that go with one: those its manufacturer names, then one of each other kind in its room.',
    query: z.object({ sku: z.string().min(1).max(60) }),
    answer: z.object({
      products: z.array(
        z.object({
          sku: z.string(),
          title: z.string(),
          uri: z.string(),
          picture: z.string(),
          price: moneySchema.nullable().meta({ description: 'null where prices are shown after login only' }),
        }),
      ),
    }),
    problems: [404],
    async handle({ context: { shop }, query }) {
      const { brand, services } = shop
      const product = services.catalogue.productBySku(query.sku)
      if (product?.offers[brand.app] === undefined)
        throw new ProblemError(httpProblem(404, 'not_found', 'sku: no such product', 'sku'))
      const cards = await cardsThatGoWith([product], { brand, ...services })
      return storedJson(['listings', `product:${product.id}`], {
        products: cards.map((card) => ({
          sku: card.sku,
          title: card.title,
          uri: card.uri,
          picture: card.picture,
          price:
            brand.hidesPricesWhenAnonymous || !canBeBought(card) ? null : dollarsOf(effectivePrice(offerOfCard(card))),
        })),
      })
    },
  }),
]

import { z } from 'zod'
import { toMemberPriceResponse } from '../../modules/catalogue/product/product-responses.ts'
import { can } from '../../modules/identity/policy.ts'
import { needsAccount, personalJson, shopEndpoint, moneySchema } from '../api.server.ts'

/** Prices for signed-in visitors, where cached pages show none (decision pricing-09). */
export const memberPriceEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/account/prices',
    tag: 'Account',
    summary: "Returns the signed-in member's prices by product URI. Products not sold here are omitted.",
    query: z.object({ uri: z.array(z.string().max(200)).max(200, 'must be at most 200') }),
    answer: z.object({
      prices: z.array(
        z.object({
          uri: z.string(),
          sku: z.string(),
          title: z.string(),
          canBeBought: z.boolean(),
          price: moneySchema.nullable(),
          rrp: moneySchema.nullable(),
          lineDiscount: moneySchema,
          altPriceMsg: z.string().nullable(),
          volumePrices: z
            .array(z.object({ from: z.int(), price: moneySchema }))
            .meta({ description: 'What one unit costs from so many units on' }),
        }),
      ),
    }),
    problems: [400, 401],
    authorize: needsAccount,
    async handle({ context: { shop }, query }) {
      const accountId = await shop.visitor.accountId()
      const who = await shop.visitor.principal()
      const isShown = can(who, 'buy', shop.brand)
      const isMember =
        can(who, 'keep a cart') && (await shop.services.account.dealsClub.isMember(accountId, shop.brand.app))
      const found = isShown ? [...new Set(query.uri)].map((uri) => shop.services.catalogue.productByUri(uri)) : []
      return personalJson({
        prices: found.flatMap((product) => {
          const price = product === null ? null : toMemberPriceResponse(product, shop.brand, { isMember })
          return price === null ? [] : [price]
        }),
      })
    },
  }),
]

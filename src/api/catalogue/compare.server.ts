import { z } from 'zod'
import { compareProductOf, limitTexts, type CompareList } from '../../modules/compare/compare.ts'
import { comparedAttributes } from '../../modules/compare/comparison.ts'
import { toProductResponse } from '../../modules/catalogue/product/product-responses.ts'
import { ProblemError, httpProblem, type Problem } from '../../platform/http/problem.ts'
import type { CompareProblem } from '../../modules/compare/compare.server.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { storedJson, personalJson, shopEndpoint, moneySchema } from '../api.server.ts'
import { extended, responseContext } from './product.server.ts'
import { extendedProductSchema } from './product-schemas.server.ts'

const tag = 'Compare'

const problems = {
  unknown_sku: httpProblem(400, 'unknown_sku', 'sku: must be the sku of a product', 'sku'),
  // The server has one wording, whatever control the app has (decision compare-05).
  compare_full: httpProblem(400, 'compare_full', limitTexts.button, 'sku'),
} as const satisfies Record<CompareProblem, Problem>

const listAnswer = z.object({
  products: z.array(
    z.object({
      brandImage: z.string(),
      brandName: z.string(),
      productId: z.int(),
      productImage: z.string(),
      productName: z.string(),
      productSKU: z.string(),
      price: moneySchema.nullable(),
      sku: z.string(),
    }),
  ),
})

async function listOf(shop: RequestContext): Promise<CompareList> {
  const context = responseContext(shop)
  const products = (await shop.services.compare.of(shop)).map(({ product, detail }) => {
    const compared = compareProductOf(toProductResponse(product, detail, context))
    return { ...compared, sku: compared.productSKU }
  })
  return { products }
}

export const compareEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/compare/',
    tag,
    summary: "Returns the visitor's comparison list, the server's copy of the one in the browser.",
    answer: listAnswer,
    async handle({ context: { shop } }) {
      return personalJson(await listOf(shop))
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/compare/product/',
    tag,
    summary: "Adds a product to the visitor's comparison list of at most three. Repeating it changes nothing.",
    body: z.object({ sku: z.string().min(1).max(60) }),
    answer: listAnswer,
    async handle({ context: { shop }, body }) {
      const added = await shop.services.compare.add(shop, body.sku)
      if (!added.ok) throw new ProblemError(problems[added.problem])
      return personalJson(await listOf(shop))
    },
  }),
  shopEndpoint({
    method: 'DELETE',
    path: '/api/compare/product/:sku',
    tag,
    summary: "Removes a product from the visitor's comparison list, if present.",
    params: z.object({ sku: z.string().min(1).max(60) }),
    answer: listAnswer,
    async handle({ context: { shop }, params }) {
      await shop.services.compare.remove(shop, params.sku)
      return personalJson(await listOf(shop))
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/compare/products',
    tag,
    forEveryone: true,
    summary: 'Compares products by every attribute that any of them has. Unknown SKUs are omitted.',
    query: z.object({
      SkuList: z.string().max(400).optional().meta({
        description: "1 to 3 SKUs separated by '~' or commas; further ones are ignored",
      }),
    }),
    answer: z.object({
      products: z.array(extendedProductSchema),
      attributes: z.array(
        z.object({
          group: z.string(),
          name: z.string(),
          values: z.array(z.string().nullable()).meta({ description: 'One value per product, in order' }),
          isDifferent: z.boolean(),
        }),
      ),
    }),
    problems: [400],
    async handle({ context: { shop }, query }) {
      const skus = shop.services.compare.skusOf(query.SkuList ?? '')
      if (skus.length === 0) {
        throw new ProblemError(httpProblem(400, 'no_sku', "SkuList: must hold 1 to 3 skus joined by '~'", 'SkuList'))
      }
      const found = await shop.services.compare.sold(shop.brand, skus)
      const attributes = comparedAttributes(
        found.map(({ detail }) => detail),
        shop.services.catalogue.attributes,
        { marksBetter: false },
      )
      return storedJson(['listings', ...found.map(({ product }) => `product:${product.id}`)], {
        products: found.map((one) => extended(shop, one)),
        attributes: attributes.map(({ group, name, values, isDifferent }) => ({ group, name, values, isDifferent })),
      })
    },
  }),
]

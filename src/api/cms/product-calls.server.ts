import { z } from 'zod'
import { priceTypes } from '../../modules/pricing/pricing.ts'
import type { ProductFacts } from '../../modules/staff/product-facts.server.ts'
import { dollarsOf } from '../../platform/money.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { moneySchema, personalJson } from '../api.server.ts'
import { appBody, cmsEndpoint, leave, memberOf, needs, ownApp, tag } from './cms-endpoint.server.ts'

/** Calls about products. */

const cmsProduct = z.object({
  sku: z.string(),
  title: z.string(),
  price: moneySchema.nullable(),
  rrp: moneySchema.nullable(),
  priceType: z.union([z.literal(0), z.literal(1)]),
  stock: z.array(
    z.object({
      warehouse: z.string(),
      onHand: z.int(),
      reserved: z.int(),
      nextArrival: z.string().nullable(),
    }),
  ),
})

const productSchema = ({ product, offer, stock }: ProductFacts) => ({
  sku: product.sku,
  title: product.title,
  price: offer.price === null ? null : dollarsOf(offer.price),
  rrp: offer.rrp === null ? null : dollarsOf(offer.rrp),
  priceType: priceTypes[offer.priceType ?? 'winning'],
  stock: stock.map(({ title, quantity, held, incoming }) => ({
    warehouse: title,
    onHand: quantity + held,
    reserved: held,
    nextArrival: incoming?.arrivesOn ?? null,
  })),
})

export const productCalls = [
  cmsEndpoint({
    method: 'GET',
    path: '/api/product/:sku',
    tag,
    summary: 'Returns a product with its stock by warehouse.',
    params: z.object({ sku: z.string().min(1).max(100) }),
    answer: cmsProduct,
    problems: [401, 403, 404],
    authorize: needs('use staff panels', ({ sku }) => `product ${sku}`),
    async handle({ context, params }) {
      const member = memberOf(context)
      const facts = await context.staffService.products.facts(member, params.sku)
      return facts === null ? leave({ code: 'not_found' }) : personalJson(productSchema(facts))
    },
  }),
  cmsEndpoint({
    method: 'POST',
    path: '/api/product/:sku/cart',
    tag,
    summary: "Adds one unit of a product to the staff member's current cart.",
    params: z.object({ sku: z.string().min(1).max(100) }),
    body: appBody,
    answer: successSchema,
    problems: [400, 401, 403, 404],
    authorize: needs('use staff panels', ({ sku }) => `product ${sku}`),
    async handle({ context, params, body }) {
      const member = memberOf(context)
      ownApp(member, body.app)
      const done = await context.staffService.products.toCart(member, params.sku, 1)
      return done.ok ? personalJson({ success: true }) : leave(done.problem)
    },
  }),
]

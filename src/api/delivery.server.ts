import { z } from 'zod'
import { shortDay } from '../platform/calendar.ts'
import { stockStatusOf, unavailableTextOf } from '../modules/catalogue/catalogue.ts'
import { dateAndPrice, orderWithinText } from '../modules/delivery/delivery.ts'
import { publicJson, shopEndpoint } from './api.server.ts'
import { ProblemError, refusal } from '../platform/http/problem.ts'

export const deliveryEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/delivery/estimates',
    tag: 'Delivery',
    summary: 'The first delivery date and its price for each product, to one place. (added)',
    query: z.object({
      localityId: z.string().min(1).max(100),
      sku: z.array(z.string().min(1).max(60)).max(50, 'must be at most 50'),
    }),
    answer: z.object({
      estimates: z.record(
        z.string(),
        z.object({
          text: z.string(),
          day: z.string().nullable(),
          date: z.string().nullable(),
          orderWithin: z.string().nullable(),
        }),
      ),
    }),
    async handle({ context: { shop, parts }, query }) {
      const place = shop.geography.locality(query.localityId)
      if (place === null || place.country !== shop.brand.country) {
        throw new ProblemError(
          refusal(400, 'unknown_locality', 'localityId: must be the _id of a locality', 'localityId'),
        )
      }
      const products = query.sku.flatMap((sku) => shop.catalogue.productBySku(sku) ?? [])
      const found = await parts.services.delivery.estimates(
        place,
        products.map((product) => ({ quantity: 1, stock: product.stock })),
      )
      const estimates = products.map((product, at) => {
        const estimate = found[at]
        const first = estimate?.first ?? null
        const status = stockStatusOf(product, shop.brand.country)
        const text = first === null ? (unavailableTextOf(status, { isDeliverable: false }) ?? '') : dateAndPrice(first)
        return [
          product.sku,
          {
            text,
            day: first?.day ?? null,
            date: first === null ? null : shortDay(first.day),
            orderWithin: orderWithinText(estimate?.orderWithin ?? null),
          },
        ] as const
      })
      return publicJson({ estimates: Object.fromEntries(estimates) })
    },
  }),
]

import { z } from 'zod'
import { shortDay } from '../../platform/calendar.ts'
import type { Locality } from '../../modules/geo/geo.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { dateAndPrice, freeFrom, orderWithinText } from '../../modules/delivery/delivery.ts'
import { serviceAndPrice, servicesFor, type DeliveryService } from '../../modules/delivery/services.ts'
import {
  arrangedText,
  carrierOf,
  isProformaBrand,
  proformaMessage,
  type Carrier,
} from '../../modules/delivery/suppliers.ts'
import { isBuyable, stockStatusOf, unavailableTextOf, type ProductSummary } from '../../modules/catalogue/catalogue.ts'
import { publicJson, shopEndpoint } from '../api.server.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'

const localityId = z.string().min(1).max(100)

/** The place a question is about; throws 400 when the brand's country has none of that id. */
function placeOf(shop: RequestContext, id: string): Locality {
  const place = shop.services.geo.locality(id)
  if (place !== null && place.country === shop.brand.country) return place
  throw new ProblemError(
    httpProblem(400, 'unknown_locality', 'localityId: must be the _id of a locality', 'localityId'),
  )
}

/** Installation and removal for a product on a tier's terms, with their prices. */
function listedServices(services: readonly DeliveryService[], product: ProductSummary, tierCode: string): string[] {
  return servicesFor(services, { products: [product], tierCode })
    .filter(({ kind, hidden }) => kind !== 'other' && !hidden)
    .map(serviceAndPrice)
}

/** The supplier of a product that is bought by itself. */
function carrierIn(
  { brand, services: { settings } }: RequestContext,
  suppliers: ReadonlySet<string>,
): (product: ProductSummary) => Carrier {
  const makers = settings.text(brand, 'proformaShippingBrands')
  return ({ brand: { title }, supplierDirect }) =>
    carrierOf({ isProforma: isProformaBrand(makers, title), supplierDirect }, { suppliers, override: false })
}

const byArrangement = { text: arrangedText, day: null, date: null, free: null, orderWithin: null, services: [] }

export const deliveryEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/delivery/estimates',
    tag: 'Delivery',
    summary:
      'Returns, for each product, the first delivery date to one locality, its price, and installation and removal there.',
    query: z.object({
      localityId,
      sku: z.array(z.string().min(1).max(60)).max(50, 'must be at most 50'),
    }),
    answer: z.object({
      estimates: z.record(
        z.string(),
        z.object({
          text: z.string(),
          day: z.string().nullable(),
          date: z.string().nullable(),
          free: z.string().nullable(),
          orderWithin: z.string().nullable(),
          services: z.array(z.string()).meta({ description: "For example 'Old appliance removal FREE'" }),
        }),
      ),
    }),
    async handle({ context: { shop, deps }, query }) {
      const place = placeOf(shop, query.localityId)
      const products = query.sku.flatMap((sku) => shop.services.catalogue.productBySku(sku) ?? [])
      const found = await deps.services.delivery.estimates(
        place,
        products.map((product) => ({ quantity: 1, stock: product.stock, supplier: product.supplierDirect })),
      )
      const broughtBy = carrierIn(shop, await deps.services.delivery.suppliers())
      const services = await deps.services.delivery.services()
      const tierCode = (await deps.services.delivery.zoneOf(place))?.tier.code ?? null
      const estimates = products.map((product, at) => {
        const estimate = found[at]
        const first = estimate?.first ?? null
        const carrier = broughtBy(product)
        const status = stockStatusOf(product, shop.brand.country)
        if (carrier === 'maker' && isBuyable(status)) return [product.sku, byArrangement] as const
        const text = first === null ? (unavailableTextOf(status, { isDeliverable: false }) ?? '') : dateAndPrice(first)
        return [
          product.sku,
          {
            text,
            day: first?.day ?? null,
            date: first === null ? null : shortDay(first.day),
            free: estimate?.firstFree == null ? null : freeFrom(estimate.firstFree),
            orderWithin: orderWithinText(estimate?.orderWithin ?? null),
            // Our crew offers no services for goods that it does not deliver.
            services:
              tierCode === null || first === null || carrier === 'supplier'
                ? []
                : listedServices(services, product, tierCode),
          },
        ] as const
      })
      return publicJson({ estimates: Object.fromEntries(estimates) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/v2/delivery/dates',
    tag: 'Delivery',
    summary: 'Lists every delivery date of one product to one locality, with prices in cents.',
    query: z.object({ localityId, sku: z.string().min(1).max(60) }),
    answer: z.object({
      today: z.string(),
      arranged: z
        .string()
        .nullable()
        .meta({ description: 'Text shown instead of dates when the manufacturer arranges delivery' }),
      dates: z.array(
        z.object({
          day: z.string(),
          price: z.union([z.number(), z.string()]).nullable(),
          available: z.boolean(),
        }),
      ),
    }),
    problems: [404],
    async handle({ context: { shop, deps }, query }) {
      const place = placeOf(shop, query.localityId)
      const product = shop.services.catalogue.productBySku(query.sku)
      if (product === null || product.offers[shop.brand.app] === undefined)
        throw new ProblemError(httpProblem(404, 'not_found', 'sku: no such product', 'sku'))
      const { delivery } = deps.services
      if (carrierIn(shop, await delivery.suppliers())(product) === 'maker') {
        const arranged = proformaMessage([product.brand.title])
        return publicJson({ today: await delivery.today(place), arranged, dates: [] })
      }
      const items = [{ quantity: 1, stock: product.stock }]
      const supplier = product.supplierDirect ?? ''
      const supplied = (await delivery.supplierDates(place, new Map([[supplier, items]]))).get(supplier)
      if (supplied !== undefined) {
        const dates = supplied.kind === 'dates' ? supplied.dates : []
        return publicJson({ today: await delivery.today(place), arranged: null, dates })
      }
      const found = await delivery.availability(place, items)
      return publicJson({ today: found?.today ?? '', arranged: null, dates: found?.calendar?.dates ?? [] })
    },
  }),
]

import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { pageTypes } from '../../platform/page-types.ts'
import { maxMeasured } from '../../modules/analytics/speed.ts'
import { countedEvents } from '../../modules/analytics/analytics.ts'
import { searchEventTypes, type SearchEventType } from '../../modules/search/search-events.ts'
import { personalJson, shopEndpoint, perAddress, moneySchema, visitorAddress } from '../api.server.ts'

const tag = 'Analytics'
const figure = z.int('must be a whole number').min(0).max(maxMeasured).optional()
const done = z.object({ success: z.literal(true) })

/** More than a person searches and clicks; requests above that are not counted. */
const reports = { name: 'search events', count: 120, windowMs: minutes(1) }

const typeOf = new Map(Object.entries(searchEventTypes).map(([type, number]) => [number as number, type]))

export const analyticsEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/analytics/search',
    tag,
    summary: 'Records that a results page was opened for a term.',
    query: z.object({
      searchTerm: z.string().max(400, 'must have at most 400 characters'),
      requestedBefore: z
        .stringbool()
        .default(false)
        .meta({ description: 'Whether this browser has searched for it lately' }),
    }),
    answer: done,
    problems: [429],
    limit: perAddress(reports),
    async handle({ context, query }) {
      const { events: searchEvents, listings } = context.deps.services.search
      const { app } = context.shop.brand
      await searchEvents.opened(app, query.searchTerm, {
        foundNothing: listings.findsNothing(app, query.searchTerm),
        visitor: visitorAddress(context),
        requestedBefore: query.requestedBefore,
      })
      return personalJson({ success: true })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/analytics/search',
    tag,
    summary:
      'Counts a search, or a click, cart addition or order after one, by day. No data about the visitor is stored.',
    body: z.object({
      analyticsEventType: z.int('must be a whole number').min(0).max(5).meta({
        description: 'search 0, productClick 1, productAddToCart 2, productOrder 3, visit 4, productMultiOrder 5',
      }),
      query: z.string().max(400, 'must have at most 400 characters'),
      productList: z
        .array(z.object({ sku: z.string().min(1).max(60), price: moneySchema, quantity: z.int().min(1).max(999) }))
        .max(300, 'must be at most 300'),
      url: z.string().max(2_000),
      isRepeatUser: z.boolean(),
    }),
    answer: null,
    success: 204,
    problems: [429],
    limit: perAddress(reports),
    async handle({ context, body }) {
      const { shop, deps } = context
      const { app } = shop.brand
      const skus = body.productList.flatMap(({ sku }) => {
        const product = shop.services.catalogue.productBySku(sku)
        return product?.offers[app] === undefined ? [] : [product.sku]
      })
      const type = typeOf.get(body.analyticsEventType) as SearchEventType
      const { query, isRepeatUser } = body
      const { events: searchEvents, listings } = deps.services.search
      const [sku] = skus
      const place = type === 'productClick' && sku !== undefined ? listings.placeOf(app, query, sku) : null
      await searchEvents.count(app, { type, query, skus, isRepeatUser, place })
      return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/analytics/count',
    tag,
    summary: "Increments today's count of an event. No data about the visitor is sent or stored.",
    body: z.object({
      event: z.enum(countedEvents),
      pageType: z.enum(['', ...pageTypes]).meta({ description: "Page type of a page_view; '' for other events" }),
    }),
    answer: null,
    success: 204,
    problems: [429],
    limit: perAddress(reports),
    handle({ context, body }) {
      const pageType = body.event === 'page_view' ? body.pageType : ''
      context.deps.services.analytics.counts.count(context.shop.brand.app, body.event, pageType)
      return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/analytics/speed',
    tag,
    summary: "Adds a page's load times to today's figures. No data about the visitor is sent or stored.",
    body: z.object({
      pageType: z.enum(pageTypes),
      lcp: figure.meta({ description: 'Largest contentful paint, milliseconds' }),
      inp: figure.meta({ description: 'Interaction to next paint, milliseconds' }),
      cls: figure.meta({ description: 'Cumulative layout shift, thousandths' }),
    }),
    answer: null,
    success: 204,
    problems: [429],
    limit: perAddress(reports),
    handle({ context, body }) {
      const { pageType, ...given } = body
      const speed = Object.fromEntries(Object.entries(given).filter(([, one]) => one !== undefined))
      context.deps.services.analytics.counts.measured(context.shop.brand.app, pageType, speed)
      return new Response(null, { status: 204, headers: { 'cache-control': 'private, no-store' } })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/analytics/product-load-event',
    tag,
    summary: 'Accepts a product view. The response is always the same and nothing is stored.',
    query: z.object({ productId: z.coerce.number('must be a whole number').int('must be a whole number').min(1) }),
    answer: done,
    handle: () => personalJson<z.input<typeof done>>({ success: true }),
  }),
]

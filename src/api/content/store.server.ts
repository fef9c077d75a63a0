import { z } from 'zod'
import { filterStores, filtersOf, readFilters } from '../../modules/stores/stores.ts'
import { notFound } from '../../platform/http/common-problems.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { storedJson, sharedJson, shopEndpoint } from '../api.server.ts'
import { geo, geoAnswer } from './geo.server.ts'

const tag = 'Stores'

const time = z.string().nullable().meta({ description: "'HH:MM', 24-hour clock; null when closed" })

const store = z.object({
  storeId: z.int(),
  name: z.string(),
  storeUri: z.string(),
  address: z.string(),
  suburb: z.string(),
  state: z.string().nullable(),
  postcode: z.string(),
  country: z.enum(['AU', 'NZ']),
  phone: z.string(),
  email: z.string().nullable(),
  isAppointmentOnly: z.boolean(),
  offersPickup: z.boolean().meta({ description: 'Whether orders can be picked up there' }),
  openTimes: z
    .array(z.object({ day: z.string(), isOpen: z.boolean(), openTime: time, closeTime: time }))
    .length(7)
    .meta({ description: 'Monday first' }),
  thumbImg: z.object({ src: z.string() }).nullable(),
  virtualTourId: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  description: z.string(),
  timeZone: z.string(),
})

export const storeEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/store',
    tag,
    forEveryone: true,
    summary: 'Lists stores that match all filters, and the available filters.',
    query: z.object({
      filters: z.string().max(200).optional().meta({
        description:
          "Comma-separated state codes, 'open-today', 'appointment' and 'virtual-tour'; unknown values are ignored",
      }),
    }),
    answer: z.object({
      stores: z.array(store),
      filters: z.array(z.object({ id: z.string(), title: z.string(), selected: z.boolean() })),
    }),
    handle({ context: { shop }, query }) {
      const selected = readFilters(query.filters ?? '')
      const all = shop.services.stores.of(shop.brand)
      // Opening status changes at midnight, so responses are cached for at most a minute.
      return sharedJson(60, [], { stores: filterStores(all, selected, shop.now()), filters: filtersOf(all, selected) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/store/:id',
    tag,
    forEveryone: true,
    summary: 'Returns a store by storeId or storeUri.',
    params: z.object({ id: z.string().min(1).max(100) }),
    answer: store,
    problems: [404],
    handle({ context: { shop }, params }) {
      const found = shop.services.stores.find(shop.brand, params.id)
      if (found === null) {
        throw new ProblemError(notFound)
      }
      return storedJson([], found)
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/store/setstore',
    tag,
    summary: "Sets the visitor's store.",
    body: z.object({ storeId: z.int32() }),
    answer: geo,
    async handle({ context, body }) {
      const { shop } = context
      if ((await shop.services.stores.choose(shop, body.storeId)) === null) {
        throw new ProblemError(httpProblem(400, 'unknown_store', 'storeId: must be the storeId of a store', 'storeId'))
      }
      return geoAnswer(context, await shop.services.geo.visitorPlace.current(shop))
    },
  }),
]

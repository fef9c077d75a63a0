import { z } from 'zod'
import type { Locality } from '../../modules/geo/geo.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import type { AnswerOf } from '../../platform/http/endpoint.ts'
import { personalJson, publicJson, shopEndpoint, type ApiContext } from '../api.server.ts'

export const locality = z.object({
  _id: z.string(),
  suburb: z.string(),
  city: z.string(),
  postcode: z.string(),
  state: z.string().nullable(),
  country: z.enum(['AU', 'NZ']),
  fullAddress: z.string(),
  lat: z.number(),
  lng: z.number(),
})

export const geo = z.object({
  store: z.object({ storeUri: z.string() }).nullable(),
  nearestWarehouseLocationCode: z.string(),
  newUser: z.boolean(),
  postcode: z.string().nullable(),
  state: z.string().nullable(),
  city: z.string().nullable(),
  country: z.enum(['AU', 'NZ']),
  ipCountry: z.string().nullable(),
  localityId: z.string().nullable(),
  id: z.string().nullable(),
})

const tag = 'Location'

/** Where the visitor is and which store they chose, as every call that changes either answers it. */
export async function geoAnswer(
  { shop, deps }: ApiContext,
  place: Locality | null,
  ipCountry = shop.services.geo.visitorPlace.ipCountry(shop),
): Promise<AnswerOf<typeof geo>> {
  const fallback = shop.brand.country === 'NZ' ? '1010' : '2000'
  const warehouse =
    place === null ? fallback : ((await deps.services.delivery.zoneOf(place))?.warehouse.code ?? fallback)
  const store = await shop.services.stores.chosen(shop)
  return personalJson({
    store: store === null ? null : { storeUri: store.storeUri },
    nearestWarehouseLocationCode: warehouse,
    newUser: shop.visitor.isNew,
    postcode: place?.postcode ?? null,
    state: place?.state ?? null,
    city: place?.suburb ?? null,
    country: shop.brand.country,
    ipCountry,
    localityId: place?._id ?? null,
    id: place?._id ?? null,
  })
}

export const geoEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/geo',
    tag,
    summary: "Returns the visitor's delivery location.",
    query: z.object({
      ipCountry: z
        .string()
        .regex(/^[A-Z]{2}$/, 'must be a country code such as NZ')
        .optional()
        .meta({ description: 'Outside production only: simulates a visitor from this country.' }),
    }),
    answer: geo,
    async handle({ context, query }) {
      const pretended = context.deps.config.ENV === 'prod' ? undefined : query.ipCountry
      return geoAnswer(context, await context.shop.services.geo.visitorPlace.current(context.shop), pretended)
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/geo/setlocation',
    tag,
    summary: "Sets the visitor's delivery location.",
    body: z.object({ localityId: z.string().min(1).max(100) }),
    answer: geo,
    async handle({ context, body }) {
      const place = await context.shop.services.geo.visitorPlace.choose(context.shop, body.localityId)
      if (place === null) {
        throw new ProblemError(
          httpProblem(400, 'unknown_locality', 'localityId: must be the _id of a locality', 'localityId'),
        )
      }
      return geoAnswer(context, place)
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/locality/:term',
    tag,
    summary: 'Finds localities by postcode or name, at most 100. Terms shorter than 2 characters return none.',
    params: z.object({ term: z.string().max(100) }),
    answer: z.array(locality),
    handle: ({ context: { shop }, params }) => publicJson(shop.services.geo.search(shop.brand.country, params.term)),
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/locality/:suburb/:state/:postcode',
    tag,
    summary: "Returns a locality by suburb, state and postcode; in NZ the state is '-'.",
    params: z.object({ suburb: z.string().max(60), state: z.string().max(3), postcode: z.string().max(4) }),
    answer: locality,
    problems: [400],
    async handle({ context: { shop, deps }, params }) {
      const place = shop.services.geo.find(shop.brand.country, params.suburb, params.state, params.postcode)
      if (place === null || (await deps.services.delivery.zoneOf(place)) === null) {
        throw new ProblemError(
          httpProblem(400, 'not_served', 'Delivery services unavailable for the provided address', 'suburb'),
        )
      }
      return publicJson(place)
    },
  }),
]

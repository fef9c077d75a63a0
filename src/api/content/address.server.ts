import { z } from 'zod'
import { minutes } from '../../platform/clock.ts'
import { perAddress, personalJson, shopEndpoint } from '../api.server.ts'
import { locality } from './geo.server.ts'

/** More than anybody types, and few enough that nobody copies the streets. */
const suggestions = { name: 'address suggestions', count: 240, windowMs: minutes(1) }

export const addressEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/address/suggestions',
    tag: 'Location',
    summary:
      'Suggests at most 6 streets for an address as typed, those of the given locality first. A text without a street finds none.',
    limit: perAddress(suggestions),
    query: z.object({
      text: z
        .string('must be the address as typed')
        .max(100, 'must have at most 100 characters')
        .meta({ description: "'3/45 Collins St', 'Unit 3, 45 collins' or '12 high st, richmond vic'" }),
      localityId: z
        .string()
        .max(100, 'must be the _id of a locality')
        .meta({ description: 'Prefers this locality and those around it. One that does not exist is ignored.' })
        .optional(),
    }),
    answer: z.array(
      z.object({
        number: z.string().meta({ description: 'Unit, lot and house number as typed; empty without one' }),
        street: z.string(),
        locality,
      }),
    ),
    problems: [400, 429],
    async handle({ context: { shop }, query }) {
      const { text, localityId = null } = query
      // Where somebody lives is for nobody else, so no cache keeps it.
      return personalJson(await shop.services.geo.streets.suggest(shop.brand.country, text, localityId))
    },
  }),
]

import { z } from 'zod'
import { personalJson, shopEndpoint } from './api.server.ts'

const tag = 'Platform'

const address = z.string().min(1).max(2_000)

export const redirectEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/redirect',
    tag,
    summary: 'Whether an address of this shop has moved, and where to.',
    query: z.object({ fromUrl: address.meta({ description: 'Path and query, encoded' }) }),
    answer: z.object({ doRedirect: z.boolean(), destinationUri: z.string().nullable() }),
    handle({ context: { shop }, query }) {
      const destinationUri = shop.movedTo(query.fromUrl)
      return personalJson({ doRedirect: destinationUri !== null, destinationUri })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/redirect/getdestination',
    tag,
    summary: 'Where an address has moved, for links in content.',
    query: z.object({ fromUri: address }),
    answer: z.object({ destinationUri: z.string().nullable() }),
    handle: ({ context: { shop }, query }) => personalJson({ destinationUri: shop.movedTo(query.fromUri) }),
  }),
]

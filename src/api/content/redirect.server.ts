import { z } from 'zod'
import { personalJson, shopEndpoint } from '../api.server.ts'

const tag = 'Platform'

/** An unreadable address has not moved; the lookup returns that instead of rejecting it (NF-02). */
const address = z.string().max(2_000).catch('').default('')

export const redirectEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/redirect',
    tag,
    summary: 'Returns where a URL of this shop has moved to, if it has.',
    ignoresOddQuery: true,
    query: z.object({ fromUrl: address.meta({ description: 'Path and query, URL-encoded' }) }),
    answer: z.object({ doRedirect: z.boolean(), destinationUri: z.string().nullable() }),
    handle({ context: { shop }, query }) {
      const destinationUri = shop.services.content.redirects.destination(shop.brand, query.fromUrl)
      return personalJson({ doRedirect: destinationUri !== null, destinationUri })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/redirect/getdestination',
    tag,
    summary: 'Returns where a URL has moved to, for links in content.',
    ignoresOddQuery: true,
    query: z.object({ fromUri: address }),
    answer: z.object({ destinationUri: z.string().nullable() }),
    handle: ({ context: { shop }, query }) =>
      personalJson({ destinationUri: shop.services.content.redirects.destination(shop.brand, query.fromUri) }),
  }),
]

import { z } from 'zod'
import { staticContent } from '../modules/content/content.server.ts'
import { ProblemError, refusal } from '../platform/http/problem.ts'
import { keptJson, shopEndpoint } from './api.server.ts'

export const contentEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/Static/:name',
    tag: 'Content',
    forEveryone: true,
    summary: 'A text with a heading, as its page and popups show it; its name in any letter case.',
    params: z.object({ name: z.string().max(120) }),
    answer: z.object({
      name: z.string(),
      heading: z.string(),
      body: z.string().meta({ description: 'HTML that is safe to show' }),
      metaTitle: z.string().nullable(),
      metaDescription: z.string().nullable(),
      updatedAt: z.iso.datetime(),
    }),
    refusals: [404],
    handle({ context: { shop }, params }) {
      const content = staticContent(shop.brand, params.name)
      if (content === null)
        throw new ProblemError(refusal(404, 'not_found', 'The requested resource could not be found.'))
      return keptJson(['content'], content)
    },
  }),
]

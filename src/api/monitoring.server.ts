import { z } from 'zod'
import { minutes } from '../platform/clock.ts'
import { countedAs } from '../platform/http/client-address.ts'
import { ProblemError, tooManyRequests } from '../platform/http/problem.ts'
import { shopEndpoint, visitorAddress } from './api.server.ts'

const reports = { name: 'monitoring reports', count: 30, windowMs: minutes(1) }

export const monitoringEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/monitoring/error',
    tag: 'Monitoring',
    summary: 'What went wrong on a page, without anything of the person who saw it. (added)',
    body: z.object({
      message: z.string().max(500),
      code: z.int().nullable(),
      area: z.string().regex(/^[a-z][a-z -]{0,39}$/, 'must be a short word in small letters'),
      url: z.string().max(500),
      context: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])),
    }),
    bodyLimit: 8_000,
    answer: null,
    success: 204,
    refusals: [429],
    handle({ context, body }) {
      const wait = context.parts.rateLimiter.take(reports, countedAs(visitorAddress(context)))
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      // What a page says is somebody else's word: only what cannot hold a secret is written down.
      context.parts.log.warn(
        { app: context.shop.brand.app, area: body.area, code: body.code },
        'a page reported an error',
      )
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }),
]

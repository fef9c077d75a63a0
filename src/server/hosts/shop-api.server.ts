import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { ApiContext } from '../../api/api.server.ts'
import { endpoints } from '../../api/endpoints.server.ts'
import { answerMcp } from '../../api/mcp/mcp.server.ts'
import type { Brand } from '../../brands/brands.ts'
import { anonymousVisitor, createRequestContext } from '../../composition/request-context.server.ts'
import { minutes } from '../../platform/clock.ts'
import { addressOf, answer, createMatcher } from '../../platform/http/endpoint.ts'
import { errorResponse, tooManyRequests } from '../../platform/http/problem.ts'
import { createCallRoute } from '../call-route.server.ts'
import { uncached } from '../page-cache/cached-page-sender.server.ts'
import { addressOfClient, type PipelineEnv } from '../pipeline.server.ts'
import { waitingRoute } from '../waiting-room/waiting-room.server.ts'
import { isPersonal, visitorOf } from '../visitor.server.ts'
import { plainGet, type ShopHostDeps } from './shop-host-deps.server.ts'

/** One tool of an agent makes up to a dozen API calls. */
const toolCalls = { name: 'mcp', count: 120, windowMs: minutes(1) }

/** The shop's JSON API, and the tools of the Model Context Protocol that call it. */
export function createShopApi(deps: ShopHostDeps) {
  const { services, shedding, ids, tracing, rateLimiter, config, formTargets, brandFor } = deps
  const match = createMatcher(endpoints)
  const route = createCallRoute(endpoints)

  function contextOf(incoming: IncomingMessage, shop: ApiContext['shop']): ApiContext {
    return { shop, deps, incoming }
  }

  /** The response of an endpoint that is the same for everyone, rendered from its address alone. */
  async function answerForAll(address: string, brand: Brand): Promise<Response> {
    const request = plainGet(`${config.publicUrl}${address}`)
    const found = match('GET', new URL(request.url).pathname)
    if (found === null || found === 'method') throw new Error(`${address} is no call`)
    const shop = createRequestContext(services, brand, anonymousVisitor, formTargets)
    const traceId = tracing.active()?.traceId ?? ids.secret()
    return shedding.rendering(() => answer(found, request, contextOf(anonymous, shop), traceId))
  }

  return {
    answerForAll,

    /** The address of a call whose answer is the same for everyone, in its one form; null for any other. */
    addressForAll(target: string): string | null {
      const found = match('GET', target.replace(/\?.*/s, ''))
      return found === null || found === 'method' || !found.endpoint.forEveryone ? null : addressOf(found, target)
    },

    /** The path of the contract that a request's call has; 'api' for none. */
    routeOf(target: string): string {
      const found = match('GET', target.replace(/\?.*/s, ''))
      return found === null || found === 'method' ? 'api' : found.endpoint.path
    },

    async call(c: Context<PipelineEnv>): Promise<Response> {
      const { incoming } = c.env
      const { visitor, finish } = visitorOf(incoming, deps)
      const response = await route(c, async (endpoint) => {
        const shop = createRequestContext(services, brandFor(incoming), visitor, formTargets)
        const refusal = (await deps.waitingRoom?.refusal(endpoint, incoming, shop, c.var.traceId)) ?? null
        if (refusal !== null) c.set('route', waitingRoute)
        return refusal ?? contextOf(incoming, shop)
      })
      if (isPersonal(incoming, deps.isHttps)) response.headers.set('cache-control', uncached)
      return finish(response)
    },

    async mcp(c: Context<PipelineEnv>): Promise<Response> {
      const { incoming } = c.env
      const { traceId } = c.var
      c.set('route', '/mcp')
      const wait = rateLimiter.takeFrom(toolCalls, addressOfClient(incoming, config))
      if (wait > 0) return errorResponse(tooManyRequests(wait), traceId)
      const given = brandFor(incoming)
      const brand = services.site.effectiveBrand(given.app)
      return answerMcp(c.req.raw, {
        brand,
        traceId,
        async api(path) {
          const response = await answerForAll(path, given)
          return { status: response.status, body: (await response.json()) as unknown }
        },
      })
    },
  }
}

/** The request context of a shared response: an anonymous visitor. */
const anonymous = { headers: {}, socket: {} } as IncomingMessage

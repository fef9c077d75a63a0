import type { Context } from 'hono'
import { answer, createMatcher, type Endpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/common-problems.ts'
import { errorResponse } from '../platform/http/problem.ts'
import type { PipelineEnv } from './pipeline.server.ts'

/**
 * The calls of a host's API: finds the endpoint of a request, validates and handles it. `contextOf` runs only where there is an endpoint;
 * one that answers a response stops the call.
 */
export function createCallRoute<CallContext>(endpoints: readonly Endpoint<CallContext>[]) {
  const match = createMatcher(endpoints)
  return async (
    c: Context<PipelineEnv>,
    contextOf: (endpoint: Endpoint<CallContext>) => Promise<CallContext | Response> | CallContext | Response,
  ): Promise<Response> => {
    const { traceId } = c.var
    const found = match(c.req.method, new URL(c.req.url).pathname)
    const isFound = found !== null && found !== 'method'
    c.set('route', isFound ? found.endpoint.path : 'api')
    if (!isFound) return errorResponse(notFound, traceId)
    const context = await contextOf(found.endpoint)
    return context instanceof Response ? context : answer(found, c.req.raw, context, traceId)
  }
}

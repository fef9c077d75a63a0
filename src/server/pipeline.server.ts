import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono, type Context, type Next } from 'hono'
import { clientAddress } from '../platform/http/client-address.ts'
import { isDatabaseAway } from '../platform/database/database-away.ts'
import { databaseAway } from '../platform/http/common-problems.ts'
import { errorResponse, ProblemError, tooManyRequests, type Problem } from '../platform/http/problem.ts'
import type { Limit, RateLimiter } from '../platform/http/rate-limit.ts'
import { defaultContentPolicy } from '../platform/http/security-headers.ts'
import type { Ids } from '../platform/ids.ts'
import type { Log } from '../platform/log.server.ts'
import type { Metrics } from '../platform/metrics/metrics.server.ts'
import type { CacheResult, RequestLabels } from '../platform/metrics/request-metrics.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import type { AccessLog } from './access-log.server.ts'
import { answerProbe, isProbe, type Probe } from './probes.server.ts'
import { tracedResponseOf } from './request-span.server.ts'

/**
 * HTTP request pipeline, the same for every host: probes → rate limit → early answers (cached pages) → security headers and trace id →
 * routes → log and metrics. A host is a table of routes on it.
 */

export type PipelineDeps = {
  readonly ids: Pick<Ids, 'secret'>
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>
  readonly metrics: Pick<Metrics, 'request' | 'count'>
  readonly tracing: Tracing
  readonly accessLog: AccessLog
  readonly rateLimiter: Pick<RateLimiter, 'takeFrom'>
  readonly probe: Probe
  readonly config: { readonly TRUSTED_PROXIES: number }
}

export type PipelineEnv = {
  Bindings: HttpBindings
  Variables: {
    /** Names this request in the log, in its answer and in traces: 32 hexadecimal digits. */
    traceId: string
    /** The route's template, for logs and metrics: an address may contain personal data. */
    route: string
    /** How the page cache answered; 'none' for routes without it. */
    cache: CacheResult
  }
}

export type Host = {
  readonly name: 'shop' | 'identity' | 'admin'
  /** The brand of a request, for metrics and the access log; without it the host serves all of them. */
  readonly appOf?: (incoming: IncomingMessage) => string
  /** Sent with every response; a route may override one. */
  readonly headers: Readonly<Record<string, string>>
  /** How many requests one address may send. */
  readonly limit: Limit
  /** The response to an error that no route has handled; it is logged, unless `isExpected` says otherwise. */
  readonly unexpected: Problem
  readonly isExpected?: (error: unknown) => boolean
  /** Handles requests that must be nearly free, such as a cached page, on Node's own objects; returns false when the request goes on. */
  readonly early?: (incoming: IncomingMessage, outgoing: ServerResponse) => boolean
  readonly routes: (app: Hono<PipelineEnv>) => void
}

export function createPipeline(deps: PipelineDeps, host: Host): RequestListener {
  const { ids, log, metrics, tracing, accessLog, rateLimiter, config } = deps
  const headers = Object.entries({ 'content-security-policy': defaultContentPolicy, ...host.headers })
  const limited = createLimitLog(deps, host.name)
  const app = new Hono<PipelineEnv>({ getPath })

  /** Handles a request, and measures it. */
  async function measured(c: Context<PipelineEnv>, next: Next): Promise<RequestLabels> {
    const startedAt = performance.now()
    c.set('route', 'unknown')
    c.set('cache', 'none')
    await next()
    const { incoming, outgoing } = c.env
    const status = outgoing.headersSent ? outgoing.statusCode : c.res.status
    const seconds = (performance.now() - startedAt) / 1_000
    const { route, cache, traceId } = c.var
    const { method } = c.req
    const labels = { host: host.name, route, method, status, app: host.appOf?.(incoming) ?? 'none', cache }
    metrics.request(labels, seconds)
    if (status === 403) log.warn({ host: host.name, traceId, route, method, status }, 'request forbidden')
    else if (accessLog.takes(status, seconds)) accessLog.write({ ...labels, traceId }, seconds)
    return labels
  }

  app.use(async (c, next) => {
    const { incoming, outgoing } = c.env
    const span = tracing.startRequest(incoming.headers)
    const traceId = span?.traceId ?? ids.secret()
    c.set('traceId', traceId)
    outgoing.setHeader('x-trace-id', traceId)
    if (span === null) await measured(c, next)
    else span.end(tracedResponseOf(incoming, await span.run(() => measured(c, next))))
  })
  app.onError((error, c) => {
    const { traceId, route } = c.var
    if (error instanceof ProblemError) return errorResponse(error.problem, traceId)
    tracing.fail(error)
    if (host.isExpected?.(error) !== true) log.error({ err: error, traceId, route }, 'request failed')
    return errorResponse(isDatabaseAway(error) ? databaseAway : host.unexpected, traceId)
  })
  host.routes(app)

  const toRoutes = getRequestListener(app.fetch, { overrideGlobalObjects: false })

  return (incoming, outgoing) => {
    incoming.url = originForm(incoming.url ?? '/')
    const wait = isProbe(incoming.url) ? 0 : rateLimiter.takeFrom(host.limit, addressOfClient(incoming, config))
    if (wait === 0 && host.early?.(incoming, outgoing) === true) return
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    if (answerProbe(incoming, outgoing, deps.probe)) return
    if (wait === 0) return void toRoutes(incoming, outgoing)
    limited(host.limit)
    void sendResponse(errorResponse(tooManyRequests(wait), ids.secret()), outgoing)
  }
}

/** Where a request comes from, as far as the configured proxies can be believed. */
export function addressOfClient(
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  { TRUSTED_PROXIES: proxies }: { readonly TRUSTED_PROXIES: number },
): string {
  const forwarded = proxies === 0 ? undefined : headers['x-forwarded-for']?.toString()
  return clientAddress(socket.remoteAddress, forwarded, proxies)
}

/** Answers a route with a handler of Node's own objects: files, and pages that are ready to be sent. */
export async function answerOnNode(
  { env: { incoming, outgoing } }: Context<PipelineEnv>,
  handle: (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> | void,
): Promise<Response> {
  try {
    await handle(incoming, outgoing)
  } catch (error) {
    if (!outgoing.headersSent) throw error
    outgoing.destroy()
  }
  return RESPONSE_ALREADY_SENT
}

/** Sends a complete response; without caching headers it is not cached. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (!response.headers.has('cache-control')) outgoing.setHeader('cache-control', 'private, no-store')
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.setHeader('content-length', body.byteLength)
  outgoing.writeHead(response.status).end(body)
}

/** The path that routes are found by. Addresses of the API are matched in any letter case (decision platform-04). */
function getPath({ url }: Request): string {
  const { pathname } = new URL(url)
  return apiPaths.test(pathname) ? pathname.toLowerCase() : pathname
}

export const apiPaths = /^\/api(\/|\?|$)/i

/** A proxy may send an absolute address instead of a path; nothing else that is not a path can be handled. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.canParse(target) ? new URL(target) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.pathname + url.search : '/'
}

const logEveryMs = 10_000

/** Logs that a limit refuses requests, at most once in ten seconds a limit, with how many it has refused since: a flood must not flood the log. */
function createLimitLog({ log, metrics }: Pick<PipelineDeps, 'log' | 'metrics'>, host: string): (limit: Limit) => void {
  const states = new Map<string, { refused: number; loggedAt: number }>()
  return ({ name }) => {
    const state = states.get(name) ?? { refused: 0, loggedAt: -Infinity }
    states.set(name, state)
    state.refused++
    metrics.count('requests_limited_total', { host, limit: name })
    if (performance.now() - state.loggedAt < logEveryMs) return
    log.warn({ host, limit: name, refused: state.refused }, 'requests over the limit')
    states.set(name, { refused: 0, loggedAt: performance.now() })
  }
}

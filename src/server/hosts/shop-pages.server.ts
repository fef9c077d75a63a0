import type { Context } from 'hono'
import { RouterContextProvider } from 'react-router'
import { pageFailureContext, pageSlotContext, type PageFailure, type PageSlot } from '../../app/rendering/page-slot.ts'
import type { Brand } from '../../brands/brands.ts'
import { anonymousVisitor, createRequestContext } from '../../composition/request-context.server.ts'
import { requestContext, type RequestContext } from '../../composition/request-context.ts'
import { locationOf } from '../../modules/content/redirects.ts'
import { isPaymentPage } from '../../modules/payments/payment-page.ts'
import { photoLimits } from '../../modules/reviews/writing.ts'
import { minutes } from '../../platform/clock.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { readBytes, defaultBodyLimit } from '../../platform/http/endpoint.ts'
import { isMoneyPath } from '../../platform/http/load-shedding.ts'
import { crossSite } from '../../platform/http/common-problems.ts'
import { errorResponse, ProblemError, tooManyRequests } from '../../platform/http/problem.ts'
import { isSameOriginRequest } from '../../platform/http/same-origin.ts'
import { uncached } from '../page-cache/cached-page-sender.server.ts'
import type { MadePage } from '../page-cache/page-cache.server.ts'
import { hardenPaymentPage } from '../payment-page/payment-page-headers.server.ts'
import { createScriptIntegrity } from '../payment-page/script-integrity.server.ts'
import { addressOfClient, type PipelineEnv } from '../pipeline.server.ts'
import { visitorOf } from '../visitor.server.ts'
import { plainGet, type ShopHostDeps } from './shop-host-deps.server.ts'

/** More forms than a person fills in; counted before the body of one is read. */
const formPosts = { name: 'form posts', count: 120, windowMs: minutes(1) }

/** Every other method is an error of the caller's. */
const pageMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])

const methodNotAllowed = (allow: string) =>
  new Response('This page cannot be requested in this way.', { status: 405, headers: { allow } })

/**
 * The shop's pages. A page that may be cached for everyone is rendered from a request without cookies and with the known part of its query
 * only, so nothing personal can be in it (decision platform-05).
 */
export function createShopPages(deps: ShopHostDeps) {
  const { services, shedding, rateLimiter, config, formTargets, brandFor } = deps
  const scriptIntegrity = deps.staticFolder === null ? null : createScriptIntegrity(deps.staticFolder)

  /** Throws when the page failed because the database is away: then another page is due than the router's (outage-page.server.tsx). */
  async function rendered(request: Request, context: RouterContextProvider, isPaying = false): Promise<Response> {
    const failure: PageFailure = { cause: null }
    context.set(pageFailureContext, failure)
    const response = await shedding.rendering(() => deps.pages(request, context), { isPaying })
    if (isDatabaseAway(failure.cause)) throw failure.cause
    if (failure.cause !== null) deps.tracing.fail(failure.cause)
    if (failure.cause !== null) deps.log.error({ err: failure.cause, route: 'page' }, 'a page failed')
    return response
  }

  function render(request: Request, shop: RequestContext): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(requestContext, shop)
    return rendered(request, context, isMoneyPath(new URL(request.url).pathname))
  }

  /** The redirect for a page that has moved (decision platform-10). Data requests of the browser look it up themselves. */
  function orMoved(response: Response, target: string, brand: Brand): Response {
    if (response.status !== 404 || /\.data(\?|$)/.test(target)) return response
    const destination = services.content.redirects.destination(brand, decodedPath(target))
    if (destination === null) return response
    return new Response(null, {
      status: 301,
      headers: { location: locationOf(destination), 'cache-control': 'public, max-age=300' },
    })
  }

  return {
    orMoved,

    /** The page as everyone gets it, rendered from its address alone. */
    async renderForAll(address: string, brand: Brand): Promise<Response | MadePage> {
      const context = new RouterContextProvider()
      const slot: PageSlot = { page: null, made: null }
      context.set(requestContext, createRequestContext(services, brand, anonymousVisitor, formTargets))
      context.set(pageSlotContext, slot)
      const response = await rendered(plainGet(`${config.publicUrl}${address}`), context)
      // A redirect, for example, is not rendered.
      return slot.page ?? response
    },

    /** A page for one visitor. */
    async page(c: Context<PipelineEnv>): Promise<Response> {
      const { incoming } = c.env
      const { method, raw: request } = c.req
      c.set('route', deps.pageRoute(incoming.url ?? '/'))
      if (method === 'POST') {
        const wait = rateLimiter.takeFrom(formPosts, addressOfClient(incoming, config))
        if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      }
      if (!pageMethods.has(method)) return methodNotAllowed([...pageMethods].join(', '))
      if (method === 'POST' && !isSameOriginRequest(request)) return errorResponse(crossSite, c.var.traceId)
      const { visitor, finish } = visitorOf(incoming, deps)
      const brand = brandFor(incoming)
      const page = await render(
        await withBoundedBody(request),
        createRequestContext(services, brand, visitor, formTargets),
      )
      let response = finish(orMoved(page, incoming.url ?? '/', brand))
      // The router's own answer repeats the path and names its files.
      if (response.status === 405) response = methodNotAllowed('GET, HEAD')
      if (isPaymentPage(new URL(request.url).pathname))
        response = await hardenPaymentPage(response, scriptIntegrity, config.TRUSTED_TYPE_POLICIES)
      // Rendered with a visitor's cookies, so it is private, whatever its headers say.
      if (!/private|no-store/.test(response.headers.get('cache-control') ?? ''))
        response.headers.set('cache-control', uncached)
      return response
    },
  }
}

/** A page's form with its body read, which is as long as a call's at most, photos besides; the router reads forms of any length. */
async function withBoundedBody(request: Request): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: await readBytes(request, formLimit(new URL(url).pathname)) })
}

const formLimit = (path: string): number =>
  /^\/p\/[^/]+\/reviews(\.data)?$/.test(path)
    ? defaultBodyLimit + photoLimits.count * photoLimits.bytes
    : defaultBodyLimit

/** An address as people write it; as it came where it cannot be read. */
function decodedPath(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

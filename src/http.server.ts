import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { RouterContextProvider } from 'react-router'
import sirv from 'sirv'
import { endpoints } from './api/endpoints.server.ts'
import { brandOfHost, type Brand } from './brands/brands.ts'
import { answer, createMatcher } from './platform/http/endpoint.ts'
import { clientAddress } from './platform/http/client-address.ts'
import { encodedBody, encodingOf, type CachedPage, type PageCache } from './platform/http/page-cache.server.ts'
import { errorResponse, refusal, tooManyRequests } from './platform/http/problem.ts'
import { isSameOriginRequest } from './platform/http/same-origin.ts'
import type { RateLimiter } from './platform/http/rate-limit.ts'
import { securityHeaders } from './platform/http/security-headers.ts'
import { minutes } from './platform/clock.ts'
import { createMedia } from './media.server.ts'
import { nobody, shopFor, type Parts, type Services, type Visit } from './shop.server.ts'
import { shopContext } from './shop.ts'

/**
 * One request's way in: static files, the page cache, the API, the pages. A page that may be kept for everyone is made from a request
 * without cookies and with the known part of its query only, so nothing personal can reach it (architecture.md section 4).
 */

export type PageRenderer = (request: Request, context: RouterContextProvider) => Promise<Response>

export type HttpParts = Parts & {
  readonly services: Services
  readonly pages: PageRenderer
  readonly pageCache: PageCache
  readonly rateLimiter: RateLimiter
  readonly readiness: () => Promise<string | null>
  /** Folder of the built browser files; null in development, where Vite serves them. */
  readonly staticFolder: string | null
  readonly browserFiles: BrowserFiles | null
}

/** Answers a request for a file of the browser's, or calls on. */
export type BrowserFiles = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** Pages that show something of one visitor: made for each request, kept by nobody. */
const personalPaths = /^\/(cart|customer|account|project|performance-dashboard|location)(\/|\.data|$)/

/** The part of a page's query that changes what it shows; the rest (campaign tags and the like) is not even passed on. */
const pageQuery = new Set(['page', 'sort', 'filter', 'q', '_routes'])

/** An end of a range, as a filter's form sends it without script. */
const rangeEnd = /^[a-z0-9_]{1,60}\.(from|to)$/

const everything = { name: 'everything', count: 1_200, windowMs: minutes(1) }

export function createHttpHandler(parts: HttpParts): RequestListener {
  const { config, services, pageCache, rateLimiter, log, metrics, ids } = parts
  const headers = Object.entries(securityHeaders({ https: config.publicUrl.startsWith('https:') }))
  const match = createMatcher(endpoints)
  // 3-D Secure is a form posted to the gateway, or to the bank it names; the gateway's own page is the only one allowed.
  const formTargets = [new URL(config.gatewayUrl).origin]
  const media = createMedia(services.catalogue)
  const serveStatic =
    parts.staticFolder === null
      ? null
      : sirv(parts.staticFolder, { brotli: true, gzip: true, etag: true, maxAge: 31_536_000, immutable: true })

  const toNode = getRequestListener(
    (request, env) => dispatch(request, (env as { incoming: IncomingMessage }).incoming),
    {
      overrideGlobalObjects: false,
    },
  )

  function brandFor(incoming: IncomingMessage): Brand {
    return brandOfHost(incoming.headers.host ?? '', config.SITES, config.APP)
  }

  async function dispatch(request: Request, incoming: IncomingMessage): Promise<Response> {
    const traceId = randomBytes(8).toString('hex')
    const url = new URL(request.url)
    const started = performance.now()
    let route = 'page'
    let response: Response
    try {
      if (url.pathname.startsWith('/api/') || url.pathname === '/api') {
        const found = match(request.method, url.pathname)
        if (found === null || found === 'method') {
          route = 'api'
          response = errorResponse(refusal(404, 'not_found', 'The requested resource could not be found.'), traceId)
        } else {
          route = found.endpoint.path
          const { visit, finish } = visitOf(incoming)
          const shop = shopFor(services, brandFor(incoming), visit, formTargets)
          response = finish(await answer(found, request, { shop, parts, incoming }, traceId))
        }
      } else {
        const { visit, finish } = visitOf(incoming)
        if (request.method !== 'GET' && request.method !== 'HEAD' && !isSameOriginRequest(request)) {
          return errorResponse(
            refusal(403, 'cross_site', 'You do not have permission to perform this action.'),
            traceId,
          )
        }
        response = finish(await renderPage(request, shopFor(services, brandFor(incoming), visit, formTargets)))
        if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
      }
    } catch (error) {
      log.error({ err: error, traceId, route }, 'request failed')
      response = errorResponse(
        { ...refusal(500, 'fault', 'A server error occurred. Please try again later.'), type: 'refused' },
        traceId,
      )
    }
    response.headers.set('x-trace-id', traceId)
    metrics.request(route, request.method, response.status, (performance.now() - started) / 1_000)
    return response
  }

  function renderPage(request: Request, shop: ReturnType<typeof shopFor>): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    return parts.pages(request, context)
  }

  /** The cookies of a request, and what adds the changed ones to its answer. */
  function visitOf(incoming: IncomingMessage): { visit: Visit; finish: (response: Response) => Response } {
    const cookies = readCookies(incoming.headers.cookie)
    const changed: string[] = []
    const secure = config.publicUrl.startsWith('https:') ? '; Secure' : ''
    const maxAge = { cart: 30 * 86_400, visitor: 365 * 86_400 }
    return {
      visit: {
        cartSecret: cookies.get('cart') ?? null,
        visitorSecret: cookies.get('visitor') ?? null,
        setCookie(name, secret) {
          const age = secret === null ? 0 : maxAge[name]
          changed.push(`${name}=${secret ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`)
        },
      },
      finish(response) {
        if (changed.length === 0) return response
        const copy = new Response(response.body, response)
        for (const cookie of changed) copy.headers.append('set-cookie', cookie)
        return copy
      },
    }
  }

  /** Answers a page from the cache; false when the request is not one for it. */
  async function serveCached(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false
    const target = incoming.url ?? '/'
    const at = target.indexOf('?')
    const pathname = at === -1 ? target : target.slice(0, at)
    if (pathname.startsWith('/api') || personalPaths.test(pathname)) return false
    const brand = brandFor(incoming)
    const search = at === -1 ? '' : knownQuery(target.slice(at + 1))
    const key = `${brand.app} ${pathname}${search}`
    // In development every page is made anew: its sources change without any notice.
    if (parts.browserFiles !== null) return false
    const page =
      pageCache.peek(key) ??
      (await pageCache.get(key, () =>
        renderPage(
          new Request(`${config.publicUrl}${pathname}${search}`),
          shopFor(services, brand, nobody, formTargets),
        ),
      ))
    if (page instanceof Response) {
      await sendResponse(page, outgoing)
      return true
    }
    await sendPage(page, incoming, outgoing)
    return true
  }

  return (incoming, outgoing) => {
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    const target = incoming.url ?? '/'
    if (target === '/livez') return void sendText(outgoing, 200, 'ok')
    if (target === '/readyz') {
      return void parts.readiness().then((problem) => sendText(outgoing, problem === null ? 200 : 503, problem ?? 'ok'))
    }
    if (target === '/metrics') return void metrics.text().then((text) => sendText(outgoing, 200, text))
    if (target.length > 8_192) return void sendText(outgoing, 414, 'The address is too long.')

    const wait = rateLimiter.take(
      everything,
      clientAddress(
        incoming.socket.remoteAddress,
        incoming.headers['x-forwarded-for']?.toString(),
        config.TRUSTED_PROXIES,
      ),
    )
    if (wait > 0) return void sendResponse(errorResponse(tooManyRequests(wait), ids.secret().slice(0, 16)), outgoing)

    if (target.startsWith('/media/')) return void media(incoming, outgoing)

    const dynamic = () => {
      serveCached(incoming, outgoing)
        .then((done) => (done ? undefined : toNode(incoming, outgoing)))
        .catch((error: unknown) => {
          log.error({ err: error, route: 'page' }, 'page failed')
          if (outgoing.headersSent) outgoing.destroy()
          else sendText(outgoing, 500, 'An error has occurred, please try again')
        })
    }
    if (serveStatic !== null && /^\/(assets\/|favicon\.svg|robots\.txt)/.test(target))
      return serveStatic(incoming, outgoing, dynamic)
    if (parts.browserFiles !== null) return parts.browserFiles(incoming, outgoing, dynamic)
    dynamic()
  }
}

/** Parameters a page knows, in a fixed order, so that the same page has one key. */
function knownQuery(query: string): string {
  const known = [...new URLSearchParams(query)].filter(([name]) => pageQuery.has(name) || rangeEnd.test(name))
  if (known.length === 0) return ''
  return `?${new URLSearchParams(known.toSorted((a, b) => (`${a[0]}=${a[1]}` < `${b[0]}=${b[1]}` ? -1 : 1)))}`
}

async function sendPage(page: CachedPage, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  outgoing.setHeader('etag', page.etag)
  outgoing.setHeader('vary', 'Accept-Encoding')
  if (incoming.headers['if-none-match'] === page.etag) {
    for (const [name, value] of Object.entries(page.headers))
      if (name !== 'content-type') outgoing.setHeader(name, value)
    outgoing.writeHead(304).end()
    return
  }
  const encoding = encodingOf(incoming.headers['accept-encoding'] as string | undefined)
  const body = encoding === null ? page.plain : await encodedBody(page, encoding)
  if (encoding !== null) outgoing.setHeader('content-encoding', encoding)
  outgoing.setHeader('content-length', body.byteLength)
  outgoing.writeHead(page.status, page.headers)
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (!response.headers.has('cache-control')) outgoing.setHeader('cache-control', 'private, no-store')
  outgoing.writeHead(response.status)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    // The first of a name wins: a sibling host cannot put its own behind ours.
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}

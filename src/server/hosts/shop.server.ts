import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { RouterContextProvider } from 'react-router'
import sirv from 'sirv'
import { endpoints } from '../../api/endpoints.server.ts'
import { brandOfHost, type Brand } from '../../brands/brands.ts'
import { locationOf } from '../../modules/content/redirects.ts'
import { addressOf, answer, createMatcher, readBytes, usualBodyLimit } from '../../platform/http/endpoint.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import {
  encodedBody,
  encodingOf,
  type CachedPage,
  type Encoding,
  type MadePage,
  type PageCache,
} from '../page-cache/page-cache.server.ts'
import { createKeptFiles } from '../../platform/files/kept-files.server.ts'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import { errorBody, errorResponse, ProblemError, refusal, tooManyRequests } from '../../platform/http/problem.ts'
import { isSameOriginRequest } from '../../platform/http/same-origin.ts'
import { canonicalPath, isTooLong } from '../../platform/http/request-path.ts'
import { isMoneyPath, type LoadShedding } from '../../platform/http/load-shedding.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { minutes } from '../../platform/clock.ts'
import { answerMcp } from '../../api/mcp/mcp.server.ts'
import { isPaymentPage } from '../../modules/payments/payment-page.ts'
import { hardenPaymentPage } from '../payment-page/payment-page-headers.server.ts'
import { createScriptIntegrity } from '../payment-page/script-integrity.server.ts'
import { createMedia } from '../media/media.server.ts'
import { nobody, shopFor, type Visit, type VisitCookie } from '../../composition/shop.server.ts'
import type { Parts, Services } from '../../composition/services.server.ts'
import { createSocialPictures, mostSocialFiles } from '../media/social-picture.server.ts'
import { pageAddress } from '../page-cache/page-address.ts'
import { pageSlotContext, type PageSlot } from '../../app/rendering/page-slot.ts'
import { shopContext, type Shop } from '../../composition/shop.ts'

/**
 * One request's way in: static files, the page cache, the API, the pages. A page that may be kept for everyone is made from a request
 * without cookies and with the known part of its query only, so nothing personal can reach it (architecture.md section 4).
 */

export type HttpParts = Parts & {
  readonly services: Services
  readonly pages: PageRenderer
  readonly pageCache: PageCache
  readonly rateLimiter: RateLimiter
  readonly shedding: LoadShedding
  readonly readiness: () => Promise<string | null>
  /** Folder of the built browser files; null in development, where Vite serves them. */
  readonly staticFolder: string | null
  readonly browserFiles: BrowserFiles | null
}

/** Answers a request for a file of the browser's, or calls on. */
export type BrowserFiles = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** Pages that show something of one visitor: made for each request, kept by nobody. */
const personalPaths =
  /^\/((cart|customer|account|order|cooking-demos|project|performance-dashboard|location|preview)(\/|\.data|\?|$)|(virtual-tour|p\/[^/?]+\/quote)\/?(\.data|\?|$))/i

/** Goes on to another address with the query as it came, all of it (ROUTE-22). */
const searchRedirect = /^\/search\/?(\.data)?(\?|$)/

/** The shop for programs that speak the Model Context Protocol. */
const mcpPath = /^\/mcp\/?(\?|$)/

/** The API's addresses, in any letter case (decision platform-04). */
const apiPaths = /^\/api(\/|\?|$)/i

/** An address as people write it; as it came where it cannot be read. */
function decodedPath(target: string): string {
  try {
    return decodeURI(target)
  } catch {
    return target
  }
}

const internalPaths = /^\/(metrics|api-reference)\/?(\.data)?(\?|$)/i
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What pages are asked with; every other method is an error of the caller's. */
const pageMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST'])
const methodNotAllowed = (allow: string) =>
  new Response('This page cannot be requested in this way.', { status: 405, headers: { allow } })

/** Asked by whoever watches over the process, as often as they like. */
const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics'])

/** How long cookies stay, and who may read and send them. The page itself reads the nonce of its login. */
const cookieTerms: Readonly<Record<VisitCookie, { days: number; seconds?: number; terms: string }>> = {
  cart: { days: 30, terms: 'HttpOnly; SameSite=Lax' },
  visitor: { days: 365, terms: 'HttpOnly; SameSite=Lax' },
  binding: { days: 31, terms: 'HttpOnly; SameSite=Strict' },
  // Access to one order that was looked up.
  order: { days: 0, seconds: 1_800, terms: 'HttpOnly; SameSite=Strict' },
  loginNonce: { days: 0, seconds: 600, terms: 'SameSite=Lax' },
}

/** A tool asks up to a dozen calls of the API. */
const toolCalls = { name: 'mcp', count: 120, windowMs: minutes(1) }

/** More forms than a person fills in; counted before the body of one is read. */
const formPosts = { name: 'form posts', count: 120, windowMs: minutes(1) }

const everything = { name: 'everything', count: 1_200, windowMs: minutes(1) }

/** Lets go of kept pages when what they show changes, in this process or another. */
export function dropChangedPages(services: Services, pageCache: PageCache): void {
  services.catalogue.subscribe({
    reset: () => pageCache.clear(),
    changed: (changes) => pageCache.drop(['listings', ...changes.map((change) => `product:${change.id}`)]),
    upsellsChanged: () => pageCache.clear(),
    taxonomyChanged: () => pageCache.clear(),
  })
  // Sales begin and end by themselves, and another process may have changed them.
  services.promotions.onChange(() => pageCache.clear())
  services.content.subscribe(() => pageCache.clear())
  services.stores.subscribe(() => pageCache.clear())
  services.energyTariffs.subscribe(() => pageCache.clear())
  services.searchWords.subscribe(() => pageCache.drop(['listings']))
  // What a price comes to in parts stands on cards and pages.
  services.paymentConfiguration.subscribe(() => pageCache.clear())
  // Settings change what pages say and which parts they have.
  services.settings.subscribe(() => pageCache.clear())
  // Every page has the header on it.
  services.navigation.subscribe(() => pageCache.clear())
}

export function createHttpHandler(parts: HttpParts): RequestListener {
  const { config, services, pageCache, rateLimiter, shedding, log, metrics, ids } = parts
  const headers = [
    ...Object.entries(securityHeaders({ https: config.publicUrl.startsWith('https:') })),
    // A dress rehearsal must not be found by a search.
    ...(config.isProduction && !config.isLive ? [['x-robots-tag', 'noindex'] as const] : []),
  ]
  const match = createMatcher(endpoints)
  // 3-D Secure is a form posted to the gateway, or to the bank it names; the gateway's own page is the only one allowed.
  const formTargets = config.providers.has('card') ? [new URL(config.gatewayUrl).origin] : []
  const isHttps = config.publicUrl.startsWith('https:')
  const media = createMedia(services.catalogue, parts.database)
  const socialPictures = createSocialPictures({
    catalogue: services.catalogue,
    files: createKeptFiles({ folder: join(config.DATA_DIR, 'social-pictures'), most: mostSocialFiles, log }),
  })
  const heads = new WeakMap<CachedPage, Map<Encoding | 'unchanged', string[]>>()
  const busyBody = Buffer.from(
    JSON.stringify(
      errorBody(refusal(503, 'busy', 'The shop is very busy just now. Please try again in a moment.'), 'busy'),
    ),
  )
  const busyHead = [...headers, ['content-type', 'application/json'], ['cache-control', 'no-store']]
    .flat()
    .concat('content-length', String(busyBody.byteLength))
  const scriptIntegrity = parts.staticFolder === null ? null : createScriptIntegrity(parts.staticFolder)
  const serveStatic =
    parts.staticFolder === null
      ? null
      : sirv(parts.staticFolder, {
          brotli: true,
          gzip: true,
          etag: true,
          maxAge: 31_536_000,
          immutable: true,
          setHeaders: sayCharset,
        })

  const toNode = getRequestListener(
    (request, env) => dispatch(request, (env as { incoming: IncomingMessage }).incoming),
    {
      overrideGlobalObjects: false,
    },
  )

  /** Every request asks, and few hosts there are; what else may stand there is looked up each time. */
  const brandsByHost = new Map<string, Brand>()

  function brandFor(incoming: IncomingMessage): Brand {
    const host = incoming.headers.host ?? ''
    const known = brandsByHost.get(host)
    if (known !== undefined) return known
    const brand = brandOfHost(host, config.SITES, config.APP)
    if (brandsByHost.size < 100) brandsByHost.set(host, brand)
    return brand
  }

  async function dispatch(request: Request, incoming: IncomingMessage): Promise<Response> {
    const traceId = randomBytes(8).toString('hex')
    const url = new URL(request.url)
    const started = performance.now()
    let route = 'page'
    let response: Response
    try {
      if (apiPaths.test(url.pathname)) {
        const found = match(request.method, url.pathname)
        if (found === null || found === 'method') {
          route = 'api'
          response = errorResponse(refusal(404, 'not_found', 'The requested resource could not be found.'), traceId)
        } else {
          route = found.endpoint.path
          const { visit, finish } = visitOf(incoming)
          const shop = shopFor(services, brandFor(incoming), visit, formTargets)
          response = finish(await answer(found, request, { shop, parts, incoming }, traceId))
          if (isPersonal(incoming)) response.headers.set('cache-control', uncached)
        }
      } else if (mcpPath.test(url.pathname)) {
        route = '/mcp'
        const wait = rateLimiter.takeFrom(toolCalls, visitorAddress(incoming))
        const { brand } = shopFor(services, brandFor(incoming), nobody, formTargets)
        response =
          wait > 0
            ? errorResponse(tooManyRequests(wait), traceId)
            : await answerMcp(request, { brand, traceId, api: (path) => askedByAll(path, brandFor(incoming)) })
      } else {
        const { visit, finish } = visitOf(incoming)
        const isCrossSite = request.method !== 'GET' && request.method !== 'HEAD' && !isSameOriginRequest(request)
        const wait = request.method === 'POST' ? rateLimiter.takeFrom(formPosts, visitorAddress(incoming)) : 0
        if (wait > 0) throw new ProblemError(tooManyRequests(wait))
        const isPageMethod = pageMethods.has(request.method)
        response = !isPageMethod
          ? methodNotAllowed([...pageMethods].join(', '))
          : isCrossSite
            ? errorResponse(refusal(403, 'cross_site', 'You do not have permission to perform this action.'), traceId)
            : finish(
                orMoved(
                  await renderPage(await bounded(request), shopFor(services, brandFor(incoming), visit, formTargets)),
                  incoming,
                ),
              )
        // The router's own answer repeats the path and names its files.
        if (isPageMethod && response.status === 405) response = methodNotAllowed('GET, HEAD')
        if (isPaymentPage(url.pathname))
          response = await hardenPaymentPage(response, scriptIntegrity, config.TRUSTED_TYPE_POLICIES)
        // Made with a visitor's cookies, so it is that visitor's, whatever the page says of itself.
        if (!/private|no-store/.test(response.headers.get('cache-control') ?? ''))
          response.headers.set('cache-control', uncached)
      }
    } catch (error) {
      if (error instanceof ProblemError) response = errorResponse(error.problem, traceId)
      else {
        log.error({ err: error, traceId, route }, 'request failed')
        response = errorResponse(
          { ...refusal(500, 'fault', 'A server error occurred. Please try again later.'), type: 'refused' },
          traceId,
        )
      }
    }
    response.headers.set('x-trace-id', traceId)
    metrics.request(route, request.method, response.status, (performance.now() - started) / 1_000)
    return response
  }

  function renderPage(request: Request, shop: Shop): Promise<Response> {
    const context = new RouterContextProvider()
    context.set(shopContext, shop)
    return shedding.rendering(() => parts.pages(request, context), {
      isPaying: isMoneyPath(new URL(request.url).pathname),
    })
  }

  /** The way to where a page that is not there has moved (decision platform-10). What the browser loads of a page it asks for itself. */
  function orMoved(response: Response, incoming: IncomingMessage): Response {
    const target = incoming.url ?? '/'
    if (response.status !== 404 || apiPaths.test(target) || /\.data(\?|$)/.test(target)) return response
    const destination = services.redirects.destination(brandFor(incoming), decodedPath(target))
    if (destination === null) return response
    return new Response(null, {
      status: 301,
      headers: { location: locationOf(destination), 'cache-control': 'public, max-age=300' },
    })
  }

  /** The page as everybody gets it, made from its address alone. */
  async function renderForAll(address: string, brand: Brand): Promise<Response | MadePage> {
    const context = new RouterContextProvider()
    const slot: PageSlot = { page: null, made: null }
    context.set(shopContext, shopFor(services, brand, nobody, formTargets))
    context.set(pageSlotContext, slot)
    const response = await shedding.rendering(() => parts.pages(plainGet(`${config.publicUrl}${address}`), context))
    // A redirect, say, is not rendered.
    return slot.page ?? response
  }

  /** The cookies of a request, and what adds the changed ones to its answer. */
  function visitOf(incoming: IncomingMessage): { visit: Visit; finish: (response: Response) => Response } {
    const cookies = readCookies(incoming.headers.cookie)
    const changed: string[] = []
    const own = (name: VisitCookie) => ownCookie(cookies, name, { isHttps })
    // A page that refuses with 429 says so with its own words; how long to wait is added to its headers.
    let longestWait = 0
    const secure = isHttps ? '; Secure' : ''
    const [, bearer = null] = /^Bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '') ?? []
    return {
      visit: {
        cartSecret: own('cart'),
        visitorSecret: own('visitor'),
        orderToken: own('order'),
        bindings: (own('binding') ?? '').split('.').filter((secret) => secret !== ''),
        bearer,
        origin: {
          address: visitorAddress(incoming),
          header: (name) => incoming.headers[name.toLowerCase()]?.toString(),
        },
        setCookie(name, value) {
          const { days, seconds = days * 86_400, terms } = cookieTerms[name]
          const age = value === null ? 0 : seconds
          const shown = cookieName(name, { isHttps })
          changed.push(`${shown}=${value ?? ''}; Path=/; ${terms}; Max-Age=${age}${secure}`)
        },
        waitFor(limit, key) {
          const wait =
            key === undefined ? rateLimiter.takeFrom(limit, visitorAddress(incoming)) : rateLimiter.take(limit, key)
          longestWait = Math.max(longestWait, wait)
          return wait
        },
      },
      finish(response) {
        const isHurried = response.status === 429 && !response.headers.has('retry-after')
        if (changed.length === 0 && !isHurried) return response
        const copy = new Response(response.body, response)
        if (isHurried) copy.headers.set('retry-after', String(Math.max(1, longestWait)))
        for (const cookie of changed) copy.headers.append('set-cookie', cookie)
        return copy
      },
    }
  }

  /** The answer of an endpoint as everybody gets it, made from its address alone. */
  async function callForAll(address: string, brand: Brand): Promise<Response> {
    const request = plainGet(`${config.publicUrl}${address}`)
    const found = match('GET', new URL(request.url).pathname)
    if (found === null || found === 'method') throw new Error(`${address} is no call`)
    const shop = shopFor(services, brand, nobody, formTargets)
    const started = performance.now()
    const response = await shedding.rendering(() =>
      answer(found, request, { shop, parts, incoming: fromNobody }, ids.secret().slice(0, 16)),
    )
    metrics.request(found.endpoint.path, 'GET', response.status, (performance.now() - started) / 1_000)
    return response
  }

  /** A call's answer to whoever is not known. */
  async function askedByAll(path: string, brand: Brand): Promise<{ status: number; body: unknown }> {
    const response = await callForAll(path, brand)
    return { status: response.status, body: await response.json() }
  }

  /** The address of a page or call that is the same for everyone, in its one form; null when the request is for something else. */
  function addressForAll(incoming: IncomingMessage): string | null {
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return null
    const target = incoming.url ?? '/'
    if (mcpPath.test(target) || searchRedirect.test(target)) return null
    if (!apiPaths.test(target))
      return personalPaths.test(target) ? null : pageAddress(target, services.listings.isRange)
    const found = match('GET', target.replace(/\?.*/s, ''))
    return found === null || found === 'method' || !found.endpoint.forEveryone ? null : addressOf(found, target)
  }

  async function answerDynamic(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    // In development everything is made anew: its sources change without any notice.
    const address = parts.browserFiles === null ? addressForAll(incoming) : null
    if (address === null) return toNode(incoming, secured(outgoing))
    const brand = brandFor(incoming)
    const make = apiPaths.test(address) ? callForAll : renderForAll
    const page = await pageCache.get(`${brand.app} ${address}`, () => make(address, brand))
    if (page instanceof Response) return sendResponse(orMoved(page, incoming), secured(outgoing))
    // Its head holds the headers of every answer already.
    return sendPage(page, incoming, outgoing)
  }

  /** A page or an answer that is ready to be sent as it is; most requests end here, so nothing else is done for them. */
  function keptPage(incoming: IncomingMessage): CachedPage | null {
    const address = addressForAll(incoming)
    return address === null ? null : pageCache.peek(`${brandFor(incoming).app} ${address}`)
  }

  function sendPage(page: CachedPage, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined {
    const isCall = apiPaths.test(incoming.url ?? '')
    const forCaller = (head: string[]) => (isCall && isPersonal(incoming) ? withoutCaching(head) : head)
    if (isKnown(page.etag, incoming.headers['if-none-match'])) {
      outgoing.writeHead(304, forCaller(headOf(page, 'unchanged'))).end()
      return undefined
    }
    const encoding = encodingOf(incoming.headers['accept-encoding'] as string | undefined)
    const send = (body: Buffer) => {
      outgoing.writeHead(page.status, forCaller(headOf(page, encoding, body.byteLength)))
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    }
    const ready = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain
    if (ready === null) return encodedBody(page, encoding).then(send)
    send(ready)
    return undefined
  }

  /** Whether a request carries a token or a cart cookie, so that its answers are cached by nobody (decision platform-05). */
  function isPersonal(incoming: IncomingMessage): boolean {
    const { authorization, cookie } = incoming.headers
    return authorization !== undefined || (cookie !== undefined && visitOf(incoming).visit.cartSecret !== null)
  }

  /** Names and values in turn, as node:http takes them without looking at each. */
  function headOf(page: CachedPage, encoding: Encoding | 'unchanged', length = 0): string[] {
    const kept = heads.get(page) ?? new Map<Encoding | 'unchanged', string[]>()
    heads.set(page, kept)
    const known = kept.get(encoding)
    if (known !== undefined) return known
    const { 'content-type': type = '', ...own } = page.headers
    const head = [...headers, ...Object.entries(own), ['etag', page.etag], ['vary', 'Accept-Encoding']].flat()
    if (encoding !== 'unchanged') head.push('content-type', type, 'content-length', String(length))
    if (encoding === 'br' || encoding === 'gzip') head.push('content-encoding', encoding)
    kept.set(encoding, head)
    return head
  }

  /** What says how the shop is made and runs is for its own people: open outside production, with a token inside. */
  function isInternal(incoming: IncomingMessage): boolean {
    if (!config.isProduction) return true
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '') ?? []
    return config.INTERNAL_TOKEN !== undefined && timingSafeEqual(digestOf(token), digestOf(config.INTERNAL_TOKEN))
  }

  function visitorAddress(incoming: IncomingMessage): string {
    const forwarded = config.TRUSTED_PROXIES === 0 ? undefined : incoming.headers['x-forwarded-for']?.toString()
    return clientAddress(incoming.socket.remoteAddress, forwarded, config.TRUSTED_PROXIES)
  }

  /** With the headers of every answer set. */
  function secured(outgoing: ServerResponse): ServerResponse {
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    return outgoing
  }

  const failing = (outgoing: ServerResponse) => (error: unknown) => {
    log.error({ err: error, route: 'page' }, 'page failed')
    if (outgoing.headersSent) outgoing.destroy()
    else sendText(secured(outgoing), 500, 'An error has occurred, please try again')
  }

  return (incoming, outgoing) => {
    const target = (incoming.url = originForm(incoming.url ?? '/'))
    const wait = probes.has(target) ? 0 : rateLimiter.takeFrom(everything, visitorAddress(incoming))
    const kept = wait > 0 || internalPaths.test(target) ? null : keptPage(incoming)
    if (kept !== null) return void sendPage(kept, incoming, outgoing)?.catch(failing(outgoing))

    // From here on there is one spelling of each path, so that no check can be passed by another one. Calls read their own addresses and
    // are cached under one, so a call is only moved when it is none.
    const path = target.replace(/\?.*/s, '')
    const isLong = !apiPaths.test(path) && isTooLong(path)
    const canonical = isLong ? path : canonicalPath(path)
    if (canonical !== path && wait === 0 && !(apiPaths.test(path) && apiPaths.test(canonical))) {
      outgoing.setHeader('location', canonical + target.slice(path.length))
      return void sendText(secured(outgoing), 308, 'This page has moved.')
    }
    if (target === '/livez') return void sendText(secured(outgoing), 200, 'ok')
    if (target === '/readyz') {
      return void parts
        .readiness()
        .then((problem) => sendText(secured(outgoing), problem === null ? 200 : 503, problem ?? 'ok'))
    }
    if (internalPaths.test(target) && !isInternal(incoming))
      return void sendText(secured(outgoing), 404, 'There is no such page.')
    if (target === '/metrics') return void metrics.text().then((text) => sendText(secured(outgoing), 200, text))
    if (target.length > 8_192) return void sendText(secured(outgoing), 414, 'The address is too long.')
    if (isLong) return void sendText(secured(outgoing), 414, 'The address is too long.')
    if (wait > 0) {
      const refused = errorResponse(tooManyRequests(wait), ids.secret().slice(0, 16))
      return void sendResponse(refused, secured(outgoing))
    }

    if (/^\/media\/social[./]/.test(target)) {
      const { brand } = shopFor(services, brandFor(incoming), nobody, formTargets)
      return void socialPictures(incoming, secured(outgoing), brand).catch(failing(outgoing))
    }
    if (target.startsWith('/media/')) return void media(incoming, secured(outgoing))

    const dynamic = () => void answerDynamic(incoming, outgoing).catch(failing(outgoing))
    if (serveStatic !== null && /^\/(assets\/|favicon\.svg)/.test(target))
      return serveStatic(incoming, secured(outgoing), dynamic)
    if (!isMoneyPath(target) && !shedding.admits()) {
      const address = addressForAll(incoming)
      const stale = address === null ? null : pageCache.stale(`${brandFor(incoming).app} ${address}`)
      if (stale !== null) return void sendPage(stale, incoming, outgoing)?.catch(failing(outgoing))
      // Written as it is: a refusal that costs as much as a page helps nobody.
      outgoing.writeHead(503, [...busyHead, 'retry-after', String(shedding.retryAfterSeconds())])
      return void outgoing.end(busyBody)
    }
    if (parts.browserFiles !== null) return parts.browserFiles(incoming, secured(outgoing), dynamic)
    dynamic()
  }
}

/** A page's form with its body read, which is as long as a call's at most; the router reads forms of any length. */
async function bounded(request: Request): Promise<Request> {
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return request
  const { url, method, headers, signal } = request
  return new Request(url, { method, headers, signal, body: await readBytes(request, usualBodyLimit) })
}

const uncached = 'private, no-store'

/** A head of names and values in turn, with its caching replaced. */
const withoutCaching = (head: readonly string[]): string[] =>
  head.map((text, at) => (at % 2 === 1 && head[at - 1] === 'cache-control' ? uncached : text))

const noHeaders = new Headers()
const neverAborted = new AbortController().signal

/** What an endpoint may know of who sent a request that stands for everybody's. */
const fromNobody = { headers: {}, socket: {} } as IncomingMessage

/** All that a loader may know of a request that stands for everybody's; to build a whole Request takes as long as the loaders do. */
function plainGet(url: string): Request {
  return { url, method: 'GET', headers: noHeaders, signal: neverAborted } as Request
}

/** A proxy may send the whole address where the path alone is usual; nothing else that is no path can be answered. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.canParse(target) ? new URL(target) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url.pathname + url.search : '/'
}

/** Whether the sender has this version: one of a list, '*', or one that a cache on the way has marked as weak. */
function isKnown(etag: string, given: string | undefined): boolean {
  if (given === undefined || given === etag) return given === etag
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  for (const [name, value] of response.headers) outgoing.setHeader(name, value)
  if (!response.headers.has('cache-control')) outgoing.setHeader('cache-control', 'private, no-store')
  const body = Buffer.from(await response.arrayBuffer())
  outgoing.setHeader('content-length', body.byteLength)
  outgoing.writeHead(response.status).end(body)
}

const textTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

/** Whoever opens a script or a style sheet by itself must not guess its letters (ASVS 5.0, 4.1.1). */
function sayCharset(outgoing: ServerResponse, pathname: string): void {
  const type = textTypes[extname(pathname)]
  if (type !== undefined) outgoing.setHeader('content-type', type)
}

function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

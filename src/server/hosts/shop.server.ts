import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { brandOfHost, type Brand } from '../../brands/brands.ts'
import { anonymousVisitor, createRequestContext } from '../../composition/request-context.server.ts'
import { minutes } from '../../platform/clock.ts'
import { createFileCache } from '../../platform/files/file-cache.server.ts'
import { isMoneyPath, type LoadShedding } from '../../platform/http/load-shedding.ts'
import { errorBody, httpProblem } from '../../platform/http/problem.ts'
import { canonicalPath, isTooLong } from '../../platform/http/request-path.ts'
import { defaultContentPolicy, securityHeaders } from '../../platform/http/security-headers.ts'
import { createMedia } from '../media/media.server.ts'
import { createSocialPictures, maxSocialFiles } from '../media/social-picture.server.ts'
import { createCachedPageSender } from '../page-cache/cached-page-sender.server.ts'
import { pageAddress } from '../page-cache/page-address.ts'
import type { CachedPage } from '../page-cache/page-cache.server.ts'
import { answerOnNode, apiPaths, createPipeline, sendResponse, type PipelineEnv } from '../pipeline.server.ts'
import { builtFiles, serveFiles } from '../static-files.server.ts'
import { bearerOf, isPersonal } from '../visitor.server.ts'
import { createShopApi } from './shop-api.server.ts'
import type { ShopDeps, ShopHostDeps } from './shop-host-deps.server.ts'
import { createShopPages } from './shop-pages.server.ts'

const everything = { name: 'everything', count: 1_200, windowMs: minutes(1) }

/** Pages that show something of one visitor: rendered for each request, cached by anonymousVisitor. */
const personalPaths =
  /^\/((cart|customer|account|order|cooking-demos|project|performance-dashboard|location|preview)(\/|\.data|\?|$)|(virtual-tour|p\/[^/?]+\/quote)\/?(\.data|\?|$))/i

/** Goes on to another address with the query as it came, all of it (ROUTE-22). */
const searchRedirect = /^\/search\/?(\.data)?(\?|$)/

/** The shop for agents that speak the Model Context Protocol. */
const mcpPath = /^\/mcp\/?(\?|$)/

/** What says how the shop is built and runs is for its operators: open outside production, with a token inside. */
const internalPaths = /^\/(metrics|api-reference)\/?(\.data)?(\?|$)/i

/** What is no page and no call: never refused for load. */
const filePaths = /^\/(assets\/|media\/|favicon\.svg|livez$|readyz$|metrics$)/

const maxTargetLength = 8_192

/** The shop's host: cached pages at once, then files, API and pages as routes of the pipeline. */
export function createShopHost(given: ShopDeps): RequestListener {
  const { config, services, pageCache, log, metrics } = given
  const isHttps = config.publicUrl.startsWith('https:')
  const headers = {
    ...securityHeaders({ https: isHttps }),
    // A dress rehearsal must not be found by a search engine.
    ...(config.isProduction && !config.isLive ? { 'x-robots-tag': 'noindex' } : {}),
  }
  const deps: ShopHostDeps = {
    ...given,
    isHttps,
    formTargets: config.providers.has('card') ? [new URL(config.gatewayUrl).origin] : [],
    brandFor: createBrandFinder(config),
  }
  const api = createShopApi(deps)
  const pages = createShopPages(deps)
  const { catalogue } = services
  const { illustrator } = given
  const media = createMedia({ catalogue, database: given.database, illustrator })
  const socialPictures = createSocialPictures({
    catalogue,
    illustrator,
    files: createFileCache({ folder: join(config.DATA_DIR, 'social-pictures'), max: maxSocialFiles, log }),
  })
  const sendCached = createCachedPageSender(
    { 'content-security-policy': defaultContentPolicy, ...headers },
    (incoming) => apiPaths.test(incoming.url ?? '') && isPersonal(incoming, isHttps),
  )
  const refuseBusy = createBusyAnswer(headers, deps.shedding)

  /** The address of a page or call that is the same for everyone, in its one form; null when the request is for something else. */
  function addressForAll({ method, url: target = '/' }: IncomingMessage): string | null {
    // In development everything is rendered anew: its sources change without notice.
    if (deps.browserFiles !== null || (method !== 'GET' && method !== 'HEAD')) return null
    if (mcpPath.test(target) || searchRedirect.test(target) || internalPaths.test(target)) return null
    if (apiPaths.test(target)) return api.addressForAll(target)
    return personalPaths.test(target) ? null : pageAddress(target, services.search.listings.isRange)
  }

  const keyOf = (incoming: IncomingMessage, address: string) => `${deps.brandFor(incoming).app} ${address}`

  function early(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const target = incoming.url ?? '/'
    const address = addressForAll(incoming)
    let page = address === null ? null : pageCache.peek(keyOf(incoming, address))
    if (page === null && !filePaths.test(target) && !isMoneyPath(target) && !deps.shedding.admits()) {
      page = address === null ? null : pageCache.stale(keyOf(incoming, address))
      if (page === null) {
        refuseBusy(outgoing)
        return true
      }
    }
    if (page === null) return false
    void sendCached(page, incoming, outgoing)?.catch(() => outgoing.destroy())
    return true
  }

  /** A page or call that is the same for everyone, rendered and cached; `null` when the request is for something else. */
  async function answerForAll(c: Context<PipelineEnv>): Promise<Response | null> {
    const { incoming } = c.env
    const address = addressForAll(incoming)
    if (address === null) return null
    const isCall = apiPaths.test(address)
    c.set('route', isCall ? 'cached call' : 'cached page')
    const brand = deps.brandFor(incoming)
    const render = isCall ? api.answerForAll : pages.renderForAll
    const page = await pageCache.get(keyOf(incoming, address), () => render(address, brand))
    return answerOnNode(c, (_, outgoing) =>
      page instanceof Response
        ? sendResponse(isCall ? page : pages.orMoved(page, incoming.url ?? '/', brand), outgoing)
        : sendCached(page as CachedPage, incoming, outgoing),
    )
  }

  function routes(app: Hono<PipelineEnv>): void {
    app.use(oneSpelling)
    app.use(createInternalGuard(config))
    app.get('/metrics', async (c) => {
      c.set('route', '/metrics')
      return c.text(await metrics.text(), 200, { 'cache-control': 'no-store' })
    })
    const social = (c: Context<PipelineEnv>) => {
      c.set('route', 'media')
      const { brand } = createRequestContext(
        services,
        deps.brandFor(c.env.incoming),
        anonymousVisitor,
        deps.formTargets,
      )
      return answerOnNode(c, (incoming, outgoing) => socialPictures(incoming, outgoing, brand))
    }
    app.all('/media/social.png', social).all('/media/social/*', social)
    app.all('/media/*', (c) => {
      c.set('route', 'media')
      return answerOnNode(c, media)
    })
    const files = deps.browserFiles ?? (deps.staticFolder === null ? null : builtFiles(deps.staticFolder))
    if (files !== null) {
      const serve = serveFiles(files)
      if (deps.browserFiles === null) app.use('/assets/*', serve).use('/favicon.svg', serve)
      else app.use(serve)
    }
    app.all('/api/*', async (c) => (await answerForAll(c)) ?? api.call(c))
    app.all('/mcp', api.mcp).all('/mcp/', api.mcp)
    app.all('*', async (c) => {
      try {
        return (await answerForAll(c)) ?? (await pages.page(c))
      } catch (error) {
        if (addressForAll(c.env.incoming) === null) throw error
        log.error({ err: error, traceId: c.var.traceId, route: 'page' }, 'page failed')
        return c.text('An error has occurred, please try again', 500, { 'cache-control': 'no-store' })
      }
    })
  }

  return createPipeline(given, { name: 'shop', headers, limit: everything, unexpected: serverError, early, routes })
}

const serverError = {
  ...httpProblem(500, 'fault', 'A server error occurred. Please try again later.'),
  type: 'refused',
} as const

/** Finds the brand of a request's host. Every request asks, and few hosts there are; any other host is looked up each time. */
function createBrandFinder({ SITES, APP }: ShopDeps['config']): (incoming: IncomingMessage) => Brand {
  const brands = new Map<string, Brand>()
  return ({ headers: { host = '' } }) => {
    const known = brands.get(host)
    if (known !== undefined) return known
    const brand = brandOfHost(host, SITES, APP)
    if (brands.size < 100) brands.set(host, brand)
    return brand
  }
}

/**
 * From here on there is one spelling of each path, so that no check can be passed by another one. Calls read their own addresses and are
 * cached under one, so a call is only moved when it is none.
 */
const oneSpelling: MiddlewareHandler<PipelineEnv> = async (c, next) => {
  const target = c.env.incoming.url ?? '/'
  const path = target.replace(/\?.*/s, '')
  const isTooLongForPages = !apiPaths.test(path) && isTooLong(path)
  if (target.length > maxTargetLength || isTooLongForPages)
    return c.text('The address is too long.', 414, { 'cache-control': 'no-store' })
  const canonical = canonicalPath(path)
  if (canonical === path || (apiPaths.test(path) && apiPaths.test(canonical))) return next()
  const location = canonical + target.slice(path.length)
  return c.text('This page has moved.', 308, { location, 'cache-control': 'no-store' })
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

function createInternalGuard(config: ShopDeps['config']): MiddlewareHandler<PipelineEnv> {
  return async (c, next) => {
    const { incoming } = c.env
    if (!config.isProduction || !internalPaths.test(incoming.url ?? '/')) return next()
    const token = bearerOf(incoming) ?? ''
    const expected = config.INTERNAL_TOKEN
    if (expected !== undefined && timingSafeEqual(digestOf(token), digestOf(expected))) return next()
    return c.text('There is no such page.', 404, { 'cache-control': 'no-store' })
  }
}

/** Written as it is: a refusal that costs as much as a page helps anonymousVisitor. */
function createBusyAnswer(
  headers: Readonly<Record<string, string>>,
  shedding: Pick<LoadShedding, 'retryAfterSeconds'>,
): (outgoing: ServerResponse) => void {
  const problem = httpProblem(503, 'busy', 'The shop is very busy just now. Please try again in a moment.')
  const body = Buffer.from(JSON.stringify(errorBody(problem, 'busy')))
  const head = Object.entries({
    ...headers,
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-length': String(body.byteLength),
  }).flat()
  return (outgoing) => {
    outgoing.writeHead(503, [...head, 'retry-after', String(shedding.retryAfterSeconds())])
    outgoing.end(body)
  }
}

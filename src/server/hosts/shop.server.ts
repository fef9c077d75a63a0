import type { IncomingMessage, RequestListener } from 'node:http'
import type { Hono, MiddlewareHandler } from 'hono'
import { brandOfHost, type Brand } from '../../brands/brands.ts'
import { minutes } from '../../platform/clock.ts'
import { isDatabaseAway } from '../../platform/database/database-away.ts'
import { databaseAway, serverError } from '../../platform/http/common-problems.ts'
import { errorResponse } from '../../platform/http/problem.ts'
import { createPageRoute } from '../../platform/http/route-templates.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { createPipeline, type PipelineEnv } from '../pipeline.server.ts'
import { offlinePath } from '../standalone/offline-page.server.tsx'
import { outageKindOf, outageResponse } from '../standalone/outage-page.server.tsx'
import { createOfflineRoutes, serviceWorkerPath } from '../standalone/offline-routes.server.ts'
import { loadDocument, pageOfData } from '../router-data.server.ts'
import { builtFiles, serveFiles } from '../static-files.server.ts'
import { createShopApi } from './shop-api.server.ts'
import type { ShopDeps, ShopHostDeps } from './shop-host-deps.server.ts'
import { requireCanonicalPath, requireOperatorToken } from './shop-guards.server.ts'
import { createCachedAnswers } from './shop-cached-answers.server.ts'
import { createMediaRoutes } from './shop-media.server.ts'
import { createShopPages } from './shop-pages.server.ts'

const everything = { name: 'everything', count: 1_200, windowMs: minutes(1) }

/** The shop's host: cached pages at once, then files, API and pages as routes of the pipeline. */
export function createShopHost(given: ShopDeps): RequestListener {
  const { config, log, metrics, waitingRoom } = given
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
    pageRoute: createPageRoute(given.pageTemplates),
  }
  const api = createShopApi(deps)
  const pages = createShopPages(deps)
  const addMediaRoutes = createMediaRoutes(deps)
  const cached = createCachedAnswers(deps, { api, pages, headers })
  const offline = createOfflineRoutes(deps)
  const guardDeps = { brandFor: deps.brandFor, headers, metrics }

  function routes(app: Hono<PipelineEnv>): void {
    app.use(requireCanonicalPath)
    app.use(requireOperatorToken(config))
    app.get('/metrics', async (c) => {
      c.set('route', '/metrics')
      return c.text(await metrics.text(), 200, { 'cache-control': 'no-store' })
    })
    addMediaRoutes(app)
    const files = deps.browserFiles ?? (deps.staticFolder === null ? null : builtFiles(deps.staticFolder))
    if (files !== null) {
      const serve = serveFiles(files)
      if (deps.browserFiles === null) app.use('/assets/*', asset, serve).use('/favicon.svg', asset, serve)
      else app.use(serve)
    }
    if (waitingRoom !== null) app.use(waitingRoom.addCookies)
    app.all('/api/*', async (c) => (await cached.answer(c)) ?? api.call(c))
    app.get(serviceWorkerPath, asset, offline.worker).get(offlinePath, asset, offline.page)
    app.all('/mcp', api.mcp).all('/mcp/', api.mcp)
    app.all('*', async (c) => {
      try {
        return (await cached.answer(c)) ?? (await waitingRoom?.page(c, guardDeps)) ?? (await pages.page(c))
      } catch (error) {
        deps.tracing.fail(error)
        const { url: target = '/' } = c.env.incoming
        if (isDatabaseAway(error)) {
          log.error({ err: error, traceId: c.var.traceId, route: 'page' }, 'the database is away')
          const page = pageOfData(target)
          if (page === null) return outageResponse(deps.brandFor(c.env.incoming), outageKindOf(c.req.method, target))
          return c.req.method === 'POST' ? errorResponse(databaseAway, c.var.traceId) : loadDocument(page)
        }
        if (!cached.isForEveryone(c.env.incoming)) throw error
        log.error({ err: error, traceId: c.var.traceId, route: 'page' }, 'page failed')
        return c.text('An error has occurred, please try again', 500, { 'cache-control': 'no-store' })
      }
    })
  }

  return createPipeline(given, {
    name: 'shop',
    appOf: (incoming) => deps.brandFor(incoming).app,
    headers,
    limit: everything,
    unexpected: serverError,
    early: (incoming, outgoing) =>
      cached.early(incoming, outgoing) || waitingRoom?.early(incoming, outgoing, guardDeps) === true,
    routes,
  })
}

/** Counts what follows as a file of the browser's. */
const asset: MiddlewareHandler<PipelineEnv> = (c, next) => {
  c.set('route', 'assets')
  return next()
}

/** Finds the brand of a request's host, and remembers the first hundred hosts: any client can send any number of others. */
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

import type { RequestListener } from 'node:http'
import type { Context } from 'hono'
import { openAdminServices } from '../../admin/admin-services.server.ts'
import type { AdminPages } from '../../admin/admin-pages.server.ts'
import { cmsEndpoints } from '../../api/cms.server.ts'
import { appOfOrigin } from '../../brands/sites.ts'
import type { BaseDeps, Services } from '../../composition/services.server.ts'
import { minutes } from '../../platform/clock.ts'
import { serverError } from '../../platform/http/common-problems.ts'
import type { Limit, RateLimiter } from '../../platform/http/rate-limit.ts'
import { createPageRoute } from '../../platform/http/route-templates.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { createCallRoute } from '../call-route.server.ts'
import type { AccessLog } from '../access-log.server.ts'
import { addressOfClient, answerOnNode, createPipeline, type PipelineEnv } from '../pipeline.server.ts'
import type { Probe } from '../probes.server.ts'
import { createMedia } from '../media/media.server.ts'
import { serveFiles, type BrowserFiles } from '../static-files.server.ts'
import { createAdminPageRoute } from './admin-page.server.ts'
import type { ShopDeps } from './shop-host-deps.server.ts'
import { createStaffSessions } from './staff-sessions.server.ts'

/**
 * The staff host: pages of the back office and of panels in frames of the shops, which the router of their own build renders, and the calls
 * behind them. No address of a panel is logged.
 */

export type AdminHostDeps = BaseDeps & {
  readonly services: Pick<
    Services,
    'adminChoices' | 'analytics' | 'catalogue' | 'identity' | 'admin' | 'media' | 'site' | 'staff'
  >
  readonly adminPages: AdminPages
  /** Templates of the pages' addresses, for metrics; none in development. */
  readonly adminTemplates: readonly string[]
  /** What serves the files of the browser: a folder, or in development Vite. */
  readonly adminFiles: BrowserFiles
  readonly rateLimiter: RateLimiter
  readonly probe: Probe
  readonly accessLog: AccessLog
  readonly demoBanner: ShopDeps['demoBanner']
}

/** Opening panels, and guessing at what opens them. */
const openings = { name: 'panels opened', count: 120, windowMs: minutes(1) }

/** Of a whole showroom, which has one address; a page's files are counted too. */
const everything = { name: 'staff host', count: 2_400, windowMs: minutes(1) }

const maxTargetLength = 12_288

export function createAdminHost(deps: AdminHostDeps): RequestListener {
  const { config, services, rateLimiter, log, clock } = deps
  const sessions = createStaffSessions({ staff: services.staff, isHttps: config.cmsUrl.startsWith('https:') })
  // Framing is controlled by the content policy, which can name the allowed pages.
  const { 'x-frame-options': _framing, ...security } = securityHeaders({ https: sessions.isHttps })
  const waitFor = (c: Context<PipelineEnv>, limit: Limit) =>
    rateLimiter.takeFrom(limit, addressOfClient(c.env.incoming, config))
  const page = createAdminPageRoute({
    ...deps,
    sessions,
    adminServices: openAdminServices(deps),
    waitToOpen: (c) => waitFor(c, openings),
  })

  const media = createMedia({ catalogue: services.catalogue, media: services.media, demoBanner: deps.demoBanner })
  const pageRoute = createPageRoute(deps.adminTemplates)
  const route = createCallRoute(cmsEndpoints)
  const call = (c: Context<PipelineEnv>): Promise<Response> =>
    route(c, async () => ({
      log,
      staffService: services.staff,
      member: await sessions.memberOf(c.req.raw),
      now: () => clock.now(),
      waitFor: () => waitFor(c, openings),
      appOf: (origin) => appOfOrigin(origin, config),
      cookieOf: sessions.cookieOf,
    }))

  return createPipeline(deps, {
    name: 'admin',
    headers: { ...security, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' },
    limit: everything,
    unexpected: serverError,
    routes(app) {
      app.use(async (c, next) => {
        if ((c.env.incoming.url ?? '').length > maxTargetLength)
          return c.text('The address is too long.', 414, { 'cache-control': 'no-store' })
        await next()
        if (!c.res.headers.has('cache-control') && !c.env.outgoing.headersSent)
          c.res.headers.set('cache-control', 'private, no-store')
        return undefined
      })
      app.use(serveFiles(deps.adminFiles))
      app.all('/api/*', call)
      // Pictures are public: pages show them as the shops do.
      app.all('/media/*', (c) => {
        c.set('route', 'media')
        return answerOnNode(c, media)
      })
      app.all('*', (c) => {
        c.set('route', pageRoute(c.env.incoming.url ?? '/'))
        return page(c)
      })
    },
  })
}

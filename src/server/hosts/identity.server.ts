import type { RequestListener } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { identityEndpoints } from '../../api/identity/identity.server.ts'
import { tryWait, type IdentityContext } from '../../api/identity/identity-call.server.ts'
import { appOfOrigin } from '../../brands/sites.ts'
import type { BaseDeps, Services } from '../../composition/services.server.ts'
import { BusyError } from '../../modules/identity/passwords.server.ts'
import { withDevice } from '../../modules/identity/security-log.server.ts'
import { minutes } from '../../platform/clock.ts'
import { crossSite } from '../../platform/http/common-problems.ts'
import { errorResponse, ProblemError, httpProblem, tooManyRequests, type Problem } from '../../platform/http/problem.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { createCallRoute } from '../call-route.server.ts'
import type { AccessLog } from '../access-log.server.ts'
import { createPipeline, type PipelineEnv } from '../pipeline.server.ts'
import type { Probe } from '../probes.server.ts'
import { asErrorPage, unavailableText } from './identity-error-page.server.tsx'
import { createIdentityContexts } from './identity-context.server.ts'
import { answerPostedCallback, logIn } from './identity-forms.server.ts'

/**
 * The identity host (decision identity-01): calls from pages of our own origins only, with their cookies, and the form post of a login,
 * which the browser follows back to the shop.
 */

export type IdentityHostDeps = BaseDeps & {
  readonly services: Pick<Services, 'identity' | 'geo'>
  readonly rateLimiter: RateLimiter
  readonly probe: Probe
  readonly accessLog: AccessLog
}

const everything = { name: 'identity host', count: 600, windowMs: minutes(1) }

const unavailable: Problem = {
  ...httpProblem(503, 'unavailable', unavailableText),
  type: 'error',
  retryAfterSeconds: 5,
}

const postedCallback = /^\/api\/account\/externallogin\/[a-z]{1,20}\/callback\/?$/i

export function createIdentityHost(deps: IdentityHostDeps): RequestListener {
  const { config } = deps
  const isHttps = config.publicUrl.startsWith('https:')
  const route = createCallRoute(identityEndpoints)
  const { contextOf, deviceOf } = createIdentityContexts(deps)

  /** Runs a route with the request's context, and sets the cookies that it changed. */
  async function withContext(
    c: Context<PipelineEnv>,
    run: (context: IdentityContext) => Promise<Response> | Response,
  ): Promise<Response> {
    const { incoming } = c.env
    const changed: string[] = []
    const context = contextOf(incoming, c.req.header('origin') ?? null, changed)
    const response = await withDevice(deviceOf(incoming), async () => run(context))
    for (const cookie of changed) response.headers.append('set-cookie', cookie)
    return response
  }

  async function call(c: Context<PipelineEnv>, context: IdentityContext): Promise<Response> {
    const response = await route(c, () =>
      isForeign(c.req.raw, context, config) ? errorResponse(crossSite, c.var.traceId) : context,
    )
    const isForPeople = c.var.route.startsWith('/api/account/externallogin/') && response.status >= 400
    return isForPeople ? asErrorPage(c.req.raw, response) : response
  }

  /** Responses may be read by pages of the shop's own origins, with credentials (CORS). */
  const ownOrigins: MiddlewareHandler<PipelineEnv> = async (c, next) => {
    const origin = c.req.header('origin')
    const isOwn = origin !== undefined && appOfOrigin(origin, config) !== null
    if (isOwn && c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204, headers: preflight })
    else await next()
    if (!isOwn) return
    c.res.headers.set('access-control-allow-origin', origin)
    c.res.headers.set('access-control-allow-credentials', 'true')
    c.res.headers.append('vary', 'Origin')
  }

  return createPipeline(deps, {
    name: 'identity',
    headers: securityHeaders({ https: isHttps }),
    limit: everything,
    unexpected: unavailable,
    isExpected: (error) => error instanceof BusyError,
    routes(app) {
      app.use(ownOrigins)
      app.on('POST', ['/api/account/login-redir', '/api/account/login-redir/'], (c) => {
        c.set('route', '/api/account/login-redir')
        return withContext(c, (context) => logIn(c.req.raw, context, c.var.traceId))
      })
      app.all('*', (c) => {
        const { pathname } = new URL(c.req.url)
        if (c.req.method !== 'POST' || !postedCallback.test(pathname))
          return withContext(c, (context) => call(c, context))
        c.set('route', '/api/account/externallogin/:provider/callback')
        return withContext(c, (context) => {
          const wait = tryWait(context.waitFor)
          if (wait > 0) throw new ProblemError(tooManyRequests(wait))
          return answerPostedCallback(c.req.raw, context)
        })
      })
    },
  })
}

/** Whether an unsafe call comes from a page that is not ours. One without an origin does not come from a page. */
function isForeign(request: Request, context: IdentityContext, config: BaseDeps['config']): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false
  if (request.headers.get('sec-fetch-site') === 'cross-site') return true
  const referrer = request.headers.get('referer')
  if (request.headers.get('origin') !== null) return context.app === null
  return referrer !== null && (!URL.canParse(referrer) || appOfOrigin(new URL(referrer).origin, config) === null)
}

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, authorization, cache-control',
  'access-control-max-age': '600',
}

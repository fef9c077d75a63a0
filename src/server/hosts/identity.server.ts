import type { IncomingMessage, RequestListener } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { identityEndpoints } from '../../api/identity/identity.server.ts'
import { tryWait, type IdentityContext } from '../../api/identity/identity-call.server.ts'
import { brandOf } from '../../brands/brands.ts'
import { appOfOrigin, identityOriginFor } from '../../brands/sites.ts'
import type { Parts, Services } from '../../composition/services.server.ts'
import { BusyError } from '../../modules/identity/passwords.server.ts'
import { withDevice, type Device } from '../../modules/identity/security-log.server.ts'
import { minutes } from '../../platform/clock.ts'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'
import { answer, createMatcher } from '../../platform/http/endpoint.ts'
import { errorResponse, ProblemError, httpProblem, tooManyRequests, type Problem } from '../../platform/http/problem.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import { addressOfClient, createPipeline, type PipelineEnv } from '../pipeline.server.ts'
import type { Readiness } from '../probes.server.ts'
import { asErrorPage, unavailableText } from './identity-error-page.server.tsx'
import { answerPostedCallback, logIn } from './identity-forms.server.ts'

/**
 * The identity host (decision identity-01): calls from pages of our own origins only, with their cookies, and the form post of a login,
 * which the browser follows back to the shop.
 */

export type IdentityHostDeps = Parts & {
  readonly services: Pick<Services, 'identity' | 'geo'>
  readonly rateLimiter: RateLimiter
  readonly readiness: Readiness
}

const everything = { name: 'identity host', count: 600, windowMs: minutes(1) }

export const sessionCookie = 'idsession'

const unavailable: Problem = {
  ...httpProblem(503, 'unavailable', unavailableText),
  type: 'error',
  retryAfterSeconds: 5,
}

const postedCallback = /^\/api\/account\/externallogin\/[a-z]{1,20}\/callback\/?$/i

export function createIdentityHost(deps: IdentityHostDeps): RequestListener {
  const { config, services, rateLimiter } = deps
  const isHttps = config.publicUrl.startsWith('https:')
  const match = createMatcher(identityEndpoints)

  function contextOf(incoming: IncomingMessage, origin: string | null, changed: string[]): IdentityContext {
    const address = addressOfClient(incoming, config)
    const cookies = readCookies(incoming.headers.cookie)
    const app = origin === null ? null : appOfOrigin(origin, config)
    function setCookie(name: string, value: string | null, lastsSeconds: number): void {
      const age = value === null ? 0 : lastsSeconds
      const secure = isHttps ? '; Secure' : ''
      changed.push(
        `${cookieName(name, { isHttps })}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`,
      )
    }
    return {
      provider: services.identity.provider,
      factors: services.identity.secondFactors,
      externals: services.identity.externalLogins,
      keys: services.identity.signingKeys,
      app,
      origin: app === null ? null : origin,
      agent: incoming.headers['user-agent'] ?? '',
      secret: ownCookie(cookies, sessionCookie, { isHttps }),
      cookie: (name) => ownCookie(cookies, name, { isHttps }),
      saveSecret: (secret, lastsSeconds) => setCookie(sessionCookie, secret, lastsSeconds),
      saveCookie: setCookie,
      appOf: (one) => appOfOrigin(one, config),
      callbackOf: (one, itsApp, provider) =>
        `${identityOriginFor(one, itsApp, config)}/api/account/externallogin/${provider}/callback`,
      waitFor: (limit) => rateLimiter.takeFrom(limit, address),
      isPerson: (itsApp, form, token) => services.identity.captcha.isPerson(brandOf(itsApp), form, token, address),
    }
  }

  /** What the security log says of the device that asks. */
  function deviceOf(incoming: IncomingMessage): Device {
    const header = (name: string) => incoming.headers[name.toLowerCase()]?.toString()
    const country = services.geo.detection.countryOf({ address: addressOfClient(incoming, config), header })
    const mark = ownCookie(readCookies(incoming.headers.cookie), 'iddevice', { isHttps })
    return { agent: incoming.headers['user-agent'] ?? '', country, mark }
  }

  /** Runs a route with what the request says of its sender, and sets the cookies that it changed. */
  async function withContext(
    c: Context<PipelineEnv>,
    route: (context: IdentityContext) => Promise<Response> | Response,
  ): Promise<Response> {
    const { incoming } = c.env
    const changed: string[] = []
    const context = contextOf(incoming, c.req.header('origin') ?? null, changed)
    const response = await withDevice(deviceOf(incoming), async () => route(context))
    for (const cookie of changed) response.headers.append('set-cookie', cookie)
    return response
  }

  async function call(c: Context<PipelineEnv>, context: IdentityContext): Promise<Response> {
    const { traceId } = c.var
    const found = match(c.req.method, new URL(c.req.url).pathname)
    if (found === null || found === 'method')
      return errorResponse(httpProblem(404, 'not_found', 'The requested resource could not be found.'), traceId)
    if (isForeign(c.req.raw, context, config))
      return errorResponse(
        httpProblem(403, 'cross_site', 'You do not have permission to perform this action.'),
        traceId,
      )
    c.set('route', found.endpoint.path)
    const response = await answer(found, c.req.raw, context, traceId)
    const isForPeople = found.endpoint.path.startsWith('/api/account/externallogin/') && response.status >= 400
    return isForPeople ? asErrorPage(c.req.raw, response) : response
  }

  /** Answers to pages of our own origins may be read by them, with their cookies. */
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
function isForeign(request: Request, context: IdentityContext, config: Parts['config']): boolean {
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

import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { identityEndpoints } from '../../api/identity/identity.server.ts'
import { tryWait, type IdentityContext } from '../../api/identity/identity-call.server.ts'
import { afterFirstProof, goTo } from '../../api/identity/identity-external.server.ts'
import { brandOf } from '../../brands/brands.ts'
import { appOfOrigin, identityOriginFor } from '../../brands/sites.ts'
import { BusyError } from '../../modules/identity/passwords.server.ts'
import { withDevice, type Device } from '../../modules/identity/security-log.server.ts'
import { safeReturnUrl } from '../../modules/identity/return-url.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { minutes } from '../../platform/clock.ts'
import { cookieName, ownCookie, readCookies } from '../../platform/http/cookies.ts'
import { answer, createMatcher, readText } from '../../platform/http/endpoint.ts'
import { cardNumberFieldOf } from '../../platform/text/card-numbers.ts'
import {
  cardNumberRefusal,
  errorResponse,
  firstMessage,
  ProblemError,
  refusal,
  tooManyRequests,
  type Problem,
} from '../../platform/http/problem.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { securityHeaders } from '../../platform/http/security-headers.ts'
import type { Parts, Services } from '../../composition/services.server.ts'

/**
 * The identity host's way in (decision identity-01): calls from pages of our own origins only, with their cookies, and the form post of a
 * login, which the browser follows back to the shop.
 */

export type IdentityHostParts = Parts & {
  readonly services: Pick<
    Services,
    'captcha' | 'detection' | 'identityProvider' | 'secondFactors' | 'externalLogins' | 'signingKeys'
  >
  readonly rateLimiter: RateLimiter
  readonly readiness: () => Promise<string | null>
}

const everything = { name: 'identity host', count: 600, windowMs: minutes(1) }

export const sessionCookie = 'idsession'

export function createIdentityHost(parts: IdentityHostParts): RequestListener {
  const { config, services, rateLimiter, log, metrics } = parts
  const isHttps = config.publicUrl.startsWith('https:')
  const headers = Object.entries(securityHeaders({ https: isHttps }))
  const match = createMatcher(identityEndpoints)

  function contextOf(incoming: IncomingMessage, origin: string | null, changed: string[]): IdentityContext {
    const forwarded = incoming.headers['x-forwarded-for']?.toString()
    const address = clientAddress(incoming.socket.remoteAddress, forwarded, config.TRUSTED_PROXIES)
    const cookies = readCookies(incoming.headers.cookie)
    const app = origin === null ? null : appOfOrigin(origin, config)
    function keep(name: string, value: string | null, lastsSeconds: number): void {
      const age = value === null ? 0 : lastsSeconds
      const secure = isHttps ? '; Secure' : ''
      changed.push(
        `${cookieName(name, { isHttps })}=${value ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`,
      )
    }
    return {
      provider: services.identityProvider,
      factors: services.secondFactors,
      externals: services.externalLogins,
      keys: services.signingKeys,
      app,
      origin: app === null ? null : origin,
      agent: incoming.headers['user-agent'] ?? '',
      secret: ownCookie(cookies, sessionCookie, { isHttps }),
      cookie: (name) => ownCookie(cookies, name, { isHttps }),
      keepSecret: (secret, lastsSeconds) => keep(sessionCookie, secret, lastsSeconds),
      keepCookie: keep,
      appOf: (one) => appOfOrigin(one, config),
      callbackOf: (one, itsApp, provider) =>
        `${identityOriginFor(one, itsApp, config)}/api/account/externallogin/${provider}/callback`,
      waitFor: (limit) => rateLimiter.takeFrom(limit, address),
      isPerson: (itsApp, form, token) => services.captcha.isPerson(brandOf(itsApp), form, token, address),
    }
  }

  async function dispatch(request: Request, incoming: IncomingMessage): Promise<Response> {
    const traceId = randomBytes(8).toString('hex')
    const started = performance.now()
    const { pathname } = new URL(request.url)
    const origin = request.headers.get('origin')
    const changed: string[] = []
    let route = 'identity'
    let response: Response
    try {
      const context = contextOf(incoming, origin, changed)
      const wait = context.waitFor(everything)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const found = match(request.method, pathname)
      if (/^\/api\/account\/login-redir\/?$/i.test(pathname) && request.method === 'POST') {
        route = '/api/account/login-redir'
        response = await login(request, context, traceId)
      } else if (postedCallback.test(pathname) && request.method === 'POST') {
        route = '/api/account/externallogin/:provider/callback'
        response = await postedBack(request, context)
      } else if (request.method === 'OPTIONS' && origin !== null && context.app !== null) {
        response = new Response(null, { status: 204, headers: preflight })
      } else if (found === null || found === 'method') {
        response = errorResponse(refusal(404, 'not_found', 'The requested resource could not be found.'), traceId)
      } else if (isForeign(request, context)) {
        response = errorResponse(
          refusal(403, 'cross_site', 'You do not have permission to perform this action.'),
          traceId,
        )
      } else {
        route = found.endpoint.path
        response = await answer(found, request, context, traceId)
        if (route.startsWith('/api/account/externallogin/') && response.status >= 400)
          response = await asPage(request, response)
      }
    } catch (error) {
      if (error instanceof ProblemError) response = errorResponse(error.problem, traceId)
      else {
        if (!(error instanceof BusyError)) log.error({ err: error, traceId, route }, 'request failed')
        response = errorResponse(
          { ...refusal(503, 'unavailable', unavailable), type: 'error', retryAfterSeconds: 5 },
          traceId,
        )
      }
    }
    if (origin !== null && appOfOrigin(origin, config) !== null) {
      response.headers.set('access-control-allow-origin', origin)
      response.headers.set('access-control-allow-credentials', 'true')
      response.headers.append('vary', 'Origin')
    }
    for (const cookie of changed) response.headers.append('set-cookie', cookie)
    response.headers.set('x-trace-id', traceId)
    metrics.request(route, request.method, response.status, (performance.now() - started) / 1_000)
    return response
  }

  /** The browser's form post. Who may have sent it is known by the origin, and the page will know its answer by the nonce. */
  async function login(request: Request, context: IdentityContext, traceId: string): Promise<Response> {
    const refuse = (problem: Problem) => forPeople(request, problem, traceId)
    const wait = tryWait(context.waitFor)
    if (wait > 0) return refuse(tooManyRequests(wait))
    if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
      return refuse(refusal(415, 'content_type', 'The body must be sent as application/x-www-form-urlencoded.'))
    const form = new URLSearchParams(await readText(request, 20_000))
    const field = (name: string) => form.get(name) ?? ''
    const cardField = cardNumberFieldOf(form)
    if (cardField !== null) return refuse(cardNumberRefusal(cardField))
    const origin = field('origin')
    const app = appOfOrigin(origin, config)
    const sender = request.headers.get('origin')
    const isTheirs = sender === null || sender === origin
    if (app === null || !isTheirs || request.headers.get('sec-fetch-site') === 'cross-site')
      return refuse(refusal(400, 'origin', 'origin: must be the address of a shop of ours', 'origin'))

    const returnUrl = safeReturnUrl(field('returnUrl'))
    if (!(await context.isPerson(app, 'login', field('captchaToken'))))
      return goTo(`${origin}/account/internal/login?error=captcha&returnUrl=${encodeURIComponent(returnUrl)}`, 303)
    const begun = await context.provider.login({
      app,
      email: field('email'),
      password: field('password'),
      nonce: field('nonce'),
      agent: context.agent,
      returnUrl,
    })
    if (begun.ok) return goTo(afterFirstProof(context, begun.value, { origin, returnUrl }), 303)
    if (begun.problem.code === 'too_many') return refuse(tooManyRequests(begun.problem.waitSeconds))
    const error = begun.problem.code === 'invalid_login' ? 'invalid' : 'failed'
    return goTo(`${origin}/account/internal/login?error=${error}&returnUrl=${encodeURIComponent(returnUrl)}`, 303)
  }

  /**
   * Apple's answer: a form from its own page, which brings no cookie of ours. The browser comes again by itself, with the cookie, and only
   * then anything is believed.
   */
  async function postedBack(request: Request, context: IdentityContext): Promise<Response> {
    const wait = tryWait(context.waitFor)
    if (wait > 0) throw new ProblemError(tooManyRequests(wait))
    const form = new URLSearchParams(await readText(request, 20_000))
    const { pathname } = new URL(request.url)
    const user = form.get('user')
    const state = form.get('state') ?? ''
    if (user !== null && state !== '') await context.externals.named(state, user)
    const kept = new URLSearchParams()
    for (const name of ['code', 'state', 'error', 'iss']) {
      const value = form.get(name)
      if (value !== null) kept.set(name, value)
    }
    return goTo(`${pathname}?${kept}`, 303)
  }

  /** Whether an unsafe call comes from a page that is not ours. One without an origin does not come from a page. */
  function isForeign(request: Request, context: IdentityContext): boolean {
    if (request.method === 'GET' || request.method === 'HEAD') return false
    if (request.headers.get('sec-fetch-site') === 'cross-site') return true
    const referrer = request.headers.get('referer')
    if (request.headers.get('origin') !== null) return context.app === null
    return referrer !== null && (!URL.canParse(referrer) || appOfOrigin(new URL(referrer).origin, config) === null)
  }

  /** What the security log says of the device that asks. */
  function deviceOf(incoming: IncomingMessage): Device {
    const forwarded = incoming.headers['x-forwarded-for']?.toString()
    const address = clientAddress(incoming.socket.remoteAddress, forwarded, config.TRUSTED_PROXIES)
    const header = (name: string) => incoming.headers[name.toLowerCase()]?.toString()
    const country = services.detection.countryOf({ address, header })
    const mark = ownCookie(readCookies(incoming.headers.cookie), 'iddevice', { isHttps })
    return { agent: incoming.headers['user-agent'] ?? '', country, mark }
  }

  const toNode = getRequestListener(
    (request, env) => {
      const { incoming } = env as { incoming: IncomingMessage }
      return withDevice(deviceOf(incoming), () => dispatch(request, incoming))
    },
    { overrideGlobalObjects: false },
  )
  return (incoming, outgoing) => {
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    const send = (status: number, text: string) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
    if (incoming.url === '/livez') send(200, 'ok')
    else if (incoming.url === '/readyz')
      void parts.readiness().then((problem) => send(problem === null ? 200 : 503, problem ?? 'ok'))
    else void toNode(incoming, outgoing)
  }
}

const unavailable = 'Service currently unavailable. Please try again later'

const postedCallback = /^\/api\/account\/externallogin\/[a-z]{1,20}\/callback\/?$/i

const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': 'content-type, authorization, cache-control',
  'access-control-max-age': '600',
}

/** A browser that posts a form shows what comes back: words for a person, and a way on. */
const forPeople = (request: Request, problem: Problem, traceId: string): Promise<Response> =>
  asPage(request, errorResponse(problem, traceId))

async function asPage(request: Request, refused: Response): Promise<Response> {
  if (!(request.headers.get('accept') ?? '').includes('text/html')) return refused
  const text = firstMessage(await refused.json(), unavailable)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
  refused.headers.set('content-type', 'text/html; charset=utf-8')
  refused.headers.set('content-security-policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'")
  const page = `<!DOCTYPE html><html lang="en"><title>Log in</title><meta name="viewport" content="width=device-width"><main><h1>Log in</h1><p role="alert">${text}</p><p>Please go back to the shop.</p></main></html>`
  return new Response(page, { status: refused.status, headers: refused.headers })
}

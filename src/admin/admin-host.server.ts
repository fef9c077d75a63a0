import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { cmsEndpoints, type CmsContext } from '../api/cms.server.ts'
import { appOfOrigin, shopOrigins } from '../brands/sites.ts'
import type { Parts, Services } from '../composition/services.server.ts'
import { panelSessionMs, type Member } from '../modules/staff/staff.ts'
import { minutes } from '../platform/clock.ts'
import { isStorable } from '../platform/database/storable.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { cookieName, ownCookie, readCookies } from '../platform/http/cookies.ts'
import { answer, createMatcher } from '../platform/http/endpoint.ts'
import { errorResponse, ProblemError, refusal, tooManyRequests } from '../platform/http/problem.ts'
import type { Limit, RateLimiter } from '../platform/http/rate-limit.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import type { AdminProblem, AdminRequest } from './admin-context.server.ts'
import { openAdminServices } from './admin-services.server.ts'
import { checkForm, message } from './form-checks.server.ts'
import { pageUrl, redirectTo, requestFor } from './page-request.server.ts'

/**
 * The staff host: pages of the back office and of panels in frames of the shops, which the router of their own build makes, and the calls
 * behind them. Who opens a panel is said by tokens in its address, which are traded for a session of this host and taken out of the
 * address before anything is shown (decision staff-08). No address of a panel is logged.
 */

/** Makes a page of the admin build. */
export type AdminPages = (request: Request, context: AdminRequest) => Promise<Response>

export type AdminHostParts = Parts & {
  readonly services: Pick<Services, 'staff' | 'office' | 'identity'>
  readonly adminPages: AdminPages
  /** What serves the files of the browser: a folder, or in development Vite. */
  readonly adminFiles: (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void
  readonly rateLimiter: RateLimiter
  readonly readiness: () => Promise<string | null>
}

export const staffCookie = 'staffsession'

/** Opening panels, and guessing at what opens them. */
const openings = { name: 'panels opened', count: 120, windowMs: minutes(1) }
const everything = { name: 'staff host', count: 1_200, windowMs: minutes(1) }

/** Shown to nobody in particular. */
const publicPaths: ReadonlySet<string> = new Set(['/logged-out'])

export function createAdminHost(parts: AdminHostParts): RequestListener {
  const { config, services, rateLimiter, log, metrics, clock } = parts
  const desk = services.staff
  const adminServices = openAdminServices({ services, log })
  const isHttps = config.cmsUrl.startsWith('https:')
  // Frames are let in by the content policy, which can name whose they may be.
  const { 'x-frame-options': _framing, ...security } = securityHeaders({ https: isHttps })
  const headers = Object.entries({ ...security, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
  const match = createMatcher(cmsEndpoints)
  const everyShop = shopOrigins(config).join(' ')

  async function dispatch(request: Request, incoming: IncomingMessage): Promise<Response> {
    const traceId = randomBytes(8).toString('hex')
    const started = performance.now()
    let route = 'panel'
    let response: Response
    try {
      const wait = waitFor(incoming, everything)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      const { pathname } = new URL(request.url)
      if (/^\/api(\/|$)/i.test(pathname)) {
        const found = match(request.method, pathname)
        route = found === null || found === 'method' ? 'api' : found.endpoint.path
        response =
          found === null || found === 'method'
            ? errorResponse(refusal(404, 'not_found', 'The requested resource could not be found.'), traceId)
            : await answer(found, request, await contextOf(request, incoming), traceId)
      } else response = await page(request, incoming)
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
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
    response.headers.set('x-trace-id', traceId)
    metrics.request(route, request.method, response.status, (performance.now() - started) / 1_000)
    return response
  }

  function waitFor(incoming: IncomingMessage, limit: Limit = openings): number {
    const forwarded = incoming.headers['x-forwarded-for']?.toString()
    return rateLimiter.takeFrom(limit, clientAddress(incoming.socket.remoteAddress, forwarded, config.TRUSTED_PROXIES))
  }

  /** The secret of the cookie, or of the bearer for callers that keep no cookies. */
  function secretOf(request: Request): string | null {
    const [, bearer = null] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    return bearer ?? ownCookie(readCookies(request.headers.get('cookie') ?? undefined), staffCookie, { isHttps })
  }

  async function memberOf(request: Request): Promise<Member | null> {
    const secret = secretOf(request)
    return secret === null ? null : desk.memberOf(secret)
  }

  async function contextOf(request: Request, incoming: IncomingMessage): Promise<CmsContext> {
    return {
      log,
      desk,
      member: await memberOf(request),
      now: () => clock.now(),
      waitFor: () => waitFor(incoming),
      appOf: (origin) => appOfOrigin(origin, config),
      cookieOf,
    }
  }

  /** In a frame of another site a browser sends a cookie only when it is of that site's own part. */
  const cookieOf = (secret: string, seconds = panelSessionMs / 1_000): string =>
    `${cookieName(staffCookie, { isHttps })}=${secret}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${seconds}`

  async function page(request: Request, incoming: IncomingMessage): Promise<Response> {
    const url = pageUrl(request.url)
    const { searchParams: query, pathname } = url
    if (!Array.from(query.values()).every(isStorable))
      return show(request, { member: null, problem: message(400, 'This address is not one of a panel.') })
    if (query.has('access_token') || query.has('id_token')) return open(request, url, incoming)
    if (publicPaths.has(pathname)) return show(request, { member: null, problem: null })
    if (pathname === '/')
      return show(request, { member: null, problem: message(404, 'Panels open from the toolbar of the shop. Please log in there.') }) // prettier-ignore
    const member = await memberOf(request)
    if (member === null) return show(request, { member, problem: message(401, endedText(pathname)) })
    if (request.method === 'GET' || request.method === 'HEAD') return show(request, { member, problem: null })
    if (request.method !== 'POST') return show(request, { member, problem: message(404, 'There is no such panel.') })
    return post(request, url, member)
  }

  async function post(request: Request, url: URL, member: Member): Promise<Response> {
    const { pathname } = url
    const checked = await checkForm(request, pathname)
    if (checked.problem !== null) {
      if (checked.isForged) await desk.refuse(member.principal, member.brand.app, 'post a form', pathname, 'cross_site')
      return show(request, { member, problem: checked.problem })
    }
    const { fields } = checked
    const code = fields?.get('proof') ?? null
    if (fields === null || code === null) return show(request, { member, problem: null, fields })
    const isForPage = fields.get('proofFor') === 'page'
    fields.delete('proof')
    fields.delete('proofFor')
    const error = await proveAgain(member, code)
    if (error !== null) {
      const form = isForPage ? null : Array.from(fields)
      return show(request, { member, problem: { kind: 'confirm', status: 400, form, error } })
    }
    if (isForPage) return redirectTo(url)
    return show(request, { member: { ...member, authenticatedAt: clock.now() }, problem: null, fields })
  }

  /** Takes the second factor of somebody at work; what is wrong with it, or null. */
  async function proveAgain({ principal, sessionId }: Member, code: string): Promise<string | null> {
    if (sessionId === null) return 'Please log in again.'
    const proved = await services.identity.secondFactors.proveAtWork(
      { id: sessionId, accountId: principal.userId },
      code,
    )
    if (proved.ok) return null
    return proved.problem.code === 'too_many'
      ? `Too many attempts. Please try again in ${proved.problem.waitSeconds} seconds.`
      : 'This code is not right. Please wait for the next one.'
  }

  /** Trades the tokens of an address for a session, and goes on to the address without them. */
  async function open(request: Request, url: URL, incoming: IncomingMessage): Promise<Response> {
    const query = url.searchParams
    const wait = waitFor(incoming)
    if (wait > 0) return errorResponse(tooManyRequests(wait), '')
    const parent = query.get('parent_base_url') ?? ''
    const app = appOfOrigin(parent, config)
    const tokens = { access_token: query.get('access_token') ?? '', id_token: query.get('id_token') ?? '' }
    for (const name of ['access_token', 'id_token', 'parent_base_url']) query.delete(name)
    if (app === null) {
      log.warn({ act: 'open panel', outcome: 'foreign_parent' }, 'a panel was refused')
      const problem = message(403, 'This page may not show a panel.')
      return show(request, { member: null, problem, frameAncestors: `'none'` })
    }
    const exchanged = await desk.exchange(tokens, parent)
    if (!exchanged.ok) {
      log.warn({ act: 'open panel', app, outcome: exchanged.problem }, 'a panel was refused')
      return show(request, { member: null, problem: message(403, openingTexts[exchanged.problem]) })
    }
    return redirectTo(url, { 'set-cookie': cookieOf(exchanged.value.secret) })
  }

  /** Hands the request to the router, with what is known of it. */
  function show(
    request: Request,
    {
      member,
      problem,
      fields = null,
      frameAncestors = /^\/office(\/|$)/.test(pageUrl(request.url).pathname) ? `'none'` : (member?.parent ?? everyShop),
    }: {
      readonly member: Member | null
      readonly problem: AdminProblem | null
      /** What a form sent, when it has been read already. */
      readonly fields?: URLSearchParams | null
      readonly frameAncestors?: string
    },
  ): Promise<Response> {
    return parts.adminPages(requestFor(request, problem, fields), {
      services: adminServices,
      member,
      problem,
      frameAncestors,
      async logOut() {
        const secret = secretOf(request)
        if (secret !== null) await desk.logOut(secret)
        return cookieOf('', 0)
      },
    })
  }

  const toNode = getRequestListener(
    (request, env) => dispatch(request, (env as { incoming: IncomingMessage }).incoming),
    { overrideGlobalObjects: false },
  )
  return (incoming, outgoing) => {
    for (const [name, value] of headers) outgoing.setHeader(name, value)
    const send = (status: number, text: string) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
    if (incoming.url === '/livez') send(200, 'ok')
    else if (incoming.url === '/readyz')
      void parts.readiness().then((problem) => send(problem === null ? 200 : 503, problem ?? 'ok'))
    else if ((incoming.url ?? '').length > 12_288) send(414, 'The address is too long.')
    else parts.adminFiles(incoming, outgoing, () => void toNode(incoming, outgoing))
  }
}

const endedText = (pathname: string): string =>
  /^\/office(\/|$)/.test(pathname)
    ? 'Your sign-in has ended, or you have not opened the back office yet. Please log in to one of the shops and choose ‘Back office’ in the toolbar.'
    : 'Your sign-in has ended. Please close this panel, log in and open it again.'

const openingTexts = {
  token_invalid: 'This panel could not be opened. Please close it and open it again.',
  token_expired: 'This panel was opened too late. Please close it and open it again.',
  token_used: 'This address of a panel was used before. Please close the panel and open it again.',
  session_ended: 'Your sign-in has ended. Please close this panel, log in and open it again.',
} as const

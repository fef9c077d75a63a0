import type { Context } from 'hono'
import type { AdminProblem } from '../../admin/admin-context.server.ts'
import type { AdminPages } from '../../admin/admin-pages.server.ts'
import type { AdminServices } from '../../admin/admin-services.server.ts'
import { checkForm, message } from '../../admin/form-checks.server.ts'
import { pageUrl, redirectTo, requestFor } from '../../admin/page-request.server.ts'
import { appOfOrigin, shopOrigins } from '../../brands/sites.ts'
import type { BaseDeps, Services } from '../../composition/services.server.ts'
import type { Member } from '../../modules/staff/staff.ts'
import { isStorable } from '../../platform/database/storable.ts'
import { errorResponse, tooManyRequests } from '../../platform/http/problem.ts'
import type { PipelineEnv } from '../pipeline.server.ts'
import type { StaffSessions } from './staff-sessions.server.ts'
import { countText } from '../../platform/text/count-text.ts'

type PageDeps = Pick<BaseDeps, 'config' | 'log' | 'clock'> & {
  readonly services: Pick<Services, 'staff' | 'identity'>
  readonly adminPages: AdminPages
  readonly adminServices: AdminServices
  readonly sessions: StaffSessions
  /** Seconds until another panel may be opened. */
  readonly waitToOpen: (c: Context<PipelineEnv>) => number
}

/** What a page is shown with. */
type Shown = {
  readonly member: Member | null
  readonly problem: AdminProblem | null
  /** The form data, if it has already been read. */
  readonly fields?: URLSearchParams | null
  readonly frameAncestors?: string
}

/** Shown without a member of staff. */
const publicPaths: ReadonlySet<string> = new Set(['/logged-out'])

/**
 * A page of the staff host. Tokens in the address say who opens a panel; they are exchanged for a session of this host and removed from the
 * address before anything is shown (decision staff-08).
 */
export function createAdminPageRoute(deps: PageDeps): (c: Context<PipelineEnv>) => Promise<Response> {
  const { config, services, sessions, log, clock, adminPages, adminServices } = deps
  const { staff } = services
  const everyShop = shopOrigins(config).join(' ')

  async function post(request: Request, url: URL, member: Member): Promise<Response> {
    const { pathname } = url
    const checked = await checkForm(request, pathname)
    if (checked.problem !== null) {
      if (checked.isForged)
        await staff.refuse(member.principal, member.brand.app, 'post a form', pathname, 'cross_site')
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

  /** Verifies the second factor of a signed-in member of staff; returns what is wrong with it, or null. */
  async function proveAgain({ principal, sessionId }: Member, code: string): Promise<string | null> {
    if (sessionId === null) return 'Please log in again.'
    const session = { id: sessionId, accountId: principal.userId }
    const proved = await services.identity.secondFactors.proveAtWork(session, code)
    if (proved.ok) return null
    return proved.problem.code === 'too_many'
      ? `Too many attempts. Please try again in ${countText(proved.problem.waitSeconds, 'second')}.`
      : 'This code is incorrect. Please wait for the next one.'
  }

  /** Exchanges the tokens of an address for a session, and redirects to the address without them. */
  async function openPanel(c: Context<PipelineEnv>, url: URL): Promise<Response> {
    const request = c.req.raw
    const query = url.searchParams
    const wait = deps.waitToOpen(c)
    if (wait > 0) return errorResponse(tooManyRequests(wait), c.var.traceId)
    const parent = query.get('parent_base_url') ?? ''
    const app = appOfOrigin(parent, config)
    const tokens = { access_token: query.get('access_token') ?? '', id_token: query.get('id_token') ?? '' }
    for (const name of ['access_token', 'id_token', 'parent_base_url']) query.delete(name)
    if (app === null) {
      log.warn({ act: 'open panel', outcome: 'foreign_parent' }, 'a panel was refused')
      const problem = message(403, 'Panels cannot be shown on this page.')
      return show(request, { member: null, problem, frameAncestors: `'none'` })
    }
    const exchanged = await staff.exchange(tokens, parent)
    if (exchanged.ok) return redirectTo(url, { 'set-cookie': sessions.cookieOf(exchanged.value.secret) })
    log.warn({ act: 'open panel', app, outcome: exchanged.problem }, 'a panel was refused')
    return show(request, { member: null, problem: message(403, openingTexts[exchanged.problem]) })
  }

  /** Passes the request to the router, with its context. */
  function show(
    request: Request,
    {
      member,
      problem,
      fields = null,
      frameAncestors = isBackOffice(pageUrl(request.url).pathname) ? `'none'` : (member?.parent ?? everyShop),
    }: Shown,
  ): Promise<Response> {
    return adminPages(requestFor(request, problem, fields), {
      services: adminServices,
      member,
      problem,
      frameAncestors,
      logOut: () => sessions.logOut(request),
    })
  }

  return async (c) => {
    const request = c.req.raw
    const url = pageUrl(request.url)
    const { searchParams: query, pathname } = url
    const refuse = (member: Member | null, status: 400 | 401 | 404, text: string) =>
      show(request, { member, problem: message(status, text) })
    if (!Array.from(query.values()).every(isStorable)) return refuse(null, 400, 'This is not the address of a panel.')
    if (query.has('access_token') || query.has('id_token')) return openPanel(c, url)
    if (publicPaths.has(pathname)) return show(request, { member: null, problem: null })
    if (pathname === '/') return refuse(null, 404, 'Panels open from the toolbar of the shop. Please log in there.')
    const member = await sessions.memberOf(request)
    if (member === null) return refuse(null, 401, endedText(pathname))
    if (request.method === 'GET' || request.method === 'HEAD') return show(request, { member, problem: null })
    return request.method === 'POST' ? post(request, url, member) : refuse(member, 404, 'This panel does not exist.')
  }
}

const isBackOffice = (pathname: string): boolean => /^\/office(\/|$)/.test(pathname)

const endedText = (pathname: string): string =>
  isBackOffice(pathname)
    ? 'Your sign-in has ended, or you have not opened the back office yet. Please log in to one of the shops and choose ‘Back office’ in the toolbar.'
    : 'Your sign-in has ended. Please close this panel, log in and open it again.'

const openingTexts = {
  token_invalid: 'This panel could not be opened. Please close it and open it again.',
  token_expired: 'This panel link has expired. Please close the panel and open it again.',
  token_used: 'This panel link has already been used. Please close the panel and open it again.',
  session_ended: 'Your sign-in has ended. Please close this panel, log in and open it again.',
} as const

import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { cmsEndpoints, type CmsContext } from '../api/cms.server.ts'
import { appOfOrigin, shopOrigins } from '../brands/sites.ts'
import { timeZoneOf } from '../brands/apps.ts'
import type { FoundCustomer } from '../modules/staff/customers.server.ts'
import type { FoundQuote } from '../modules/staff/found-quotes.server.ts'
import { panelSessionMs, type Member, type PanelMessage, type StaffProblem } from '../modules/staff/staff.ts'
import { CustomerPanel } from '../modules/staff/panels/customer-panel.tsx'
import { ProductPanel } from '../modules/staff/panels/product-panel.tsx'
import { PanelFrame, typedMoney, type Refused } from '../modules/staff/panels/panel-frame.tsx'
import { ProjectListPanel, ProjectPanel } from '../modules/staff/panels/project-panel.tsx'
import { ReminderListPanel, ReminderPanel, ReminderStatsPanel } from '../modules/staff/panels/reminder-panels.tsx'
import panelStyles from '../modules/staff/panels/panels.css?raw'
import { may } from '../modules/identity/policy.ts'
import { quoteNumberIn, quoteTokenIn } from '../modules/quotes/quotes.ts'
import { addDays, clockTextIn, dayIn, instantIn } from '../platform/calendar.ts'
import { cardNumberFieldOf, cardNumberText, holdsCardNumber } from '../platform/text/card-numbers.ts'
import { clientAddress } from '../platform/http/client-address.ts'
import { minutes } from '../platform/clock.ts'
import { cookieName, ownCookie, readCookies } from '../platform/http/cookies.ts'
import { answer, createMatcher, readText } from '../platform/http/endpoint.ts'
import { errorResponse, ProblemError, refusal, tooManyRequests } from '../platform/http/problem.ts'
import type { Limit, RateLimiter } from '../platform/http/rate-limit.ts'
import { isSameOriginRequest } from '../platform/http/same-origin.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import type { FieldError, Result } from '../platform/result.ts'
import { isStorable } from '../platform/database/storable.ts'
import type { Parts, Services } from '../composition/services.server.ts'
import { createOfficeHost, type SentFile, type Upload } from './office-host.server.tsx'
import { knownFile, mostFileBytes } from '../platform/files/file-kinds.server.ts'
import { themeHead } from '../app/rendering/theme.server.ts'
import { trimEnd } from '../platform/text/trim-end.ts'

/**
 * The staff host's way in: panels, which are pages with forms in a frame of the shop's pages, and the calls behind them. Who opens a panel
 * is said by tokens in its address, which are traded for a session of this host and taken out of the address before anything is shown
 * (decision staff-08). No address of a panel is logged.
 */

export type StaffHostParts = Parts & {
  readonly services: Pick<Services, 'staff' | 'office' | 'identity'>
  readonly rateLimiter: RateLimiter
  readonly readiness: () => Promise<string | null>
}

export const staffCookie = 'staffsession'

/** Opening panels, and guessing at what opens them. */
const openings = { name: 'panels opened', count: 120, windowMs: minutes(1) }

const everything = { name: 'staff host', count: 1_200, windowMs: minutes(1) }

type Shown = {
  readonly title: string
  readonly body: ReactNode
  readonly status?: 200 | 400 | 401 | 403 | 404 | 409
  readonly messages?: readonly PanelMessage[]
}
type PanelAnswer = Shown | { readonly redirect: string } | { readonly prove: true }

type PanelRequest = {
  readonly member: Member
  readonly query: URLSearchParams
  /** What a form sent; null for a page that is looked at. */
  readonly form: URLSearchParams | null
}

export function createStaffHost(parts: StaffHostParts): RequestListener {
  const { config, services, rateLimiter, log, metrics, clock } = parts
  const desk = services.staff
  const isHttps = config.cmsUrl.startsWith('https:')
  // Frames are let in by the content policy, which can name whose they may be.
  const { 'x-frame-options': _framing, ...security } = securityHeaders({ https: isHttps })
  const headers = Object.entries({ ...security, 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' })
  const officeHost = createOfficeHost(services.office, services.office.parts)
  const match = createMatcher(cmsEndpoints)
  const everyShop = shopOrigins(config)

  async function dispatch(request: Request, incoming: IncomingMessage): Promise<Response> {
    const traceId = randomBytes(8).toString('hex')
    const started = performance.now()
    const url = new URL(request.url)
    let route = 'panel'
    let response: Response
    try {
      const wait = waitFor(incoming, everything)
      if (wait > 0) throw new ProblemError(tooManyRequests(wait))
      if (/^\/api(\/|$)/i.test(url.pathname)) {
        const found = match(request.method, url.pathname)
        if (found === null || found === 'method') {
          route = 'api'
          response = errorResponse(refusal(404, 'not_found', 'The requested resource could not be found.'), traceId)
        } else {
          route = found.endpoint.path
          response = await answer(found, request, await contextOf(request, incoming), traceId)
        }
      } else response = await panel(request, url, incoming)
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

  /** The session of the cookie, or of the bearer for callers that keep no cookies. */
  async function memberOf(request: Request): Promise<Member | null> {
    const [, bearer = null] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
    const secret =
      bearer ?? ownCookie(readCookies(request.headers.get('cookie') ?? undefined), staffCookie, { isHttps })
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
  const cookieOf = (secret: string): string =>
    `${cookieName(staffCookie, { isHttps })}=${secret}; Path=/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=${panelSessionMs / 1_000}`

  async function panel(request: Request, url: URL, incoming: IncomingMessage): Promise<Response> {
    const query = url.searchParams
    if (!Array.from(query.values()).every(isStorable))
      return page(sorry('This address is not one of a panel.', 400), null)
    if (query.has('access_token') || query.has('id_token')) return open(url, incoming)
    if (url.pathname === '/')
      return page(sorry('Panels open from the toolbar of the shop. Please log in there.', 404), null)
    const isOffice = /^\/office(\/|$)/.test(url.pathname)
    let member = await memberOf(request)
    if (member === null)
      return page(
        sorry(
          isOffice ? officeClosed : 'Your sign-in has ended. Please close this panel, log in and open it again.',
          401,
        ),
        null,
      )
    let form: URLSearchParams | null = null
    if (request.method === 'POST') {
      const type = request.headers.get('content-type') ?? ''
      if (isSameOriginRequest(request) && /^multipart\/form-data\s*;/i.test(type)) {
        if (url.pathname === '/office/import')
          return uploaded(
            await officeHost.answer({ member, url, form: null, upload: await uploadedTable(request) }),
            url,
            member,
          )
        if (/^\/office\/[a-z-]+\/[^/]+\/files$/.test(url.pathname))
          return uploaded(
            await officeHost.answer({ member, url, form: null, file: await uploadedFile(request) }),
            url,
            member,
          )
      }
      if (!isSameOriginRequest(request) || !/^application\/x-www-form-urlencoded\s*(;|$)/i.test(type)) {
        await desk.refuse(member.principal, member.brand.app, 'post a form', url.pathname, 'cross_site')
        return page(sorry('This form was not sent by a panel.', 403), member)
      }
      form = new URLSearchParams(await readText(request, isOffice ? 2_000_000 : 100_000))
      if (!Array.from(form.values()).every(isStorable))
        return page(sorry('The form holds a character that is not text.', 400), member)
      // The back office refuses it at the field, with everything else as it was typed.
      const isRecord = isOffice && form.get('act') !== 'keep-view'
      const field = isRecord ? null : cardNumberFieldOf(form)
      if (field !== null) return page(sorry(`${field}: ${cardNumberText}`, 400), member)
    } else if (request.method !== 'GET' && request.method !== 'HEAD')
      return page(sorry('There is no such panel.', 404), member)
    const code = form?.get('proof') ?? null
    if (form !== null && code !== null) {
      const isForPage = form.get('proofFor') === 'page'
      form.delete('proof')
      form.delete('proofFor')
      const problem = await proveAgain(member, code)
      if (problem !== null) return page(confirmation(url, isForPage ? null : form, problem), member)
      if (isForPage) return new Response(null, { status: 303, headers: { location: ownAddress(url) } })
      member = { ...member, authenticatedAt: clock.now() }
    }
    if (isOffice) {
      const answered = await officeHost.answer({ member, url, form })
      return answered === 'prove' ? page(confirmation(url, form, null), member) : answered
    }
    const shown = await panelOf(url.pathname, { member, query, form })
    if ('prove' in shown) return page(confirmation(url, form, null), member)
    if (!('redirect' in shown)) return page(shown, member)
    return new Response(null, { status: 303, headers: { location: shown.redirect, 'cache-control': 'no-store' } })
  }

  /** A file cannot go along with the confirmation: it is chosen again. */
  const uploaded = (answered: Response | 'prove', url: URL, member: Member): Response =>
    answered === 'prove' ? page(confirmation(url, null, null), member) : answered

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
  async function open(url: URL, incoming: IncomingMessage): Promise<Response> {
    const query = url.searchParams
    const wait = waitFor(incoming)
    if (wait > 0) return errorResponse(tooManyRequests(wait), '')
    const parent = query.get('parent_base_url') ?? ''
    const app = appOfOrigin(parent, config)
    const tokens = { access_token: query.get('access_token') ?? '', id_token: query.get('id_token') ?? '' }
    for (const name of ['access_token', 'id_token', 'parent_base_url']) query.delete(name)
    if (app === null) {
      log.warn({ act: 'open panel', outcome: 'foreign_parent' }, 'a panel was refused')
      return page(sorry('This page may not show a panel.', 403), null, `'none'`)
    }
    const exchanged = await desk.exchange(tokens, parent)
    if (!exchanged.ok) {
      log.warn({ act: 'open panel', app, outcome: exchanged.problem }, 'a panel was refused')
      return page(sorry(openingTexts[exchanged.problem], 403), null)
    }
    return new Response(null, {
      status: 303,
      headers: {
        location: ownAddress(url),
        'set-cookie': cookieOf(exchanged.value.secret),
        'cache-control': 'no-store',
      },
    })
  }

  async function panelOf(pathname: string, request: PanelRequest): Promise<PanelAnswer> {
    const { member, query } = request
    const { principal } = member
    switch (trimEnd(pathname, '/')) {
      case '/panel/product':
        return productPanel(request)
      case '/panel/project':
      case '/panel/customer':
      case '/panel/reminders':
      case '/panel/reminders/create':
      case '/panel/reminders/stats': {
        const asked = query.get('salesperson')
        if (!may(principal, 'sell') || asked !== principal.salespersonCode) {
          await desk.refuse(principal, member.brand.app, 'open panel', pathname, 'not_allowed')
          return sorry('You don’t have access to this panel.', 403)
        }
        if (pathname.startsWith('/panel/project')) return projectPanel(request)
        if (pathname.startsWith('/panel/customer')) return customerPanel(request)
        if (pathname.startsWith('/panel/reminders/create')) return reminderPanel(request)
        return pathname.startsWith('/panel/reminders/stats') ? statsPanel(request) : reminderList(request)
      }
      default:
        return sorry('There is no such panel.', 404)
    }
  }

  async function productPanel({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    const sku = query.get('sku') ?? ''
    const here = `/panel/product?sku=${encodeURIComponent(sku)}`
    let refused: Refused | null = null
    if (form !== null) {
      const field = (name: string) => form.get(name) ?? ''
      const act = field('act')
      const { products } = desk
      const done =
        act === 'cart'
          ? await products.toCart(member, sku, Number(field('quantity')))
          : act === 'note'
            ? await products.addNote(member, sku, field('text'))
            : act === 'competitor'
              ? await products.addCompetitorPrice(member, sku, {
                  competitor: field('competitor'),
                  url: field('url'),
                  price: typedMoney(field('price')),
                })
              : act === 'cost'
                ? await products.setCost(member, sku, typedMoney(field('cost')))
                : act === 'project'
                  ? await desk.projects.add(member, field('project'), sku, field('room'), Number(field('pieces')))
                  : null
      if (done?.ok === true) return { redirect: `${here}&done=${act}` }
      refused = { values: form, faults: faultsOf(done?.problem ?? { code: 'not_found' }) }
      const status = statusOf(done?.problem ?? { code: 'not_found' })
      if (status === 403 || status === 404) return sorry(refused.faults[0]?.message ?? '', status)
    }
    const facts = await desk.products.facts(member, sku)
    if (facts === null) return sorry('There is no such product in this shop.', 404)
    const done = query.get('done')
    const all = { search: '', email: null, page: 0 }
    const { projects } = may(member.principal, 'sell')
      ? await desk.projects.list(member.principal, member.brand, all)
      : { projects: [] }
    return {
      title: facts.product.title,
      status: refused === null ? 200 : 400,
      messages: done === 'cart' && form === null ? [{ type: 'refreshCart' }] : [],
      body: (
        <ProductPanel
          facts={facts}
          salesperson={member.principal.salespersonCode}
          projects={projects.filter((one) => one.status === 'Open')}
          maySetCost={may(member.principal, 'set costs')}
          dayOf={dayOf(member)}
          notice={form === null ? (productNotices[done ?? ''] ?? null) : null}
          refused={refused}
        />
      ),
    }
  }

  async function projectPanel({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    const salesperson = member.principal.salespersonCode ?? ''
    const at = (more: Readonly<Record<string, string>>) =>
      `/panel/project?${new URLSearchParams({ salesperson, ...more }).toString()}`
    const id = query.get('id')
    const field = (name: string) => form?.get(name) ?? ''
    const input = () => ({
      name: field('name'),
      customerName: field('customerName'),
      customerEmail: field('customerEmail') || null,
      customerPhone: field('customerPhone') || null,
      status: (field('status') || 'Open') as 'Open',
    })
    let refused: Refused | null = null
    let status: Shown['status'] = 200
    if (form !== null) {
      const act = field('act')
      const version = /^\d{1,9}$/.test(field('version')) ? Number(field('version')) : null
      const { projects } = desk
      const done =
        id === null
          ? await projects.create(member, input())
          : act === 'details'
            ? await projects.change(member, id, version, () => ({ input: input() }))
            : act === 'lines'
              ? await changeLines(member, id, version, form)
              : act === 'cart'
                ? await projects.toCart(member, id)
                : act === 'quote'
                  ? await projects.quote(member, id)
                  : act === 'delete'
                    ? await projects.remove(member, id)
                    : null
      if (done?.ok === true) {
        if (done.value === null) return { redirect: at({ done: 'delete' }) }
        return { redirect: at({ id: done.value.id, done: id === null ? 'create' : act }) }
      }
      const problem = done?.problem ?? { code: 'not_found' as const }
      refused = { values: form, faults: faultsOf(problem) }
      status = statusOf(problem)
      if (status === 403 || status === 404) return sorry(refused.faults[0]?.message ?? '', status)
    }
    const notice = form === null ? (projectNotices[query.get('done') ?? ''] ?? null) : null
    if (id === null) {
      const search = query.get('search') ?? ''
      const email = query.get('email') || null
      const page = pageOf(query)
      const { projects, totalCount } = await desk.projects.list(member.principal, member.brand, {
        search: search.slice(0, 100),
        email,
        page,
      })
      return {
        title: 'Projects',
        status,
        messages: [{ type: 'project', payload: null }],
        body: (
          <ProjectListPanel
            {...{ salesperson, projects, totalCount, page, search, email, notice, refused }}
            dayOf={dayOf(member)}
          />
        ),
      }
    }
    const project = await desk.projects.byId(member, id)
    if (project === null) return sorry('There is no such project.', 404)
    return {
      title: project.name,
      status,
      messages: [
        { type: 'project', payload: { id: project.id, email: project.customerEmail } },
        ...(query.get('done') === 'cart' && form === null ? [{ type: 'refreshCart' as const }] : []),
      ],
      body: (
        <ProjectPanel
          {...{ salesperson, project, notice, refused }}
          discountPercent={await desk.projects.discountPercent(member)}
        />
      ),
    }
  }

  async function customerPanel({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    const salesperson = member.principal.salespersonCode ?? ''
    const here = `/panel/customer?${new URLSearchParams({ salesperson }).toString()}`
    let refused: Refused | null = null
    let status: Shown['status'] = 200
    let found: readonly FoundCustomer[] | null = null
    let quote: FoundQuote | null = null
    if (form !== null) {
      const act = form.get('act') ?? ''
      // Whom one looks for is in no address: it stands in the body of a form.
      const wanted = form.get('find') ?? ''
      let problem: StaffProblem | null = null
      if (act === 'find' && (quoteNumberIn(wanted) !== null || quoteTokenIn(wanted) !== null)) {
        const sought = await desk.quotes.find(member, wanted)
        if (sought.ok) quote = sought.value
        else problem = sought.problem
      } else if (act === 'find') {
        const sought = await desk.customers.find(member, wanted)
        if (sought.ok) found = sought.value
        else problem = sought.problem
      } else if (act === 'quote-project') {
        const project = await desk.quotes.toProject(member, form.get('number') ?? '')
        if (project.ok) {
          const at = new URLSearchParams({ salesperson, id: project.value.id, done: 'create' })
          return { redirect: `/panel/project?${at.toString()}` }
        }
        problem = project.problem
      } else {
        const done = await changeCustomersCart(member, act, form)
        if (done.ok) return { redirect: `${here}&done=${act}` }
        problem = done.problem
      }
      if (problem?.code === 'stale') return { prove: true }
      if (problem !== null) {
        refused = { values: form, faults: faultsOf(problem) }
        status = statusOf(problem)
        if (status === 403 || status === 404) return sorry(refused.faults[0]?.message ?? '', status)
      }
    }
    const done = form === null ? (query.get('done') ?? '') : ''
    return {
      title: 'Customers',
      status,
      messages: ['open', 'finish', 'line', 'quote-cart'].includes(done) ? [{ type: 'refreshCart' }] : [],
      body: (
        <CustomerPanel
          {...{ salesperson, found, quote, refused }}
          cart={await desk.customers.cart(member)}
          discountPercent={await desk.projects.discountPercent(member)}
          dayOf={dayOf(member)}
          notice={customerNotices[done] ?? null}
        />
      ),
    }
  }

  async function changeCustomersCart(
    member: Member,
    act: string,
    form: URLSearchParams,
  ): Promise<Result<unknown, StaffProblem>> {
    const field = (name: string) => form.get(name) ?? ''
    switch (act) {
      case 'quote-cart':
        return desk.quotes.toCart(member, field('number'))
      case 'open':
        return desk.customers.open(member, field('email'), field('cart') || null)
      case 'finish':
        return desk.customers.finish(member)
      case 'line':
        return desk.customers.changeLine(member, {
          productCode: field('code'),
          quantity: form.has('remove') ? 0 : Number(field('quantity') || 'none'),
          price: typedMoney(field('price')),
          reason: field('reason'),
          competitorUrl: field('competitorUrl'),
        })
      default:
        return { ok: false, problem: { code: 'not_found' } }
    }
  }

  /** The lines of a form: those that are there, changed or removed, and perhaps a new one. */
  function changeLines(member: Member, id: string, version: number | null, form: URLSearchParams) {
    const field = (name: string) => form.get(name) ?? ''
    const sku = field('new_sku').trim()
    const added = sku === '' ? null : desk.products.bySku(sku, member.brand)
    return desk.projects.change(member, id, version, (project) => {
      const kept = project.lines.flatMap((line, at) => {
        // A form of another state of the project is refused by its version; this keeps lines apart within one.
        if (field(`id_${at}`) !== String(line.productId) || form.has(`remove_${at}`)) return []
        return [
          {
            productId: line.productId,
            room: field(`room_${at}`).trim(),
            quantity: Number(field(`quantity_${at}`)),
            agreed: typedMoney(field(`price_${at}`)),
          },
        ]
      })
      const fresh =
        sku === ''
          ? []
          : [
              {
                productId: added?.id ?? 0,
                room: field('new_room').trim(),
                quantity: Number(field('new_quantity') || '1'),
                agreed: null,
              },
            ]
      return { lines: [...kept, ...fresh] }
    })
  }

  async function reminderPanel({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    const salesperson = member.principal.salespersonCode ?? ''
    const zone = timeZoneOf[member.brand.country]
    const id = query.get('reminderId')
    const reminder = id === null ? null : await desk.reminders.byId(member.principal, id)
    if (id !== null && reminder === null) {
      await desk.refuse(member.principal, member.brand.app, 'open reminder', `reminder ${id}`, 'not_found')
      return sorry('There is no such reminder.', 404)
    }
    const asked = query.get('projectId')
    const projectId = asked ?? reminder?.projectId ?? null
    const project = projectId === null ? null : await desk.projects.byId(member, projectId)
    // A reminder may be for a project of another of our shops, which is not shown here.
    if (asked !== null && project === null) return sorry('There is no such project.', 404)
    let refused: Refused | null = null
    let status: Shown['status'] = 200
    if (form !== null) {
      const field = (name: string) => form.get(name) ?? ''
      const input = {
        name: field('name').trim(),
        notes: field('notes').trim(),
        dueAt: instantIn(zone, field('date')),
        projectId,
        isDone: form.has('isDone'),
      }
      const list = `/panel/reminders?${new URLSearchParams({ salesperson }).toString()}`
      const done =
        field('act') === 'delete'
          ? id === null
            ? null
            : await desk.reminders.remove(member, id)
          : id === null
            ? await desk.reminders.create(member, input)
            : await desk.reminders.change(member, id, input)
      if (done?.ok === true) return { redirect: `${list}&done=${field('act')}` }
      const problem = done?.problem ?? { code: 'not_found' as const }
      refused = { values: form, faults: faultsOf(problem) }
      status = statusOf(problem)
      if (status === 403 || status === 404) return sorry(refused.faults[0]?.message ?? '', status)
    }
    const about = desk.products.bySku(query.get('sku') ?? '', member.brand)
    const tomorrow = `${addDays(dayIn(zone, clock.now()), 1)}T10:00`
    return {
      title: reminder === null ? 'New reminder' : 'Reminder',
      status,
      body: (
        <ReminderPanel
          {...{ salesperson, reminder, refused }}
          project={project}
          name={reminder?.name ?? (project === null ? '' : `Call about ${project.name}`.slice(0, 120))}
          notes={reminder?.notes ?? (about === null ? '' : `${about.title} (${about.sku})`)}
          when={reminder === null ? tomorrow : clockTextIn(zone, reminder.dueAt)}
          notice={null}
        />
      ),
    }
  }

  async function reminderList({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    if (form !== null) return sorry('There is no such panel.', 404)
    const page = pageOf(query)
    const showsDone = query.get('done') === '1'
    const range = { from: null, to: null, isDone: showsDone, page }
    const found = await desk.reminders.list(member.principal, range)
    const done = query.get('done') ?? ''
    return {
      title: 'Reminders',
      messages: done === 'save' || done === 'delete' ? [{ type: 'refreshReminders' }] : [],
      body: (
        <ReminderListPanel
          {...found}
          {...{ page, showsDone }}
          salesperson={member.principal.salespersonCode ?? ''}
          clockText={(at) => clockTextIn(timeZoneOf[member.brand.country], at)}
          now={clock.now()}
          notice={done === 'save' ? 'The reminder is saved.' : done === 'delete' ? 'The reminder is deleted.' : null}
        />
      ),
    }
  }

  async function statsPanel({ member, query, form }: PanelRequest): Promise<PanelAnswer> {
    if (form !== null) return sorry('There is no such panel.', 404)
    const zone = timeZoneOf[member.brand.country]
    const today = dayIn(zone, clock.now())
    const dayAsked = (name: string, otherwise: string) => {
      const text = query.get(name) ?? ''
      return Number.isNaN(instantIn(zone, `${text}T00:00`).getTime()) ? otherwise : text
    }
    const [from, to] = [dayAsked('from', addDays(today, -30)), dayAsked('to', addDays(today, 30))]
    const stats = await desk.reminders.stats(member, {
      from: instantIn(zone, `${from}T00:00`),
      to: instantIn(zone, `${addDays(to, 1)}T00:00`),
    })
    const salesperson = member.principal.salespersonCode ?? ''
    return { title: 'Reminder statistics', body: <ReminderStatsPanel {...{ salesperson, stats, from, to }} /> }
  }

  const dayOf =
    ({ brand }: Member) =>
    (at: Date) =>
      dayIn(timeZoneOf[brand.country], at)

  /** `framed` is whose pages may show it: the one it was opened for, or any of our shops while nobody is known. */
  function page({ title, body, status = 200, messages = [] }: Shown, member: Member | null, framed?: string): Response {
    const styles = `${themeHead(member?.brand.theme ?? 'aol').css}\n${panelStyles}`
    const script =
      member === null
        ? ''
        : `<script data-parent="${attribute(member.parent)}" data-messages="${attribute(JSON.stringify(messages))}">${messenger}</script>`
    const html = renderToStaticMarkup(body)
    const text = `<!DOCTYPE html><html lang="en-AU" data-theme="${member?.brand.theme ?? 'aol'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${attribute(title)}</title><style>${styles}</style></head><body>${html}${script}</body></html>`
    const policy = [
      `default-src 'none'`,
      `script-src '${sha256Of(messenger)}'`,
      `style-src '${sha256Of(styles)}'`,
      `form-action 'self'`,
      `base-uri 'none'`,
      `frame-ancestors ${framed ?? member?.parent ?? everyShop.join(' ')}`,
    ].join('; ')
    return new Response(text, {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'private, no-store',
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
    else void toNode(incoming, outgoing)
  }
}

/** The one script of panels: tells the page what has happened, and lets Escape lead back to it. */
const messenger = `{const {parent:to,messages}=document.currentScript.dataset,say=m=>{if(parent!==window)parent.postMessage(m,to)};JSON.parse(messages).forEach(say);addEventListener('keydown',e=>{if(e.key==='Escape')say({type:'close'})})}`

const mostUploaded = 20 * 1_048_576

/**
 * A table of products or redirects: full of barcodes and numbers of suppliers, so it is not searched for card numbers, which have no place
 * in any of its columns.
 *
 * The one file of a form, when it is text in UTF-8 as its name says; nothing is read of one that is too large. */
async function uploadedTable(request: Request): Promise<Upload> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (!(length <= mostUploaded)) return { fault: 'The file must have at most 20 MB.' }
  const file = (await request.formData()).get('file')
  if (!(file instanceof File) || file.size === 0) return { fault: 'Please choose a file.' }
  if (!/\.(csv|tsv|txt)$/i.test(file.name)) return { fault: 'The file must be a CSV or TSV file.' }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    return isStorable(text) ? { name: file.name, text } : { fault: 'The file holds characters that are not text.' }
  } catch {
    return { fault: 'The file is not in UTF-8. Please save it as UTF-8.' }
  }
}

/** The one file of a form with what was said of it; nothing is read of one that is too large. */
async function uploadedFile(request: Request): Promise<SentFile> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  // A little more for the form around it.
  if (!(length <= mostFileBytes + 10_000)) return { fault: 'The file must have at most 5 MB.' }
  const form = await request.formData()
  const [file, title, place] = [form.get('file'), form.get('title'), form.get('place')]
  if (!(file instanceof File) || file.size === 0) return { fault: 'Please choose a file.' }
  const read = await knownFile(Buffer.from(await file.arrayBuffer()), { name: file.name, declared: file.type })
  if (!read.ok) return { fault: read.problem }
  const words = typeof title === 'string' && isStorable(title) ? title.replaceAll(/[\s|]+/g, ' ').trim() : ''
  if (words === '') return { fault: 'Please say what it shows.' }
  if (holdsCardNumber(words)) return { fault: cardNumberText }
  return { file: read.value, title: words.slice(0, 120), place: typeof place === 'string' ? place : '' }
}

const officeClosed =
  'Your sign-in has ended, or you have not opened the back office yet. Please log in to one of the shops and choose ‘Back office’ in the toolbar.'

const digests = new Map<string, string>()
function sha256Of(text: string): string {
  const known = digests.get(text) ?? `sha256-${createHash('sha256').update(text).digest('base64')}`
  digests.set(text, known)
  return known
}

const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Asks for the second factor again before what was sent is done (ASVS 5.0.0, 7.5.3). The form goes along, so nothing has to be typed anew;
 * with null it was a page that was asked for.
 */
function confirmation(url: URL, form: URLSearchParams | null, problem: string | null): Shown {
  const kept = form === null ? [['proofFor', 'page'] as const] : Array.from(form)
  return {
    title: 'Confirm that it is you',
    status: problem === null ? 403 : 400,
    body: (
      <form method="post" action={`${url.pathname}${url.search}`}>
        <p>This asks for your second factor again. It is then good for 10 minutes.</p>
        {problem !== null && <p role="alert">{problem}</p>}
        {kept.map(([name, value], at) => (
          <input key={at} type="hidden" name={name} value={value} />
        ))}
        <label>
          Code from your authenticator app, or a recovery code
          <input name="proof" inputMode="text" autoComplete="one-time-code" maxLength={40} required />
        </label>
        <button>Confirm and continue</button>
        <p>
          You sign in with a passkey? Confirm on the security page of your account in the shop, and send this again.
        </p>
      </form>
    ),
  }
}

/** The address on this host: '//elsewhere.example' in a Location would be another host. */
const ownAddress = (url: URL): string => `/${url.pathname.replace(/^\/+/, '')}${url.search}`

function sorry(text: string, status: 400 | 401 | 403 | 404): Shown {
  return {
    title: 'Panel',
    status,
    body: (
      <PanelFrame title="Panel" where={null} salesperson={null} notice={null} refused={null}>
        <p role="alert">{text}</p>
      </PanelFrame>
    ),
  }
}

const openingTexts = {
  token_invalid: 'This panel could not be opened. Please close it and open it again.',
  token_expired: 'This panel was opened too late. Please close it and open it again.',
  token_used: 'This address of a panel was used before. Please close the panel and open it again.',
  session_ended: 'Your sign-in has ended. Please close this panel, log in and open it again.',
} as const

const productNotices: Readonly<Record<string, string>> = {
  cart: 'It is in the cart.',
  note: 'The note is saved.',
  competitor: 'The price is saved.',
  cost: 'The cost is saved.',
  project: 'It is in the project.',
}

const customerNotices: Readonly<Record<string, string>> = {
  open: "You work in this customer's cart now. What you put into the cart on the shop's pages is theirs.",
  finish: 'You work for nobody now. What is in the cart stays there.',
  line: 'The line is changed.',
  'quote-cart': 'What can be had of the quote is in the cart.',
}

const projectNotices: Readonly<Record<string, string>> = {
  create: 'The project is made. Add what the customer wants.',
  details: 'The project is saved.',
  lines: 'The products are saved.',
  cart: 'All products are in the cart.',
  quote: 'The quote is on its way to the customer. Its prices hold for 30 days.',
  delete: 'The project is deleted.',
}

const pageOf = (query: URLSearchParams): number => {
  const text = query.get('page') ?? ''
  return /^\d{1,4}$/.test(text) ? Number(text) : 0
}

function statusOf({ code }: StaffProblem): 400 | 403 | 404 | 409 {
  return code === 'not_allowed' ? 403 : code === 'not_found' ? 404 : code === 'changed_meanwhile' ? 409 : 400
}

function faultsOf(problem: StaffProblem): readonly FieldError[] {
  const one = (message: string) => [{ field: '', message }]
  switch (problem.code) {
    case 'validation':
      return problem.faults
    case 'not_allowed':
      return one('You may not do this.')
    case 'stale':
      return one('Please confirm that it is you.')
    case 'not_found':
      return one('It is not there any more.')
    case 'changed_meanwhile':
      return one(
        'Somebody has changed this meanwhile. What you see now is how it stands; please make your change again.',
      )
    case 'cart':
      return one(cartText(problem.problem))
  }
}

function cartText(problem: Extract<StaffProblem, { code: 'cart' }>['problem']): string {
  if (problem.code === 'quantity_over_stock') return `Only ${problem.left} of ${problem.title} can be had.`
  if (problem.code === 'checkout_in_progress') return 'The cart is being paid for. Please wait until that is over.'
  return 'Something of this cannot be bought at the moment. Nothing was put into the cart.'
}

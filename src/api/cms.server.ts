import type { Log } from '../platform/log.server.ts'
import { z } from 'zod'
import type { AppCode } from '../brands/apps.ts'
import { priceTypes } from '../modules/pricing/pricing.ts'
import { can, type Permission } from '../modules/identity/policy.ts'
import type { ProductFacts } from '../modules/staff/product-facts.server.ts'
import { projectStatuses, toReminderResponse, type Member, type StaffProblem } from '../modules/staff/staff.ts'
import type { StaffService } from '../modules/staff/staff.server.ts'
import { centsOf, dollarsOf } from '../platform/money.ts'
import { endpointsWith, successSchema } from '../platform/http/endpoint.ts'
import { jsonResponse } from '../platform/http/json-response.ts'
import { ProblemError, httpProblem } from '../platform/http/problem.ts'
import { moneySchema, notCached, personalJson } from './api.server.ts'
import {
  projectListSchema,
  projectSchema,
  reminderListSchema,
  reminderSchema,
  toProjectResponse,
} from './account/staff.server.ts'

/** The calls of the staff host, for programs of the house; its own panels are forms over the same desk (decision staff-13). */

export type CmsContext = {
  readonly log: Log
  readonly staffService: StaffService
  /** Null for nobody. */
  readonly member: Member | null
  readonly now: () => Date
  readonly waitFor: () => number
  readonly appOf: (origin: string) => AppCode | null
  readonly cookieOf: (secret: string) => string
}

const cmsEndpoint = endpointsWith<CmsContext>()
const tag = 'Staff host'
const text = (max: number) => z.string({ error: 'must be text' }).max(max, `must have at most ${max} characters`)

const loginRequired = () =>
  new ProblemError(httpProblem(401, 'login_required', 'Authentication required. Please log in again.'))

type RawParams = Readonly<Record<string, string>>

/** Checks the role a call asks for. A refusal to somebody who is signed in goes into the audit log with the subject. */
const needs =
  (act: Permission, subject: (params: RawParams) => string) =>
  async ({ context, params }: { readonly context: CmsContext; readonly params: RawParams }): Promise<void> => {
    const { member, staffService } = context
    if (member === null) throw loginRequired()
    if (can(member.principal, act)) return
    await staffService.refuse(member.principal, member.brand.app, act, subject(params).slice(0, 200), 'not_allowed')
    throw new ProblemError(httpProblem(403, 'forbidden', 'You do not have permission to perform this action.'))
  }

/** The signed-in member of staff, once `needs` has admitted them. */
function memberOf({ member }: CmsContext): Member {
  if (member === null) throw loginRequired()
  return member
}

const statusOf = {
  not_allowed: 403,
  not_found: 404,
  stale: 403,
  changed_meanwhile: 409,
  validation: 400,
  cart: 400,
} as const satisfies Record<StaffProblem['code'], number>

function leave(problem: StaffProblem): never {
  if (problem.code === 'validation')
    throw new ProblemError({
      status: 400,
      type: 'validation',
      errors: problem.errors.map((error) => ({ ...error, code: 'invalid' })),
    })
  const messages = {
    not_allowed: 'You do not have permission to perform this action.',
    not_found: 'The requested resource could not be found.',
    stale: 'Please confirm that it is you.',
    changed_meanwhile: 'Somebody has changed this meanwhile. Please read it again.',
    cart: 'Something of this cannot be bought at the moment. Nothing was put into the cart.',
  }
  throw new ProblemError(
    httpProblem(
      statusOf[problem.code],
      problem.code === 'stale' ? 'fresh_login_required' : problem.code,
      messages[problem.code],
    ),
  )
}

const cmsProduct = z.object({
  sku: z.string(),
  title: z.string(),
  price: moneySchema.nullable(),
  rrp: moneySchema.nullable(),
  priceType: z.union([z.literal(0), z.literal(1)]),
  stock: z.array(
    z.object({
      warehouse: z.string(),
      onHand: z.int(),
      reserved: z.int(),
      nextArrival: z.string().nullable(),
    }),
  ),
})

const productSchema = ({ product, offer, stock }: ProductFacts) => ({
  sku: product.sku,
  title: product.title,
  price: offer.price === null ? null : dollarsOf(offer.price),
  rrp: offer.rrp === null ? null : dollarsOf(offer.rrp),
  priceType: priceTypes[offer.priceType ?? 'winning'],
  stock: stock.map(({ title, quantity, held, incoming }) => ({
    warehouse: title,
    onHand: quantity + held,
    reserved: held,
    nextArrival: incoming?.arrivesOn ?? null,
  })),
})

const instant = z.iso.datetime({ offset: true, error: 'must be an instant, such as 2026-11-24T00:00:00Z' })
const page = z
  .string()
  .regex(/^\d{1,4}$/, 'must be a number, 0 or more')
  .default('0')
  .transform(Number)
  .meta({ description: 'From 0, twenty a page' })

const reminderInput = z.object({
  name: text(200),
  notes: text(4_000).default(''),
  date: instant,
  projectId: z.string().max(40).nullable().default(null),
  isDone: z.boolean().default(false),
})

const projectInput = z.object({
  name: text(200),
  customerName: text(200).default(''),
  customerEmail: text(300).nullable().default(null),
  customerPhone: text(60).nullable().default(null),
  status: z.enum(projectStatuses, { error: `must be one of ${projectStatuses.join(', ')}` }).default('Open'),
  version: z.int().min(1).optional().meta({ description: 'Of the project that was looked at' }),
  lines: z
    .array(
      z.object({
        sku: text(100),
        room: text(200).default(''),
        quantity: z.int('must be a whole number'),
        price: z.number().positive('must be above 0').max(1_000_000).nullable().default(null).meta({
          description: 'What was agreed for one unit; null for what the shop asks',
        }),
      }),
    )
    .max(500)
    .default([]),
})

/** A price of finer than cents is no price. */
function linesOf(staffService: StaffService, { brand }: Member, lines: z.output<typeof projectInput>['lines']) {
  return lines.map(({ sku, room, quantity, price }) => ({
    productId: staffService.products.bySku(sku, brand)?.id ?? 0,
    room: room.trim(),
    quantity,
    agreed:
      price === null ? null : Math.abs(price * 100 - Math.round(price * 100)) > 1e-6 ? Number.NaN : centsOf(price),
  }))
}

const id = z.object({ id: z.string().min(1).max(40) })
const app = z.object({ app: z.string().max(20) })

function ownApp(member: Member, requested: string): void {
  if (requested !== member.brand.app)
    throw new ProblemError(
      httpProblem(400, 'app', `app: must be ${member.brand.app}, which this session is for`, 'app'),
    )
}

export const cmsEndpoints = [
  cmsEndpoint({
    method: 'POST',
    path: '/api/session',
    tag,
    summary: "Trades the tokens of a panel's address for a session: its cookie, and the same as a bearer token. Added.",
    body: z.object({ access_token: text(5_000), id_token: text(5_000), parent_base_url: text(300) }),
    answer: z.object({ token: z.string() }),
    problems: [400, 401, 429],
    limit: (context) => context.waitFor(),
    async handle({ context, body }) {
      const { parent_base_url: parent, ...tokens } = body
      const shop = context.appOf(parent)
      const exchanged = shop === null ? null : await context.staffService.exchange(tokens, parent)
      if (exchanged?.ok !== true) {
        const problem = exchanged?.problem ?? 'foreign_parent'
        context.log.warn(
          { act: 'open session', app: shop, outcome: problem },
          'a session of the staff host was refused',
        )
        throw new ProblemError(httpProblem(401, problem, 'Authentication required. Please log in again.'))
      }
      const { secret } = exchanged.value
      return jsonResponse({ token: secret }, { headers: { ...notCached, 'set-cookie': context.cookieOf(secret) } })
    },
  }),
  cmsEndpoint({
    method: 'GET',
    path: '/api/product/:sku',
    tag,
    summary: 'A product with its stock by warehouse.',
    params: z.object({ sku: z.string().min(1).max(100) }),
    answer: cmsProduct,
    problems: [401, 403, 404],
    authorize: needs('work in panels', ({ sku }) => `product ${sku}`),
    async handle({ context, params }) {
      const member = memberOf(context)
      const facts = await context.staffService.products.facts(member, params.sku)
      return facts === null ? leave({ code: 'not_found' }) : personalJson(productSchema(facts))
    },
  }),
  cmsEndpoint({
    method: 'POST',
    path: '/api/product/:sku/cart',
    tag,
    summary: 'Puts one of a product into the cart that the member of staff works in.',
    params: z.object({ sku: z.string().min(1).max(100) }),
    body: app,
    answer: successSchema,
    problems: [400, 401, 403, 404],
    authorize: needs('work in panels', ({ sku }) => `product ${sku}`),
    async handle({ context, params, body }) {
      const member = memberOf(context)
      ownApp(member, body.app)
      const done = await context.staffService.products.toCart(member, params.sku, 1)
      return done.ok ? personalJson({ success: true }) : leave(done.problem)
    },
  }),
  cmsEndpoint({
    method: 'GET',
    path: '/api/projects',
    tag,
    summary: 'Projects of a salesperson and of their store, the one changed last first.',
    query: z.object({ search: text(100).default(''), email: text(254).optional(), page }),
    answer: projectListSchema,
    problems: [400, 401, 403],
    authorize: needs('sell', () => 'projects'),
    async handle({ context, query }) {
      const member = memberOf(context)
      const { search, email = null, page: at } = query
      const found = await context.staffService.projects.list(member.principal, member.brand, {
        search,
        email,
        page: at,
      })
      return personalJson({ items: found.projects.map(toProjectResponse), totalCount: found.totalCount })
    },
  }),
  cmsEndpoint({
    method: 'POST',
    path: '/api/projects',
    tag,
    summary: 'Makes a project.',
    body: projectInput,
    answer: projectSchema,
    success: 201,
    problems: [400, 401, 403],
    authorize: needs('sell', () => 'projects'),
    async handle({ context, body }) {
      const member = memberOf(context)
      const { lines, version: _, ...input } = body
      const made = await context.staffService.projects.create(
        member,
        input,
        linesOf(context.staffService, member, lines),
      )
      return made.ok ? personalJson(toProjectResponse(made.value), 201) : leave(made.problem)
    },
  }),
  cmsEndpoint({
    method: 'GET',
    path: '/api/projects/:id',
    tag,
    summary: 'One project.',
    params: id,
    answer: projectSchema,
    problems: [401, 403, 404],
    authorize: needs('sell', ({ id }) => `project ${id}`),
    async handle({ context, params }) {
      const member = memberOf(context)
      const found = await context.staffService.projects.byId(member, params.id)
      return found === null ? leave({ code: 'not_found' }) : personalJson(toProjectResponse(found))
    },
  }),
  cmsEndpoint({
    method: 'PUT',
    path: '/api/projects/:id',
    tag,
    summary: 'The project is this from now on.',
    params: id,
    body: projectInput,
    answer: projectSchema,
    problems: [400, 401, 403, 404, 409],
    authorize: needs('sell', ({ id }) => `project ${id}`),
    async handle({ context, params, body }) {
      const member = memberOf(context)
      const { lines, version = null, ...input } = body
      const required = { input, lines: linesOf(context.staffService, member, lines) }
      const done = await context.staffService.projects.change(member, params.id, version, () => required)
      return done.ok ? personalJson(toProjectResponse(done.value)) : leave(done.problem)
    },
  }),
  cmsEndpoint({
    method: 'DELETE',
    path: '/api/projects/:id',
    tag,
    summary: 'Deletes a project.',
    params: id,
    answer: successSchema,
    problems: [401, 403, 404],
    authorize: needs('sell', ({ id }) => `project ${id}`),
    async handle({ context, params }) {
      const member = memberOf(context)
      const done = await context.staffService.projects.remove(member, params.id)
      return done.ok ? personalJson({ success: true }) : leave(done.problem)
    },
  }),
  cmsEndpoint({
    method: 'POST',
    path: '/api/projects/:id/cart',
    tag,
    summary: 'Puts all its lines, at the prices agreed on, into the cart that the member of staff works in.',
    params: id,
    body: app,
    answer: successSchema,
    problems: [400, 401, 403, 404],
    authorize: needs('sell', ({ id }) => `project ${id}`),
    async handle({ context, params, body }) {
      const member = memberOf(context)
      ownApp(member, body.app)
      const done = await context.staffService.projects.toCart(member, params.id)
      return done.ok ? personalJson({ success: true }) : leave(done.problem)
    },
  }),
  cmsEndpoint({
    method: 'GET',
    path: '/api/reminders',
    tag,
    summary: "A salesperson's reminders, the soonest first.",
    query: z.object({ from: instant.optional(), to: instant.optional(), page }),
    answer: reminderListSchema,
    problems: [400, 401, 403],
    authorize: needs('sell', () => 'reminders'),
    async handle({ context, query }) {
      const member = memberOf(context)
      const range = { from: instantOf(query.from), to: instantOf(query.to), isDone: null, page: query.page }
      const { totalCount, reminders } = await context.staffService.reminders.list(member.principal, range)
      return personalJson({ totalCount, reminders: reminders.map(toReminderResponse) })
    },
  }),
  cmsEndpoint({
    method: 'POST',
    path: '/api/reminders',
    tag,
    summary: 'Makes a reminder.',
    body: reminderInput,
    answer: reminderSchema,
    success: 201,
    problems: [400, 401, 403],
    authorize: needs('sell', () => 'reminders'),
    async handle({ context, body }) {
      const member = memberOf(context)
      const { date, ...input } = body
      const made = await context.staffService.reminders.create(member, { ...input, dueAt: new Date(date) })
      return made.ok ? personalJson(toReminderResponse(made.value), 201) : leave(made.problem)
    },
  }),
  cmsEndpoint({
    method: 'GET',
    path: '/api/reminders/stats',
    tag,
    summary: "Counts of a salesperson's reminders, by status and by day.",
    query: z.object({ from: instant.optional(), to: instant.optional() }),
    answer: z.object({
      open: z.int(),
      done: z.int(),
      overdue: z.int(),
      byDay: z.array(z.object({ date: z.string(), count: z.int() })),
    }),
    problems: [400, 401, 403],
    authorize: needs('sell', () => 'reminders'),
    async handle({ context, query }) {
      const member = memberOf(context)
      const range = { from: instantOf(query.from), to: instantOf(query.to) }
      return personalJson(await context.staffService.reminders.stats(member, range))
    },
  }),
  cmsEndpoint({
    method: 'PUT',
    path: '/api/reminders/:id',
    tag,
    summary: 'The reminder is this from now on.',
    params: id,
    body: reminderInput,
    answer: reminderSchema,
    problems: [400, 401, 403, 404],
    authorize: needs('sell', ({ id }) => `reminder ${id}`),
    async handle({ context, params, body }) {
      const member = memberOf(context)
      const { date, ...input } = body
      const done = await context.staffService.reminders.change(member, params.id, { ...input, dueAt: new Date(date) })
      return done.ok ? personalJson(toReminderResponse(done.value)) : leave(done.problem)
    },
  }),
  cmsEndpoint({
    method: 'DELETE',
    path: '/api/reminders/:id',
    tag,
    summary: 'Deletes a reminder.',
    params: id,
    answer: successSchema,
    problems: [401, 403, 404],
    authorize: needs('sell', ({ id }) => `reminder ${id}`),
    async handle({ context, params }) {
      const member = memberOf(context)
      const done = await context.staffService.reminders.remove(member, params.id)
      return done.ok ? personalJson({ success: true }) : leave(done.problem)
    },
  }),
]

const instantOf = (given: string | undefined): Date | null => (given === undefined ? null : new Date(given))

import { z } from 'zod'
import { projectStatuses, type Member } from '../../modules/staff/staff.ts'
import type { StaffService } from '../../modules/staff/staff.server.ts'
import { centsOf } from '../../platform/money.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { personalJson } from '../api.server.ts'
import { projectListSchema, projectSchema, toProjectResponse } from '../account/staff.server.ts'
import {
  appBody,
  cmsEndpoint,
  idParams,
  leave,
  memberOf,
  needs,
  ownApp,
  page,
  tag,
  text,
} from './cms-endpoint.server.ts'

/** Calls about projects: lists of goods at prices that were agreed on. */

const projectInput = z.object({
  name: text(200),
  customerName: text(200).default(''),
  customerEmail: text(300).nullable().default(null),
  customerPhone: text(60).nullable().default(null),
  status: z.enum(projectStatuses, { error: `must be one of ${projectStatuses.join(', ')}` }).default('Open'),
  version: z.int().min(1).optional().meta({ description: 'Version of the project that the change is based on' }),
  lines: z
    .array(
      z.object({
        sku: text(100),
        room: text(200).default(''),
        quantity: z.int('must be a whole number'),
        price: z.number().positive('must be above 0').max(1_000_000).nullable().default(null).meta({
          description: 'Agreed unit price; null for the current price',
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

export const projectCalls = [
  cmsEndpoint({
    method: 'GET',
    path: '/api/projects',
    tag,
    summary: 'Lists projects of a salesperson and their store, last changed first.',
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
    summary: 'Creates a project.',
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
    summary: 'Returns a project.',
    params: idParams,
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
    summary: 'Replaces a project.',
    params: idParams,
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
    params: idParams,
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
    summary: "Adds all lines of a project, at the agreed prices, to the staff member's current cart.",
    params: idParams,
    body: appBody,
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
]

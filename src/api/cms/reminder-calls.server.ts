import { z } from 'zod'
import { toReminderResponse } from '../../modules/staff/staff.ts'
import { successSchema } from '../../platform/http/endpoint.ts'
import { personalJson } from '../api.server.ts'
import { reminderListSchema, reminderSchema } from '../account/staff.server.ts'
import { cmsEndpoint, idParams, instant, leave, memberOf, needs, page, tag, text } from './cms-endpoint.server.ts'

/** Calls about reminders. */

const reminderInput = z.object({
  name: text(200),
  notes: text(4_000).default(''),
  date: instant,
  projectId: z.string().max(40).nullable().default(null),
  isDone: z.boolean().default(false),
})

const instantOf = (given: string | undefined): Date | null => (given === undefined ? null : new Date(given))

export const reminderCalls = [
  cmsEndpoint({
    method: 'GET',
    path: '/api/reminders',
    tag,
    summary: "Lists a salesperson's reminders, soonest first.",
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
    summary: 'Creates a reminder.',
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
    summary: "Counts a salesperson's reminders by status and day.",
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
    summary: 'Replaces a reminder.',
    params: idParams,
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
    params: idParams,
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

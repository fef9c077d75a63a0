import { decodeJwt } from 'jose'
import { z } from 'zod'
import { appOfOrigin } from '../../brands/sites.ts'
import type { PricedProject } from '../../modules/staff/projects.ts'
import type { RequestContext } from '../../composition/request-context.ts'
import { toReminderResponse, type PanelTokens } from '../../modules/staff/staff.ts'
import { dollarsOf } from '../../platform/money.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { personalJson, shopEndpoint, moneySchema } from '../api.server.ts'

const tag = 'Staff'

export const reminderSchema = z.object({
  id: z.string(),
  name: z.string(),
  notes: z.string(),
  date: z.string().meta({ description: 'Date and time, UTC' }),
  projectId: z.string().nullable(),
  isDone: z.boolean(),
})

export const reminderListSchema = z.object({ totalCount: z.int(), reminders: z.array(reminderSchema) })

export const projectSchema = z.object({
  id: z.string(),
  name: z.string(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  status: z.enum(['Open', 'Won', 'Lost']),
  total: moneySchema,
  updatedAt: z.string(),
  version: z.int(),
  lines: z.array(
    z.object({
      sku: z.string(),
      title: z.string(),
      room: z.string(),
      quantity: z.int(),
      price: moneySchema.meta({ description: 'Unit price: the agreed price, or the current one' }),
    }),
  ),
})

export const projectListSchema = z.object({ items: z.array(projectSchema), totalCount: z.int() })

/** A product that is no longer sold has no sku, no title and no price. */
export const toProjectResponse = (project: PricedProject) => ({
  id: project.id,
  name: project.name,
  customerName: project.customerName,
  customerEmail: project.customerEmail,
  customerPhone: project.customerPhone,
  status: project.status,
  total: dollarsOf(project.total),
  updatedAt: project.updatedAt.toISOString(),
  version: project.version,
  lines: project.lines.map(({ product, room, quantity, unit }) => ({
    sku: product?.sku ?? '',
    title: product?.title ?? '',
    room,
    quantity,
    price: dollarsOf(unit ?? 0),
  })),
})

export const staffEndpoints = [
  shopEndpoint({
    method: 'GET',
    path: '/api/account/reminders',
    tag,
    summary: "Lists a salesperson's ten soonest open reminders.",
    answer: reminderListSchema,
    problems: [401, 403],
    async handle({ context: { shop } }) {
      const seller = await shop.visitor.member('sell')
      const { totalCount, reminders } = await shop.services.staff.reminders.soonest(seller)
      return personalJson({ totalCount, reminders: reminders.map(toReminderResponse) })
    },
  }),
  shopEndpoint({
    method: 'GET',
    path: '/api/staff/projects',
    tag,
    summary: "Lists projects of a salesperson and their store for the toolbar's search, last changed first.",
    query: z.object({ search: z.string().max(100, 'must have at most 100 characters').default('') }),
    answer: projectListSchema,
    problems: [400, 401, 403],
    authorize: ({ context: { shop } }) => shop.visitor.member('sell'),
    async handle({ context: { shop }, query }) {
      const requested = { search: query.search, email: null, page: 0 }
      const seller = await shop.visitor.member('sell')
      const { totalCount, projects } = await shop.services.staff.projects.list(seller, shop.brand, requested)
      return personalJson({ items: projects.map(toProjectResponse), totalCount })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/staff/panel-tokens',
    tag,
    summary: "Issues single-use tokens for a panel's address, valid for one minute (docs/decisions/0026).",
    answer: z.object({ access_token: z.string(), id_token: z.string() }),
    problems: [400, 401, 403],
    authorize: ({ context: { shop } }) => shop.visitor.member('use staff panels'),
    async handle({ context: { shop, deps, incoming }, request }) {
      const { protocol } = new URL(deps.config.publicUrl)
      const origin = request.headers.get('origin') ?? `${protocol}//${incoming.headers.host ?? ''}`
      if (appOfOrigin(origin, deps.config) !== shop.brand.app)
        throw new ProblemError(httpProblem(400, 'origin', 'origin: must be the address of this shop', 'origin'))
      return personalJson(await panelTokens(shop, origin))
    },
  }),
]

/** Tokens for the address of a panel that a page of this origin opens. */
async function panelTokens({ brand, services, visitor }: RequestContext, parent: string): Promise<PanelTokens> {
  const { userId: accountId } = await visitor.member('use staff panels')
  // The token was believed a moment ago.
  const { sid: sessionId = '' } = decodeJwt<{ sid?: string }>(visitor.bearer ?? '')
  const info = await services.account.info(accountId)
  const firstName = info?.firstName ?? ''
  return services.staff.panelTokens.issue({ accountId, sessionId, app: brand.app, parent, firstName })
}

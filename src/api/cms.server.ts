import { z } from 'zod'
import { jsonResponse } from '../platform/http/json-response.ts'
import { ProblemError, httpProblem } from '../platform/http/problem.ts'
import { notCached } from './api.server.ts'
import { cmsEndpoint, tag, text } from './cms/cms-endpoint.server.ts'
import { productCalls } from './cms/product-calls.server.ts'
import { projectCalls } from './cms/project-calls.server.ts'
import { reminderCalls } from './cms/reminder-calls.server.ts'

/** The calls of the staff host, for programs of the house; its own panels are forms over the same desk (decision staff-13). */

export const cmsEndpoints = [
  cmsEndpoint({
    method: 'POST',
    path: '/api/session',
    tag,
    summary: "Exchanges a panel's tokens for a session, as a cookie and a bearer token.",
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
  ...productCalls,
  ...projectCalls,
  ...reminderCalls,
]

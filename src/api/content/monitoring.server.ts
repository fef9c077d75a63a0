import { z } from 'zod'
import { readText } from '../../platform/http/endpoint.ts'
import { ProblemError, httpProblem } from '../../platform/http/problem.ts'
import { ownHosts } from '../../brands/sites.ts'
import { savePolicyReport } from '../../modules/payments/policy-reports.server.ts'
import { minutes } from '../../platform/clock.ts'
import { perAddress, shopEndpoint } from '../api.server.ts'

const reports = { name: 'monitoring reports', count: 30, windowMs: minutes(1) }

/** The origin of what was blocked, and the page without its query: neither contains personal data. */
const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address.slice(0, 60))
const pathOf = (address: string): string => (URL.canParse(address) ? new URL(address).pathname : '').slice(0, 120)

const noStore = { 'cache-control': 'no-store' }

function isOwnPage(address: string, config: Parameters<typeof ownHosts>[0]): boolean {
  return URL.canParse(address) && ownHosts(config).has(new URL(address).hostname)
}

const policyReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string().max(4_000).default(''),
    'violated-directive': z.string().max(400).default(''),
    'effective-directive': z.string().max(400).optional(),
    'blocked-uri': z.string().max(4_000).default(''),
    disposition: z.enum(['enforce', 'report']).default('enforce'),
  }),
})

export const monitoringEndpoints = [
  shopEndpoint({
    method: 'POST',
    path: '/api/monitoring/policy',
    tag: 'Monitoring',
    summary: 'Accepts content security policy reports (application/csp-report), counted by day.',
    ownProof: true,
    bodyLimit: 16_000,
    answer: null,
    success: 204,
    problems: [400, 413, 429],
    limit: perAddress(reports),
    async handle({ context, request }) {
      const text = await readText(request, 16_000)
      const report = policyReport.safeParse(parsedJson(text))
      if (!report.success)
        throw new ProblemError(httpProblem(400, 'malformed_json', 'The body is not a report of a policy.'))
      const { 'csp-report': said } = report.data
      const { deps } = context
      // A report about a page of another site, which anyone can make up.
      if (!isOwnPage(said['document-uri'], deps.config)) return new Response(null, { status: 204, headers: noStore })
      await savePolicyReport(deps.database.db, {
        page: pathOf(said['document-uri']),
        directive: (said['effective-directive'] ?? said['violated-directive']).split(' ')[0]?.slice(0, 60) ?? '',
        blocked: originOf(said['blocked-uri']),
        disposition: said.disposition,
        now: deps.clock.now(),
      })
      return new Response(null, { status: 204, headers: noStore })
    },
  }),
  shopEndpoint({
    method: 'POST',
    path: '/api/monitoring/error',
    tag: 'Monitoring',
    summary: 'Accepts reports of errors on a page, without personal data.',
    body: z.object({
      message: z.string().max(500),
      code: z.int().nullable(),
      area: z.string().regex(/^[a-z][a-z -]{0,39}$/, 'must be a short word in small letters'),
      url: z.string().max(500),
      context: z.record(z.string().max(40), z.union([z.string().max(200), z.number(), z.boolean(), z.null()])),
    }),
    bodyLimit: 8_000,
    answer: null,
    success: 204,
    problems: [429],
    limit: perAddress(reports),
    handle({ context, body }) {
      // Reports are untrusted: only values that cannot contain a secret are logged.
      context.deps.log.warn(
        { app: context.shop.brand.app, area: body.area, code: body.code },
        'a page reported an error',
      )
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }),
]

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

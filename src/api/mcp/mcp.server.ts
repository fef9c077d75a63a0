import { z } from 'zod'
import type { EffectiveBrand } from '../../brands/brands.ts'
import { mcpTools, type ApiCall, type Tool } from './mcp-tools.server.ts'
import { readText, withoutCardNumbers } from '../../platform/http/endpoint.ts'
import { crossSite } from '../../platform/http/common-problems.ts'
import { ProblemError, errorResponse, httpProblem } from '../../platform/http/problem.ts'
import { isSameOriginRequest } from '../../platform/http/same-origin.ts'

/**
 * The shop's Model Context Protocol server, at /mcp: streamable HTTP without sessions, so one JSON-RPC message is posted and one JSON
 * response comes back (docs/decisions/0037-machines-that-read.md). It serves public data only.
 */

const versions = ['2025-11-25', '2025-06-18', '2025-03-26'] as const
const bodyLimit = 64_000

const codes = { parse: -32_700, request: -32_600, method: -32_601, params: -32_602 } as const

const messageSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string().max(200), z.number()]).optional(),
  method: z.string().max(200).optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})

type Message = z.output<typeof messageSchema>

export type McpDeps = {
  readonly brand: EffectiveBrand
  /** A GET of the shop's own API by an anonymous visitor. */
  readonly api: ApiCall
  readonly traceId: string
}

export async function answerMcp(request: Request, { brand, api, traceId }: McpDeps): Promise<Response> {
  // A page of another site must not send requests from inside a private network (the protocol's rule for Origin).
  if (!isSameOriginRequest(request)) return errorResponse(crossSite, traceId)
  if (request.method !== 'POST')
    return new Response('Post one JSON-RPC message at a time.\n', {
      status: 405,
      headers: { allow: 'POST', 'content-type': 'text/plain; charset=utf-8', ...uncached },
    })
  const version = request.headers.get('mcp-protocol-version')
  if (version !== null && !isKnown(version)) {
    return failed(null, codes.request, `MCP-Protocol-Version: must be one of ${versions.join(', ')}`, 400)
  }
  const read = await readMessage(request, traceId)
  if (read instanceof Response) return read
  const { id, method, params = {} } = read
  // Messages without a response: a notification, or a response to a request that was never sent.
  if (id === undefined || method === undefined) return new Response(null, { status: 202, headers: uncached })
  switch (method) {
    case 'initialize':
      return answered(id, {
        protocolVersion: isKnown(params['protocolVersion']) ? params['protocolVersion'] : versions[0],
        capabilities: { tools: {} },
        serverInfo: { name: brand.app, title: brand.companyName, version: '1' },
        instructions: `${brand.companyName} sells home appliances and furniture in ${brand.country === 'NZ' ? 'New Zealand' : 'Australia'}. Prices are in ${brand.currency}, GST included. Look products up before you name a price or a day: both change.`,
      })
    case 'ping':
      return answered(id, {})
    case 'tools/list':
      return answered(id, { tools: Object.entries(mcpTools).map(([name, tool]) => described(name, tool)) })
    case 'tools/call':
      return called(id, params, { brand, api })
    default:
      return failed(id, codes.method, `method: there is no ${method} here`)
  }
}

async function readMessage(request: Request, traceId: string): Promise<Message | Response> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? ''))
    return errorResponse(httpProblem(415, 'content_type', 'The body must be sent as application/json.'), traceId)
  let text: string
  try {
    text = await readText(request, bodyLimit)
  } catch (error) {
    if (error instanceof ProblemError) return errorResponse(error.problem, traceId)
    throw error
  }
  let value: unknown
  try {
    value = withoutCardNumbers(JSON.parse(text))
  } catch (error) {
    if (error instanceof ProblemError) return errorResponse(error.problem, traceId)
    return failed(null, codes.parse, 'The body is not valid JSON.', 400)
  }
  const message = messageSchema.safeParse(value)
  if (message.success) return message.data
  return failed(null, codes.request, 'The body must be one JSON-RPC 2.0 message with a method.', 400)
}

const described = (name: string, { title, description, input }: Tool) => ({
  name,
  title,
  description,
  inputSchema: z.toJSONSchema(input, { io: 'input' }),
  annotations: { readOnlyHint: true, openWorldHint: false },
})

const callSchema = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

/** An invalid argument is a result of the tool, so that the model can correct it and retry. */
async function called(
  id: string | number,
  params: Readonly<Record<string, unknown>>,
  deps: Pick<McpDeps, 'brand' | 'api'>,
): Promise<Response> {
  const call = callSchema.safeParse(params)
  const name = call.success ? call.data.name : ''
  const tool = Object.hasOwn(mcpTools, name) ? mcpTools[name] : undefined
  if (!call.success || tool === undefined)
    return failed(id, codes.params, `name: must be one of ${Object.keys(mcpTools).join(', ')}`)
  const input = tool.input.safeParse(call.data.arguments)
  if (!input.success) {
    const errors = input.error.issues.map(({ path, message }) => `${path.join('.') || 'arguments'}: ${message}`)
    return answered(id, { content: [{ type: 'text', text: errors.join('\n') }], isError: true })
  }
  const outcome = await tool.run(input.data, deps)
  if (!outcome.ok) return answered(id, { content: [{ type: 'text', text: outcome.problem }], isError: true })
  return answered(id, {
    content: [{ type: 'text', text: JSON.stringify(outcome.value) }],
    structuredContent: outcome.value,
  })
}

const isKnown = (version: unknown): boolean => versions.some((one) => one === version)

const uncached = { 'cache-control': 'no-store' } as const

const answered = (id: string | number, result: object): Response =>
  Response.json({ jsonrpc: '2.0', id, result }, { headers: uncached })

const failed = (id: string | number | null, code: number, message: string, status = 200): Response =>
  Response.json({ jsonrpc: '2.0', id, error: { code, message } }, { status, headers: uncached })

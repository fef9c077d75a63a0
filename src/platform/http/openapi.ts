import { z } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { errorBodySchema } from './problem-schema.ts'

/** What a description says beside its calls. */
type About = {
  readonly info: {
    readonly title: string
    readonly version: string
    readonly license?: { readonly name: string; readonly identifier: string }
  }
  readonly servers?: readonly { readonly url: string; readonly description: string }[]
  /** How callers prove who they are, by the names that `security` of endpoints goes by. */
  readonly securitySchemes?: Readonly<Record<string, object>>
}

/** The scheme of a call that declares a 401 and does not say what proves who calls. */
export const accessTokenScheme = 'accessToken'

/** OpenAPI 3.1 from the schemas the endpoints are guarded by. */
export function openApi<Context>(
  { info, servers = [], securitySchemes = {} }: About,
  endpoints: readonly Endpoint<Context>[],
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const one of endpoints) {
    const path = one.path.replaceAll(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [one.method.toLowerCase()]: operation(one) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers,
    paths,
    components: { schemas: { ErrorBody: jsonSchema(errorBodySchema, 'output') }, securitySchemes },
  }
}

const successText = { 200: 'OK', 201: 'Created', 204: 'No Content' } as const

function operation<Context>(one: Endpoint<Context>) {
  const responses: Record<string, unknown> = {
    [one.success]:
      one.success === 302 || one.success === 303
        ? {
            description: 'See Other: redirect to the next page',
            headers: { location: { schema: { type: 'string' } } },
          }
        : {
            description: successText[one.success],
            ...(one.answer === null
              ? {}
              : { content: { 'application/json': { schema: jsonSchema(one.answer, 'output') } } }),
          },
  }
  for (const status of errorStatuses(one)) {
    responses[status] = {
      description: statusText[status],
      ...(status === 429 ? { headers: { 'retry-after': { schema: { type: 'integer' } } } } : {}),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } } },
    }
  }
  return {
    summary: one.summary,
    tags: [one.tag],
    operationId: `${one.method.toLowerCase()}${one.path.replaceAll(/[^A-Za-z0-9]+(.)?/g, (_, next?: string) => (next ?? '').toUpperCase())}`,
    parameters: [...parameters('path', one.params), ...parameters('query', one.query)],
    ...(one.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(one.body, 'input') } } },
        }),
    responses,
    security: one.security ?? (one.problems.includes(401) ? [{ [accessTokenScheme]: [] }] : []),
  }
}

/** What a caller has to expect: what the endpoint declares, and what its declaration makes every such endpoint answer. */
function errorStatuses<Context>({ method, params, query, body, ownProof, problems }: Endpoint<Context>) {
  return new Set([
    ...(query || body ? [400 as const] : []),
    ...(method === 'GET' || ownProof ? [] : [403 as const]),
    ...(params ? [404 as const] : []),
    ...(body ? [413 as const, 415 as const] : []),
    // Every address has a limit (rate-limit.ts).
    429 as const,
    ...problems,
  ])
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined) {
  if (schema === undefined) return []
  const json = jsonSchema(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, type]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required?.includes(name) ?? false),
    schema: type,
  }))
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const statusText: Record<number, string> = {
  400: 'Invalid input, or the request cannot be fulfilled',
  401: 'The token is missing, invalid, expired or revoked',
  403: 'Missing permission, or cross-site request',
  404: 'The resource does not exist',
  409: 'Conflict: already in progress, changed meanwhile, or full',
  413: 'The body is too large',
  415: 'The body is not application/json',
  422: 'The idempotency key was used with another body',
  429: 'Too many requests; Retry-After is set',
  500: 'Server error',
  503: 'Overloaded, or an upstream service is down',
}

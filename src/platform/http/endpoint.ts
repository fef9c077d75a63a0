import { z } from 'zod'
import { cardNumberField } from '../text/card-numbers.ts'
import { notFound, crossSite } from './common-problems.ts'
import {
  cardNumberProblem,
  errorResponse,
  ProblemError,
  httpProblem,
  tooManyRequests,
  type ErrorItem,
  type Problem,
} from './problem.ts'
import type { JsonResponse, Sent } from './json-response.ts'
import { isSameOriginRequest } from './same-origin.ts'
import { isStorable } from '../database/storable.ts'

/** What a body may be at most, in bytes, where nothing else is said: of calls, and of forms that pages post. */
export const defaultBodyLimit = 100_000

/**
 * An endpoint is its schema, its handler and its problems. The schema is both guard and documentation: `openapi.ts` prints what is
 * checked here.
 */

type Shape = z.ZodObject | undefined
type Infer<S> = S extends z.ZodType ? z.output<S> : Record<string, never>

export type HandlerInput<Context, P extends Shape, Q extends Shape, B extends z.ZodType | undefined> = {
  readonly context: Context
  readonly request: Request
  readonly traceId: string
  readonly params: Infer<P>
  readonly query: Infer<Q>
  readonly body: Infer<B>
}

/** What a handler may answer with: the JSON of its answer schema, or where there is none any response. */
export type AnswerOf<A extends z.ZodType | null> = A extends z.ZodType ? JsonResponse<Sent<z.input<A>>> : Response

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call. The types after the context say which one, so that a contract with the browser can be made of it (decision 0054). */
export type Endpoint<
  Context,
  M extends Method = Method,
  Path extends string = string,
  P extends Shape = Shape,
  Q extends Shape = Shape,
  B extends z.ZodType | undefined = z.ZodType | undefined,
  A extends z.ZodType | null = z.ZodType | null,
  S extends Problem['status'] = Problem['status'],
> = {
  readonly method: M
  /** Segments joined by '/', parameters as ':name'. Matched in any letter case, with or without a slash at the end. */
  readonly path: Path
  readonly summary: string
  readonly tag: string
  readonly params?: Exclude<P, undefined>
  readonly query?: Exclude<Q, undefined>
  /**
   * A lookup finds nothing for a parameter that it cannot read, instead of rejecting the request; if a parameter is given twice, the first
   * one counts.
   */
  readonly ignoresOddQuery: boolean
  readonly body?: Exclude<B, undefined>
  readonly answer: A
  /** The success status: 201 when something is created, 204 for no content, 302 and 303 for redirects. */
  readonly success: 200 | 201 | 204 | 302 | 303
  /** Statuses besides that one that a caller has to expect. */
  readonly problems: readonly S[]
  /** Body limit in bytes. */
  readonly bodyLimit: number
  /**
   * A GET whose answer depends on its address alone: it is made without the visitor's cookies, and may be kept for everyone when it says
   * so in its headers.
   */
  readonly forEveryone: boolean
  /**
   * Seconds to wait before the call may be made again, 0 when it may be made now. Asked before anything of the request is read or
   * checked, so that a refused request costs nothing.
   */
  readonly limit: ((context: Context) => number | Promise<number>) | null
  /** Exempt from the cross-site check: the call carries its own proof (decision platform-06). */
  readonly ownProof: boolean
  /**
   * Throws a 401 or a 403 unless the caller has the role that the call asks for. Runs before parameters and body are validated, so a
   * caller without the role learns nothing about them (decision platform-15). Parameters are as they came.
   */
  readonly authorize?: (input: {
    readonly context: Context
    readonly params: Readonly<Record<string, string>>
  }) => Promise<unknown>
  /**
   * What proves who calls, any one of them, by the names of the description's schemes. Left out, it is an access token where a 401 is
   * declared, and nothing elsewhere.
   */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly handle: (input: HandlerInput<Context, z.ZodObject, z.ZodObject, z.ZodType>) => Promise<Response> | Response
}

/** Defaults of what a declaration may leave out. */
const defaults = {
  success: 200,
  problems: [],
  ignoresOddQuery: false,
  bodyLimit: defaultBodyLimit,
  forEveryone: false,
  ownProof: false,
  limit: null,
}

/**
 * Returns a function that declares endpoints of one API. The types of params, query and body reach each handler from its schemas, and what
 * it returns is checked against the answer's.
 */
export function endpointsWith<Context>() {
  return <
    const M extends Method,
    const Path extends string,
    A extends z.ZodType | null,
    P extends Shape = undefined,
    Q extends Shape = undefined,
    B extends z.ZodType | undefined = undefined,
    const S extends Problem['status'] = never,
  >(
    spec: Omit<Endpoint<Context, M, Path, P, Q, B, A, S>, keyof typeof defaults | 'handle'> & {
      readonly success?: Endpoint<Context>['success']
      readonly problems?: readonly S[]
      readonly ignoresOddQuery?: boolean
      readonly bodyLimit?: number
      readonly forEveryone?: boolean
      readonly ownProof?: boolean
      readonly limit?: (context: Context) => number | Promise<number>
      readonly handle: (input: HandlerInput<Context, P, Q, B>) => Promise<AnswerOf<A>> | AnswerOf<A>
    },
  ): Endpoint<Context, M, Path, P, Q, B, A, S> =>
    ({ ...defaults, ...spec }) as unknown as Endpoint<Context, M, Path, P, Q, B, A, S>
}

type Segment = { readonly literal: string } | { readonly name: string }

/** Answers the endpoint that a method and path name, with its parameters; 'method' when only the method differs. */
export function createMatcher<Context>(endpoints: readonly Endpoint<Context>[]) {
  const byLength = new Map<number, { segments: Segment[]; endpoint: Endpoint<Context> }[]>()
  for (const candidate of endpoints) {
    const segments = segmentsOf(candidate.path).map((part) =>
      part.startsWith(':') ? { name: part.slice(1) } : { literal: part.toLowerCase() },
    )
    const sameLength = byLength.get(segments.length) ?? []
    sameLength.push({ segments, endpoint: candidate })
    byLength.set(segments.length, sameLength)
  }
  // Literal segments win over parameters: '/api/promotion/sale' is not the promotion called 'sale'.
  const weight = (segments: Segment[]) => segments.map((segment) => ('literal' in segment ? '0' : '1')).join('')
  for (const list of byLength.values()) list.sort((a, b) => weight(a.segments).localeCompare(weight(b.segments)))

  return (
    method: string,
    pathname: string,
  ): { endpoint: Endpoint<Context>; params: Record<string, string> } | 'method' | null => {
    const parts = segmentsOf(pathname)
    let otherMethod = false
    for (const { segments, endpoint: candidate } of byLength.get(parts.length) ?? []) {
      const params = paramsOf(segments, parts)
      if (params === null) continue
      if (candidate.method === method || (candidate.method === 'GET' && method === 'HEAD'))
        return { endpoint: candidate, params }
      otherMethod = true
    }
    return otherMethod ? 'method' : null
  }
}

const segmentsOf = (path: string): string[] => path.split('/').filter((part) => part !== '')

function paramsOf(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {}
  for (const [at, segment] of segments.entries()) {
    const part = parts[at] ?? ''
    if ('name' in segment) {
      const decoded = decodeSegment(part)
      if (decoded === null) return null
      params[segment.name] = decoded
    } else if (segment.literal !== part.toLowerCase()) return null
  }
  return params
}

function decodeSegment(part: string): string | null {
  try {
    const text = decodeURIComponent(part)
    return isStorable(text) ? text : null
  } catch {
    return null
  }
}

/** The body of a call that has nothing to say but that it is done (decision platform-01). */
export const successSchema = z.object({ success: z.literal(true) })

/** Checks the request against the endpoint's schemas, runs it, and turns what goes wrong into the error envelope. */
export async function answer<Context>(
  match: { endpoint: Endpoint<Context>; params: Record<string, string> },
  request: Request,
  context: Context,
  traceId: string,
): Promise<Response> {
  const { endpoint: found } = match
  try {
    if (found.method !== 'GET' && !found.ownProof && !isSameOriginRequest(request)) {
      return errorResponse(crossSite, traceId)
    }
    const wait = (await found.limit?.(context)) ?? 0
    if (wait > 0) throw new ProblemError(tooManyRequests(wait))
    refuseAnnouncedLength(request, found.bodyLimit)
    await found.authorize?.({ context, params: match.params })
    const params = found.params === undefined ? {} : checked(found.params, match.params, 404)
    const query = found.query === undefined ? {} : checked(found.query, readQuery(request.url, found), 400)
    const body =
      found.body === undefined
        ? {}
        : checked(found.body, withoutCardNumbers(await readJson(request, found.bodyLimit)), 400)
    return await found.handle({ context, request, traceId, params: params as never, query: query as never, body })
  } catch (error) {
    if (error instanceof ProblemError) return errorResponse(error.problem, traceId)
    throw error
  }
}

/** A lookup stores nothing and finds nothing by what it does not know, so digits in the addresses it looks up are its own. */
function readQuery(url: string, { query, ignoresOddQuery }: Pick<Endpoint<never>, 'query' | 'ignoresOddQuery'>) {
  const given = query === undefined ? {} : queryOf(url, query, ignoresOddQuery)
  return ignoresOddQuery ? given : withoutCardNumbers(given)
}

/** The value itself; leaves with the refusal of a card number in any of its texts. */
export function withoutCardNumbers<Value>(value: Value): Value {
  const field = cardNumberField(value)
  if (field !== null) throw new ProblemError(cardNumberProblem(field))
  return value
}

/** Parses with the schema or leaves with one fault per field, each naming the field and what it must be. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, status: 400 | 404): z.output<S> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (status === 404) throw new ProblemError(notFound)
  const errors: ErrorItem[] = parsed.error.issues.slice(0, 50).map((issue) => {
    const field = issue.path.length === 0 ? null : issue.path.map(String).join('.')
    return {
      field,
      code: issue.code.startsWith('invalid_') ? issue.code : `invalid_${issue.code}`,
      message: field === null ? issue.message : `${field}: ${issue.message}`,
    }
  })
  throw new ProblemError({ status: 400, type: 'validation', errors })
}

/**
 * The path and the part of the query that the endpoint reads, in a fixed order: one name for all the ways to ask the same. Letter case,
 * slashes in a row and escapes make no other address, as they make no other call.
 */
export function addressOf(
  {
    endpoint: { path: pattern, query },
    params,
  }: { endpoint: Pick<Endpoint<never>, 'path' | 'query'>; params: Readonly<Record<string, string>> },
  target: string,
): string {
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const at = target.indexOf('?')
  if (at === -1) return path
  if (query === undefined) return path
  const names = new Map(Object.keys(query.shape).map((name) => [name.toLowerCase(), name]))
  const known = [...new URLSearchParams(target.slice(at + 1))].flatMap(([given, value]) => {
    const name = names.get(given.toLowerCase())
    return name === undefined ? [] : [[name, value] as [string, string]]
  })
  return known.length === 0 ? path : `${path}?${inFixedOrder(known)}`
}

/** A query string with its parameters in an order of their own. */
export const inFixedOrder = (parameters: readonly [string, string][]): URLSearchParams =>
  new URLSearchParams(parameters.toSorted((a, b) => (`${a[0]}=${a[1]}` < `${b[0]}=${b[1]}` ? -1 : 1)))

/** Query as an object: names in any letter case, one value as text, a parameter the schema calls a list as an array. */
function queryOf(url: string, schema: z.ZodObject, ignoresOdd: boolean): Record<string, string | string[]> {
  const search = new URL(url).searchParams
  const result: Record<string, string | string[]> = {}
  for (const [name, type] of Object.entries(schema.shape)) {
    const given = [...search].filter(([one]) => one.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
    const values = ignoresOdd ? given.filter(isStorable).slice(0, 1) : given
    if (!values.every(isStorable)) {
      throw new ProblemError(httpProblem(400, 'malformed_query', `${name}: holds a character that is not text`, name))
    }
    if (isList(type as z.ZodType)) result[name] = values
    else if (values.length > 1) {
      throw new ProblemError({
        status: 400,
        type: 'validation',
        errors: [{ field: name, code: 'duplicate_parameter', message: `${name}: must be given once` }],
      })
    } else if (values[0] !== undefined) result[name] = values[0]
  }
  return result
}

function isList(type: z.ZodType): boolean {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return isList(type.unwrap() as z.ZodType)
  return type instanceof z.ZodArray
}

/** The JSON body, or a problem: 415 for another content type, 413 past the limit, 400 for what is no JSON or nests too deep. */
async function readJson(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new ProblemError(httpProblem(415, 'content_type', 'The body must be sent as application/json.'))
  }
  const text = await readText(request, limit)
  try {
    const value: unknown = JSON.parse(text)
    refuseMonsters(value, { keys: 2_000 }, 20)
    return value
  } catch (error) {
    if (error instanceof ProblemError) throw error
    throw new ProblemError(httpProblem(400, 'malformed_json', 'The body is not valid JSON.'))
  }
}

/** The body as text; 413 when it is longer than `limit` bytes, however it was announced. */
export const readText = async (request: Request, limit: number): Promise<string> =>
  (await readBytes(request, limit)).toString('utf8')

const tooLarge = (limit: number) =>
  new ProblemError(httpProblem(413, 'body_too_large', `The body must be at most ${limit} bytes.`))

/** Refuses a body by the length that its header announces, before any of it is read. */
export function refuseAnnouncedLength(request: Request, limit: number): void {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit)
}

/** The same as it came. */
export async function readBytes(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  refuseAnnouncedLength(request, limit)
  if (request.body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body) {
    size += chunk.byteLength
    if (size > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refuseMonsters(value: unknown, budget: { keys: number }, depth: number): void {
  if (typeof value === 'string' && !isStorable(value)) {
    throw new ProblemError(httpProblem(400, 'malformed_json', 'The body holds a character that is not text.'))
  }
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  budget.keys -= entries.length
  const isPolluting = entries.some(([name]) => name === '__proto__' || name === 'constructor' || name === 'prototype')
  if (depth === 0 || budget.keys < 0 || isPolluting || (Array.isArray(value) && value.length > 500)) {
    throw new ProblemError(
      httpProblem(400, 'malformed_json', 'The body is nested too deep, too long, or has a forbidden name.'),
    )
  }
  for (const [, inner] of entries) refuseMonsters(inner, budget, depth - 1)
}

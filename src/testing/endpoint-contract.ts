import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApiContext } from '../api/api.server.ts'
import { apiDescription, endpoints } from '../api/endpoints.server.ts'
import type { Endpoint } from '../platform/http/endpoint.ts'
import type { ErrorBody } from '../platform/http/problem.ts'
import { canary, type ApiShop } from './api-shop.ts'
import type { Call } from './api-visitors.ts'
import type { TestAnswer } from './shop/browser.ts'
import type { Visitor } from './shop/visitor.ts'
import {
  at,
  encoded,
  hostileMembers,
  malformedBodies,
  upperCase,
  upperCaseWords,
  withSlash,
  wrongBodies,
  wrongContentTypes,
  wrongIds,
  wrongQueryValues,
} from './wrong-input.ts'

/** What every endpoint does with valid and invalid requests. */

/** One valid request per call, by method and path. */
export type ExampleCalls = Readonly<Record<string, (shop: ApiShop) => Promise<Call>>>

export const nameOf = ({ method, path }: Endpoint<ApiContext>): string => `${method} ${path}`

/** Registers the contract tests of each endpoint. The calling test file opens the shop and does not share it. */
export function describeEndpoints(calls: ExampleCalls, shop: () => ApiShop): void {
  const named = endpoints.map((endpoint) => ({ name: nameOf(endpoint), endpoint }))
  describe.each(named.filter(({ name }) => name in calls))('$name', ({ name, endpoint }) => {
    const example = calls[name] ?? (() => expect.fail(`no good request of ${name}`))
    const subject = () => ({ shop: shop(), name, endpoint, example })

    test('answers a valid request as its own description says', () => expectDescribedAnswer(subject()))

    test('matches in any letter case, with or without a trailing slash', () => expectFoundInAnySpelling(subject()))

    if (endpoint.method === 'GET' && endpoint.success === 200) {
      test('answers HEAD like GET, without a body', () => expectHeadLikeGet(subject()))
    }

    if (endpoint.method !== 'GET' && !endpoint.ownProof) {
      test('is rejected cross-site by every header, and changes nothing', () => expectRefusedAcrossSites(subject()))

      test('accepts our own pages and programs', () => expectAnsweredToOwnPages(subject()))
    }

    if (endpoint.body !== undefined) {
      test('rejects a body of another format, and changes nothing', () => expectWrongBodiesRefused(subject()))

      test('ignores unknown fields', () => expectUnknownFieldsIgnored(subject()))

      test('rejects any invalid field value, without a server error', () => expectWrongFieldsRefused(subject()))
    }

    if (endpoint.params !== undefined) {
      test('rejects an unknown or impossible id, and changes nothing', () => expectWrongIdsRefused(subject()))
    }

    if (queryOf(endpoint).length > 0) {
      test('reads query names in any letter case, ignores unknown ones, and rejects repeated ones', () =>
        expectQueryReadOnce(subject()))

      test('rejects any invalid query value, without a server error', () => expectWrongQueriesRefused(subject()))
    }
  })
}

/** An endpoint of the test shop. */
type EndpointUnderTest = {
  readonly shop: ApiShop
  readonly name: string
  readonly endpoint: Endpoint<ApiContext>
  readonly example: ExampleCalls[string]
}

async function goodCall({ shop, example }: EndpointUnderTest): Promise<Call> {
  const call = await example(shop)
  // Pending sandbox webhooks would look like a change made by the call.
  await shop.settleNotices()
  return call
}

async function send(
  { visitor, path, body, raw, headers }: Call,
  method: string,
  more: { headers?: Record<string, string> } = {},
): Promise<TestAnswer> {
  const answer = await visitor.send(method, path, {
    ...more,
    ...(body === undefined ? {} : { body }),
    ...(raw === undefined ? {} : { raw }),
    headers: { ...headers, ...more.headers },
  })
  // No response to anyone contains internal product data.
  expect([method, path, canary.exec(answer.text + JSON.stringify(answer.headers))]).toEqual([method, path, null])
  return answer
}

/** The complete error body of decision platform-02. */
export function expectProblem(answer: TestAnswer, status: number, what = ''): ErrorBody {
  expect([what, answer.status]).toEqual([what, status])
  expect(answer.headers['content-type']).toMatch(/^application\/json/)
  expect(answer.headers['cache-control']).toMatch(/no-store/)
  expect(answer.headers['set-cookie']).toBeUndefined()
  const body = answer.json<ErrorBody>()
  expect(body.errors.length).toBeGreaterThan(0)
  for (const error of body.errors) {
    expect(Object.keys(error).toSorted()).toEqual(['code', 'field', 'message'])
    expect(error.message).not.toBe('')
    expect(error.code).toMatch(/^[a-z0-9_]+$/)
    expect(error.field === null || typeof error.field === 'string').toBe(true)
  }
  expect(body.status).toEqual({ code: status, errors: body.errors.map((error) => error.message) })
  expect(['validation', 'refused', 'error']).toContain(body.type)
  expect(body.traceId).toMatch(/^[0-9a-f]{32}$/)
  return body
}

const expectNoServerError = (shop: ApiShop, linesBefore: number): void =>
  expect(shop.logged.slice(linesBefore).filter((line) => line.includes('request failed'))).toEqual([])

type Operation = {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: string
    readonly required: boolean
    readonly schema: unknown
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: unknown }>> }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Readonly<Record<string, { readonly schema: unknown }>> }
    >
  >
}

/** The paths of the OpenAPI document, with the operation of each method. */
export const describedPaths = apiDescription.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, Operation>>>
>

function operationOf({ method, path }: Endpoint<ApiContext>): Operation | undefined {
  return describedPaths[path.replaceAll(/:([A-Za-z]+)/g, '{$1}')]?.[method.toLowerCase()]
}

function schemaOfAnswer(endpoint: Endpoint<ApiContext>): object | null {
  const responses = operationOf(endpoint)?.responses
  return (
    ((responses?.['201'] ?? responses?.['200'])?.content?.['application/json']?.schema as object | undefined) ?? null
  )
}

async function expectDescribedAnswer(subject: EndpointUnderTest): Promise<void> {
  const { endpoint } = subject
  const { success } = endpoint
  const described = Object.keys(operationOf(endpoint)?.responses ?? { [success]: {} })
  expect(described.filter((status) => status < '400')).toEqual([String(success)])
  const call = await goodCall(subject)
  const answer = await send(call, endpoint.method)
  expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toMatch(/^(public, max-age=60|private, no-store|no-store)$/)
  if (success === 303) expect(answer.headers.location).toMatch(/^\/customer\/(checkout|confirmation)/)
  const schema = schemaOfAnswer(endpoint)
  if (schema === null) return
  const checked = z.fromJSONSchema(schema as never).safeParse(answer.json())
  expect(checked.error?.issues ?? []).toEqual([])
}

async function expectFoundInAnySpelling(subject: EndpointUnderTest): Promise<void> {
  const { method, success } = subject.endpoint
  for (const respell of [
    upperCase,
    (path: string) => withSlash(path, true),
    (path: string) => withSlash(path, false),
  ]) {
    const call = await goodCall(subject)
    // Only literal path segments change case; tokens and references stay as they are.
    const isOwn = /cardreturn|paymenterror|locality|product\/|brand\/|coupon|invoiced\/|addresses\/[0-9a-f]/.test(
      call.path,
    )
    const answer = await send(
      { ...call, path: isOwn && respell === upperCase ? upperCaseWords(call.path) : respell(call.path) },
      method,
    )
    expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
  }
}

async function expectHeadLikeGet(subject: EndpointUnderTest): Promise<void> {
  const call = await goodCall(subject)
  const [head, get] = [await send(call, 'HEAD'), await send(call, 'GET')]
  expect([head.status, head.text]).toEqual([200, ''])
  expect(head.headers['content-type']).toBe(get.headers['content-type'])
  expect(head.headers['cache-control']).toBe(get.headers['cache-control'])
}

const ownOrigin = (shop: ApiShop, { app }: Visitor) => `http://${app}.localhost:${new URL(shop.url).port}`

async function expectRefusedAcrossSites(subject: EndpointUnderTest): Promise<void> {
  const { shop, endpoint } = subject
  const call = await goodCall(subject)
  const before = await shop.databaseDigest()
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: ownOrigin(shop, call.visitor) },
    { 'sec-fetch-site': 'friendly' },
    { origin: 'https://elsewhere.example' },
    { origin: 'http://aol.localhost:1' },
    { origin: 'null' },
    { referer: 'https://elsewhere.example/page' },
    { referer: 'elsewhere' },
  ]) {
    const refused = expectProblem(await send(call, endpoint.method, { headers }), 403, JSON.stringify(headers))
    expect(refused.errors[0]?.code).toBe('cross_site')
  }
  expect(await shop.databaseDigest()).toEqual(before)
}

async function expectAnsweredToOwnPages(subject: EndpointUnderTest): Promise<void> {
  const { shop, endpoint } = subject
  for (const headersFrom of [
    () => ({ 'sec-fetch-site': 'same-origin' }),
    () => ({ 'sec-fetch-site': 'none' }),
    (own: string) => ({ origin: own }),
    (own: string) => ({ referer: `${own}/cart` }),
  ]) {
    const call = await goodCall(subject)
    const headers = headersFrom(ownOrigin(shop, call.visitor))
    expect((await send(call, endpoint.method, { headers })).status).toBe(endpoint.success)
  }
}

async function expectWrongBodiesRefused(subject: EndpointUnderTest): Promise<void> {
  const { shop, endpoint } = subject
  const call = await goodCall(subject)
  const good = JSON.stringify(call.body)
  const before = await shop.databaseDigest()
  const refuse = async (status: number, code: string, raw: string, type = 'application/json') => {
    const answer = await call.visitor.send(endpoint.method, call.path, { raw, headers: { 'content-type': type } })
    expect([raw.slice(0, 60), expectProblem(answer, status, raw.slice(0, 60)).errors[0]?.code]).toEqual([
      raw.slice(0, 60),
      code,
    ])
  }
  for (const raw of malformedBodies(good)) await refuse(400, 'malformed_json', raw)
  for (const type of wrongContentTypes) await refuse(415, 'content_type', good, type)
  await refuse(413, 'body_too_large', JSON.stringify({ ...call.body, filler: 'x'.repeat(endpoint.bodyLimit) }))
  const inside = (text: string) => `${good.slice(0, -1)},${text}}`
  for (const extra of hostileMembers) {
    // A body over the size limit is rejected with another code.
    if (inside(extra).length <= endpoint.bodyLimit) await refuse(400, 'malformed_json', inside(extra))
  }
  // Where every field is optional, an empty object is valid.
  const nothing = endpoint.body?.safeParse({}).success === true ? [] : ['{}']
  for (const raw of ['null', '[]', '"text"', '7', 'true', ...nothing]) {
    const answer = await call.visitor.send(endpoint.method, call.path, { raw })
    expectProblem(answer, 400, raw)
  }
  expect(await shop.databaseDigest()).toEqual(before)
}

async function expectUnknownFieldsIgnored(subject: EndpointUnderTest): Promise<void> {
  const { method, success } = subject.endpoint
  const call = await goodCall(subject)
  const body = { ...call.body, isAdmin: true, unitPrice: 1, cartSecret: 'x', filler: { a: [1, null] } }
  const answer = await send({ ...call, body }, method)
  expect([answer.status, answer.status === success ? '' : answer.text]).toEqual([success, ''])
}

async function expectWrongFieldsRefused(subject: EndpointUnderTest): Promise<void> {
  const { shop, name, endpoint } = subject
  const call = await goodCall(subject)
  const known = shop.logged.length
  let before = await shop.databaseDigest()
  for (const [path, values] of wrongBodies(call.body ?? {})) {
    let isRefused = true
    for (const value of values) {
      // A submit must never succeed here: one of its totals never matches the cart.
      if (name === 'POST /api/checkout') {
        if (path.startsWith('cart.') || path === 'cart') Object.assign(value, { expectedTotal: 0.01 })
        else Object.assign(value, { cart: { orderTotal: 0.01 } })
      }
      const answer = await call.visitor.send(endpoint.method, call.path, { body: value })
      if (answer.status < 300) isRefused = false
      else {
        const what = `${path} = ${JSON.stringify(at(value, path))?.slice(0, 60)}`
        expectProblem(answer, [403, 404].includes(answer.status) ? answer.status : 400, what)
      }
    }
    const after = await shop.databaseDigest()
    if (isRefused) expect([path, after]).toEqual([path, before])
    before = after
  }
  expectNoServerError(shop, known)
}

async function expectWrongIdsRefused(subject: EndpointUnderTest): Promise<void> {
  const { shop, endpoint } = subject
  const call = await goodCall(subject)
  const before = await shop.databaseDigest()
  const known = shop.logged.length
  for (const value of wrongIds) {
    const path = endpoint.path.replaceAll(/:[A-Za-z]+/g, encoded(value))
    const answer = await send({ ...call, path }, endpoint.method)
    if (answer.status === 303 || answer.status === 200) continue
    expect([value.slice(0, 20), [400, 404, 414].includes(answer.status)]).toEqual([value.slice(0, 20), true])
    expectProblem(answer, answer.status, value.slice(0, 20))
  }
  expect(await shop.databaseDigest()).toEqual(before)
  expectNoServerError(shop, known)
}

const queryOf = ({ query }: Endpoint<ApiContext>): string[] => Object.keys(query?.shape ?? {})

async function expectQueryReadOnce(subject: EndpointUnderTest): Promise<void> {
  const { shop, name, endpoint } = subject
  const call = await goodCall(subject)
  const isLookUp = /^GET \/api\/(redirect|settings\/global)\b/.test(name)
  const [path = '', given = ''] = call.path.split('?')
  const renamed = new URLSearchParams([...new URLSearchParams(given)].map(([key, value]) => [key.toUpperCase(), value]))
  expect(
    (await send({ ...call, path: `${path}?${renamed}&utm_source=mail&__proto__=1` }, endpoint.method)).status,
  ).toBe(endpoint.success)
  // Pending provider webhooks would look like a change.
  await shop.settleNotices()
  const before = await shop.databaseDigest()
  for (const key of queryOf(endpoint)) {
    // Lists can be repeated freely, and a lookup accepts any query (decision platform-19).
    if (key === 'sku' || key === 'filter' || (key === 'uri' && name.endsWith('/prices')) || isLookUp) continue
    const twice = new URLSearchParams(given)
    twice.delete(key)
    const answer = await send({ ...call, path: `${path}?${twice}&${key}=a&${key.toUpperCase()}=b` }, endpoint.method)
    expect(expectProblem(answer, 400, key).errors[0]?.code).toBe('duplicate_parameter')
  }
  expect(await shop.databaseDigest()).toEqual(before)
}

async function expectWrongQueriesRefused(subject: EndpointUnderTest): Promise<void> {
  const { shop, endpoint } = subject
  const call = await goodCall(subject)
  const [path = '', given = ''] = call.path.split('?')
  const known = shop.logged.length
  for (const key of queryOf(endpoint)) {
    for (const value of wrongQueryValues) {
      const others = new URLSearchParams(given)
      others.delete(key)
      const answer = await send({ ...call, path: `${path}?${others}&${key}=${encoded(value)}` }, endpoint.method)
      if (answer.status < 300) continue
      expectProblem(answer, answer.status === 404 ? 404 : 400, `${key}=${value.slice(0, 20)}`)
    }
  }
  expectNoServerError(shop, known)
}

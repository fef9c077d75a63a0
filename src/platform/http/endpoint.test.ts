import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, createMatcher, endpointsWith, type Endpoint } from './endpoint.ts'
import { jsonResponse } from './json-response.ts'
import { openApi } from './openapi.ts'
import { firstMessage } from './problem.ts'

const declare = endpointsWith<null>()
const tag = 'Test'
const seen = (input: unknown) => jsonResponse<unknown>(input)

const one = declare({
  method: 'GET',
  path: '/api/things/:id',
  tag,
  summary: 'A thing.',
  params: z.object({ id: z.string().max(10) }),
  query: z.object({ page: z.coerce.number().int().default(0), word: z.array(z.string()).default([]) }),
  answer: z.unknown(),
  problems: [404],
  handle: ({ params, query }) => seen({ params, query }),
})
const special = declare({
  method: 'GET',
  path: '/api/things/special',
  tag,
  summary: 'A special one.',
  answer: null,
  handle: () => seen('special'),
})
const post = declare({
  method: 'POST',
  path: '/api/things/',
  tag,
  summary: 'Makes a thing.',
  body: z.object({ name: z.string().min(1, 'must be given'), size: z.int().max(9, 'must be at most 9').optional() }),
  answer: null,
  handle: ({ body }) => seen(body),
})
const match = createMatcher<null>([one, special, post])

const found = (method: string, path: string) => {
  const result = match(method, path)
  return result === null || result === 'method' ? expect.fail(`${method} ${path} is not found`) : result
}
const call = async (method: string, path: string, init: RequestInit = {}) => {
  const url = new URL(path, 'http://shop.example')
  return answer(found(method, url.pathname), new Request(url, { method, ...init }), null, 'trace')
}
const postText = (body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  call('POST', '/api/things', { body, headers })

describe('routing', () => {
  test('ignores letter case and slashes, and leaves values unchanged', () => {
    for (const path of ['/api/things/AbC', '/API/Things/AbC/', '//api//things//AbC'])
      expect(found('GET', path)).toEqual({ endpoint: one, params: { id: 'AbC' } })
    expect(found('GET', '/api/things/a%2Fb%20c').params).toEqual({ id: 'a/b c' })
  })

  test('prefers literals to parameters, in any order', () => {
    expect(found('GET', '/api/things/special').endpoint).toBe(special)
    expect(createMatcher<null>([special, one])('GET', '/api/things/special')).toMatchObject({ endpoint: special })
  })

  test('distinguishes a wrong method from an unknown path, and treats HEAD as GET', () => {
    expect(match('DELETE', '/api/things/1')).toBe('method')
    expect(found('HEAD', '/api/things/1').endpoint).toBe(one)
    for (const path of ['/api', '/api/things/1/2', '/api/things/%', '/api/things/%00', '/api/other'])
      expect(match('GET', path)).toBeNull()
  })
})

describe('the query', () => {
  test('is parsed by name in any letter case, lists as lists, the rest ignored', async () => {
    expect(await (await call('GET', '/api/things/1?PAGE=3&word=a&Word=b&other=x&__proto__=y')).json()).toEqual({
      params: { id: '1' },
      query: { page: 3, word: ['a', 'b'] },
    })
  })

  test('is rejected with the name of the invalid parameter', async () => {
    const twice = await call('GET', '/api/things/1?page=1&page=2')
    expect([twice.status, ((await twice.json()) as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
      400,
      'page',
    ])
    expect((await call('GET', '/api/things/1?page=x')).status).toBe(400)
    expect((await call('GET', '/api/things/12345678901')).status).toBe(404)
  })
})

describe('the body', () => {
  test('errors name every invalid field and the expected format', async () => {
    const response = await postText('{"name":"","size":10}')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      type: 'validation',
      traceId: 'trace',
      errors: [
        { field: 'name', message: 'name: must be given' },
        { field: 'size', message: 'size: must be at most 9' },
      ],
    })
  })

  test('error codes say invalid once', async () => {
    const codes = async (body: string) =>
      ((await (await postText(body)).json()) as { errors: { code: string }[] }).errors.map(({ code }) => code)
    expect(await codes('{"name":1,"size":10}')).toEqual(['invalid_type', 'invalid_too_big'])
    expect(await codes('[]')).toEqual(['invalid_type'])
  })

  test('must be JSON by content type, small, flat and without forbidden names', async () => {
    expect((await postText('{"name":"a"}', { 'content-type': 'application/json; charset=utf-8' })).status).toBe(200)
    expect((await postText('{"name":"a"}', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await postText(`{"name":"${'a'.repeat(100_001)}"}`)).status).toBe(413)
    expect((await postText(`{"name":"a","deep":${'['.repeat(21)}${']'.repeat(21)}}`)).status).toBe(400)
    expect((await postText('{"name":"a","__proto__":{"x":1}}')).status).toBe(400)
    expect((await postText(String.raw`{"name":"a\u0000"}`)).status).toBe(400)
    expect(({} as { x?: number }).x).toBeUndefined()
  })

  test('is measured as received, not as announced', async () => {
    const body = new ReadableStream({
      start(controller) {
        for (let at = 0; at < 3; at++) controller.enqueue(new Uint8Array(50_000).fill(32))
        controller.close()
      },
    })
    const init = { body, headers: { 'content-type': 'application/json' }, duplex: 'half' } as RequestInit
    expect((await call('POST', '/api/things', init)).status).toBe(413)
  })
})

test('the OpenAPI description matches the validation', () => {
  const described = openApi({ info: { title: 'Test', version: '1' } }, [
    one,
    special,
    post,
  ] as readonly Endpoint<null>[])
  const { get } = described.paths['/api/things/{id}'] as {
    get: { operationId: string; parameters: object[]; responses: object }
  }
  expect(get.operationId).toBe('getApiThingsId')
  expect(get.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 10 } },
    { name: 'page', in: 'query', required: false, schema: expect.objectContaining({ default: 0 }) },
    { name: 'word', in: 'query', required: false, schema: expect.objectContaining({ type: 'array' }) },
  ])
  expect(Object.keys(get.responses)).toEqual(['200', '400', '404', '429'])
})

test('the first message of an error is found in either format', () => {
  expect(firstMessage({ errors: [{ message: 'a' }], status: { errors: ['b'] } }, 'z')).toBe('a')
  expect(firstMessage({ errors: ['plain'] }, 'z')).toBe('plain')
  expect(firstMessage({ errors: [], status: { errors: ['b'] } }, 'z')).toBe('b')
  expect(firstMessage({ errorMessages: ['c'] }, 'z')).toBe('c')
  for (const nothing of [null, 'text', {}, { errors: [{ message: '' }] }]) expect(firstMessage(nothing, 'z')).toBe('z')
})

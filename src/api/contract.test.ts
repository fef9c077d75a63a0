import { expect, expectTypeOf, test } from 'vitest'
import type { Locality } from '../modules/geo/geo.ts'
import type { CartResponse } from '../modules/cart/cart.ts'
import { callApi, type ApiAnswer, type ApiCall, type ApiCalls } from '../ui/browser/api.ts'
import { calls } from './endpoints.server.ts'

/** What the compiler makes of calls. What is in a function here is checked when types are, and never run. */

test('every call has its own name in the contract', () => {
  // A path that the compiler knew only as text would let any call through.
  expectTypeOf<string extends keyof ApiCalls ? 'any text' : 'names'>().toEqualTypeOf<'names'>()
  const names = calls.map(({ method, path }) => `${method} ${path}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a response has the type of its schema', () => {
  expectTypeOf<ApiCall<'GET', '/api/locality/:term'>['answer']>().toExtend<Locality[]>()
  expectTypeOf<ApiCall<'DELETE', '/api/cart/'>['answer']>().toExtend<CartResponse>()
  expectTypeOf<ApiCall<'DELETE', '/api/account/order/addresses/:id'>['answer']>().toEqualTypeOf<true>()
  expectTypeOf<ApiCall<'POST', '/api/analytics/count'>['answer']>().toEqualTypeOf<null>()
  expectTypeOf<ApiCall<'POST', '/api/cart/product/'>['problems']>().toEqualTypeOf<403 | 409 | 429>()
  const answered = () => callApi('GET', '/api/redirect', { query: { fromUrl: '/x' } })
  expectTypeOf(answered).returns.resolves.toEqualTypeOf<
    ApiAnswer<{ doRedirect: boolean; destinationUri: string | null }>
  >()
})

test('optional parts can be left out', () => {
  const right = () => [
    callApi('GET', '/api/cart/'),
    callApi('GET', '/api/cart/', { signal: new AbortController().signal }),
    callApi('GET', '/api/v2/product/id/:id/', { params: { id: 7 } }),
    callApi('GET', '/api/v2/delivery/estimates', { query: { localityId: 'x', sku: ['A', 'B'] as readonly string[] } }),
    callApi('POST', '/api/cart/product/', { body: { sku: 'A', quantity: 1, warrantyId: undefined } }),
    callApi('POST', '/api/session/end'),
  ]
  expectTypeOf(right).toBeFunction()
})

test('a wrong call does not compile', () => {
  const wrong = () => [
    // @ts-expect-error -- there is no such path
    callApi('GET', '/api/basket/'),
    // @ts-expect-error -- a path is a pattern, and its parameters go beside it
    callApi('GET', '/api/cart/product/A'),
    // @ts-expect-error -- the path has other methods
    callApi('PATCH', '/api/cart/'),
    // @ts-expect-error -- the parameter is missing
    callApi('GET', '/api/cart/product/:code'),
    // @ts-expect-error -- the parameter has another name
    callApi('GET', '/api/cart/product/:code', { params: { sku: 'A' } }),
    // @ts-expect-error -- the query is required
    callApi('GET', '/api/v2/delivery/dates'),
    // @ts-expect-error -- the call reads no such query
    callApi('GET', '/api/cart/', { query: { town: 'Sydney' } }),
    // @ts-expect-error -- the body is missing
    callApi('POST', '/api/geo/setlocation'),
    // @ts-expect-error -- the body has no such field
    callApi('POST', '/api/geo/setlocation', { body: { localityId: 'x', suburb: 'Sydney' } }),
    // @ts-expect-error -- the field is text
    callApi('POST', '/api/geo/setlocation', { body: { localityId: 7 } }),
    // @ts-expect-error -- the call takes no body
    callApi('DELETE', '/api/cart/', { body: {} }),
    // @ts-expect-error -- nobody says by hand what an answer is
    callApi<{ cartId: number }>('GET', '/api/cart/'),
  ]
  expectTypeOf(wrong).toBeFunction()
  const asNumber = async () => {
    const answer = await callApi('GET', '/api/redirect')
    // @ts-expect-error -- the answer has no such field
    return answer.ok ? answer.value.target : null
  }
  expectTypeOf(asNumber).toBeFunction()
})

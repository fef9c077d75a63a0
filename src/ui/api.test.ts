import { afterEach, describe, expect, test } from 'vitest'
import { callApi } from './api.ts'

/** What callers get of an answer. The network is the one thing here that is not real: it must answer what the shop never does. */

const asUsual = globalThis.fetch
afterEach(() => {
  globalThis.fetch = asUsual
})

async function answered(status: number, body = ''): Promise<unknown> {
  globalThis.fetch = async () => new Response(status === 204 ? null : body, { status })
  return callApi('GET', '/api/cart/')
}
const messageOf = async (status: number, body = '') => (await answered(status, body)) as { message: string }

describe('an error without a message of the server', () => {
  test('of status 400 [CERR3-01]', async () => {
    expect((await messageOf(400)).message).toBe('Invalid request. Please check your input.')
    expect((await messageOf(400, '{"errors":[{"message":"Own words."}]}')).message).toBe('Own words.')
  })
  test('of status 401 [CERR3-02]', async () => {
    expect((await messageOf(401)).message).toBe('Authentication required. Please log in again.')
  })
  test('of status 403 [CERR3-03]', async () => {
    expect((await messageOf(403)).message).toBe('You do not have permission to perform this action.')
  })
  test('of status 404 [CERR3-04]', async () => {
    expect((await messageOf(404)).message).toBe('The requested resource could not be found.')
  })
  test('of status 500 [CERR3-05]', async () => {
    expect((await messageOf(500, '<h1>Fault</h1>')).message).toBe('A server error occurred. Please try again later.')
  })
  test.each([402, 409, 418, 502, 503])('of status %i, as of any other [CERR3-06]', async (status) => {
    expect((await messageOf(status)).message).toBe('An unexpected error occurred. Please try again later.')
  })
})

test('an answer without a body is an answer, and none at all is status 0', async () => {
  expect(await answered(204)).toEqual({ ok: true, value: null })
  globalThis.fetch = async () => Promise.reject(new TypeError('fetch failed'))
  expect(await callApi('GET', '/api/cart/')).toEqual({
    ok: false,
    status: 0,
    message: 'An unexpected error occurred. Please try again later.',
    body: null,
  })
})

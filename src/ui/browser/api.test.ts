import { afterEach, describe, expect, test } from 'vitest'
import { addressOf, callApi } from './api.ts'

/** What callers get of an answer. The network is the one thing here that is not real: it must answer what the shop never does. */

const original = globalThis.fetch
afterEach(() => {
  globalThis.fetch = original
})

/** Which texts an error has depends on where it was, so addresses are called here as they are. */
const callAt = callApi as (method: 'GET', address: string) => Promise<unknown>

async function answered(status: number, body = '', path = '/api/cart/'): Promise<unknown> {
  globalThis.fetch = async () => new Response(status === 204 ? null : body, { status })
  return callAt('GET', path)
}
const messageOf = async (status: number, body = '', path = '/api/cart/') =>
  (await answered(status, body, path)) as { message: string }

describe.each([
  '/api/cart/',
  '/api/cart/coupon/',
  '/api/v2/product/sku/WM-1',
  '/api/v2/listing?type=category',
  '/api/v3/search?searchTerm=washer',
  '/api/v2/sitesearch/f/washer',
  '/api/compare/products?SkuList=WM-1',
  '/api/store',
  '/api/geo/setlocation',
  '/api/locality/syd',
  '/api/settings',
])('an error of %s without a server message', (path) => {
  const text = async (status: number, body = '') => (await messageOf(status, body, path)).message
  test('with status 400 [CERR3-01]', async () => {
    expect(await text(400)).toBe('Invalid request. Please check your input.')
    expect(await text(400, '{"errors":[{"message":"Own words."}]}')).toBe('Own words.')
  })
  test('with status 401 [CERR3-02]', async () => {
    expect(await text(401)).toBe('Authentication required. Please log in again.')
  })
  test('with status 403 [CERR3-03]', async () => {
    expect(await text(403)).toBe('You do not have permission to perform this action.')
  })
  test('with status 404 [CERR3-04]', async () => {
    expect(await text(404)).toBe('The requested resource could not be found.')
  })
  test('with status 500 [CERR3-05]', async () => {
    expect(await text(500, '<h1>Fault</h1>')).toBe('A server error occurred. Please try again later.')
  })
  test.each([402, 409, 418, 502, 503])('with status %i, as with any other [CERR3-06]', async (status) => {
    expect(await text(status)).toBe('An unexpected error occurred. Please try again later.')
  })
})

describe.each([
  '/api/account',
  '/api/account/order/invoiced?page=0',
  '/api/page/home',
  '/api/Static/privacy-policy',
  '/api/alertBanner/',
  '/api/v2/cookingdemo?storeUri=newtown',
  '/api/v2/cookingdemo/booking',
  '/api/cookingdemo/rsvp',
  '/api/staff/projects',
  '/api/contact',
  '/api/promotion/x',
])('an error of %s', (path) => {
  const text = async (status: number, body = '') => (await messageOf(status, body, path)).message
  test('with status 400 lists the messages, one per line [ERR-01]', async () => {
    expect(await text(400, '{"errors":[{"message":"One."},"Two."]}')).toBe('One.\nTwo.')
  })
  test('with status 400 and an unreadable list has a default text [ERR-02]', async () => {
    for (const body of ['', '<h1>', '{}', '{"errors":[]}', '{"errors":"x"}'])
      expect(await text(400, body)).toBe('An error has occurred, please try again')
  })
  test('with status 401 [ERR-03]', async () => {
    expect(await text(401, '{"errors":[{"message":"Own words."}]}')).toBe('You are not authorised for this action')
  })
  test('with status 403 [ERR-05]', async () => {
    expect(await text(403)).toBe('permission denied for the resource')
  })
  test('with status 404 [platform-12]', async () => {
    expect(await text(404)).toBe('The page you looking for does not exist, please try again')
  })
  test.each([402, 409, 500, 503])('with status %i, as with any other [ERR-08]', async (status) => {
    expect(await text(status, '{"errors":[{"message":"Own words."}]}')).toBe('An error has occurred, please try again')
  })
  test('with status 429 asks to wait', async () => {
    expect(await text(429, '{"errors":[{"message":"Too many attempts. Please try again later."}]}')).toBe(
      'Too many attempts. Please try again later.',
    )
  })
})

test.each(['/api/giftcard/NOSUCHCARD', '/api/cart/product/x', '/api/Static/nothing'])(
  'a 404 of %s is returned to the caller only [ERR-07] [NF-07]',
  async (path) => {
    const requested: string[] = []
    globalThis.fetch = async (input) => {
      requested.push(String(input))
      return new Response('{"errors":[{"message":"Not ours."}]}', { status: 404 })
    }
    // There is no document here to navigate: whoever tried would throw.
    expect(await callAt('GET', path)).toMatchObject({
      ok: false,
      status: 404,
      body: { errors: [{ message: 'Not ours.' }] },
    })
    expect(requested).toEqual([path])
  },
)

test('a response without a body is a response, and none at all is status 0', async () => {
  expect(await answered(204)).toEqual({ ok: true, value: null })
  globalThis.fetch = async () => Promise.reject(new TypeError('fetch failed'))
  expect(await callApi('GET', '/api/cart/')).toEqual({
    ok: false,
    status: 0,
    message: 'An unexpected error occurred. Please try again later.',
    body: null,
  })
})

describe('the URL of a call', () => {
  test('has encoded parameters in the path, each in its own segment', () => {
    expect(addressOf('/api/cart/product/:code', { params: { code: 'A/B 1?' } })).toBe('/api/cart/product/A%2FB%201%3F')
    expect(
      addressOf('/api/locality/:suburb/:state/:postcode', {
        params: { suburb: 'O’Connor', state: '-', postcode: 2602 },
      }),
    ).toBe('/api/locality/O%E2%80%99Connor/-/2602')
    expect(addressOf('/api/v2/product/id/:id/', { params: { id: 7 } })).toBe('/api/v2/product/id/7/')
  })

  test('has the given query parameters, a list as repeated ones', () => {
    expect(addressOf('/api/cart/', {})).toBe('/api/cart/')
    expect(addressOf('/api/cart/', { query: {} })).toBe('/api/cart/')
    expect(addressOf('/api/checkout', { query: { subdivision: undefined } })).toBe('/api/checkout')
    expect(addressOf('/api/x', { query: { sku: ['A/B', 'C&D'], page: 0, isNew: false, text: '' } })).toBe(
      '/api/x?sku=A%2FB&sku=C%26D&page=0&isNew=false&text=',
    )
  })
})

test('a call sends its body as JSON, to the URL with its parameters', async () => {
  const sent: unknown[] = []
  globalThis.fetch = async (input, init) => {
    sent.push([String(input), init?.method, init?.body, init?.headers, init?.keepalive])
    return new Response('{}')
  }
  await callApi('DELETE', '/api/cart/product/:code', { params: { code: 'A/B' } })
  await callApi('POST', '/api/cart/product/', {
    body: { sku: 'A/B', quantity: 2, warrantyId: undefined },
    headers: { 'idempotency-key': 'k' },
    keepalive: true,
  })
  const accept = 'application/json'
  expect(sent).toEqual([
    ['/api/cart/product/A%2FB', 'DELETE', undefined, { accept }, undefined],
    [
      '/api/cart/product/',
      'POST',
      '{"sku":"A/B","quantity":2}',
      { accept, 'content-type': 'application/json', 'idempotency-key': 'k' },
      true,
    ],
  ])
})

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '../../platform/http/problem.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

/** The shop as a program finds it: by the protocol's own client, over HTTP. */

let shop: TestShop
let client: Client
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false, env: { RATE_LIMITS: 'on' } })
  client = new Client({ name: 'test', version: '1' })
  // Its optional session is declared in a way that exact optional properties refuse.
  await client.connect(new StreamableHTTPClientTransport(new URL(`${shop.url}/mcp`)) as never)
})
afterAll(async () => {
  await client.close()
  await shop.close()
})

type Answer = {
  isError?: boolean
  content: { type: string; text: string }[]
  structuredContent?: Record<string, unknown>
}

const call = async (name: string, args: Record<string, unknown>) =>
  (await client.callTool({ name, arguments: args })) as unknown as Answer
const reported = async (name: string, args: Record<string, unknown>) => (await call(name, args)).structuredContent ?? {}
const problem = async (name: string, args: Record<string, unknown>) => {
  const { isError, content } = await call(name, args)
  return [isError, content[0]?.text]
}

test('names the shop and offers four read-only tools', async () => {
  expect(client.getServerVersion()).toMatchObject({ name: 'aol', title: 'Appliances Online' })
  expect(client.getInstructions()).toContain('Prices are in AUD')
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'search_products',
    'get_product',
    'compare_products',
    'check_delivery',
  ])
  for (const { annotations, inputSchema } of tools) {
    expect(annotations).toMatchObject({ readOnlyHint: true })
    expect(inputSchema.type).toBe('object')
  }
  await client.ping()
})

describe('search', () => {
  test('finds products by words, with price and URL', async () => {
    const found = await reported('search_products', { query: 'french door fridge' })
    expect(found['products']).toEqual([
      expect.objectContaining({
        sku: 'FR-1',
        title: 'French door fridge 600 L',
        price: 2499.95,
        currency: 'AUD',
        canBeBought: true,
        url: `${shop.url}/p/french-door-fridge-600-l/`,
      }),
    ])
  })

  test('lists categories and brands by page, and says when there are none', async () => {
    const washers = await reported('search_products', { category: 'laundry', pageSize: 2, page: 2 })
    expect([washers['page'], (washers['products'] as unknown[]).length]).toEqual([2, 2])
    expect(washers['pages']).toBe(Math.ceil(Number(washers['total']) / 2))
    const makers = await reported('search_products', { brand: 'miele' })
    expect((makers['products'] as { brand: string }[]).map(({ brand }) => brand)).toEqual(['Miele'])
    const both = await reported('search_products', { category: 'kitchen', brand: 'nordhaus' })
    expect((both['products'] as { sku: string }[]).map(({ sku }) => sku)).toEqual(['FR-1'])
    expect(await problem('search_products', { category: 'nothing/here' })).toEqual([
      true,
      'category: there is none of that address',
    ])
  })

  test('names the invalid field', async () => {
    const [isError, text] = await problem('search_products', { query: 'x', page: 0 })
    expect(isError).toBe(true)
    expect(text).toMatch(/^query: .*\npage: /)
  })
})

test('a product has its facts, without staff-only data', async () => {
  const product = await reported('get_product', { sku: 'wm-1' })
  expect(product).toMatchObject({ sku: 'WM-1', price: 999, recommendedPrice: 1299, currency: 'AUD' })
  expect(JSON.stringify(product)).not.toMatch(/cost|margin|supplier/i)
  expect(await problem('get_product', { sku: 'NZ-1' })).toEqual([true, 'sku: this shop sells no NZ-1'])
  expect(await problem('get_product', {})).toEqual([true, expect.stringMatching(/^sku: /)])
})

test('products are compared side by side', async () => {
  const compared = await reported('compare_products', { skus: ['WM-1', 'FR-1'] })
  expect((compared['products'] as { sku: string }[]).map(({ sku }) => sku)).toEqual(['WM-1', 'FR-1'])
  expect(compared['attributes']).toEqual(expect.any(Array))
  expect(await problem('compare_products', { skus: ['WM-1', 'NO-1'] })).toEqual([true, 'skus: this shop sells no NO-1'])
  expect(await problem('compare_products', { skus: ['WM-1'] })).toEqual([true, 'skus: must be two or three'])
})

test('delivery is given for a location, as by the page’s API call', async () => {
  const checked = await reported('check_delivery', { skus: ['WM-1'], place: 'Broken Hill NSW' })
  const [estimate] = checked['estimates'] as { sku: string; text: string; firstDay: string }[]
  const [place] = (await shop.visitor().get('/api/locality/2880')).json<{ _id: string; fullAddress: string }[]>()
  const own = await shop.visitor().get(`/api/v2/delivery/estimates?localityId=${place?._id}&sku=WM-1`)
  const { estimates } = own.json<{ estimates: Record<string, { text: string; day: string }> }>()
  expect(checked['place']).toBe(place?.fullAddress)
  expect(estimate?.firstDay).toMatch(/^2026-/)
  expect([estimate?.text, estimate?.firstDay]).toEqual([estimates['WM-1']?.text, estimates['WM-1']?.day])
  expect(await problem('check_delivery', { skus: ['WM-1'], place: 'Nowhere 9999' })).toEqual([
    true,
    'place: there is no such postcode or suburb in the country of this shop',
  ])
})

describe('invalid requests', () => {
  const post = (raw: string, headers: Record<string, string> = {}) =>
    shop.visitor().post('/mcp', undefined, { raw, headers: { 'content-type': 'application/json', ...headers } })

  test('are rejected with the reason', async () => {
    const code = async (raw: string, headers?: Record<string, string>) => {
      const answer = await post(raw, headers)
      return [answer.status, answer.json<{ error: { code: number } }>().error.code]
    }
    expect(await code('{')).toEqual([400, -32_700])
    expect(await code('[]')).toEqual([400, -32_600])
    expect(await code('{"jsonrpc":"1.0","id":1,"method":"ping"}')).toEqual([400, -32_600])
    expect(await code('{"jsonrpc":"2.0","id":1,"method":"ping"}', { 'mcp-protocol-version': '1999-01-01' })).toEqual([
      400, -32_600,
    ])
    expect(await code('{"jsonrpc":"2.0","id":1,"method":"resources/list"}')).toEqual([200, -32_601])
    expect(await code('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"toString"}}')).toEqual([
      200, -32_602,
    ])
  })

  test('a notification gets an empty response', async () => {
    const answer = await post('{"jsonrpc":"2.0","method":"notifications/initialized"}')
    expect([answer.status, answer.text]).toEqual([202, ''])
  })

  test('other methods, origins, content types and oversized bodies are rejected', async () => {
    const got = await shop.visitor().get('/mcp')
    expect([got.status, got.headers['allow']]).toEqual([405, 'POST'])
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    expect((await post(ping, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post(ping, { 'content-type': 'text/plain' })).status).toBe(415)
    const long = await post(`{"jsonrpc":"2.0","id":1,"method":"${'x'.repeat(70_000)}"}`)
    expect([long.status, long.json<ErrorBody>().errors[0]?.message]).toEqual([
      413,
      'The body must be at most 64000 bytes.',
    ])
  })

  test('are rate limited per minute', async () => {
    const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
    const statuses = new Set<number>()
    for (let turn = 0; turn < 125; turn++) statuses.add((await post(ping)).status)
    expect(statuses).toEqual(new Set([200, 429]))
  })
})

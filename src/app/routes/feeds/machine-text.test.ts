import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCode } from '../../../brands/apps.ts'
import { products } from '../../../testing/catalogue.ts'
import type { PageRenderer } from '../../rendering/page-renderer.ts'
import { openTestShop, type TestShop } from '../../../testing/shop.server.ts'
import { loader as llms } from './llms.ts'
import { loader as productText } from '../product/product-text.ts'
import { loader as referral } from '../content/refer-a-friend.tsx'

/** What programs read instead of pages, and a page that is there or not by its setting. */

const pages: PageRenderer = async (request, context) => {
  const { pathname } = new URL(request.url)
  const [, uri] = /^\/p\/([^/]+)\/product\.md$/.exec(pathname) ?? []
  try {
    if (pathname === '/refer-a-friend') return Response.json(referral({ request, context, params: {} } as never).data)
    if (pathname === '/llms.txt') return llms({ request, context, params: {} } as never)
    return await productText({ request, context, params: { uri } } as never)
  } catch (thrown) {
    const { init } = thrown as { init?: ResponseInit }
    if (init === undefined) throw thrown
    return new Response(null, init)
  }
}

let shop: TestShop
beforeAll(async () => {
  const washer = {
    ...products.washer,
    sku: 'TX-1',
    title: 'Text washer',
    shortDescription: 'Quiet & <b>fast</b>.',
    description: '<p>Washes   well.</p><ul><li>Cold &amp; hot</li><li>Quick</li></ul>',
    features: [{ title: 'Steam', description: 'Takes creases out.' }],
  }
  shop = await openTestShop({ pages, sandbox: false, moreProducts: { washer2: washer } })
})
afterAll(async () => shop.close())

const get = (path: string, app: AppCode = 'aol') => shop.visitor(app).get(path)

test('a product as text has the content and address of its page', async () => {
  const answer = await get('/p/text-washer/product.md')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
  expect(answer.headers['link']).toBe(`<${shop.url}/p/text-washer/>; rel="canonical"`)
  expect(answer.headers['x-robots-tag']).toBe('noindex')
  const lines = answer.text.split('\n')
  expect(lines[0]).toBe('# Text washer')
  expect(lines).toContain('- SKU: TX-1')
  expect(lines).toContain('- Price: $999 AUD (RRP: $1,299), GST included, on 2026-11-24')
  expect(lines).toContain('- Availability: Can be bought online')
  expect(lines).toContain(`- Page: ${shop.url}/p/text-washer/`)
  expect(answer.text).toContain('## Description\n\nWashes well.\n\nCold & hot\n\nQuick\n')
  expect(answer.text).toContain('- **Steam**: Takes creases out.')
})

test('has no price where prices need a login, and is 404 for products not sold here', async () => {
  expect((await get('/p/text-washer/product.md', 'aoc')).text).toContain('- Price: Log in to see the price\n')
  expect((await get('/p/washer-for-auckland/product.md')).status).toBe(404)
  expect((await get('/p/washer-for-auckland/product.md', 'aol-nz')).text).toMatch(/NZD/)
})

test('llms.txt describes the shop, its lists and its API', async () => {
  const answer = await get('/llms.txt')
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(answer.text).toMatch(/^# Appliances Online\n\n> .*delivered in Australia\. Prices are in AUD/)
  for (const line of [
    `- [Model Context Protocol](${shop.url}/mcp): streamable HTTP, without login; tools search_products, get_product, compare_products, check_delivery`,
    `- [JSON API](${shop.url}/api/openapi.json): OpenAPI`,
    `- [Brands](${shop.url}/brands/)`,
    `- [Contact us](${shop.url}/contact-us/)`,
  ])
    expect(answer.text.split('\n')).toContain(line)
  expect(answer.text).toMatch(/- \[\w+\]\(http:\/\/127\.0\.0\.1:\d+\/c\/laundry\/\): \d+ products/)
  expect(answer.text).toContain('/product.md')
  expect((await get('/llms.txt', 'aol-nz')).text).toMatch(/^# Appliances Online NZ\n\n> .*delivered in New Zealand/)
})

test('friends can be referred where co-buying is enabled [SETT-16] [SETT-17]', async () => {
  expect((await get('/refer-a-friend')).status).toBe(404)
  await shop.set('aol', 'BuyapowaEnabled', 'true')
  await shop.set('aol', 'BuyapowaMarketDomain', 'friends.example')
  await shop.set('aol', 'referralConfig', '{"title":"Bring a friend","rewardAmount":25}')
  expect((await get('/refer-a-friend')).json()).toMatchObject({
    title: 'Bring a friend',
    reward: 25,
    campaign: 'https://friends.example/au/refer-a-friend',
  })
  expect((await get('/refer-a-friend', 'wa')).status).toBe(404)
  await shop.set('aol', 'BuyapowaMarketDomain', '')
  expect((await get('/refer-a-friend')).json()).toMatchObject({ campaign: null })
})

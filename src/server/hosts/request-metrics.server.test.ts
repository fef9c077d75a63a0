import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { telltale } from './telltale-pages-for-tests.ts'

/** What `/metrics` says of requests: a page by its route whether it was rendered or cached, for its brand. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: telltale, sandbox: false })
})
afterAll(async () => shop.close())

const metrics = async (): Promise<string> => (await shop.visitor().get('/metrics')).text

/** Requests so far, by all labels in this order. */
async function durations(route: string, status = '200'): Promise<number> {
  const text = await metrics()
  const lines = text.split('\n').filter((line) => line.startsWith('http_request_duration_seconds_count{'))
  const found = lines.filter((line) => line.includes(`route="${route}"`) && line.includes(`status="${status}"`))
  return found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

const responses = async (labels: string): Promise<number> =>
  Number(
    (await metrics())
      .split('\n')
      .find((line) => line.startsWith(`http_responses_total{${labels}}`))
      ?.split(' ')[1] ?? 0,
  )

test('a cached page counts like one that was rendered, with how the cache answered', async () => {
  const visitor = shop.visitor('andoo')
  const shown = (cache: string, status = '2xx') =>
    responses(`host="shop",app="andoo",kind="page",cache="${cache}",status="${status}"`)
  const rendered = await visitor.get('/p/some-fridge')
  expect([await shown('miss'), await shown('hit'), await durations('/p/:uri')]).toEqual([1, 0, 1])
  await visitor.get('/p/some-fridge?utm_source=x')
  await visitor.get('/p/some-fridge')
  expect([await shown('miss'), await shown('hit'), await durations('/p/:uri')]).toEqual([1, 2, 3])
  expect((await ifNoneMatch('/p/some-fridge', String(rendered.headers['etag']))).statusCode).toBe(304)
  expect([await shown('hit', '3xx'), await durations('/p/:uri', '304')]).toEqual([1, 1])
  await visitor.send('HEAD', '/p/some-fridge')
  expect(await metrics()).toMatch(/_count\{host="shop",kind="page",route="\/p\/:uri",method="HEAD",status="200"\} 1/)
})

/** As a browser that has the page asks again. */
const ifNoneMatch = (path: string, etag: string) =>
  new Promise<{ statusCode?: number | undefined }>((done, fail) => {
    const headers = { host: `andoo.localhost`, 'if-none-match': etag, 'accept-encoding': 'br' }
    request(`${shop.url}${path}`, { headers }, (answer) => done(answer.resume()))
      .on('error', fail)
      .end()
  })

test('pages, calls and files have routes of their own, and none contains an address', async () => {
  const visitor = shop.visitor()
  for (const path of [
    '/cart',
    '/customer/checkout',
    '/c/laundry',
    '/c/laundry.data',
    '/account/orders/SECRET1',
    '/SECRET2/x',
  ])
    await visitor.get(path)
  await visitor.get('/api/navbar/')
  await visitor.get('/api/navbar/')
  await visitor.get('/api/SECRET3')
  await visitor.get('/media/SECRET4.jpg')
  const counted = [
    ['/cart', '200'],
    ['/customer/checkout', '200'],
    ['/c/*', '200'],
    ['/account/orders/:id', '200'],
    ['/*', '200'],
    ['/api/navbar/', '200'],
    ['api', '404'],
    ['media', '404'],
  ] as const
  const found = await Promise.all(counted.map(async ([route, status]) => [route, (await durations(route, status)) > 0]))
  expect(found).toEqual(counted.map(([route]) => [route, true]))
  expect(await durations('/c/*')).toBe(2)
  const calls = (cache: string) => responses(`host="shop",app="aol",kind="api",cache="${cache}",status="2xx"`)
  expect([await calls('miss'), await calls('hit')]).toEqual([1, 1])
  expect(await metrics()).not.toContain('SECRET')
})

test('a page that load refuses counts as a failure of its route', async () => {
  const visitor = shop.visitor()
  const { admits } = shop.shedding
  try {
    shop.shedding.admits = () => false
    expect((await visitor.get('/c/kitchen')).status).toBe(503)
  } finally {
    shop.shedding.admits = admits
  }
  expect(await durations('/c/*', '503')).toBe(1)
})

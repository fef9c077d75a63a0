import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({
    sandbox: false,
    pages: async (request) =>
      new Response('<!DOCTYPE html><title>A page</title>', { status: request.url.includes('/here') ? 200 : 404 }),
  })
})
afterAll(async () => shop.close())

async function moved(source: string, destination: string): Promise<void> {
  const stored = await shop.services.content.redirects.keep('aol', { source, destination })
  expect(stored.ok).toBe(true)
  await expect.poll(() => shop.services.content.redirects.destination({ app: 'aol' }, source)).toBe(destination)
}

const lookedUp = async (fromUrl: string, app: 'aol' | 'wa' = 'aol') =>
  (await shop.visitor(app).get(`/api/redirect?fromUrl=${encodeURIComponent(fromUrl)}`)).json()

test('returns the destination of a moved address; none for others and other apps [NF-02]', async () => {
  await moved('/old', '/here')
  expect(await lookedUp('/OLD/?utm=1')).toEqual({ doRedirect: true, destinationUri: '/here' })
  expect(await lookedUp('/old', 'wa')).toEqual({ doRedirect: false, destinationUri: null })
  expect(await lookedUp('/nowhere')).toEqual({ doRedirect: false, destinationUri: null })
})

test.each([
  '',
  '?fromUrl=',
  '?fromurl=/nowhere&fromUrl=/x',
  '?fromUrl=%00',
  `?fromUrl=/${'x'.repeat(2_100)}`,
  '?other=1',
  // An old address of a product by its barcode, which passes the checksum of cards.
  '?fromUrl=/p/widget-9312345000012',
])('a lookup with the query "%s" is answered, not rejected [NF-02]', async (query) => {
  for (const path of ['/api/redirect', '/api/redirect/getdestination']) {
    const answer = await shop.visitor().get(path + query.replace('fromUrl', path.endsWith('n') ? 'fromUri' : 'fromUrl'))
    expect([answer.status, answer.json()]).toMatchObject([200, { destinationUri: null }])
  }
})

test('links in content use the bare destination [NF-09]', async () => {
  const ask = async (from: string) =>
    (await shop.visitor().get(`/api/redirect/getdestination?fromUri=${encodeURIComponent(from)}`)).json()
  expect(await ask('/old')).toEqual({ destinationUri: '/here' })
  expect(await ask('/nowhere')).toEqual({ destinationUri: null })
})

test('a missing page answers with a redirect when it has moved; an existing page is left alone', async () => {
  await moved('/gone?id=5', `${shop.url}/p/five`)
  await moved('/here', '/elsewhere')
  const visitor = shop.visitor()
  const answer = async (path: string) => {
    const { status, headers } = await visitor.get(path)
    return [status, headers['location'] ?? null]
  }
  expect(await answer('/old?utm=1')).toEqual([301, '/here'])
  expect(await answer('/gone?id=5')).toEqual([301, `${shop.url}/p/five`])
  expect(await answer('/gone')).toEqual([404, null])
  expect(await answer('/here')).toEqual([200, null])
  // The browser looks up what it loads itself.
  expect(await answer('/old.data')).toEqual([404, null])
})

test('rejects redirects that form a loop or lead to another site', async () => {
  await moved('/one', '/two')
  const keep = async (source: string, destination: string) => {
    const stored = await shop.services.content.redirects.keep('aol', { source, destination })
    return stored.ok ? null : stored.problem
  }
  expect(await keep('/two', '/one')).toEqual({ field: 'destination', message: 'is a redirect loop, by /two' })
  expect(await keep('/three', 'https://elsewhere.example')).toEqual({
    field: 'destination',
    message: 'leads to elsewhere.example, which is not one of our shops',
  })
  expect(await lookedUp('/two')).toEqual({ doRedirect: false, destinationUri: null })
})

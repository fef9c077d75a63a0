import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'

let shop: TestShop
let address = ''
beforeAll(async () => {
  shop = await openTestShop({ sandbox: false })
  const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c08040' } })
    .jpeg()
    .toBuffer()
  const added = await shop.services.media.add({ kind: 'jpg', bytes })
  address = added.ok ? added.value : expect.fail(added.problem)
})
afterAll(() => shop.close())

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${shop.url}${path}`, { method, headers })

test('a picture is sent in the format that the browser prefers, for ever, and caches are told what it depends on', async () => {
  const shown = shop.services.media.shown(address)
  const answer = await ask(shown, { accept: 'image/avif,image/webp,*/*' })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/avif',
    vary: 'Accept',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const etag = answer.headers.get('etag') ?? ''
  expect((await ask(shown, { accept: 'image/avif', 'if-none-match': etag })).status).toBe(304)
  expect((await ask(shown, { accept: 'image/webp', 'if-none-match': etag })).status).toBe(200)
  const head = await ask(shown, { accept: 'image/avif' }, 'HEAD')
  expect([head.headers.get('content-length'), (await head.arrayBuffer()).byteLength]).toEqual([
    String((await answer.arrayBuffer()).byteLength),
    0,
  ])
})

test('a format in the address is that format for everyone', async () => {
  const answer = await ask(`${shop.services.media.shown(address)}.jpg`, { accept: 'image/avif' })
  expect([answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual(['image/jpeg', null])
})

test('the address that records have shows the picture for an hour, since it can be replaced', async () => {
  const answer = await ask(address, { accept: 'image/avif' })
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'public, max-age=3600',
  ])
})

test.each([
  ['of a part that nobody has cut out', (shown: string) => shown.replace(/\/\d+x/, '/99x')],
  ['in another size', (shown: string) => shown.replace(/\/640$/, '/641')],
  ['of the original', (shown: string) => shown.replace('/media/pictures/', '/media/originals/').replace(/\/900.*/, '')],
])('an address %s is not found, and is not stored by caches', async (_what, change) => {
  const answer = await ask(change(shop.services.media.shown(address)))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

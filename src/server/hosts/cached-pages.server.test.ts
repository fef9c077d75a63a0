import { request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places, products } from '../../testing/catalogue.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { reportedBy, telltale } from './telltale-pages-for-tests.ts'

/** Pages that are kept for everyone: when they are made anew, how they are sent, and that nothing in them is anybody’s. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: telltale, sandbox: false })
})
afterAll(async () => shop.close())

describe('fifty visitors in 10,000 concurrent requests', () => {
  test(
    'never see each other’s data: cached pages are anonymous, personal responses are their own',
    { timeout: 120_000 },
    async () => {
      const everywhere = [places.sydney, places.melbourne, places.orange, places.brokenHill].map((place) => place.id)
      const visitors = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const visitor = shop.visitor(at % 5 === 0 ? 'wa' : 'aol')
          const cart = at % 7 === 0 ? null : (await visitor.add('LAMP-1', (at % 5) + 1)).cartId
          const place = at % 3 === 0 ? null : (everywhere[at % everywhere.length] ?? null)
          if (place !== null) await visitor.post('/api/geo/setlocation', { localityId: place })
          return { visitor, cart, place }
        }),
      )
      const publicPaths = [
        '/',
        '/c/laundry',
        '/c/laundry?page=2&utm_source=x',
        '/p/a.data',
        '/_root.data',
        '/missing',
        '/search/lamp',
        '/Cartoon',
        '/cartography',
      ]
      const personalPaths = [
        '/cart',
        '/cart/',
        '/cart.data',
        '/CART',
        '/customer/checkout',
        '/customer/checkout.data',
        '/cart?page=2',
      ]
      const ask = async (at: number): Promise<void> => {
        const { visitor, cart, place } = visitors[(at * 37) % visitors.length] ?? expect.fail()
        const kind = at % 10
        if (kind < 5) {
          const reported = reportedBy(await visitor.get(publicPaths[at % publicPaths.length] ?? '/'))
          expect([reported.cart, reported.place, reported.app]).toEqual([null, null, visitor.app])
        } else if (kind < 7) {
          const answer = await visitor.get(personalPaths[at % personalPaths.length] ?? '/cart')
          const reported = reportedBy(answer)
          expect([reported.cart, reported.place, reported.app]).toEqual([cart, place, visitor.app])
          expect(answer.headers['cache-control']).toMatch(/private|no-store/)
        } else if (kind < 9) {
          const answer = await visitor.get('/api/cart/')
          expect(answer.json<{ cartId: string }>().cartId).toBe(cart ?? '00000000-0000-0000-0000-000000000000')
          expect(answer.headers['cache-control']).toBe('private, no-store')
        } else {
          expect((await visitor.get('/api/geo')).json<{ localityId: string | null }>().localityId).toBe(place)
        }
        // Pages are dropped and made anew all the while.
        if (at % 300 === 0) shop.pageCache.drop(['listings'])
        // In some batches without a drop, so that old pages are left for the next one.
        if (at % 1_000 === 405) shop.clock.advance(310_000)
      }
      for (let from = 0; from < 10_000; from += 250)
        await Promise.all(Array.from({ length: 250 }, (_, offset) => ask(from + offset)))
      expect(shop.pageCache.counts.hit).toBeGreaterThan(1_000)
      expect(shop.pageCache.counts.stale).toBeGreaterThan(0)
      for (const { visitor } of visitors)
        expect([...visitor.cookies.keys()].every((name) => name === 'cart' || name === 'visitor')).toBe(true)
    },
  )
})

describe('a cached page', () => {
  const fresh = (): Visitor => shop.visitor('hc')

  test('is rendered once, sent with an ETag, and not resent to those who have it', async () => {
    const first = await fresh().get('/c/kept')
    expect((await fresh().get('/c/kept')).text).toBe(first.text)
    expect(first.headers.etag).toMatch(/^"[\w-]+"$/)
    expect(first.headers['cache-control']).toContain('s-maxage=300')
    expect(first.headers['content-length']).toBe(String(Buffer.byteLength(first.text)))
    const etag = first.headers.etag ?? ''
    for (const given of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const unchanged = await fresh().get('/c/kept', { headers: { 'if-none-match': given } })
      expect([given, unchanged.status, unchanged.text, unchanged.headers.etag]).toEqual([given, 304, '', etag])
      expect(unchanged.headers['content-type']).toBeUndefined()
    }
    expect((await fresh().get('/c/kept', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
  })

  test('is shared by campaign links and parameter orders, and separate for each filter', async () => {
    const first = reportedBy(await fresh().get('/c/lists?sort=price-asc&page=2'))
    expect(first.path).toBe('/c/lists?page=2&sort=price-asc')
    expect(reportedBy(await fresh().get('/c/lists?utm_source=mail&page=2&gclid=7&sort=price-asc')).made).toBe(
      first.made,
    )
    expect(reportedBy(await fresh().get('/c/lists?page=3&sort=price-asc')).made).not.toBe(first.made)
    expect(reportedBy(await fresh().get('/c/lists?price.from=10')).path).toBe('/c/lists?filter=price%3A10-')
  })

  test('is separate per brand', async () => {
    expect(reportedBy(await shop.visitor('hc').get('/c/brands')).app).toBe('hc')
    expect(reportedBy(await shop.visitor('fk').get('/c/brands')).app).toBe('fk')
  })

  test('is compressed as the browser accepts, or uncompressed', async () => {
    const plain = await fresh().get('/c/compressed')
    const request = async (accept: string) => {
      const response = await rawGet('/c/compressed', { 'accept-encoding': accept })
      return { encoding: response.headers['content-encoding'], body: response.body, vary: response.headers['vary'] }
    }
    const brotli = await request('gzip, deflate, br')
    expect([brotli.encoding, brotliDecompressSync(brotli.body).toString()]).toEqual(['br', plain.text])
    const gzip = await request('gzip;q=1.0, br;q=0')
    expect([gzip.encoding, gunzipSync(gzip.body).toString()]).toEqual(['gzip', plain.text])
    const neither = await request('identity')
    expect([neither.encoding, neither.body.toString()]).toEqual([undefined, plain.text])
    expect([brotli.vary, gzip.vary, neither.vary]).toEqual(['Accept-Encoding', 'Accept-Encoding', 'Accept-Encoding'])
  })

  test('answers HEAD with the same headers and no body', async () => {
    const get = await fresh().get('/c/headed')
    const head = await fresh().send('HEAD', '/c/headed')
    expect([head.status, head.text, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers.etag,
      get.headers['content-length'],
    ])
  })

  test('is re-rendered when its data changes, in this process or another', async () => {
    const before = reportedBy(await fresh().get('/c/changed'))
    const id = shop.services.catalogue.productBySku(products.hose.sku)?.id ?? 0
    await shop.services.catalogue.setOffer(id, 'hc', { price: 12_00, rrp: null })
    await until(async () => reportedBy(await fresh().get('/c/changed')).made !== before.made)
  })

  test('can be an API response: one for all equivalent queries, recomputed after a change', async () => {
    const etagOf = async (path: string) => (await fresh().get(path)).headers.etag ?? expect.fail(`${path} is not kept`)
    const misses = () => shop.pageCache.counts.miss
    const before = misses()
    const first = await etagOf('/api/v2/listing?type=all&sort=name&filter=brand:a&filter=brand:b')
    expect(await etagOf('/api/v2/listing?filter=brand:b&SORT=name&filter=brand:a&type=all&utm_source=x')).toBe(first)
    expect(misses()).toBe(before + 1)
    const sku = `/api/v2/product/sku/${products.hose.sku}`
    const price = async () => (await fresh().get(sku)).json<{ price: number }>().price
    await price()
    const id = shop.services.catalogue.productBySku(products.hose.sku)?.id ?? 0
    await shop.services.catalogue.setOffer(id, 'hc', { price: 13_37, rrp: null })
    await until(async () => (await price()) === 13.37)
  })

  test('is rendered without cookies where a call is public, not cached by anyone with a cart or token, and errors are never cached [platform-05]', async () => {
    const visitor = fresh()
    await visitor.add('LAMP-1', 1)
    const own = await visitor.get('/api/v2/listing?type=all')
    const other = await fresh().get('/api/v2/listing?type=all')
    expect([own.headers['set-cookie'], own.headers.etag]).toEqual([undefined, other.headers.etag])
    expect((await visitor.get('/api/cart/')).headers['cache-control']).toBe('private, no-store')
    // Who has a cart or a token is answered for themselves alone (decision platform-05).
    for (const path of ['/api/settings', '/api/navbar/', '/api/v2/listing?type=all']) {
      const mine = await visitor.get(path)
      expect([mine.status, mine.headers['cache-control']]).toEqual([200, 'private, no-store'])
      expect(
        (await visitor.get(path, { headers: { 'if-none-match': mine.headers.etag ?? '' } })).headers['cache-control'],
      ).toBe('private, no-store')
      const withToken = await fresh().get(path, { headers: { authorization: 'Bearer x' } })
      expect(withToken.headers['cache-control']).toBe('private, no-store')
      expect((await fresh().get(path)).headers['cache-control']).toBe('public, max-age=60')
    }
    const refused = [await fresh().get('/api/v2/product/sku/none'), await fresh().get('/api/v2/product/sku/none')]
    expect(refused.map(({ status, headers }) => [status, headers.etag])).toEqual([
      [404, undefined],
      [404, undefined],
    ])
  })

  test('is never one with an error', async () => {
    const first = await fresh().get('/broken')
    const second = await fresh().get('/broken')
    expect([first.status, second.status]).toEqual([500, 500])
    expect(reportedBy(second).made).not.toBe(reportedBy(first).made)
    const error = await fresh().get('/fault')
    expect([error.status, error.text]).toEqual([500, 'An error has occurred, please try again'])
  })
})

function rawGet(path: string, headers: Record<string, string>) {
  return new Promise<{ headers: Record<string, string | string[] | undefined>; body: Buffer }>((done, fail) => {
    const { port } = new URL(shop.url)
    request(
      { hostname: '127.0.0.1', port, path, headers: { host: `hc.localhost:${port}`, ...headers } },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('end', () => done({ headers: incoming.headers, body: Buffer.concat(chunks) }))
      },
    )
      .on('error', fail)
      .end()
  })
}

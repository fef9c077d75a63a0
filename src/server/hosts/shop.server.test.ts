import { request } from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { places, products } from '../../testing/catalogue.ts'
import type { PageRenderer } from '../../app/rendering/page-renderer.ts'
import { cachedForAll } from '../../app/head/page-headers.ts'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { until } from '../../testing/shop/until.ts'
import type { TestAnswer } from '../../testing/shop/browser.ts'
import type { Visitor } from '../../testing/shop/visitor.ts'
import { requestContext } from '../../composition/request-context.ts'

/** One request's way in, over the real handler: which answers may be kept for everyone, and what may be in them. */

let made = 0

/** Pages that say everything the shop knows of who is asking: whoever reads somebody else's mark has found a leak. */
const telltale: PageRenderer = async (request, context) => {
  const shop = context.get(requestContext)
  const { brand, services } = shop
  const { pathname, search } = new URL(request.url)
  const [current, chosen] = [await services.cart.visitor.current(shop), await services.geo.visitorPlace.current(shop)]
  made++
  const text = JSON.stringify({
    made,
    app: brand.app,
    path: pathname + search,
    cart: current?.id ?? null,
    place: chosen?._id ?? null,
  })
  const type = pathname.endsWith('.data') ? 'text/x-script' : 'text/html; charset=utf-8'
  const body = `<!DOCTYPE html><p>${text}</p>${'<p>filler</p>'.repeat(50)}`
  if (/^\/(cart|customer)/.test(pathname)) return new Response(body, { headers: { 'content-type': type } })
  if (pathname === '/missing') return new Response(body, { status: 404, headers: { 'content-type': type } })
  if (pathname === '/broken')
    return new Response(body, { status: 500, headers: { 'content-type': type, ...cachedForAll(['broken']) } })
  if (pathname === '/fault') throw new Error('the page cannot be made')
  return new Response(body, { headers: { 'content-type': type, ...cachedForAll(['listings', 'product:1']) } })
}

type Reported = { made: number; app: string; path: string; cart: string | null; place: string | null }
const reportedBy = (answer: TestAnswer): Reported =>
  JSON.parse(/<p>(\{.*?\})<\/p>/.exec(answer.text)?.[1] ?? expect.fail(answer.text)) as Reported

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: telltale, sandbox: false })
})
afterAll(async () => shop.close())

describe('what fifty visitors see of each other in 10,000 requests at once', () => {
  test(
    'is nothing: kept pages know nobody, personal answers know only their own visitor',
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

describe('a page that is kept', () => {
  const fresh = (): Visitor => shop.visitor('hc')

  test('is made once, answered with an ETag, and not sent again to those who have it', async () => {
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

  test('is made for campaign links and orders of parameters once, and for each filter anew', async () => {
    const first = reportedBy(await fresh().get('/c/lists?sort=price-asc&page=2'))
    expect(first.path).toBe('/c/lists?page=2&sort=price-asc')
    expect(reportedBy(await fresh().get('/c/lists?utm_source=mail&page=2&gclid=7&sort=price-asc')).made).toBe(
      first.made,
    )
    expect(reportedBy(await fresh().get('/c/lists?page=3&sort=price-asc')).made).not.toBe(first.made)
    expect(reportedBy(await fresh().get('/c/lists?price.from=10')).path).toBe('/c/lists?filter=price%3A10-')
  })

  test('is one per brand', async () => {
    expect(reportedBy(await shop.visitor('hc').get('/c/brands')).app).toBe('hc')
    expect(reportedBy(await shop.visitor('fk').get('/c/brands')).app).toBe('fk')
  })

  test('comes compressed as the browser asks, and whole when it does not', async () => {
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

  test('answers HEAD with the same head and no body', async () => {
    const get = await fresh().get('/c/headed')
    const head = await fresh().send('HEAD', '/c/headed')
    expect([head.status, head.text, head.headers.etag, head.headers['content-length']]).toEqual([
      200,
      '',
      get.headers.etag,
      get.headers['content-length'],
    ])
  })

  test('is made anew when what it shows has changed, in this process and by what another wrote', async () => {
    const before = reportedBy(await fresh().get('/c/changed'))
    const id = shop.services.catalogue.productBySku(products.hose.sku)?.id ?? 0
    await shop.services.catalogue.setOffer(id, 'hc', { price: 12_00, rrp: null })
    await until(async () => reportedBy(await fresh().get('/c/changed')).made !== before.made)
  })

  test('may be the answer of a call: one for all ways to ask the same, made anew after a change', async () => {
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

  test('is made from no cookies where a call is for everyone, is no cache’s for who has a cart or a token, and a refusal is kept by nobody [platform-05]', async () => {
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

  test('is never one with a fault in it', async () => {
    const first = await fresh().get('/broken')
    const second = await fresh().get('/broken')
    expect([first.status, second.status]).toEqual([500, 500])
    expect(reportedBy(second).made).not.toBe(reportedBy(first).made)
    const error = await fresh().get('/fault')
    expect([error.status, error.text]).toEqual([500, 'An error has occurred, please try again'])
  })
})

describe('every answer', () => {
  test.each(['/', '/cart', '/api/cart/', '/api/none', '/livez', '/missing', '/media/none.svg', '/fault'])(
    'of %s carries the security headers',
    async (path) => {
      const { headers } = await shop.visitor().get(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'x-frame-options': 'SAMEORIGIN',
        'cross-origin-opener-policy': 'same-origin-allow-popups',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['server']).toBeUndefined()
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['cache-control']).toBeDefined()
    },
  )

  test('a form from another site is refused, one of our own is taken', async () => {
    const visitor = shop.visitor()
    const form = { raw: 'intent=add&sku=LAMP-1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const post = (headers: Record<string, string>) =>
      visitor.post('/cart', undefined, { ...form, headers: { ...form.headers, ...headers } })
    const refused = await post({ 'sec-fetch-site': 'cross-site' })
    expect([refused.status, refused.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      403,
      'cross_site',
    ])
    expect(refused.headers['x-trace-id']).toBe(refused.json<{ traceId: string }>().traceId)
    expect((await post({ origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('a form is as long as a call at most, and the page of a longer one is not asked', async () => {
    const visitor = shop.visitor()
    const post = (bytes: number) =>
      visitor.post('/cart', undefined, {
        raw: 'x'.repeat(bytes),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
    expect((await post(100_000)).status).toBe(200)
    const before = made
    const refused = await post(100_001)
    expect([refused.status, refused.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      413,
      'body_too_large',
    ])
    expect(made).toBe(before)
    // Not announced: it is read as far as it may be long, and no further.
    const { port } = new URL(shop.url)
    const chunks = Array.from({ length: 11 }, () => `2710\r\n${'x'.repeat(10_000)}\r\n`).join('')
    const head = `POST /cart HTTP/1.1\r\nHost: aol.localhost:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n`
    const answer = await overSocket(Number(port), `${head}Sec-Fetch-Site: same-origin\r\n\r\n${chunks}0\r\n\r\n`)
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
    expect(made).toBe(before)
  })

  test('an address that is too long, in full form, or no address is answered without a fault', async () => {
    expect((await shop.visitor().get(`/c/${'x'.repeat(9_000)}`)).status).toBe(414)
    const { port, host } = new URL(shop.url)
    const statusOf = async (line: string) =>
      (await overSocket(Number(port), `${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split(
        '\r\n',
      )[0]
    expect(await statusOf(`GET http://${host}/c/full`)).toBe('HTTP/1.1 200 OK')
    expect(await statusOf(`GET http://${host}/api/geo`)).toBe('HTTP/1.1 200 OK')
    for (const line of [
      'OPTIONS *',
      'GET //elsewhere.example/x',
      'GET /%',
      'GET /%00',
      'GET /c/%E0%A4%A',
      'GET ?',
      'GET http://[/',
    ])
      expect([line, await statusOf(line)]).toEqual([line, expect.stringMatching(/^HTTP\/1\.1 [234]\d\d /)])
    expect(
      (await overSocket(Number(port), `GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n`)).split('\r\n')[0],
    ).toMatch(/^HTTP\/1\.1 [234]\d\d /)
  })

  test('two lengths for one body are refused', async () => {
    const { port, host } = new URL(shop.url)
    const answer = await overSocket(
      Number(port),
      `POST /api/cart/email HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    )
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
  })

  test('probes answer without the database, and metrics are there', async () => {
    const visitor = shop.visitor()
    expect([(await visitor.get('/livez')).text, (await visitor.get('/readyz')).text]).toEqual(['ok', 'ok'])
    expect((await visitor.get('/metrics')).text).toContain('http_request_duration_seconds')
  })

  test('slashes in a row lead to the one address of the page, and thousands of them to nothing', async () => {
    const visitor = shop.visitor()
    const moved = await visitor.get('//elsewhere.example//c?page=2')
    expect([moved.status, moved.headers.location]).toEqual([308, '/elsewhere.example/c?page=2'])
    const before = made
    for (const path of [
      '/'.repeat(8_000),
      `/c/${'a/'.repeat(4_000)}`,
      `/c${'/x'.repeat(30)}`,
      `/c/${'x'.repeat(2_000)}`,
    ])
      expect((await visitor.get(path)).status).toBe(414)
    expect(made).toBe(before)
  })

  test('every spelling of a path leads to the one that checks and caches know', async () => {
    const visitor = shop.visitor()
    const before = made
    for (const [path, canonical] of [
      ['/%61pi-reference', '/api-reference'],
      ['/./api-reference?x=1', '/api-reference?x=1'],
      ['/x/../metrics', '/metrics'],
      ['/customer/%63heckout', '/customer/checkout'],
      ['/api/../api-reference', '/api-reference'],
    ] as const) {
      const moved = await visitor.get(path)
      expect([path, moved.status, moved.headers.location]).toEqual([path, 308, canonical])
    }
    expect(made).toBe(before)
  })

  test('a call has one place in the cache, however its address is written', async () => {
    const visitor = shop.visitor()
    const answered = async () =>
      /duration_seconds_count\{[^}]*route="\/api\/navbar\/?"[^}]*\} (\d+)/.exec(
        (await visitor.get('/metrics')).text,
      )?.[1]
    await visitor.get('/api/navbar/')
    const once = await answered()
    expect(once).toMatch(/^\d+$/)
    for (const path of ['/api/navbar', '/API/NavBar/', '/api//navbar', '/api/navbar?nothing=1'])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
    expect(await answered()).toBe(once)
  })

  test('methods that pages do not take are refused without a word of the page', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const refused = await shop.visitor().send(method, '/a-path-of-theirs')
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD, POST'])
      expect(refused.text).toBe('This page cannot be requested in this way.')
    }
  })

  test('forty forms whose senders are slow keep no one from the pages', async () => {
    const { port } = new URL(shop.url)
    const sockets = Array.from({ length: 40 }, () => connect(Number(port), '127.0.0.1'))
    try {
      for (const socket of sockets)
        socket.write(
          `POST /contact-us HTTP/1.1\r\nhost: aol.localhost:${port}\r\norigin: http://aol.localhost:${port}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\nexpect: 100-continue\r\n\r\nname=`,
        )
      // Said when the shop has the head of the request and waits for its body.
      await Promise.all(sockets.map((socket) => new Promise((done) => socket.once('data', done))))
      for (const path of ['/stores?once', '/search/slow-senders', '/account', '/api/blog?page=0'])
        expect([path, (await shop.visitor().get(path)).status]).toEqual([path, 200])
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  })

  test('parameters that no page reads, unknown ranges and endless values make no page anew', async () => {
    const first = reportedBy(await shop.visitor().get('/c/keys?page=2'))
    for (const [path, more] of [
      ['/contact-us', 'sku=1&page=3'],
      ['/s/terms', 'filter=a:b'],
      ['/p/lamp', 'sort=price-asc'],
    ]) {
      const plain = reportedBy(await shop.visitor().get(`${path}`))
      expect([path, reportedBy(await shop.visitor().get(`${path}?${more}`)).made]).toEqual([path, plain.made])
    }
    expect(reportedBy(await shop.visitor().get('/contact-us?video=1')).path).toContain('video=1')
    for (const more of [
      'page=02',
      'sort=nonsense',
      'filter=garbage',
      'topic=x',
      'nothing=1',
      'unheard_of.from=5',
      'colour.to=9',
      `q=${'x'.repeat(5_000)}`,
      `filter=${'x'.repeat(301)}`,
    ])
      expect([more.slice(0, 20), reportedBy(await shop.visitor().get(`/c/keys?page=2&${more}`)).made]).toEqual([
        more.slice(0, 20),
        first.made,
      ])
    const many = reportedBy(
      await shop.visitor().get(`/c/keys?${Array.from({ length: 500 }, (_, at) => `filter=a:${at}`).join('&')}`),
    )
    expect([...new URLSearchParams(many.path.split('?')[1])]).toHaveLength(60)
  })

  test('an unknown host gets the app the process was started for', async () => {
    expect(reportedBy(await shop.visitor().get('/c/host', { headers: { host: 'unknown.example' } })).app).toBe('aol')
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

function overSocket(port: number, text: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let heard = ''
    socket.on('data', (chunk) => (heard += chunk.toString('latin1')))
    socket.on('end', () => done(heard))
    socket.on('close', () => done(heard))
    socket.on('error', fail)
  })
}

describe('while the event loop lags', () => {
  test('pages and calls that can wait get 503 with Retry-After; kept pages and everything about paying are answered', async () => {
    const busy = await openTestShop({ pages: telltale, sandbox: false, env: { LOAD_SHEDDING: 'on' } })
    try {
      const visitor = busy.visitor()
      const stored = (await visitor.get('/c/shed')).text
      for (let at = 0; at < 200; at++) busy.shedding.sample(1_000)
      expect((await visitor.get('/c/shed')).text).toBe(stored)
      // Not fresh any more, and still better than nothing.
      await busy.advance(301_000)
      expect((await visitor.get('/c/shed')).text).toBe(stored)
      for (const path of ['/c/other', '/search/fridge', '/account', '/api/v2/listing?uri=fridges']) {
        const refused = await visitor.get(path)
        expect([path, refused.status]).toEqual([path, 503])
        expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
        expect(refused.json<{ errors: object[] }>().errors).toMatchObject([{ code: 'busy' }])
      }
      expect((await visitor.add('LAMP-1')).products).toHaveLength(1)
      for (const path of ['/cart', '/customer/checkout', '/api/cart/', '/api/checkout'])
        expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
      expect((await visitor.post('/api/payment/webhook/card', {})).status).not.toBe(503)
      expect((await visitor.get('/livez')).status).toBe(200)
      for (let at = 0; at < 200; at++) busy.shedding.sample(0)
      expect((await visitor.get('/c/other')).status).toBe(200)
    } finally {
      await busy.close()
    }
  })
})

test('in production metrics and the reference of calls are for who has the token', async () => {
  const token = '3f9a1c7be2d84650a1b2c3d4e5f60718'
  const own = await openTestShop({ pages: telltale, sandbox: false, env: { INTERNAL_TOKEN: token } })
  try {
    Object.assign(own.config, { isProduction: true })
    const visitor = own.visitor()
    for (const path of ['/metrics', '/metrics?x', '/METRICS/', '/api-reference', '/api-reference.data']) {
      expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
      const wrong = await visitor.get(path, { headers: { authorization: 'Bearer guessed' } })
      expect([path, wrong.status]).toEqual([path, 404])
    }
    for (const path of ['/metrics', '/api-reference'])
      expect((await visitor.get(path, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200)
    expect((await visitor.get('/api/openapi.json')).status).toBe(200)
  } finally {
    await own.close()
  }
})

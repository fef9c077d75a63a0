import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../testing/shop.server.ts'
import { pagesMade, reportedBy, telltale } from './telltale-pages-for-tests.ts'

/** The HTTP request pipeline over the real handler: what every answer has, and what is refused before a page is asked. */

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ pages: telltale, sandbox: false })
})
afterAll(async () => shop.close())

describe('every response', () => {
  test.each(['/', '/cart', '/api/cart/', '/api/none', '/livez', '/missing', '/media/none.svg', '/fault'])(
    'of %s has the security headers',
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

  test('rejects cross-site forms and accepts same-site ones', async () => {
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

  test('rejects a form larger than an API body, before the page runs', async () => {
    const visitor = shop.visitor()
    const post = (bytes: number) =>
      visitor.post('/cart', undefined, {
        raw: 'x'.repeat(bytes),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      })
    expect((await post(100_000)).status).toBe(200)
    const before = pagesMade()
    const refused = await post(100_001)
    expect([refused.status, refused.json<{ errors: { code: string }[] }>().errors[0]?.code]).toEqual([
      413,
      'body_too_large',
    ])
    expect(pagesMade()).toBe(before)
    // A review has photos.
    const review = (bytes: number) =>
      visitor.post('/p/any/reviews', undefined, {
        raw: Buffer.alloc(bytes),
        headers: { 'content-type': 'multipart/form-data', 'sec-fetch-site': 'same-origin' },
      })
    expect((await review(100_001)).status).toBe(200)
    expect((await review(100_001 + 40 * 1_048_576)).status).toBe(413)
    // Not announced: it is read as far as it may be long, and no further.
    const { port } = new URL(shop.url)
    const chunks = Array.from({ length: 11 }, () => `2710\r\n${'x'.repeat(10_000)}\r\n`).join('')
    const head = `POST /cart HTTP/1.1\r\nHost: aol.localhost:${port}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n`
    const answer = await overSocket(Number(port), `${head}Sec-Fetch-Site: same-origin\r\n\r\n${chunks}0\r\n\r\n`)
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 413 Payload Too Large')
    expect(pagesMade()).toBe(before + 1)
  })

  test('answers an overlong, absolute or malformed URL without a server error', async () => {
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

  test('rejects two content lengths for one body', async () => {
    const { port, host } = new URL(shop.url)
    const answer = await overSocket(
      Number(port),
      `POST /api/cart/email HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    )
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 400 Bad Request')
  })

  test('probes respond without the database, and metrics exist', async () => {
    const visitor = shop.visitor()
    expect((await visitor.get('/livez')).text).toBe('ok')
    expect(JSON.parse((await visitor.get('/readyz')).text)).toEqual({ status: 'ready', pages: true, checkout: true })
    expect((await visitor.get('/metrics')).text).toContain('http_request_duration_seconds')
  })

  test('repeated slashes redirect to the page’s one URL, and thousands of them to none', async () => {
    const visitor = shop.visitor()
    const moved = await visitor.get('//elsewhere.example//c?page=2')
    expect([moved.status, moved.headers.location]).toEqual([308, '/elsewhere.example/c?page=2'])
    const before = pagesMade()
    for (const path of [
      '/'.repeat(8_000),
      `/c/${'a/'.repeat(4_000)}`,
      `/c${'/x'.repeat(30)}`,
      `/c/${'x'.repeat(2_000)}`,
    ])
      expect((await visitor.get(path)).status).toBe(414)
    expect(pagesMade()).toBe(before)
  })

  test('every spelling of a path redirects to the one that rules and caches use', async () => {
    const visitor = shop.visitor()
    const before = pagesMade()
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
    expect(pagesMade()).toBe(before)
  })

  test('a call has one cache entry, in any spelling of its URL', async () => {
    const visitor = shop.visitor()
    const made = () => shop.pageCache.counts.miss
    const before = made()
    await visitor.get('/api/navbar/')
    expect(made()).toBe(before + 1)
    for (const path of ['/api/navbar', '/API/NavBar/', '/api//navbar', '/api/navbar?nothing=1'])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
    expect(made()).toBe(before + 1)
  })

  test('unsupported methods are rejected without rendering the page', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
      const refused = await shop.visitor().send(method, '/a-path-of-theirs')
      expect([method, refused.status, refused.headers.allow]).toEqual([method, 405, 'GET, HEAD, POST'])
      expect(refused.text).toBe('This page cannot be requested in this way.')
    }
  })

  test('forty slow form uploads do not delay pages', async () => {
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

  test('unknown parameters, ranges and endless values do not create cache entries', async () => {
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
  test('deferrable pages and calls get 503 with Retry-After; cached pages and payment are served', async () => {
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

test('in production metrics and API reference require the token', async () => {
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

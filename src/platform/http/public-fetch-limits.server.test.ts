import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import {
  away,
  closeServers,
  listening,
  load,
  options,
  problem,
  serve,
  serveRaw,
  timed,
} from './public-fetch-for-tests.ts'

/** What a fetch does with hosts that fail, are slow, or send too much. */

afterEach(closeServers)

describe('statuses', () => {
  test.each([
    [404, { code: 'not-found' }],
    [410, { code: 'not-found' }],
    [204, { code: 'refused', status: 204 }],
    [206, { code: 'refused', status: 206 }],
    [300, { code: 'refused', status: 300 }],
    [400, { code: 'refused', status: 400 }],
    [401, { code: 'refused', status: 401 }],
    [403, { code: 'refused', status: 403 }],
    [408, { code: 'unavailable', status: 408, retryAfterMs: null }],
    [429, { code: 'unavailable', status: 429, retryAfterMs: null }],
    [500, { code: 'unavailable', status: 500, retryAfterMs: null }],
    [503, { code: 'unavailable', status: 503, retryAfterMs: null }],
  ])('%i is %j', async (status, expected) => {
    const root = await serve((_request, response) => response.writeHead(status).end())
    expect(await load(root)).toEqual(problem(expected))
  })

  test.each([
    ['120', 120_000],
    ['0', 0],
    ['Fri, 27 Nov 2026 10:01:30 GMT', 90_000],
    ['Fri, 27 Nov 2026 09:00:00 GMT', 0],
    ['999999999', 86_400_000],
    ['Fri, 27 Nov 2099 10:00:00 GMT', 86_400_000],
    ['soon', null],
    ['-5', null],
  ])('Retry-After: %s puts a repeat off by %s ms', async (text, retryAfterMs) => {
    for (const status of [429, 503]) {
      const headers = { 'retry-after': text, date: 'Fri, 27 Nov 2026 10:00:00 GMT' }
      const root = await serve((_request, response) => response.writeHead(status, headers).end())
      expect(await load(root)).toEqual(problem({ code: 'unavailable', status, retryAfterMs }))
    }
  })
})

describe('time', () => {
  const soon = { timeoutMs: 300 }
  const late = problem({ code: 'timeout' })

  test('a host that never answers', async () => {
    const [loaded, ms] = await timed(load(await serveRaw(() => {}), soon))
    expect(loaded).toEqual(late)
    expect(ms).toBeLessThan(2_000)
  })

  test('a name that is never resolved', async () => {
    const lookup = () => new Promise<never>(() => {})
    const [loaded, ms] = await timed(load('https://pictures.example/', { ...soon, lookup }))
    expect(loaded).toEqual(late)
    expect(ms).toBeLessThan(2_000)
  })

  test.each([
    ['headers', 'HTTP/1.1 200 OK\r\nx-slow: '],
    ['a body of a known length', 'HTTP/1.1 200 OK\r\ncontent-length: 90000\r\n\r\n'],
    ['a body of unknown length', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['an encoded body', 'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n\u001f'],
  ])('%s that trickle', async (_what, start) => {
    const timers: NodeJS.Timeout[] = []
    const root = await serveRaw((socket) => {
      socket.write(Buffer.from(start, 'latin1'))
      timers.push(setInterval(() => socket.writable && socket.write('x'), 40))
    })
    const [loaded, ms] = await timed(load(root, soon))
    for (const timer of timers) clearInterval(timer)
    // An encoded body may be found malformed first.
    expect(start.includes('gzip') ? [late, away] : [late]).toContainEqual(loaded)
    expect(ms).toBeLessThan(2_000)
  })

  test('redirects do not extend the limit', async () => {
    const root = await serve((_request, response) => {
      setTimeout(() => response.writeHead(302, { location: '/next' }).end(), 200)
    })
    const [loaded, ms] = await timed(load(root, soon))
    expect(loaded).toEqual(late)
    expect(ms).toBeLessThan(2_000)
  })
})

describe('size', () => {
  const tooLarge = problem({ code: 'too-large' })
  const exactly = Buffer.alloc(options.maxBytes, 'x')

  test('the limit itself fits, one byte more does not, with and without a length', async () => {
    for (const isChunked of [false, true]) {
      const root = await serve((request, response) => {
        if (isChunked) response.write('')
        response.end(request.url === '/fits' ? exactly : Buffer.concat([exactly, Buffer.from('x')]))
      })
      expect(await load(`${root}/fits`)).toMatchObject({ ok: true, value: { bytes: exactly } })
      expect(await load(`${root}/more`)).toEqual(tooLarge)
    }
  })

  test('a body that says it is too large is not read', async () => {
    const root = await serveRaw((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100001\r\n\r\n'))
    const [loaded, ms] = await timed(load(root))
    expect(loaded).toEqual(tooLarge)
    expect(ms).toBeLessThan(2_000)
  })

  test('an endless body is cut off', async () => {
    let sent = 0
    const root = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      const more = () => {
        if (!socket.writable || sent > 50_000_000) return
        sent += 50_000
        socket.write(Buffer.alloc(50_000), more)
      }
      more()
    })
    expect(await load(root)).toEqual(tooLarge)
    expect(sent).toBeLessThan(20_000_000)
  })

  test('a body that is shorter than it says is unavailable, a longer one is cut at its length', async () => {
    const short = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'))
    expect(await load(short)).toEqual(away)
    const long = await serveRaw((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\nfour and more'))
    const loaded = await load(long)
    expect([
      away,
      expect.objectContaining({ value: expect.objectContaining({ bytes: Buffer.from('four') }) }),
    ]).toContainEqual(loaded)
  })

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('what %s decodes to counts', async (encoding, encode) => {
    const fits = encode(exactly)
    const bomb = encode(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(options.maxBytes)
    const root = await serve((request, response) => {
      response.setHeader('content-encoding', encoding)
      response.end(request.url === '/fits' ? fits : bomb)
    })
    expect(await load(`${root}/fits`)).toMatchObject({ ok: true, value: { bytes: exactly } })
    expect(await load(`${root}/bomb`)).toEqual(tooLarge)
  })

  test('an endless encoded body that decodes to nothing is cut off', async () => {
    // The header of gzip, then stored blocks of no bytes (RFC 1951 section 3.2.4).
    const header = gzipSync('').subarray(0, 10)
    const blocks = Buffer.from('000000ffff'.repeat(10_000), 'hex')
    const root = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\n\r\n')
      socket.write(header)
      const more = () => void (socket.writable && socket.write(blocks, more))
      more()
    })
    expect(await load(root)).toEqual(tooLarge)
  })

  test('an encoding that is unknown, or that the body does not have, is a problem', async () => {
    const root = await serve((request, response) => {
      response.setHeader('content-encoding', request.url?.slice(1) ?? '')
      response.end('picture')
    })
    expect(await load(`${root}/zstd-2`)).toEqual(problem({ code: 'refused', status: 200 }))
    expect(await load(`${root}/gzip`)).toEqual(away)
  })
})

describe('connections', () => {
  test('a host that is away is unavailable', async () => {
    const server = createTcpServer()
    const port = await listening(server)
    await new Promise<void>((done) => void server.close(() => done()))
    expect(await load(`http://pictures.example:${port}/`)).toEqual(away)
  })

  test('a name without an address is unavailable', async () => {
    expect(await load('https://pictures.example/', { lookup: async () => [] })).toEqual(away)
    const lookup = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
    expect(await load('https://pictures.example/', { lookup })).toEqual(away)
  })

  test.each([
    ['what is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['nothing', ''],
  ])('a host that answers with %s is unavailable', async (_what, text) => {
    const root = await serveRaw((socket) => void (text === '' ? socket.destroy() : socket.end(text)))
    expect(await load(root)).toEqual(away)
  })
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixedClock, seconds } from '../../platform/clock.ts'
import { createPageCache, createRecompression, encodedBody, encodingOf, type PageCache } from './page-cache.server.ts'
import type { CachedPage } from './page-store.ts'

const stored = 'public, max-age=0, s-maxage=300, stale-while-revalidate=600'

function page(text: string, headers: Record<string, string> = {}, status = 200): Response {
  return new Response(text, { status, headers: { 'cache-control': stored, 'cache-tag': 'listings', ...headers } })
}

const textOf = async (answer: CachedPage | Response) =>
  answer instanceof Response ? answer.text() : answer.plain.toString()

/** Something that is made when the test says so. */
function later() {
  const turns: ((response: Response) => void)[] = []
  return {
    make: () => new Promise<Response>((done) => turns.push(done)),
    finish: (at: number, response: Response) => turns[at]?.(response),
    get begun() {
      return turns.length
    },
  }
}

const clock = fixedClock('2026-11-24T00:00Z')
let cache: PageCache
beforeEach(() => {
  cache = createPageCache({ maxBytes: 1_000_000, clock })
})

const ask = async (key: string, make: () => Promise<Response>) => textOf(await cache.get(key, make))

describe('while fresh', () => {
  test('a page is rendered once and stored', async () => {
    expect(await ask('/', async () => page('one'))).toBe('one')
    expect(await ask('/', async () => page('two'))).toBe('one')
    expect(cache.peek('/')?.plain.toString()).toBe('one')
    expect(cache.counts).toMatchObject({ miss: 1, hit: 2 })
  })

  test('concurrent requests render it once', async () => {
    const turns = later()
    const waiting = Array.from({ length: 100 }, () => ask('/', turns.make))
    turns.finish(0, page('one'))
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['one']))
    expect(turns.begun).toBe(1)
  })

  test('two keys are two pages', async () => {
    await ask('/a', async () => page('a'))
    expect(await ask('/b', async () => page('b'))).toBe('b')
    expect(await ask('/a', async () => page('x'))).toBe('a')
  })
})

describe('when stale', () => {
  test('the old page is served at once while a new one is rendered', async () => {
    await ask('/', async () => page('old'))
    clock.advance(seconds(301))
    expect(cache.peek('/')).toBeNull()
    const turns = later()
    expect(await Promise.all(Array.from({ length: 20 }, () => ask('/', turns.make)))).toEqual(Array(20).fill('old'))
    expect(turns.begun).toBe(1)
    turns.finish(0, page('new'))
    await expect.poll(() => cache.peek('/')?.plain.toString()).toBe('new')
    expect(cache.counts.stale).toBe(20)
  })

  test('a failed rendering keeps the old page until it expires', async () => {
    await ask('/', async () => page('old'))
    clock.advance(seconds(301))
    const failing = async (): Promise<Response> => Promise.reject(new Error('no'))
    expect(await ask('/', failing)).toBe('old')
    expect(await ask('/', async () => page('fault', {}, 500))).toBe('old')
    clock.advance(seconds(600))
    await expect(cache.get('/', failing)).rejects.toThrow('no')
    expect(await ask('/', async () => page('new'))).toBe('new')
  })
})

test('s-maxage takes precedence over max-age', async () => {
  const reported = { 'cache-control': 'public, max-age=60', 'surrogate-control': 'max-age=1' }
  await ask('/', async () => page('old', reported))
  clock.advance(999)
  expect(await ask('/', async () => page('new', reported))).toBe('old')
  clock.advance(1)
  expect(await ask('/', async () => page('new', reported))).toBe('new')
})

describe('not cached', () => {
  test.each([
    ['sets a cookie', page('x', { 'set-cookie': 'cart=1' })],
    ['is a fault', page('x', {}, 500)],
    ['is private', page('x', { 'cache-control': 'private, s-maxage=300' })],
    ['says no-store', page('x', { 'cache-control': 'no-store' })],
    ['says nothing', new Response('x')],
    ['is public for browsers only', page('x', { 'cache-control': 'public, max-age=300' })],
    ['is kept for no time', page('x', { 'cache-control': 'public, s-maxage=0' })],
  ])('is a page that %s', async (_, response) => {
    const first = await cache.get('/', async () => response)
    expect(first).toBeInstanceOf(Response)
    expect(await ask('/', async () => page('next'))).toBe('next')
    expect(cache.counts.bypass).toBe(1)
  })

  test('but everyone waiting for such a page can read it', async () => {
    const turns = later()
    const waiting = Array.from({ length: 5 }, () => ask('/', turns.make))
    turns.finish(0, new Response('for nobody'))
    expect(await Promise.all(waiting)).toEqual(Array(5).fill('for nobody'))
    expect(cache.stored.bytes).toBe(0)
  })
})

describe('invalidating by tag', () => {
  test('drops the pages with the tag and no others', async () => {
    await ask('/1', async () => page('1', { 'cache-tag': 'product:1,category:a' }))
    await ask('/2', async () => page('2', { 'cache-tag': 'product:2,category:a' }))
    await ask('/3', async () => page('3', { 'cache-tag': 'product:12' }))
    cache.drop(['product:1'])
    expect(['/1', '/2', '/3'].map((key) => cache.peek(key) !== null)).toEqual([false, true, true])
    cache.drop(['category:a', 'unknown'])
    expect(['/1', '/2', '/3'].map((key) => cache.peek(key) !== null)).toEqual([false, false, true])
    cache.clear()
    expect([cache.peek('/3'), cache.stored.bytes]).toEqual([null, 0])
  })

  test('a page whose rendering started earlier is not stored, and later requests do not get it', async () => {
    const turns = later()
    const before = ask('/', turns.make)
    cache.drop(['listings'])
    const after = ask('/', turns.make)
    expect(turns.begun).toBe(2)
    turns.finish(1, page('new'))
    expect(await after).toBe('new')
    turns.finish(0, page('old'))
    expect(await before).toBe('old')
    expect(cache.peek('/')?.plain.toString()).toBe('new')
  })

  test('a stale page invalidated while its successor is rendered is dropped at once', async () => {
    await ask('/', async () => page('old'))
    clock.advance(seconds(301))
    const turns = later()
    expect(await ask('/', turns.make)).toBe('old')
    cache.clear()
    const requested = ask('/', turns.make)
    turns.finish(0, page('between'))
    turns.finish(1, page('new'))
    expect(await requested).toBe('new')
    await expect.poll(() => cache.peek('/')?.plain.toString()).toBe('new')
  })
})

describe('cache size', () => {
  test('stays under the limit, evicting the least recently used first', async () => {
    cache = createPageCache({ maxBytes: 100_000, clock })
    const body = 'x'.repeat(10_000)
    for (let at = 0; at < 50; at++) {
      await ask(`/${at}`, async () => page(body))
      // A page's use is noted once a second.
      clock.advance(1_000)
      cache.peek('/0')
      expect(cache.stored.bytes).toBeLessThanOrEqual(100_000)
    }
    expect(cache.peek('/0')).not.toBeNull()
    expect(cache.peek('/1')).toBeNull()
    expect(cache.peek('/49')).not.toBeNull()
    expect(cache.stored.entries + cache.stored.evictions).toBe(50)
  })

  test('no page takes more than a quarter', async () => {
    cache = createPageCache({ maxBytes: 100_000, clock })
    await ask('/small', async () => page('x'))
    await ask('/large', async () => page('x'.repeat(50_000)))
    expect([cache.peek('/large'), cache.peek('/small') !== null]).toEqual([null, true])
  })

  test('returns to zero when everything is dropped', async () => {
    for (let at = 0; at < 20; at++)
      await ask(`/${at % 7}`, async () => page('x'.repeat(at * 100), { 'cache-tag': `a,b:${at}` }))
    cache.drop(['a'])
    expect(cache.stored.bytes).toBe(0)
  })
})

describe('a cached page', () => {
  test('has an ETag of its content, and no length of another body', async () => {
    const [one, same, other] = [page('one', { 'content-length': '99' }), page('one'), page('two')]
    const tags = []
    for (const [at, response] of [one, same, other].entries()) {
      const found = await cache.get(`/${at}`, async () => response)
      if (found instanceof Response) expect.fail('it should be kept')
      tags.push(found.etag)
      expect(found.headers['content-length']).toBeUndefined()
    }
    expect(tags[0]).toMatch(/^"[\w-]+"$/)
    expect([tags[1] === tags[0], tags[2] === tags[0]]).toEqual([true, false])
  })

  test('is compressed once per encoding', async () => {
    const found = await cache.get('/', async () => page('text '.repeat(100)))
    if (found instanceof Response) expect.fail('it should be kept')
    const [brotli, gzip] = [await encodedBody(found, 'br'), await encodedBody(found, 'gzip')]
    expect(brotliDecompressSync(brotli).toString()).toBe(found.plain.toString())
    expect(gunzipSync(gzip).toString()).toBe(found.plain.toString())
    expect([await encodedBody(found, 'br'), await encodedBody(found, 'gzip')]).toEqual([brotli, gzip])
    expect(await encodedBody(found, null)).toBe(found.plain)
  })

  test('is compressed further when it is used again, one page at a time and a tenth of the time', async () => {
    const text = (word: string) => Array.from({ length: 500 }, (_, at) => `<li>${word} ${at * 7_919}</li>`).join('')
    const found = async (word: string) => {
      const made = await cache.get(`/${word}`, async () => page(text(word)))
      return made instanceof Response ? expect.fail('it should be kept') : made
    }
    const [one, other] = [await found('one'), await found('other')]
    const [first, untouched] = [await encodedBody(one, 'br'), await encodedBody(other, 'br')]
    let now = 0
    const recompress = createRecompression(() => now)
    const running = recompress(one)
    await recompress(other)
    expect(other.brotli).toBe(untouched)
    now = 100
    await running
    expect(one.brotli?.byteLength).toBeLessThan(first.byteLength)
    expect(brotliDecompressSync(one.brotli ?? Buffer.alloc(0)).toString()).toBe(text('one'))
    now = 999
    await recompress(other)
    expect(other.brotli).toBe(untouched)
    now = 1_000
    await recompress(other)
    expect(other.brotli?.byteLength).toBeLessThan(untouched.byteLength)
  })
})

test.each([
  [undefined, null],
  ['', null],
  ['identity', null],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0, gzip;q=0.5', 'gzip'],
  ['br;q=0.1', 'br'],
  ['gzip;q=0', null],
  ['x-brotli', null],
])('a browser that accepts %j gets %j', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding)
})

describe('while pages cannot be made', () => {
  const outage = new Error('the database is away')
  const fail = (error: Error) => async () => {
    throw error
  }

  test('a page that is there is served, however old; another error is none that it helps against', async () => {
    cache = createPageCache({ maxBytes: 1_000_000, clock, isOutage: (error) => error === outage })
    await ask('/', async () => page('one'))
    clock.advance(seconds(100_000))
    expect(await ask('/', fail(outage))).toBe('one')
    await expect(ask('/', fail(new Error('a mistake')))).rejects.toThrow('a mistake')
    await expect(ask('/another', fail(outage))).rejects.toThrow('the database is away')
    expect(await ask('/', async () => page('two'))).toBe('two')
  })

  test('an older page is better than one that asks to be requested again, which is served where there is none', async () => {
    const headers = { 'cache-control': 'private, no-store', 'retry-after': '30' }
    const standIn = async () => new Response('a part', { headers })
    await ask('/', async () => page('whole'))
    clock.advance(seconds(100_000))
    expect(await ask('/', standIn)).toBe('whole')
    expect(await ask('/another', standIn)).toBe('a part')
    expect(await ask('/another', async () => page('whole'))).toBe('whole')
  })
})

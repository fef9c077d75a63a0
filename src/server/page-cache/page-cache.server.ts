import { promisify } from 'node:util'
import { brotliCompress, constants, crc32, gzip } from 'node:zlib'
import type { Clock } from '../../platform/clock.ts'
import { createPageStore, type CachedPage } from './page-store.ts'

/**
 * Whole pages in memory: bounded in bytes, compressed once, served stale while a newer one is rendered, rendered once for concurrent
 * requests, and dropped by tag when their data changes.
 *
 * A page's headers say whether it may be cached, as for any shared cache: `Cache-Control: public, s-maxage=…, stale-while-revalidate=…` and
 * `Cache-Tag`, or `Surrogate-Control: max-age=…` where browsers get another time. Cached pages are rendered from requests without cookies,
 * so that nothing personal can be in them (decision platform-05).
 */

/** A page whose text is at hand: cheaper to cache than a Response, whose body is a stream. */
export type MadePage = { readonly status: number; readonly headers: Headers; readonly html: string }

export type PageCacheStatus = 'hit' | 'stale' | 'miss' | 'bypass'

export interface PageCache {
  /**
   * The page of a key, from the cache or from `make`; an uncached Response when the result may not be cached. `onStatus` is called with how
   * the cache answers, once, unless the page cannot be made.
   */
  get(
    key: string,
    make: () => Promise<Response | MadePage>,
    onStatus?: (status: PageCacheStatus) => void,
  ): Promise<CachedPage | Response>
  /** The page if it is here and fresh, without rendering one. */
  peek(key: string): CachedPage | null
  /** The page if it may still be served, fresh or stale, without rendering one. */
  stale(key: string): CachedPage | null
  /** Drops every page that carries one of the tags. */
  drop(tags: readonly string[]): void
  clear(): void
  /** How much is stored, and how many pages went because the cache was full. */
  readonly stored: Readonly<Record<'bytes' | 'entries' | 'evictions', number>>
  readonly counts: Readonly<Record<PageCacheStatus, number>>
}

/**
 * `isOutage` says of an error that a page which is there, however old, is better than none (RFC 5861, section 4: stale-if-error). It is
 * better, too, than a page with Retry-After, which lacks something.
 */
export function createPageCache({
  maxBytes,
  clock,
  isOutage = () => false,
}: {
  maxBytes: number
  clock: Clock
  isOutage?: (error: unknown) => boolean
}): PageCache {
  const pages = createPageStore(maxBytes)
  const rendering = new Map<string, Promise<CachedPage | Response>>()
  const counts: Record<PageCacheStatus, number> = { hit: 0, stale: 0, miss: 0, bypass: 0 }
  // Incremented by every drop: a page whose rendering began before a drop may contain dropped data and is not stored.
  let generation = 0

  function renderOnce(key: string, make: () => Promise<Response | MadePage>): Promise<CachedPage | Response> {
    const running = rendering.get(key)
    if (running !== undefined) return running
    const begun = generation
    const made: Promise<CachedPage | Response> = (async () => {
      const page = await pageOf(await make(), clock.now().getTime())
      if (!(page instanceof Response) && begun === generation) pages.set(key, page)
      return page
    })().finally(() => {
      if (rendering.get(key) === made) rendering.delete(key)
    })
    rendering.set(key, made)
    return made
  }

  return {
    counts,
    stored: pages,
    peek(key) {
      const page = pages.get(key)
      if (page === undefined) return null
      const now = clock.now().getTime()
      if (page.freshUntil <= now) return null
      // Updated once a second, which is often enough for eviction.
      if (now - page.usedAt >= 1_000) {
        page.usedAt = now
        pages.touch(key)
      }
      counts.hit++
      return page
    },
    stale(key) {
      const page = pages.get(key)
      if (page === undefined || page.staleUntil <= clock.now().getTime()) return null
      counts.stale++
      return page
    },
    async get(key, make, onStatus) {
      const answer = (status: PageCacheStatus) => {
        counts[status]++
        onStatus?.(status)
      }
      const page = pages.get(key)
      const now = clock.now().getTime()
      if (page !== undefined && page.staleUntil > now) {
        if (page.freshUntil > now) answer('hit')
        else {
          answer('stale')
          // The request gets the old page at once; a failure to render the new one shows at the next try.
          renderOnce(key, make).catch(() => {})
        }
        return page
      }
      const made = await renderOnce(key, make).catch((error: unknown) => {
        if (page === undefined || !isOutage(error)) throw error
        answer('stale')
        return page
      })
      if (made === page) return page
      if (made instanceof Response) {
        // It asks to be requested again soon, so something is missing from it.
        if (page !== undefined && made.headers.has('retry-after')) {
          answer('stale')
          return page
        }
        answer('bypass')
        // The body of a shared response can be read once; every request gets its own copy.
        return made.clone()
      }
      answer('miss')
      return made
    },
    drop(tags) {
      generation++
      // A request that comes now must not wait for a page whose rendering began before.
      rendering.clear()
      pages.drop(tags)
    },
    clear() {
      generation++
      rendering.clear()
      pages.clear()
    },
  }
}

/** The part of a result that may be stored, or a response when it may not be. */
async function pageOf(made: Response | MadePage, now: number): Promise<CachedPage | Response> {
  const control = made.headers.get('cache-control') ?? ''
  const age = /max-age=(\d+)/.exec(made.headers.get('surrogate-control') ?? '') ?? /s-maxage=(\d+)/.exec(control)
  const fresh = Number(age?.[1] ?? 0)
  const keepable = /\bpublic\b/.test(control) && fresh > 0 && made.status < 500 && !made.headers.has('set-cookie')
  if (!keepable) return made instanceof Response ? made : new Response(made.html, made)
  const stale = Number(/stale-while-revalidate=(\d+)/.exec(control)?.[1] ?? 0)
  const plain = made instanceof Response ? Buffer.from(await made.arrayBuffer()) : Buffer.from(made.html)
  const headers: Record<string, string> = {}
  for (const [name, value] of made.headers) if (name !== 'content-length') headers[name] = value
  return {
    status: made.status,
    headers,
    plain,
    etag: `"${plain.byteLength.toString(36)}-${crc32(plain).toString(36)}"`,
    tags: (made.headers.get('cache-tag') ?? '').split(',').filter((tag) => tag !== ''),
    freshUntil: now + fresh * 1_000,
    staleUntil: now + (fresh + stale) * 1_000,
    usedAt: now,
    brotli: null,
    isSmallest: false,
    gzip: null,
  }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export type Encoding = 'br' | 'gzip' | null

const takesBrotli = /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/
const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/** The best encoding that both sides support; of q-values only q=0 is respected. */
export function encodingOf(acceptEncoding: string | null | undefined): Encoding {
  if (!acceptEncoding) return null
  const known = encodings.get(acceptEncoding)
  if (known !== undefined) return known
  const encoding = takesBrotli.test(acceptEncoding) ? 'br' : takesGzip.test(acceptEncoding) ? 'gzip' : null
  if (encodings.size < 100) encodings.set(acceptEncoding, encoding)
  return encoding
}

/** Browsers send a handful of these. */
const encodings = new Map<string, Encoding>()

const brotli = (plain: Buffer, quality: number): Promise<Buffer> =>
  toBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.byteLength },
  })

/** The page's body in an encoding, compressed on first use. */
export async function encodedBody(page: CachedPage, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return (page.brotli ??= await brotli(page.plain, 6))
  if (encoding === 'gzip') {
    page.gzip ??= await toGzip(page.plain, { level: 6 })
    return page.gzip
  }
  return page.plain
}

/**
 * Compresses pages that are used again as far as it goes. That takes 50 times as long as the first time and saves a tenth, which decides
 * whether many a page arrives in the first ten segments of a connection (RFC 6928). One page at a time, in the background, and for a tenth
 * of the time at most, however fast pages change: a page whose turn it is not comes at a later use. `now` counts milliseconds.
 */
export function createRecompression(now: () => number): (page: CachedPage) => Promise<void> {
  let restsUntil = 0
  return async (page) => {
    if (page.isSmallest || now() < restsUntil) return
    page.isSmallest = true
    const begun = now()
    restsUntil = Infinity
    try {
      page.brotli = await brotli(page.plain, constants.BROTLI_MAX_QUALITY)
    } finally {
      restsUntil = now() + (now() - begun) * 9
    }
  }
}

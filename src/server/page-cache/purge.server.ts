import { seconds } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.server.ts'
import { tracedFetch } from '../../platform/tracing/traced-call.ts'
import { noTracing, type Tracing } from '../../platform/tracing/tracing.ts'
import type { PageCache } from './page-cache.server.ts'

/** Told what is out of date, as the page cache is. */
export type Invalidated = Pick<PageCache, 'drop' | 'clear'>

/** The tag that a cache in front gives to every page of the shop. */
export const everyPage = 'all'

/** Changes that come together are one request. */
const gatherMs = 50
/** More tags than this are everything: one header has to hold them. */
const maxTags = 200
const purgeCall = { target: 'cache', sendsContext: true, isRoot: true } as const
const pausesMs = [seconds(1), seconds(5), seconds(30)] as const

/**
 * Purges HTTP caches in front of the shop by tag: `PURGE /` with the tags in `xkey-purge`, as Varnish's xkey module and its imitators take
 * them. Every process purges after it has dropped its own pages: then a page that the cache has fetched from a slower process meanwhile goes
 * with that process's purge. What a cache does not take is sent again until it does, so that no change is lost.
 */
export function createPurger({
  urls,
  log,
  tracing = noTracing,
  send = tracedFetch(tracing, purgeCall),
}: {
  readonly urls: readonly string[]
  readonly log: Pick<Log, 'warn'>
  readonly tracing?: Tracing
  readonly send?: (url: string, request: RequestInit) => Promise<Pick<Response, 'ok' | 'status'>>
}): Invalidated & { close(): void } {
  const caches = urls.map((url) => createCachePurger(url, send, log))
  return {
    drop(tags) {
      for (const cache of caches) cache.add(tags)
    },
    clear() {
      for (const cache of caches) cache.add([everyPage])
    },
    close() {
      for (const cache of caches) cache.close()
    },
  }
}

function createCachePurger(
  url: string,
  send: (url: string, request: RequestInit) => Promise<Pick<Response, 'ok' | 'status'>>,
  log: Pick<Log, 'warn'>,
) {
  let waiting = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let failures = 0

  function later(ms: number): void {
    timer ??= setTimeout(() => void purge(), ms).unref()
  }

  async function purge(): Promise<void> {
    const tags = waiting.has(everyPage) || waiting.size > maxTags ? [everyPage] : [...waiting]
    waiting = new Set()
    const headers = { 'xkey-purge': tags.join(' ') }
    const problem = await send(url, { method: 'PURGE', headers, signal: AbortSignal.timeout(seconds(5)) }).then(
      ({ ok, status }) => (ok ? null : `status ${status}`),
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    timer = undefined
    if (problem === null) failures = 0
    else {
      for (const tag of tags) waiting.add(tag)
      if (failures === 0) log.warn({ url, reason: problem }, 'a cache was not purged; it will be tried again')
      failures++
    }
    if (waiting.size > 0)
      later(failures === 0 ? gatherMs : (pausesMs[failures - 1] ?? pausesMs[pausesMs.length - 1] ?? 0))
  }

  return {
    add(tags: readonly string[]) {
      for (const tag of tags) waiting.add(tag)
      later(gatherMs)
    },
    close: () => clearTimeout(timer),
  }
}

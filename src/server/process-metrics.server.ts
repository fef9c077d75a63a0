import type { LoadShedding } from '../platform/http/load-shedding.ts'
import type { Metrics } from '../platform/metrics/metrics.server.ts'
import type { PageCache } from './page-cache/page-cache.server.ts'

/** Metrics of this process: its page cache and its load. The event loop's delay and memory come with the collector. */
export function watchProcess(
  metrics: Metrics,
  { pageCache, shedding, maxBytes }: { pageCache: PageCache; shedding: LoadShedding; readonly maxBytes: number },
): void {
  metrics.gauge('page_cache_bytes', 'Bytes of cached pages.', () => pageCache.stored.bytes)
  metrics.gauge(
    'page_cache_max_bytes',
    'Bytes that cached pages may have; 0 where the page cache is off.',
    () => maxBytes,
  )
  metrics.gauge('page_cache_entries', 'Cached pages and answers.', () => pageCache.stored.entries)
  metrics.counter(
    'page_cache_evictions_total',
    'Pages that went because the cache was full.',
    () => pageCache.stored.evictions,
  )
  metrics.gauge('load_admitted_share', 'Share of requests that can wait and are let through.', () => shedding.share)
  metrics.counter('load_refused_total', 'Requests refused because of load.', () => shedding.refused)
}

import { familyText, type MetricFamily, type MetricLabels } from './metric-family.ts'

/**
 * Rate, errors and duration of requests. Each combination of labels is a meter that its caller may hold: a cached page is sent in some
 * twenty microseconds, of which finding the series by its labels would be a good part. Two metrics are made of the same meters when they are
 * scraped, because all labels on one histogram would be tens of thousands of series.
 */

export type CacheResult = 'hit' | 'stale' | 'miss' | 'bypass' | 'none'

export type RequestLabels = {
  readonly host: string
  /** The template of the route, never an address. */
  readonly route: string
  readonly method: string
  readonly status: number
  /** The brand; 'none' on hosts that all brands share. */
  readonly app: string
  /** How the page cache answered; 'none' where it does not apply. */
  readonly cache: CacheResult
}

export type RequestMeter = { observe(seconds: number): void }

/** Upper bounds in seconds. 0.3 is the objective for pages (docs/operations.md). */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2.5, 10] as const

type Series = { readonly counts: number[]; sum: number }
type Meter = RequestMeter & { readonly labels: RequestLabels; readonly series: Series }

export type RequestMetrics = {
  meter(labels: RequestLabels): RequestMeter
  families(): readonly MetricFamily[]
  /** Both metrics in the text format of Prometheus. */
  text(): string
}

export function createRequestMetrics(): RequestMetrics {
  const meters = new Map<string, Meter>()
  function families(): readonly MetricFamily[] {
    // A meter that is held may have nothing to say yet.
    const used = [...meters.values()].filter(({ series }) => series.counts.some((count) => count > 0))
    return [durationsOf(used), responsesOf(used)]
  }
  return {
    meter(labels) {
      const { host, route, method, status, app, cache } = labels
      const key = `${host} ${route} ${method} ${status} ${app} ${cache}`
      const known = meters.get(key)
      if (known !== undefined) return known
      const made = createMeter({ ...labels, method: methodLabel(method) })
      meters.set(key, made)
      return made
    },
    families,
    text: () => families().map(familyText).join('\n\n'),
  }
}

/** A client may send any method that HTTP knows. */
const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export const methodLabel = (method: string): string => (methods.has(method) ? method : 'other')

const emptySeries = (): Series => ({ counts: Array.from({ length: bounds.length + 1 }, () => 0), sum: 0 })

function createMeter(labels: RequestLabels): Meter {
  const series = emptySeries()
  const { counts } = series
  return {
    labels,
    series,
    observe(seconds) {
      let at = 0
      while (at < bounds.length && seconds > (bounds[at] ?? 0)) at++
      counts[at] = (counts[at] ?? 0) + 1
      series.sum += seconds
    },
  }
}

export type RequestKind = 'page' | 'api' | 'file' | 'other'

/** Routes of pages and calls are addresses; files and the rest have names. */
export function kindOfRoute(route: string): RequestKind {
  if (route === 'assets' || route === 'media') return 'file'
  if (route === 'api' || route === '/mcp' || route.startsWith('/api/')) return 'api'
  return route === 'page' || (route.startsWith('/') && route !== '/metrics') ? 'page' : 'other'
}

function durationsOf(meters: Iterable<Meter>): MetricFamily {
  const merged = new Map<string, { readonly labels: MetricLabels; readonly sum: Series }>()
  for (const { labels, series } of meters) {
    const { host, route, method, status } = labels
    const key = `${host} ${route} ${method} ${status}`
    const shown = { host, kind: kindOfRoute(route), route, method, status: String(status) }
    const one = merged.get(key) ?? { labels: shown, sum: emptySeries() }
    merged.set(key, one)
    const { sum } = one
    for (const [at, count] of series.counts.entries()) sum.counts[at] = (sum.counts[at] ?? 0) + count
    sum.sum += series.sum
  }
  return {
    name: 'http_request_duration_seconds',
    help: 'How long requests took, by route template, cached pages included.',
    type: 'histogram',
    points: Array.from(merged.values(), ({ labels, sum: { counts, sum } }) => ({
      labels,
      counts,
      sum,
      count: totalOf(counts),
      bounds,
    })),
  }
}

function responsesOf(meters: Iterable<Meter>): MetricFamily {
  const totals = new Map<string, { readonly labels: MetricLabels; value: number }>()
  for (const { labels, series } of meters) {
    const { host, app, route, cache, status } = labels
    const shown = { host, app, kind: kindOfRoute(route), cache, status: `${Math.floor(status / 100)}xx` }
    const key = Object.values(shown).join(' ')
    const total = totals.get(key) ?? { labels: shown, value: 0 }
    total.value += totalOf(series.counts)
    totals.set(key, total)
  }
  return {
    name: 'http_responses_total',
    help: 'Responses by brand, kind and class of status, and how the page cache answered.',
    type: 'counter',
    points: [...totals.values()],
  }
}

const totalOf = (counts: readonly number[]): number => counts.reduce((sum, one) => sum + one, 0)

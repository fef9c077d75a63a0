import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import {
  counterDefinitions,
  histogramDefinitions,
  type CounterLabels,
  type CounterName,
  type HistogramLabels,
  type HistogramName,
} from './metric-definitions.ts'
import type { HistogramPoint, MetricFamily, ValuePoint } from './metric-family.ts'
import { createReading, type Reading } from './reading.ts'
import { createRequestMetrics, type RequestLabels, type RequestMeter } from './request-metrics.ts'

/**
 * Metrics of this process. The interface names no collector: Prometheus scrapes `/metrics`, and the same values can be sent by OTLP
 * (platform/tracing).
 */
export interface Metrics {
  request(labels: RequestLabels, seconds: number): void
  /** The same for requests that come often: the meter of their labels, to be held. */
  requestMeter(labels: RequestLabels): RequestMeter
  count<Name extends CounterName>(name: Name, labels: CounterLabels<Name>, by?: number): void
  observe<Name extends HistogramName>(name: Name, labels: HistogramLabels<Name>, seconds: number): void
  /** A value that is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  /** A number that only grows, counted elsewhere and read at each scrape. */
  counter(name: string, help: string, read: () => number): void
  /** Values that take a query: read at a scrape, not more often than the reading says, within its time limit. */
  reading<Name extends string>(reading: Reading<Name>): void
  /** All values of this moment. */
  families(): Promise<readonly MetricFamily[]>
  /** The same in the text format of Prometheus. */
  text(): Promise<string>
}

/** `now` counts milliseconds from any moment. */
export function createMetrics(now: () => number = () => performance.now()): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = createRequestMetrics()
  const counters = new Map<string, Counter>()
  for (const [name, { help, labels }] of Object.entries(counterDefinitions))
    counters.set(name, new Counter({ name, help, labelNames: [...labels], registers }))
  const histograms = new Map<string, Histogram>()
  for (const [name, { help, labels, buckets }] of Object.entries(histogramDefinitions))
    histograms.set(name, new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers }))
  const readingUp = new Gauge({
    name: 'metrics_reading_up',
    help: '1 where the values of a query could be read at the last scrape, 0 where it failed or took too long.',
    labelNames: ['reading'],
    registers,
  })
  const readings: (() => Promise<void>)[] = []
  const read = () => Promise.all(readings.map((update) => update()))

  return {
    request: (labels, seconds) => requests.meter(labels).observe(seconds),
    requestMeter: (labels) => requests.meter(labels),
    count: (name, labels, by = 1) => counters.get(name)?.inc({ ...labels }, by),
    observe: (name, labels, seconds) => histograms.get(name)?.observe({ ...labels }, seconds),
    gauge: (name, help, read) =>
      void new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read())
        },
      }),
    counter: (name, help, read) =>
      void new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(read())
        },
      }),
    reading(reading) {
      const gauges = new Map<string, Gauge>()
      for (const [name, { help, labels }] of Object.entries<Reading<string>['gauges'][string]>(reading.gauges))
        gauges.set(name, new Gauge({ name, help, labelNames: [...labels], registers }))
      const samplesOf = createReading(reading, now)
      readings.push(async () => {
        const samples = await samplesOf()
        readingUp.set({ reading: reading.name }, samples === null ? 0 : 1)
        // A value that cannot be read is left out: an old one would look like a good one.
        for (const gauge of gauges.values()) gauge.reset()
        for (const { gauge, labels, value } of samples ?? []) gauges.get(gauge)?.set({ ...labels }, value)
      })
    },
    async families() {
      await read()
      return [...requests.families(), ...(await registry.getMetricsAsJSON()).map(familyOf)]
    },
    async text() {
      await read()
      return `${requests.text()}\n\n${await registry.metrics()}`
    },
  }
}

type Collected = Awaited<ReturnType<Registry['getMetricsAsJSON']>>[number]

/** The library lists a histogram as it prints it: a value for each bucket that counts those below it too, one for the sum, one for the count. */
function familyOf({ name, help, type, values }: Collected): MetricFamily {
  // The types of the library are those of its text format; at run time a type is its name.
  const kind = String(type)
  if (kind !== 'histogram') {
    const points = values.map(({ labels, value }): ValuePoint => ({ labels: labels as ValuePoint['labels'], value }))
    return { name, help, type: kind === 'counter' ? 'counter' : 'gauge', points }
  }
  const series = new Map<string, { labels: ValuePoint['labels']; bounds: number[]; upTo: number[]; sum: number }>()
  for (const value of values as readonly (Collected['values'][number] & { metricName?: string })[]) {
    const { le, ...labels } = value.labels as Record<string, string | number>
    const key = JSON.stringify(Object.entries(labels).toSorted())
    const one = series.get(key) ?? { labels, bounds: [], upTo: [], sum: 0 }
    series.set(key, one)
    if (value.metricName === `${name}_sum`) one.sum = value.value
    else if (value.metricName === `${name}_bucket`) {
      if (le !== '+Inf') one.bounds.push(Number(le))
      one.upTo.push(value.value)
    }
  }
  const points = Array.from(series.values(), ({ labels, bounds, upTo, sum }): HistogramPoint => ({
    labels,
    bounds,
    sum,
    count: upTo.at(-1) ?? 0,
    counts: upTo.map((value, at) => value - (upTo[at - 1] ?? 0)),
  }))
  return { name, help, type: 'histogram', points }
}

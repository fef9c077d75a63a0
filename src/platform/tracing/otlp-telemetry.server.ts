import type { Attributes, Counter, MeterProvider } from '@opentelemetry/api'
import type { Resource } from '@opentelemetry/resources'
import type { Sampler } from '@opentelemetry/sdk-trace'
import { setTimeout as wait } from 'node:timers/promises'
import { hostname } from 'node:os'
import type { Ids } from '../ids.ts'
import type { Metrics } from '../metrics/metrics.server.ts'
import { createLogSender } from './otlp-logs.server.ts'
import { createMetricProducer } from './otlp-metrics.server.ts'
import { loadSdk, type Sdk } from './otlp-sdk.server.ts'
import { createOtlpTracing } from './otlp-tracing.server.ts'
import type { Telemetry, TelemetryConfig } from './telemetry.ts'
import { noTracing } from './tracing.ts'

/** How long a collector has for one export, repeats included. */
const exportMs = 10_000
/** How long the last export may delay the end of the process. */
const flushMs = 3_000
/** More waiting spans or lines than this are dropped, and counted: some megabytes at most. */
const maxQueueSize = 8_192

type Signal = 'traces' | 'logs'
type Counts = Pick<Metrics, 'count'>

/**
 * Sends by OTLP over HTTP, in protobuf. Spans and lines wait in bounded queues and are sent in batches beside the work; what a collector does not
 * take within ten seconds is dropped.
 */
export async function openOtlp(config: TelemetryConfig, endpoint: string, ids: Pick<Ids, 'uuid'>): Promise<Telemetry> {
  const sdk = await loadSdk()
  const resource = resourceOf(sdk, config, ids)
  let counts: Counts | null = null
  const exporting = (signal: Signal | 'metrics') => ({
    url: `${endpoint.replace(/\/$/, '')}/v1/${signal}`,
    headers: { ...config.OTEL_EXPORTER_OTLP_HEADERS },
    timeoutMillis: exportMs,
  })
  const batching = (signal: Signal) => ({
    maxQueueSize,
    exportTimeoutMillis: exportMs,
    selfObsMeterProvider: countingMeters(sdk, (by, outcome) =>
      counts?.count('telemetry_items_total', { signal, outcome }, by),
    ),
  })
  const spans =
    config.OTEL_TRACES_EXPORTER === 'none'
      ? null
      : new sdk.trace.BatchSpanProcessor({
          exporter: new sdk.traceExporter.OTLPTraceExporter(exporting('traces')),
          ...batching('traces'),
        })
  const lines =
    config.OTEL_LOGS_EXPORTER === 'none'
      ? null
      : new sdk.logs.BatchLogRecordProcessor({
          exporter: new sdk.logExporter.OTLPLogExporter(exporting('logs')),
          ...batching('logs'),
        })
  const logger =
    lines === null ? null : new sdk.logs.LoggerProvider({ resource, processors: [lines] }).getLogger('storefront')
  const senders: Sender[] = [spans, lines].filter((one) => one !== null)
  return {
    tracing:
      spans === null
        ? noTracing
        : createOtlpTracing(sdk, { resource, sampler: samplerOf(sdk, config), processor: spans }),
    takeLine: logger === null ? null : createLogSender(sdk, logger),
    connect(metrics) {
      counts = metrics
      if (config.OTEL_METRICS_EXPORTER === 'none') return
      const reader = new sdk.metrics.PeriodicExportingMetricReader({
        exporter: new sdk.metricExporter.OTLPMetricExporter(exporting('metrics')),
        exportIntervalMillis: config.OTEL_METRIC_EXPORT_INTERVAL,
        exportTimeoutMillis: Math.min(exportMs, config.OTEL_METRIC_EXPORT_INTERVAL),
        metricProducers: [createMetricProducer(sdk, resource, () => metrics.families())],
      })
      senders.push(new sdk.metrics.MeterProvider({ resource, readers: [reader] }))
    },
    flush: () => inTime(senders.map((one) => one.forceFlush())),
    close: () => inTime(senders.map((one) => one.shutdown())),
  }
}

/** What waits for a collector to take it. */
type Sender = { forceFlush(): Promise<void>; shutdown(): Promise<void> }

/** A collector that is slow, or away, must not keep a process from ending. */
async function inTime(work: readonly Promise<void>[]): Promise<void> {
  await Promise.race([Promise.allSettled(work), wait(flushMs, null, { ref: false })])
}

/** Who sends this: a name, and an id for this process. Names of the operator's come last, and win. */
function resourceOf({ resources }: Sdk, config: TelemetryConfig, ids: Pick<Ids, 'uuid'>): Resource {
  return resources.defaultResource().merge(
    resources.resourceFromAttributes({
      'service.instance.id': ids.uuid(),
      'host.name': hostname(),
      'process.pid': process.pid,
      'deployment.environment.name': config.ENV,
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': config.OTEL_SERVICE_NAME,
    }),
  )
}

function samplerOf(
  { trace }: Sdk,
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio }: TelemetryConfig,
): Sampler {
  const ends = (text: string) => name.endsWith(text)
  const root = ends('traceidratio')
    ? new trace.TraceIdRatioBasedSampler(ratio)
    : ends('always_off')
      ? new trace.AlwaysOffSampler()
      : new trace.AlwaysOnSampler()
  return name.startsWith('parentbased_') ? new trace.ParentBasedSampler({ root }) : root
}

export type TelemetryOutcome = 'sent' | 'dropped' | 'failed'

/**
 * The meters by which the SDK reports on itself. Of these the counter of processed items is taken (semantic conventions for SDK metrics): its
 * error.type is 'queue_full' for what was dropped, and otherwise why an export failed.
 */
function countingMeters({ api }: Sdk, count: (by: number, outcome: TelemetryOutcome) => void): MeterProvider {
  const noop = api.createNoopMeter()
  const processed: Counter = {
    add(by: number, attributes: Attributes = {}) {
      const problem = attributes['error.type']
      count(by, problem === undefined ? 'sent' : problem === 'queue_full' ? 'dropped' : 'failed')
    },
  }
  return {
    getMeter: () =>
      Object.assign(Object.create(noop) as typeof noop, {
        createCounter: (name: string) => (name.endsWith('.processed') ? processed : noop.createCounter(name)),
      }),
  }
}

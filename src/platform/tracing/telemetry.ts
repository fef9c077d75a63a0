import type { Config } from '../config/config.ts'
import type { Metrics } from '../metrics/metrics.server.ts'
import { noTracing, type Tracing } from './tracing.ts'

/** Traces, metrics and logs of this process, on their way to a collector. */
export type Telemetry = {
  readonly tracing: Tracing
  /** Takes the lines of the log as they are written; null where they are not sent. */
  readonly takeLine: ((line: string) => void) | null
  /** Begins to send these metrics, and counts in them what was sent and what was dropped. */
  connect(metrics: Pick<Metrics, 'families' | 'count'>): void
  /** Sends what is waiting, as far as the collector takes it within a few seconds. Never throws. */
  flush(): Promise<void>
  /** The same, for the last time. */
  close(): Promise<void>
}

export type TelemetryConfig = Pick<
  Config,
  | 'ENV'
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_RESOURCE_ATTRIBUTES'
  | 'OTEL_TRACES_EXPORTER'
  | 'OTEL_METRICS_EXPORTER'
  | 'OTEL_LOGS_EXPORTER'
  | 'OTEL_TRACES_SAMPLER'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'OTEL_METRIC_EXPORT_INTERVAL'
>

/** Sends nothing, and costs nothing. */
export const noTelemetry: Telemetry = {
  tracing: noTracing,
  takeLine: null,
  connect: () => {},
  flush: async () => {},
  close: async () => {},
}

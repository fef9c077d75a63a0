import { pino, type Logger } from 'pino'
import { noTelemetry, type Telemetry } from './tracing/telemetry.ts'
import type { SpanIds } from './tracing/tracing.ts'

/**
 * Structured logs as JSON lines. A field that is not on the list of safe names is dropped: personal data cannot reach a log by being
 * forgotten in an object.
 */

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

// A table, one row a line.
// prettier-ignore
const safeFields = new Set([
  'act', 'app', 'area', 'attempt', 'attemptId', 'cacheStatus', 'closedAccountId', 'code', 'count', 'engine', 'event', 'host', 'job', 'kind', 'limit', 'method', 'ms',
  'name', 'operation', 'orderId', 'outcome', 'part', 'pid', 'port', 'provider', 'reason', 'refused', 'route', 'rows', 'sample', 'signal', 'span_id', 'state', 'status', 'tag',
  'traceId', 'trace_id', 'version', 'webOrderId', 'workers', 'err', 'level', 'time', 'msg',
])

type Destination = { write(line: string): void }

/** Writes to standard output, or to `destination`. With telemetry, lines name the span that they are written in, and are sent as well. */
export function createLog(
  level: string,
  destination?: Destination,
  { tracing, takeLine }: Pick<Telemetry, 'tracing' | 'takeLine'> = noTelemetry,
): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (fields: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(fields).filter(([name]) => safeFields.has(name))),
    },
    serializers: {
      // Messages of database errors quote values; the code and the stack's places are enough to find the fault.
      err: (error: unknown) =>
        error instanceof Error
          ? { type: error.name, code: (error as { code?: unknown }).code, at: error.stack?.split('\n').slice(1, 8) }
          : { type: typeof error },
    },
  }
  const traced = tracing.isOn ? { ...options, mixin: () => idsOf(tracing.active()) } : options
  if (takeLine !== null) return pino(traced, both(destination ?? pino.destination({ sync: true }), takeLine))
  return destination === undefined ? pino(traced) : pino(traced, destination)
}

/** Under the names that OpenTelemetry has for them in logs of other formats. */
const idsOf = (active: SpanIds | null): object =>
  active === null ? {} : { trace_id: active.traceId, span_id: active.spanId }

function both(destination: Destination, takeLine: (line: string) => void): Destination {
  return {
    write(line) {
      destination.write(line)
      takeLine(line)
    },
  }
}

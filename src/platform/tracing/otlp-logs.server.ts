import type { Logger } from '@opentelemetry/api'
import type { Sdk } from './otlp-sdk.server.ts'

/** Fields of a line that have their own place in a log record. */
const placed: ReadonlySet<string> = new Set(['level', 'time', 'msg', 'trace_id', 'span_id', 'traceId', 'err'])

/**
 * Sends log lines as log records. A line is taken as it was written, so a record contains no more than the line: the log has left out
 * everything that is not on its list of safe fields.
 */
export function createLogSender({ api }: Sdk, logger: Logger): (line: string) => void {
  const { DEBUG, INFO, WARN, ERROR, UNSPECIFIED } = api.SeverityNumber
  const severities: Readonly<Record<string, number>> = { debug: DEBUG, info: INFO, warn: WARN, error: ERROR }
  return (line) => {
    const fields = JSON.parse(line) as Readonly<Record<string, unknown>>
    const { level, time, msg, trace_id: traceId, span_id: spanId, err } = fields
    const spanContext = { traceId: String(traceId), spanId: String(spanId), traceFlags: api.TraceFlags.NONE }
    logger.emit({
      timestamp: new Date(String(time)),
      severityText: String(level),
      severityNumber: severities[String(level)] ?? UNSPECIFIED,
      body: typeof msg === 'string' ? msg : '',
      attributes: {
        ...Object.fromEntries(
          Object.entries(fields).flatMap((field) =>
            placed.has(field[0]) || field[1] == null ? [] : [attributeOf(field)],
          ),
        ),
        ...exceptionOf(err),
      },
      ...(typeof traceId === 'string' ? { context: api.trace.setSpanContext(api.ROOT_CONTEXT, spanContext) } : {}),
    })
  }
}

type Field = readonly [string, unknown]

const attributeOf = ([name, value]: Field): [string, string | number | boolean] => [
  name,
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value),
]

/** An error as the log writes it (platform/log.server.ts), under the names of the semantic conventions for exceptions. */
function exceptionOf(error: unknown): Readonly<Record<string, string>> {
  if (typeof error !== 'object' || error === null) return {}
  const { type, code, at } = error as { type?: unknown; code?: unknown; at?: unknown }
  return {
    'exception.type': String(type),
    ...(code === undefined ? {} : { 'error.type': String(code) }),
    ...(Array.isArray(at) ? { 'exception.stacktrace': at.map(String).join('\n') } : {}),
  }
}

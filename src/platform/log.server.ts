import { pino, type Logger } from 'pino'

/**
 * Structured logs as JSON lines. A field that is not on the list of safe names is dropped: personal data cannot reach a log by being
 * forgotten in an object.
 */

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

// A table, one row a line.
// prettier-ignore
const safeFields = new Set([
  'act', 'app', 'area', 'attempt', 'attemptId', 'cacheStatus', 'code', 'count', 'engine', 'event', 'host', 'job', 'kind', 'limit', 'method', 'ms',
  'name', 'operation', 'orderId', 'outcome', 'part', 'pid', 'port', 'provider', 'reason', 'refused', 'route', 'rows', 'signal', 'state', 'status', 'tag',
  'traceId', 'version', 'webOrderId', 'workers', 'err', 'level', 'time', 'msg',
])

export function createLog(level: string, destination?: { write(line: string): void }): Log {
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
  return destination === undefined ? pino(options) : pino(options, destination)
}

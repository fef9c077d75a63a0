import type { Log } from '../platform/log.server.ts'
import type { RequestLabels } from '../platform/metrics/request-metrics.ts'

/**
 * The access log: a share of all requests, cached pages included, and every one that failed on our side or was slow. A line names the route
 * and never the address, which may contain a token or a search for a person.
 */
export interface AccessLog {
  /** Whether this response gets a line. */
  takes(status: number, seconds: number): boolean
  write(response: AccessLine, seconds: number): void
}

/** `trace_id` and `span_id` of a request that is answered outside of its span; elsewhere the log adds them. */
export type AccessLine = RequestLabels & {
  readonly traceId?: string
  readonly trace_id?: string
  readonly span_id?: string
}

/** Slower responses are always logged. */
const slowSeconds = 1

export function createAccessLog({
  log,
  config,
  random,
}: {
  readonly log: Pick<Log, 'info'>
  readonly config: { readonly ACCESS_LOG: 'on' | 'off'; readonly ACCESS_LOG_SAMPLE: number }
  /** 0 to 1, 1 excluded. */
  readonly random: () => number
}): AccessLog {
  const isOn = config.ACCESS_LOG === 'on'
  const share = config.ACCESS_LOG_SAMPLE
  const isAlways = (status: number, seconds: number) => status >= 500 || seconds >= slowSeconds
  return {
    takes: (status, seconds) => isOn && (isAlways(status, seconds) || random() < share),
    write({ cache, ...line }, seconds) {
      const sample = isAlways(line.status, seconds) ? 1 : share
      log.info({ ...line, cacheStatus: cache, ms: Math.round(seconds * 1_000), sample }, 'request')
    },
  }
}

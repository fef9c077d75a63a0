import type { IncomingMessage } from 'node:http'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import type { RequestLabels, RequestMeter } from '../../platform/metrics/request-metrics.ts'
import type { Tracing } from '../../platform/tracing/tracing.ts'
import type { AccessLog } from '../access-log.server.ts'
import { tracedResponseOf } from '../request-span.server.ts'
import type { CachedPage } from './page-store.ts'

/** Records what is sent before any route has been found. Most responses are such, so a fresh page holds its own meters. */
export type ResponseMeters = {
  /** A cached page was sent, with this status. */
  sent(page: CachedPage, incoming: IncomingMessage, cache: 'hit' | 'stale', status: number, seconds: number): void
  /** A request was refused because of load; not logged, since logging would be load too. */
  refused(incoming: IncomingMessage, seconds: number): void
}

export function createResponseMeters({
  metrics,
  tracing,
  accessLog,
  labelsOf,
}: {
  readonly metrics: Pick<Metrics, 'request' | 'requestMeter'>
  readonly tracing: Tracing
  readonly accessLog: AccessLog
  /** Host, route, method and brand of a request. */
  readonly labelsOf: (incoming: IncomingMessage) => Omit<RequestLabels, 'status' | 'cache'>
}): ResponseMeters {
  /** The meters of the two responses that a fresh page is nearly always sent as. */
  const meters = new WeakMap<CachedPage, { readonly whole: RequestMeter; readonly unchanged: RequestMeter }>()

  function metersOf(page: CachedPage, incoming: IncomingMessage) {
    const known = meters.get(page)
    if (known !== undefined) return known
    const labels = { ...labelsOf(incoming), cache: 'hit' } as const
    const made = {
      whole: metrics.requestMeter({ ...labels, status: page.status }),
      unchanged: metrics.requestMeter({ ...labels, status: 304 }),
    }
    meters.set(page, made)
    return made
  }

  return {
    sent(page, incoming, cache, status, seconds) {
      if (cache === 'hit' && incoming.method === 'GET') {
        const { whole, unchanged } = metersOf(page, incoming)
        if (status === 304) unchanged.observe(seconds)
        else whole.observe(seconds)
      } else metrics.request({ ...labelsOf(incoming), status, cache }, seconds)
      const labels = () => ({ ...labelsOf(incoming), status, cache })
      const span = tracing.isOn
        ? tracing.recordRequest(incoming.headers, seconds, () => tracedResponseOf(incoming, labels()))
        : null
      if (!accessLog.takes(status, seconds)) return
      const ids = span === null ? {} : { traceId: span.traceId, trace_id: span.traceId, span_id: span.spanId }
      accessLog.write({ ...labels(), ...ids }, seconds)
    },
    refused: (incoming, seconds) => metrics.request({ ...labelsOf(incoming), status: 503, cache: 'none' }, seconds),
  }
}

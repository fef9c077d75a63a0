import type { RequestListener } from 'node:http'
import type { Metrics } from '../../platform/metrics.server.ts'
import { answerProbe, sendText, type Readiness } from '../probes.server.ts'

/** Probes and metrics of one process, on a port that only the operator's network reaches. Every part has them, the worker too. */
export function createInternalHost({
  metrics,
  readiness,
}: {
  readonly metrics: Pick<Metrics, 'text'>
  readonly readiness: Readiness
}): RequestListener {
  return (incoming, outgoing) => {
    if (answerProbe(incoming, outgoing, readiness)) return
    if (incoming.url !== '/metrics') return sendText(outgoing, 404, 'There are /livez, /readyz and /metrics.')
    metrics.text().then(
      (text) => sendText(outgoing, 200, text),
      () => sendText(outgoing, 500, 'An error has occurred, please try again'),
    )
  }
}

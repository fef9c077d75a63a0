import type { RequestListener } from 'node:http'
import type { Metrics } from '../../platform/metrics/metrics.server.ts'
import { answerProbe, sendText, type Probe } from '../probes.server.ts'

/** Probes and metrics of one process, on a port that only the operator's network reaches. Every part has them, the worker too. */
export function createInternalHost({
  metrics,
  probe,
}: {
  readonly metrics: Pick<Metrics, 'text'>
  readonly probe: Probe
}): RequestListener {
  return (incoming, outgoing) => {
    if (answerProbe(incoming, outgoing, probe)) return
    if (incoming.url !== '/metrics')
      return sendText(outgoing, 404, 'There are /livez, /readyz, /readyz/checkout and /metrics.')
    metrics.text().then(
      (text) => sendText(outgoing, 200, text),
      () => sendText(outgoing, 500, 'An error has occurred, please try again'),
    )
  }
}

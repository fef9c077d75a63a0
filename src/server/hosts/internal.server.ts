import type { RequestListener } from 'node:http'
import type { Metrics } from '../../platform/metrics.server.ts'

/** Probes and metrics of one process, on a port that only the operator's network reaches. Every part has them, the worker too. */
export function createInternalHost({
  metrics,
  readiness,
}: {
  readonly metrics: Pick<Metrics, 'text'>
  /** Null when requests can be served, else why not. */
  readonly readiness: () => Promise<string | null>
}): RequestListener {
  return (incoming, outgoing) => {
    const send = (status: number, text: string): void =>
      void outgoing
        .writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
        .end(text)
    const fail = () => send(500, 'An error has occurred, please try again')
    if (incoming.url === '/livez') send(200, 'ok')
    else if (incoming.url === '/readyz')
      readiness().then((problem) => send(problem === null ? 200 : 503, problem ?? 'ok'), fail)
    else if (incoming.url === '/metrics') metrics.text().then((text) => send(200, text), fail)
    else send(404, 'There are /livez, /readyz and /metrics.')
  }
}

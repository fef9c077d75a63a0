import type { RequestListener } from 'node:http'
import { securityHeaders } from './platform/http/security-headers.ts'

/** A host whose own pages come with a later part of the shop: it answers its probes, and says what it is to everybody else. */
export function createPartHandler({ readiness }: { readiness: () => Promise<string | null> }): RequestListener {
  return (incoming, outgoing) => {
    for (const [name, value] of Object.entries(securityHeaders({ https: false }))) outgoing.setHeader(name, value)
    const send = (status: number, text: string) =>
      outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
    if (incoming.url === '/livez') send(200, 'ok')
    else if (incoming.url === '/readyz')
      void readiness().then((problem) => send(problem === null ? 200 : 503, problem ?? 'ok'))
    else send(404, 'Nothing is served on this host yet.')
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'

/** What a process is there for, and whether that works at the moment. */
export type Works = Partial<Readonly<Record<'pages' | 'checkout' | 'signIn' | 'backOffice' | 'jobs', boolean>>>

/** `degraded`: the database does not answer. `draining`: the process is about to stop, so new requests go elsewhere. */
export type Readiness = { readonly status: 'ready' | 'degraded' | 'draining' } & Works

export type Probe = () => Promise<Readiness>

export const isProbe = (target: string | undefined): boolean => /^\/(livez|readyz(\/checkout)?)$/.test(target ?? '')

/**
 * Answers the probes of a load balancer or an orchestrator; false for any other request. Probes have no rate limit.
 *
 * `/livez` says that the process runs. `/readyz` says what works, and is 503 only while the process is about to stop: without the database
 * it goes on showing pages, and a balancer that took every such process out would leave nothing to be seen. `/readyz/checkout` is 200
 * where orders can be placed, for a balancer that sends the checkout elsewhere, and for the page that waits for it.
 */
export function answerProbe({ url }: Pick<IncomingMessage, 'url'>, outgoing: ServerResponse, probe: Probe): boolean {
  if (!isProbe(url)) return false
  if (url === '/livez') sendText(outgoing, 200, 'ok')
  else
    void probe().then((readiness) => {
      const isReady = url === '/readyz' ? readiness.status !== 'draining' : readiness.checkout === true
      send(outgoing, isReady ? 200 : 503, 'application/json', JSON.stringify(readiness))
    })
  return true
}

export const sendText = (outgoing: ServerResponse, status: number, text: string): void =>
  send(outgoing, status, 'text/plain; charset=utf-8', text)

const send = (outgoing: ServerResponse, status: number, type: string, body: string): void =>
  void outgoing.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)

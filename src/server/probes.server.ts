import type { IncomingMessage, ServerResponse } from 'node:http'

/** Null when requests can be served, else why not. */
export type Readiness = () => Promise<string | null>

/** Answers the liveness and readiness probes of an orchestrator; false for any other request. Probes have no rate limit. */
export function answerProbe(
  { url }: Pick<IncomingMessage, 'url'>,
  outgoing: ServerResponse,
  readiness: Readiness,
): boolean {
  if (url === '/livez') sendText(outgoing, 200, 'ok')
  else if (url === '/readyz')
    readiness().then(
      (problem) => sendText(outgoing, problem === null ? 200 : 503, problem ?? 'ok'),
      () => sendText(outgoing, 503, 'The readiness could not be checked.'),
    )
  else return false
  return true
}

export function sendText(outgoing: ServerResponse, status: number, text: string): void {
  outgoing.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

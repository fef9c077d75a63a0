import type { IncomingMessage, ServerResponse } from 'node:http'
import { spoiled, type Faults } from './control.ts'
import { json, loopbackOrigin, readBody, router, send, type Answer, type Route } from './http.ts'
import type { OpenIdStandIn } from './people/openid.ts'
import type { S3StandIn } from './s3/s3.ts'
import { isS3Request } from './s3/signature.ts'

/** Answers requests by the routes, with the faults that were asked for. */
export function createResponder({
  routes,
  faults,
  openId,
  s3,
  isControlOn,
  log,
  signal,
}: {
  readonly routes: readonly Route[]
  readonly faults: Faults
  readonly openId: OpenIdStandIn
  readonly s3: S3StandIn
  readonly isControlOn: boolean
  readonly log: (line: string) => void
  /** Cuts short what waits to be sent. */
  readonly signal: AbortSignal
}) {
  const find = router(routes)

  async function respond(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (loopbackOrigin(incoming.headers.host) !== null) {
      if (isS3Request(incoming.headers)) return s3.handle(incoming, outgoing)
      if (await openId.handle(incoming, outgoing)) return
    }
    const started = performance.now()
    const method = incoming.method ?? 'GET'
    const origin = loopbackOrigin(incoming.headers.host)
    const url = new URL(incoming.url ?? '/', 'http://sandbox')
    const found = find(method, url.pathname)
    const name = typeof found === 'string' ? found : found.route.name
    const fault = isControlOn ? faults.take(name) : null
    if (fault?.kind === 'drop-before') {
      incoming.socket.destroy()
      return
    }
    const body = await readBody(incoming)
    let answer: Answer
    if (origin === null) answer = json(421, { message: 'The sandbox answers on this machine only.' })
    else if (body === null) answer = json(413, { message: 'The body is over 1 MiB.' })
    else if (found === 'no-path')
      answer = json(404, { errorCode: 'not_found', message: 'Not found', httpStatusCode: 404 })
    else if (found === 'no-method') {
      answer = json(405, { errorCode: 'method_not_allowed', message: 'Method not allowed', httpStatusCode: 405 })
    } else if (fault?.kind === 'error-before') {
      answer = { status: 500, headers: {}, body: 'Internal Server Error' }
    } else {
      const { route, params } = found
      const request = {
        method,
        path: url.pathname,
        query: url.searchParams,
        headers: incoming.headers,
        body,
        origin,
        params,
      }
      const right = await route.handle(request)
      answer = fault === null ? right : spoiled(right, fault)
    }
    await send(answer, outgoing, signal)
    const ms = Math.round(performance.now() - started)
    // Reading changes nothing, and the shop reads every few seconds to see whether its providers answer.
    if (method !== 'GET' && found !== 'no-path')
      log(`${method} ${name} ${answer.isDropped === true ? 'dropped' : answer.status} ${ms} ms`)
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    respond(incoming, outgoing).catch((error: unknown) => {
      // The kind of error and where it happened, never what was sent.
      log(`error ${error instanceof Error ? `${error.name} ${error.stack?.split('\n')[1]?.trim() ?? ''}` : 'unknown'}`)
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end()
    })
  }
}

import { createServer, type RequestListener, type Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import { StartError } from '../start-error.ts'

/** A listening HTTP server with limits on time and size, and a graceful shutdown. */

export type Listening = {
  readonly port: number
  /** Goes on serving, and ends each connection with its next response, so that a load balancer opens the next one elsewhere. */
  drain(): void
  /** Stops accepting connections, waits at most `graceMs` for running requests, then closes the rest. */
  close(graceMs: number): Promise<void>
}

export class ListenError extends StartError {
  override name = 'ListenError'
}

export async function listen(options: {
  part: string
  setting: string
  host: string
  port: number
  onRequest: RequestListener
}): Promise<Listening> {
  let isDraining = false
  const server = createServer(
    {
      maxHeaderSize: 16_384,
      headersTimeout: seconds(10),
      requestTimeout: seconds(30),
      keepAliveTimeout: seconds(65),
      connectionsCheckingInterval: seconds(5),
    },
    (incoming, outgoing) => {
      if (isDraining) outgoing.shouldKeepAlive = false
      options.onRequest(incoming, outgoing)
    },
  )
  await new Promise<void>((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) => fail(explain(error, options)))
    server.listen(options.port, options.host, () => done())
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    drain: () => void (isDraining = true),
    close: (graceMs) => close(server, graceMs),
  }
}

function explain(
  error: NodeJS.ErrnoException,
  { part, setting, port }: { part: string; setting: string; port: number },
): Error {
  if (error.code === 'EADDRINUSE') {
    return new ListenError(
      `Port ${port} for the ${part} is taken by another program. Stop that program, or set ${setting} to a free port.`,
    )
  }
  if (error.code === 'EACCES') {
    return new ListenError(
      `Port ${port} for the ${part} needs more rights than this user has. Set ${setting} to a port above 1023.`,
    )
  }
  return error
}

async function close(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((done) => server.close(() => done()))
  server.closeIdleConnections()
  const timer = new AbortController()
  await Promise.race([closed, wait(graceMs, undefined, { signal: timer.signal }).catch(() => {})])
  timer.abort()
  server.closeAllConnections()
  await closed
}

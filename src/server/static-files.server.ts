import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname } from 'node:path'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import sirv from 'sirv'
import type { PipelineEnv } from './pipeline.server.ts'

/** Answers a request for a file of the browser's, or calls on. */
export type BrowserFiles = (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void

/** The built files of a folder, compressed beforehand; their names change with their content. */
export function builtFiles(folder: string): BrowserFiles {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    maxAge: 31_536_000,
    immutable: true,
    setHeaders: nameCharset,
  })
}

/** A route that answers with a file where there is one. */
export const serveFiles =
  (files: BrowserFiles): MiddlewareHandler<PipelineEnv> =>
  ({ env: { incoming, outgoing } }, next) =>
    new Promise((resolve, fail) => {
      const sent = () => resolve(RESPONSE_ALREADY_SENT)
      outgoing.once('close', sent)
      files(incoming, outgoing, () => {
        outgoing.off('close', sent)
        next().then(() => resolve(), fail)
      })
    })

const charsets: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
}

/** A browser that opens a script or a style sheet by itself must not guess its character set (ASVS 5.0, 4.1.1). */
function nameCharset(outgoing: ServerResponse, pathname: string): void {
  const type = charsets[extname(pathname)]
  if (type !== undefined) outgoing.setHeader('content-type', type)
}

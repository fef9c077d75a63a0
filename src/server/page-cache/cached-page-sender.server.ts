import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRecompression, encodedBody, encodingOf, type Encoding } from './page-cache.server.ts'
import type { CachedPage } from './page-store.ts'

/** Sends a cached page or API answer as it is. Most requests end here, so nothing else is done for them. */
export type CachedPageSender = (
  page: CachedPage,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) => Promise<void> | undefined

/** `headers` are sent with every response; `isPersonal` says whether no cache may store the response to a request. */
export function createCachedPageSender(
  headers: Readonly<Record<string, string>>,
  isPersonal: (incoming: IncomingMessage) => boolean,
): CachedPageSender {
  /** By body, or by page for the answer that it has not changed. */
  const heads = new WeakMap<Buffer | CachedPage, string[]>()
  const recompress = createRecompression(() => performance.now())

  /** Names and values in turn, as node:http takes them without looking at each. */
  function headOf(page: CachedPage, body?: Buffer, encoding: Encoding = null): string[] {
    const existing = heads.get(body ?? page)
    if (existing !== undefined) return existing
    const { 'content-type': type = '', ...own } = page.headers
    const head = Object.entries({ ...headers, ...own, etag: page.etag, vary: 'Accept-Encoding' }).flat()
    if (body !== undefined) head.push('content-type', type, 'content-length', String(body.byteLength))
    if (encoding !== null) head.push('content-encoding', encoding)
    heads.set(body ?? page, head)
    return head
  }

  return (page, incoming, outgoing) => {
    const forCaller = (head: string[]) => (isPersonal(incoming) ? withoutCaching(head) : head)
    if (isUnchanged(page.etag, incoming.headers['if-none-match'])) {
      outgoing.writeHead(304, forCaller(headOf(page))).end()
      return undefined
    }
    const encoding = encodingOf(incoming.headers['accept-encoding'] as string | undefined)
    const send = (body: Buffer) => {
      outgoing.writeHead(page.status, forCaller(headOf(page, body, encoding)))
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    }
    const ready = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain
    if (ready === null) return encodedBody(page, encoding).then(send)
    send(ready)
    // A page stays as it is where this fails.
    if (encoding === 'br' && !page.isSmallest) recompress(page).catch(() => {})
    return undefined
  }
}

export const uncached = 'private, no-store'

/** A head of names and values in turn, with its caching replaced. */
const withoutCaching = (head: readonly string[]): string[] =>
  head.map((text, at) => (at % 2 === 1 && head[at - 1] === 'cache-control' ? uncached : text))

/** Whether the client has this version: one of a list, '*', or one that a cache on the way has marked as weak. */
function isUnchanged(etag: string, given: string | undefined): boolean {
  if (given === undefined || given === etag) return given === etag
  return given.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodedBody, encodingOf, type Encoding } from './page-cache.server.ts'
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
  const heads = new WeakMap<CachedPage, Map<Encoding | 'unchanged', string[]>>()

  /** Names and values in turn, as node:http takes them without looking at each. */
  function headOf(page: CachedPage, encoding: Encoding | 'unchanged', length = 0): string[] {
    const known = heads.get(page) ?? new Map<Encoding | 'unchanged', string[]>()
    heads.set(page, known)
    const existing = known.get(encoding)
    if (existing !== undefined) return existing
    const { 'content-type': type = '', ...own } = page.headers
    const head = Object.entries({ ...headers, ...own, etag: page.etag, vary: 'Accept-Encoding' }).flat()
    if (encoding !== 'unchanged') head.push('content-type', type, 'content-length', String(length))
    if (encoding === 'br' || encoding === 'gzip') head.push('content-encoding', encoding)
    known.set(encoding, head)
    return head
  }

  return (page, incoming, outgoing) => {
    const forCaller = (head: string[]) => (isPersonal(incoming) ? withoutCaching(head) : head)
    if (isUnchanged(page.etag, incoming.headers['if-none-match'])) {
      outgoing.writeHead(304, forCaller(headOf(page, 'unchanged'))).end()
      return undefined
    }
    const encoding = encodingOf(incoming.headers['accept-encoding'] as string | undefined)
    const send = (body: Buffer) => {
      outgoing.writeHead(page.status, forCaller(headOf(page, encoding, body.byteLength)))
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
    }
    const ready = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : page.plain
    if (ready === null) return encodedBody(page, encoding).then(send)
    send(ready)
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

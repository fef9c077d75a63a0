import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { page, pageHeaders, type Html } from './html.ts'

/** The sandbox's own small HTTP layer. It owns the socket, because it loses responses on purpose. */

export type SandboxRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The base URL that the caller used; URLs of hosted pages begin with it. */
  readonly origin: string
  /** What the path held in the route's {braces}. */
  readonly params: Readonly<Record<string, string>>
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Milliseconds between the work and the response. */
  readonly afterMs?: number
  /** The work is done, and the connection is cut without a response. */
  readonly isDropped?: boolean
  /** Called once the response has been sent or dropped. */
  readonly whenSent?: () => void
}

export type Route = {
  /** What a fault is aimed at. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** A path; {name} stands for one part of it. */
  readonly path: string
  handle(request: SandboxRequest): Answer | Promise<Answer>
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json;charset=UTF-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(value),
  }
}

export function showPage(
  status: number,
  input: {
    readonly title: string
    readonly content: Html
    readonly wide?: boolean
    readonly returnTo?: string | undefined
  },
): Answer {
  return { status, headers: pageHeaders(input.returnTo ?? null), body: page(input) }
}

/** Redirects the browser with a GET, whatever its method was. */
export function seeOther(url: string): Answer {
  return {
    status: 303,
    headers: { location: url, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    body: '',
  }
}

const largestBody = 1024 * 1024

/** The body as text, or null when it is over 1 MiB. Rejects when the caller goes away before the end. */
export async function readBody(incoming: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of incoming as AsyncIterable<Buffer>) {
    size += part.length
    if (size > largestBody) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Sends, delays or drops a response. Never throws: a caller that disconnected is not an error. */
export async function send(answer: Answer, outgoing: ServerResponse, signal: AbortSignal): Promise<void> {
  try {
    if (answer.afterMs !== undefined) await wait(answer.afterMs, undefined, { signal })
    if (answer.isDropped === true) {
      outgoing.socket?.destroy()
      return
    }
    // RFC 9110, section 8.6: no length where there is no content.
    const length = answer.status === 204 ? {} : { 'content-length': Buffer.byteLength(answer.body) }
    outgoing.writeHead(answer.status, { ...answer.headers, ...length })
    outgoing.end(answer.body)
  } catch {
    outgoing.socket?.destroy()
  } finally {
    answer.whenSent?.()
  }
}

export type Found =
  | { readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | 'no-path'
  | 'no-method'

/** Finds the route of a request; of two that fit, the one written first. */
export function router(routes: readonly Route[]): (method: string, path: string) => Found {
  const compiled = routes.map((route) => ({ route, pattern: patternOf(route.path) }))
  return (method, path) => {
    let isPathKnown = false
    for (const { route, pattern } of compiled) {
      const match = pattern.exec(path)
      if (match === null) continue
      isPathKnown = true
      if (route.method !== method) continue
      try {
        const params = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)])
        return { route, params: Object.fromEntries(params) as Record<string, string> }
      } catch {
        return 'no-path'
      }
    }
    return isPathKnown ? 'no-method' : 'no-path'
  }
}

function patternOf(path: string): RegExp {
  const escaped = path.replace(/[.*+?^$()|[\]\\]/g, (character) => `\\${character}`)
  return new RegExp(`^${escaped.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether a host name can only mean this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.has(hostname) || hostname.endsWith('.localhost')
}

/** The address in plain words of a Host header, or null when it names another machine (a rebound name, say). */
export function loopbackOrigin(host: string | undefined): string | null {
  if (host === undefined || !URL.canParse(`http://${host}`)) return null
  const url = new URL(`http://${host}`)
  return isLoopbackHost(url.hostname) ? url.origin : null
}

/** Whether a browser may be redirected to this URL: http or https, and the shop's own origin or another loopback one. */
export function canReturnTo(address: string, shopUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false
  if (url.username !== '' || url.password !== '') return false
  return url.origin === new URL(shopUrl).origin || isLoopbackHost(url.hostname)
}

/** Adds to a URL's query; what it already has stays. */
export function withQuery(address: string, added: Readonly<Record<string, string>>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value)
  return url.href
}

/** The fields of a posted form. */
export function formOf(request: SandboxRequest): URLSearchParams {
  const type = request.headers['content-type'] ?? ''
  return new URLSearchParams(type.startsWith('application/x-www-form-urlencoded') ? request.body : '')
}

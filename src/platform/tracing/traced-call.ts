import type { Attributes, Span, Tracing } from './tracing.ts'

/**
 * Calls of other services by HTTP, each in a client span. The address is recorded without its path and query, which can name a payment or hold
 * a token; the target says which call it was.
 */
export type OutgoingCall = {
  readonly method: string
  readonly url: URL
  /** Of low cardinality: 'card payments'. */
  readonly target: string
  /**
   * Whether the call continues the trace at the other side, by traceparent. For services that the operator has configured: to a host that a
   * feed or a customer names it would say which requests belong together.
   */
  readonly sendsContext: boolean
  /** Whether a call outside a trace begins one; not for those that are made every few seconds. */
  readonly isRoot: boolean
  readonly attributes?: Attributes
}

/** Runs `call` with the headers to send in addition. */
export function tracedCall<Answer>(
  tracing: Tracing,
  { method, url, target, sendsContext, isRoot, attributes }: OutgoingCall,
  call: (headers: Readonly<Record<string, string>>, span: Span) => Promise<Answer>,
): Promise<Answer> {
  if (!tracing.isOn) return tracing.span({ name: target, kind: 'client' }, (span) => call({}, span))
  const start = {
    name: `${method} ${target}`,
    kind: 'client',
    isRoot,
    attributes: {
      'http.request.method': method,
      'server.address': url.hostname,
      'server.port': Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port),
      'url.scheme': url.protocol.replace(':', ''),
      ...attributes,
    },
  } as const
  return tracing.span(start, (span) => call(sendsContext ? { ...tracing.headers() } : {}, span))
}

/** Notes the status of the answer; for a client, 4xx is a failure too (semantic conventions for HTTP spans). */
export function noteStatus(span: Span, status: number): void {
  span.set({ 'http.response.status_code': status })
  if (status >= 400) span.fail(String(status))
}

type FetchTarget = Omit<OutgoingCall, 'method' | 'url'>

/** A fetch whose calls are traced. */
export function tracedFetch(
  tracing: Tracing,
  target: FetchTarget,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): typeof globalThis.fetch {
  if (!tracing.isOn) return fetch
  return (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const method = init.method ?? (input instanceof Request ? input.method : 'GET')
    return tracedCall(tracing, { ...target, method, url }, async (headers, span) => {
      const given = new Headers(init.headers ?? (input instanceof Request ? input.headers : undefined))
      for (const [name, value] of Object.entries(headers)) given.set(name, value)
      const response = await fetch(input, { ...init, headers: given })
      noteStatus(span, response.status)
      return response
    })
  }
}

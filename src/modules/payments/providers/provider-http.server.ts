import { Agent as HttpAgent, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { seconds, type Clock } from '../../../platform/clock.ts'
import type { Log } from '../../../platform/log.server.ts'
import { noteStatus, tracedCall } from '../../../platform/tracing/traced-call.ts'
import { noTracing, type Tracing } from '../../../platform/tracing/tracing.ts'
import type { UnknownReason } from '../payments.ts'

/**
 * The one way out to a payment provider: to the configured address only, with limits on time and
 * size, no redirects, and repeats only where a repeat cannot pay twice. It never logs an address, a header or a body.
 */

export type ProviderCall = {
  /** For the log: 'payments', 'capture'. */
  readonly operation: string
  readonly attemptId: string | null
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Appended to the base address; its parts are encoded by the caller. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON. */
  readonly body?: object
  /** Sent as a form, in the place of a body. */
  readonly form?: Readonly<Record<string, string>>
  /** From the first byte sent to the last one read, in milliseconds. */
  readonly readMs: number
  /** Whether the same call again, with the same key, cannot move money twice. Only then is it tried up to three times. */
  readonly isReplaySafe: boolean
}

export type ProviderAnswer =
  | {
      readonly isAnswered: true
      readonly status: number
      /** Parsed JSON; undefined when there was no body. */
      readonly body: unknown
      /** An earlier try of this call may have been processed, so a refusal of this one does not prove that nothing happened. */
      readonly isAfterDoubt: boolean
    }
  | { readonly isAnswered: false; readonly why: Exclude<UnknownReason, 'mismatch' | 'no-record'> }

/** Told of every call, for metrics. */
export type CallObserver = {
  /** 'answered', 'suppressed' for a call that was not sent, or why there was no answer. `ms` is the time of all tries. */
  called(operation: string, outcome: 'answered' | 'suppressed' | Failure, ms: number): void
  /** Whether calls failed in a row, so that most are not sent. */
  breaker(isOpen: boolean): void
}

export type ProviderHttpSettings = {
  readonly provider: string
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof globalThis.fetch
  readonly clock: Clock
  readonly log: Log
  /** Told of each call that was sent: whether the provider answered it at all. */
  readonly onNews?: ((isAnswered: boolean) => void) | undefined
  readonly observer?: CallObserver | undefined
  readonly tracing?: Tracing | undefined
  /** Waits before the second and the third try, in milliseconds; each is stretched by up to a fifth at random. */
  readonly backoffMs?: readonly number[] | undefined
}

export type ProviderHttp = (call: ProviderCall) => Promise<ProviderAnswer>

type Failure = Exclude<ProviderAnswer, { isAnswered: true }>['why']
type OneTry =
  | { readonly status: number; readonly body: unknown }
  | { readonly why: Failure; readonly isWorthRepeating: boolean }

/** The settings of a call that only asks whether anybody is there. */
export const healthCall = {
  operation: 'health',
  attemptId: null,
  method: 'GET',
  readMs: seconds(2),
  isReplaySafe: false,
} as const satisfies Partial<ProviderCall>

const largestAnswer = 1024 * 1024
const retriedStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504])
const defaultBackoffMs = [500, 2_000]
const failuresBeforePause = 5
const pauseMs = seconds(10)

/**
 * A client for one provider. After five failed calls in a row it sends nothing for ten seconds, so that an outage does not fill the
 * process with waiting requests. Throws only when a caller builds an address outside the base.
 */
export function providerHttp(settings: ProviderHttpSettings): ProviderHttp {
  const { provider, clock, log, observer, backoffMs = defaultBackoffMs } = settings
  const base = new URL(settings.baseUrl)
  let failuresInRow = 0
  let pausedUntil = 0

  return async (call) => {
    const url = addressOf(base, call.path)
    const started = clock.now().getTime()
    if (started < pausedUntil) {
      log.warn(
        { provider, operation: call.operation, attemptId: call.attemptId },
        'provider call not sent: it is failing',
      )
      observer?.called(call.operation, 'suppressed', 0)
      return { isAnswered: false, why: 'unreachable' }
    }
    let doubt: Failure | null = null
    let tries = 0
    for (;;) {
      const result = await tracedTry(settings, url, call, tries)
      tries++
      const ms = clock.now().getTime() - started
      const facts = { provider, operation: call.operation, attemptId: call.attemptId, count: tries, ms }
      if ('status' in result) {
        failuresInRow = 0
        settings.onNews?.(true)
        observer?.called(call.operation, 'answered', ms)
        observer?.breaker(false)
        // Asking whether anybody is there happens every few seconds, and is no news while somebody is.
        log[call.operation === healthCall.operation ? 'debug' : 'info'](
          { ...facts, status: result.status },
          'provider call answered',
        )
        return { isAnswered: true, ...result, isAfterDoubt: doubt !== null }
      }
      if (result.why !== 'unreachable') doubt ??= result.why
      const pause = backoffMs[tries - 1]
      if (!call.isReplaySafe || !result.isWorthRepeating || pause === undefined) {
        failuresInRow++
        settings.onNews?.(false)
        const why = doubt ?? result.why
        observer?.called(call.operation, why, ms)
        if (failuresInRow >= failuresBeforePause) {
          pausedUntil = clock.now().getTime() + pauseMs
          observer?.breaker(true)
        }
        log.warn({ ...facts, reason: why }, 'provider call failed')
        return { isAnswered: false, why }
      }
      await clock.wait(pause * (1 + Math.random() / 5))
    }
  }
}

function addressOf(base: URL, path: string): URL {
  const url = new URL(base.href.replace(/\/$/, '') + path)
  const isInside = url.origin === base.origin && url.pathname.startsWith(base.pathname.replace(/\/?$/, '/'))
  if (!isInside) throw new Error('a provider call must stay under its base address')
  return url
}

/** Each try is a span of its own. The health checks, one a second, begin no trace. */
function tracedTry(settings: ProviderHttpSettings, url: URL, call: ProviderCall, resends: number): Promise<OneTry> {
  const { provider, tracing = noTracing } = settings
  const { method, operation, attemptId } = call
  const attributes = {
    'shop.provider': provider,
    ...(attemptId === null ? {} : { 'shop.payment_attempt': attemptId }),
    ...(resends === 0 ? {} : { 'http.request.resend_count': resends }),
  }
  const isRoot = operation !== healthCall.operation
  const target = `${provider} ${operation}`
  return tracedCall(tracing, { method, url, target, sendsContext: true, isRoot, attributes }, async (headers, span) => {
    const result = await tryOnce(settings, url, call, headers)
    if ('status' in result) noteStatus(span, result.status)
    else span.fail(result.why)
    return result
  })
}

async function tryOnce(
  settings: ProviderHttpSettings,
  url: URL,
  call: ProviderCall,
  traceHeaders: Readonly<Record<string, string>>,
): Promise<OneTry> {
  const limit = AbortSignal.timeout(call.readMs)
  const content =
    call.body !== undefined
      ? { type: 'application/json', text: JSON.stringify(call.body) }
      : call.form !== undefined
        ? { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(call.form).toString() }
        : null
  try {
    const response = await settings.fetch(url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(content === null ? {} : { 'content-type': content.type }),
        ...settings.headers,
        ...call.headers,
        ...traceHeaders,
      },
      ...(content === null ? {} : { body: content.text }),
      redirect: 'manual',
      signal: limit,
    })
    const text = await limitedText(response)
    if (retriedStatuses.has(response.status)) return { why: 'server-error', isWorthRepeating: true }
    if (response.status >= 500) return { why: 'server-error', isWorthRepeating: false }
    if (text === null || response.status < 200 || (response.status >= 300 && response.status < 400)) {
      return { why: 'unreadable', isWorthRepeating: false }
    }
    const body = jsonOf(text)
    return body === unreadable ? { why: 'unreadable', isWorthRepeating: false } : { status: response.status, body }
  } catch (error) {
    if (limit.aborted) return { why: 'timeout', isWorthRepeating: true }
    return { why: unconnected.has(codeOf(error)) ? 'unreachable' : 'reset', isWorthRepeating: true }
  }
}

/** The body, or null when it is over the limit; the rest is not read. */
async function limitedText(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > largestAnswer) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const unreadable = Symbol('not JSON')

function jsonOf(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return unreadable
  }
}

/** Codes of failures before a connection stood, when nothing of the request can have arrived. */
const unconnected: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CONNECT_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
])

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause === undefined ? '' : codeOf(error.cause)
}

/**
 * A fetch for provider calls whose connection, TLS included, must stand within `connectMs`: the built-in one waits ten seconds and
 * cannot be told otherwise. Knows text bodies and string addresses only, follows no redirect, sends no cookie.
 */
export function connectLimitedFetch(connectMs: number): typeof globalThis.fetch {
  const plain = new HttpAgent({ keepAlive: true })
  const secure = new HttpsAgent({ keepAlive: true })
  return (input, init) =>
    new Promise((resolve, reject) => {
      const url = new URL(input instanceof Request ? input.url : input)
      const isSecure = url.protocol === 'https:'
      const request = (isSecure ? httpsRequest : httpRequest)(url, {
        method: init?.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init?.headers)),
        agent: isSecure ? secure : plain,
        ...(init?.signal ? { signal: init.signal } : {}),
      })
      request.once('socket', (socket) => {
        if (!socket.connecting) return
        const late = Object.assign(new Error('no connection in time'), { code: 'CONNECT_TIMEOUT' })
        const timer = setTimeout(() => request.destroy(late), connectMs)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(timer))
        socket.once('close', () => clearTimeout(timer))
      })
      request.once('response', (incoming) => {
        const headers = new Headers()
        for (const [name, value] of Object.entries(incoming.headers)) headers.set(name, String(value))
        const status = incoming.statusCode ?? 0
        const hasNoBody = status === 204 || status === 304
        if (hasNoBody) incoming.resume()
        // Node's stream types and the browser's name one and the same class.
        const body = hasNoBody ? null : (Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>)
        resolve(new Response(body, { status, headers }))
      })
      request.once('error', reject)
      request.end(typeof init?.body === 'string' ? init.body : undefined)
    })
}

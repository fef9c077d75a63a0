import { firstMessage } from '../platform/http/problem.ts'

/** The answer of a call to our own API: its value, or the message to show and the whole body for those who need more of it. */
export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly status: number; readonly message: string; readonly body: unknown }

/** What cart, catalogue, search, geo and settings calls say when the server gives no words (decision platform-12). */
const textOf: Readonly<Record<number, string>> = {
  400: 'Invalid request. Please check your input.',
  401: 'Authentication required. Please log in again.',
  403: 'You do not have permission to perform this action.',
  404: 'The requested resource could not be found.',
  500: 'A server error occurred. Please try again later.',
}
const otherText = 'An unexpected error occurred. Please try again later.'

/**
 * What the calls of a signed-in visitor carry, and who is told when one is refused. Set by the frame of pages and fetched only while there
 * is a token.
 */
export const signedIn: {
  load?: () => Promise<{
    headers(): Promise<Record<string, string> | null>
    refused(status: number, body: unknown, path: string): void
  }>
} = {}

function hasToken(): boolean {
  try {
    return localStorage.getItem('access_token') !== null
  } catch {
    return false
  }
}

/** Nobody waits for it any more. */
const notAsked = { ok: false, status: -1, message: '', body: null } as const

export async function callApi<Value>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options: { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean } = {},
): Promise<ApiAnswer<Value>> {
  try {
    const session = hasToken() ? await signedIn.load?.() : undefined
    const bearer = await session?.headers()
    if (bearer === null) return notAsked
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...bearer,
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      keepalive: options.keepalive ?? false,
    })
    const answer: unknown = response.status === 204 ? null : await response.json().catch(() => null)
    if (response.ok) return { ok: true, value: answer as Value }
    session?.refused(response.status, answer, path)
    return {
      ok: false,
      status: response.status,
      message: firstMessage(answer, textOf[response.status] ?? otherText),
      body: answer,
    }
  } catch (error) {
    // No answer at all: status 0, which a caller can tell from a refusal.
    if (error instanceof DOMException && error.name === 'AbortError') return notAsked
    return { ok: false, status: 0, message: otherText, body: null }
  }
}

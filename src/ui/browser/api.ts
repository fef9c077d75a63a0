/** The answer of a call to our own API: its value, or the message to show and the whole body for those who need more of it. */
export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly status: number; readonly message: string; readonly body: unknown }

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
const notSent = { ok: false, status: -1, message: '', body: null } as const

/** Refusals are rare, so their words come when there is one; without a network not even those. */
const textOf = (path: string, status: number, body: unknown): Promise<string> =>
  import('../forms/error-texts.ts').then(
    ({ errorText }) => errorText(path, status, body),
    () => 'An unexpected error occurred. Please try again later.',
  )

export async function callApi<Value>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: unknown,
  options: { signal?: AbortSignal; headers?: Record<string, string>; keepalive?: boolean } = {},
): Promise<ApiAnswer<Value>> {
  try {
    const session = hasToken() ? await signedIn.load?.() : undefined
    const bearer = await session?.headers()
    if (bearer === null) return notSent
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
      message: await textOf(path, response.status, answer),
      body: answer,
    }
  } catch (error) {
    // No answer at all: status 0, which a caller can tell from a refusal.
    if (error instanceof DOMException && error.name === 'AbortError') return notSent
    return { ok: false, status: 0, message: await textOf(path, 0, null), body: null }
  }
}

import type { CallIn, MethodIn, OptionsIn, PathIn, ValueIn } from '../../platform/http/contract.ts'

/** The calls of the shop's API by method and path, as `src/api/contract.ts` declares them: the browser knows nothing of the server. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by module augmentation
export interface ApiCalls {}

/** The answer of a call to our own API: its value, or the message to show and the whole body for those who need more of it. */
export type ApiAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly status: number; readonly message: string; readonly body: unknown }

/**
 * Authorisation headers of a signed-in visitor, and the handler of rejected calls. Set by the layout of pages and loaded only while there
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

/** The caller has gone. */
const notSent = { ok: false, status: -1, message: '', body: null } as const

/** Refusals are rare, so their words come when there is one; without a network not even those. */
const failed = async (address: string, status: number, body: unknown) => ({
  ok: false as const,
  status,
  message: await import('../forms/error-texts.ts').then(
    ({ errorText }) => errorText(address, status, body),
    () => 'An unexpected error occurred. Please try again later.',
  ),
  body,
})

/** A call: its `params`, `query` and `body`, and what a good `answer` carries. */
export type ApiCall<Method extends MethodIn<ApiCalls>, Path extends PathIn<ApiCalls, Method>> = CallIn<
  ApiCalls,
  Method,
  Path
>

type Value = string | number | boolean | undefined

/** What a call carries besides its own parts. */
type Delivery = {
  readonly signal?: AbortSignal
  readonly headers?: Readonly<Record<string, string>>
  /** Goes on when the page is left. */
  readonly keepalive?: boolean
}

/** The address of a call: its path with the parameters in it, and its query; a list is a parameter for each of its values. */
export function addressOf(
  path: string,
  {
    params = {},
    query = {},
  }: {
    readonly params?: Readonly<Record<string, Value>> | undefined
    readonly query?: Readonly<Record<string, Value | readonly Value[]>> | undefined
  },
): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value ?? []].flat()) search.append(name, `${one}`)
  const text = `${search}`
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) + (text && `?${text}`)
}

/** Calls the shop's own API. Method and path name the call; what it takes and answers is its endpoint's (decision 0054). */
export function callApi<Method extends MethodIn<ApiCalls>, Path extends PathIn<ApiCalls, Method>>(
  method: Method,
  path: Path,
  ...options: OptionsIn<ApiCalls, Method, Path, Delivery>
): Promise<ApiAnswer<ValueIn<ApiCalls, Method, Path>>>
export async function callApi(
  method: string,
  pattern: string,
  options: Parameters<typeof addressOf>[1] & Delivery & { readonly body?: unknown } = {},
): Promise<ApiAnswer<unknown>> {
  const address = addressOf(pattern, options)
  try {
    const session = hasToken() ? await signedIn.load?.() : undefined
    const bearer = await session?.headers()
    if (bearer === null) return notSent
    const response = await fetch(address, {
      // Of these only what is of the delivery means something to the browser.
      ...options,
      method,
      headers: {
        accept: 'application/json',
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...bearer,
        ...options.headers,
      },
      body: JSON.stringify(options.body),
    })
    // Where there is no content, as with 204, there is no JSON either; what is cut off on the way, as by leaving the page, is no answer.
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (!(error instanceof SyntaxError)) throw error
      return null
    })
    if (response.ok) return { ok: true, value: answer }
    session?.refused(response.status, answer, address)
    return failed(address, response.status, answer)
  } catch (error) {
    // No response at all: status 0, which a caller can tell from an error response.
    return (error as Error).name === 'AbortError' ? notSent : failed(address, 0, null)
  }
}

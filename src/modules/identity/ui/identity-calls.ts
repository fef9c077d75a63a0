import type { FieldMessages } from '../../../platform/forms/typed-form.ts'
import type { OptionsIn, PathIn, ValueIn } from '../../../platform/http/contract.ts'
import type { ErrorBody } from '../../../platform/http/problem.ts'
import { addressOf } from '../../../ui/browser/api.ts'
import { providersOfMeta, type OfferedProvider } from '../external-providers.ts'
import { identityErrorText, identityProblems } from '../error-texts.ts'

/** Calls of the identity host, with its own cookie. */

/** The calls by method and path, as `src/api/contract.ts` declares them. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by module augmentation
export interface IdentityCalls {}

export type IdentityAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly status: number
      /** The code of the first error; '' when there was no answer. */
      readonly code: string
      readonly message: string
      readonly problems: FieldMessages
    }

function fromHead(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The origin of the identity host: the one in the head, or the page's own host with the given port. */
export function identityOrigin(): string {
  const hostSetting = fromHead('identity-host')
  return hostSetting.startsWith(':') ? `${location.protocol}//${location.hostname}${hostSetting}` : hostSetting
}

/** The id that this app signs in with (IDN-30). */
export const clientId = (): string => fromHead('identity-client')

/** The identity providers configured for this app. */
export const offeredProviders = (): OfferedProvider[] => providersOfMeta(fromHead('identity-by'))

type NamesIn<Path> = Path extends `/api/account/${infer Name}` ? Name : never
/** The names of calls: their paths after '/api/account/'. */
type IdentityCallName<Method extends 'GET' | 'POST'> = NamesIn<PathIn<IdentityCalls, Method>>

/** What a good answer to a call carries. */
export type IdentityValue<Method extends 'GET' | 'POST', Name extends IdentityCallName<Method>> = ValueIn<
  IdentityCalls,
  Method,
  `/api/account/${Name}`
>

/** Calls the identity host. Method and name say which call; what it takes and answers is its endpoint's (decision 0054). */
export function callIdentity<Method extends 'GET' | 'POST', Name extends IdentityCallName<Method>>(
  method: Method,
  name: Name,
  ...options: OptionsIn<IdentityCalls, Method, `/api/account/${Name}`, { readonly signal?: AbortSignal | undefined }>
): Promise<IdentityAnswer<IdentityValue<Method, Name>>>
export async function callIdentity(
  method: string,
  name: string,
  options: Parameters<typeof addressOf>[1] & {
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<IdentityAnswer<unknown>> {
  const { body, signal = null } = options
  try {
    const response = await fetch(identityOrigin() + addressOf(`/api/account/${name}`, options), {
      method,
      credentials: 'include',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, value: answer }
    const { status } = response
    const code = ((answer ?? {}) as Partial<ErrorBody>).errors?.[0]?.code ?? ''
    return { ok: false, status, code, message: identityErrorText(answer), problems: identityProblems(answer) }
  } catch {
    return { ok: false, status: 0, code: '', message: identityErrorText(null), problems: identityProblems(null) }
  }
}

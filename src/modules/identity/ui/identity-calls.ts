import type { ErrorBody } from '../../../platform/http/problem.ts'
import { providersOfMeta, type OfferedProvider } from '../external-providers.ts'
import { identityErrorText, identityProblems } from '../error-texts.ts'

/** Calls of the identity host, with its own cookie. */

export type IdentityAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly status: number
      /** The code of the first error; '' when there was no answer. */
      readonly code: string
      readonly message: string
      readonly problems: Readonly<Record<string, string>>
    }

function fromHead(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
}

/** The origin of the identity host: what the head says, or the page's own host on the port that it says. */
export function identityOrigin(): string {
  const hostSetting = fromHead('identity-host')
  return hostSetting.startsWith(':') ? `${location.protocol}//${location.hostname}${hostSetting}` : hostSetting
}

/** The id that this app signs in with (IDN-30). */
export const clientId = (): string => fromHead('identity-client')

/** Who else may say who somebody is, as far as this app is set up for it. */
export const offeredProviders = (): OfferedProvider[] => providersOfMeta(fromHead('identity-by'))

export async function callIdentity<Value = { success: true }>(
  method: 'GET' | 'POST',
  call: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<IdentityAnswer<Value>> {
  try {
    const response = await fetch(`${identityOrigin()}/api/account/${call}`, {
      method,
      credentials: 'include',
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const answer: unknown = await response.json().catch(() => null)
    if (response.ok) return { ok: true, value: answer as Value }
    const { status } = response
    const code = ((answer ?? {}) as Partial<ErrorBody>).errors?.[0]?.code ?? ''
    return { ok: false, status, code, message: identityErrorText(answer), problems: identityProblems(answer) }
  } catch {
    return { ok: false, status: 0, code: '', message: identityErrorText(null), problems: identityProblems(null) }
  }
}

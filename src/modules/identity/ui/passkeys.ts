import type { IdentityAnswer } from './identity-calls.ts'
import { callIdentity } from './identity-calls.ts'

/** What a browser does with passkeys. The library is fetched by the first who uses one. */

/** What a passkey signed, for a call's body; null when its owner thought better of it, or the browser has none. */
export type Signed = { readonly response: unknown }

export const passkeyNotUsed = 'No passkey was used. Please try again, or choose another way.'

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Asks the identity host for a question and a passkey for its answer. */
export async function signWithPasskey(
  purpose: 'login' | 'second' | 'fresh',
  nonce = '',
): Promise<IdentityAnswer<Signed> | null> {
  const requested = await callIdentity<never>('POST', 'passkeyrequest', { purpose, nonce })
  if (!requested.ok) return requested
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: requested.value }).catch(() => null)
  return response === null ? null : { ok: true, value: { response } }
}

/** The same for a new one. */
export async function makePasskey(): Promise<IdentityAnswer<Signed> | null> {
  const requested = await callIdentity<never>('POST', 'passkeycreation', {})
  if (!requested.ok) return requested
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: requested.value }).catch(() => null)
  return response === null ? null : { ok: true, value: { response } }
}

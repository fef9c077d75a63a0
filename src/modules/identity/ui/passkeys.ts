import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { callIdentity, type IdentityAnswer } from './identity-calls.ts'

/** Passkeys in the browser. The library is loaded on first use. */

export const passkeyNotUsed = 'No passkey was used. Please try again, or choose another way.'

export const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'

/** Asks the identity host for a question and a passkey for its answer; null when its owner thought better of it, or the browser has none. */
export async function signWithPasskey(
  purpose: 'login' | 'second' | 'fresh',
  nonce = '',
): Promise<IdentityAnswer<AuthenticationResponseJSON> | null> {
  const requested = await callIdentity('POST', 'passkeyrequest', { body: { purpose, nonce } })
  if (!requested.ok) return requested
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const response = await startAuthentication({ optionsJSON: requested.value }).catch(() => null)
  return response === null ? null : { ok: true, value: response }
}

/** The same for a new one. */
export async function makePasskey(): Promise<IdentityAnswer<RegistrationResponseJSON> | null> {
  const requested = await callIdentity('POST', 'passkeycreation', { body: {} })
  if (!requested.ok) return requested
  const { startRegistration } = await import('@simplewebauthn/browser')
  const response = await startRegistration({ optionsJSON: requested.value }).catch(() => null)
  return response === null ? null : { ok: true, value: response }
}

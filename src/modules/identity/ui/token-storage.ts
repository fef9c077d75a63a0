/** The stored session of the browser (IDN-16, decision platform-09). Storage that is blocked or full reads as empty. */

export type TokenKey = 'access_token' | 'id_token' | 'loggedin' | 'nonce' | 'redirectPath'

export function readKey(key: TokenKey): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function writeKey(key: TokenKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Then the session lasts as long as the page.
  }
}

/** All three keys or no session (IDN-17). */
export const signedInKeys = ['loggedin', 'access_token', 'id_token'] as const satisfies readonly TokenKey[]

export function isAuthenticated(): boolean {
  return signedInKeys.every((key) => readKey(key) !== null)
}

/** The claims of a token for display; null for a malformed one. They are not verified. */
export function claimsOf(token: unknown): (Record<string, unknown> & { readonly exp: number }) | null {
  const parts = typeof token === 'string' ? token.split('.') : []
  if (parts.length !== 3) return null
  try {
    const base64 = (parts[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown> | null
    return typeof claims?.['exp'] === 'number' ? (claims as Record<string, unknown> & { exp: number }) : null
  } catch {
    return null
  }
}

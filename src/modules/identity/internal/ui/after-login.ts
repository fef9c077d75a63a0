import { accountHome, safeReturnUrl } from '../../return-url.ts'
import { readKey, writeKey } from '../../ui/token-storage.ts'

/** The page after login: the one where a session expired, or else the requested one (ROUTE-24, decision identity-24). */
export function afterLogin(returnUrl: string): string {
  const stored = readKey('redirectPath')
  writeKey('redirectPath', null)
  return safeReturnUrl(stored ?? returnUrl, { fallback: accountHome })
}

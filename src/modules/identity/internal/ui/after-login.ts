import { accountHome, safeReturnUrl } from '../../return-url.ts'
import { readKey, writeKey } from '../../ui/token-storage.ts'

/** Where a sign-in leads: where an expired one was cut off, else where it was asked for (ROUTE-24, decision identity-24). */
export function afterLogin(returnUrl: string): string {
  const stored = readKey('redirectPath')
  writeKey('redirectPath', null)
  return safeReturnUrl(stored ?? returnUrl, { fallback: accountHome })
}

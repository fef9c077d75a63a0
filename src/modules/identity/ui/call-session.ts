import type { ErrorBody } from '../../../platform/http/problem.ts'
import { personalCalls } from '../../../ui/forms/error-texts.ts'
import { loginRoute } from '../return-url.ts'
import { checkToken, goToExpired, renewed } from './session.ts'
import { isAuthenticated, readKey } from './token-storage.ts'

/** Authorisation headers for the shop's API during a session, and the handling of rejected calls. */

/** The headers of a call; null when it is not made, because the browser is navigating to the login. */
export async function headers(): Promise<Record<string, string> | null> {
  const check = checkToken()
  if (check === null) return {}
  if (check === false) {
    goToExpired()
    return null
  }
  await renewed()
  const token = readKey('access_token')
  return token === null ? {} : { authorization: `Bearer ${token}`, 'cache-control': 'no-cache' }
}

/** A 401 for a call with a session means that the server has ended it (decision platform-13). */
export function refused(status: number, body: unknown, path: string): void {
  if (status !== 401) return
  const code = ((body ?? {}) as Partial<ErrorBody>).errors?.[0]?.code
  if (code === 'token_expired') return goToExpired()
  const logsOut = document.querySelector<HTMLMetaElement>('meta[name="identity-401"]') !== null
  if (logsOut && personalCalls.test(path) && isAuthenticated() && checkToken() === true)
    location.assign(`/account/logout?returnUrl=${loginRoute}`)
}

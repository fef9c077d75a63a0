/** Where a visitor goes after login or logout: always a page of the same site (decision identity-21). */

export const loginRoute = '/account/internal/login'
export const accountHome = '/account'

const longest = 2_048

/** Sign-in and its neighbours would send their visitor in a circle, and calls are no pages. */
const neverAfterLogin =
  /^\/(api|account\/(login|internal|logout|login-callback|register|forgot-password|reset-password|confirm-email))(\/|$)/i

/** Any base works: only whether an address leaves it matters. */
const origin = 'https://site.invalid'

/**
 * The path and query of a requested address; the fallback unless it is plainly a path of this site: one leading slash, no backslash, no
 * control character, no space at an end, at most 2048 characters. A rejected one is not echoed.
 */
export function safeReturnUrl(
  requested: string | null | undefined,
  { fallback = accountHome, couldBeLogin = false }: { fallback?: string; couldBeLogin?: boolean } = {},
): string {
  if (requested == null || requested.length > longest || !requested.startsWith('/')) return fallback
  // No double slashes in the path: a proxy that merges or splits them must not change the target.
  if (/^[^?#]*\/\//.test(requested)) return fallback
  // oxlint-disable-next-line no-control-regex -- these are what it looks for
  if (/[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ufeff\\]/.test(requested) || !requested.isWellFormed()) return fallback
  if (!URL.canParse(requested, origin)) return fallback
  const url = new URL(requested, origin)
  // Dot segments may have changed its start: '/x/..//host' is a path that a browser would read as a host.
  if (url.origin !== origin || url.pathname.startsWith('//') || /%(2f|5c|00)/i.test(url.pathname)) return fallback
  if (!couldBeLogin && neverAfterLogin.test(url.pathname)) return fallback
  return url.pathname + url.search
}

/**
 * The name of one of the shop's cookies. Over https it has the prefix __Host-: browsers accept such a cookie only with Secure, for the
 * whole host and for no other one, so neither a sibling host nor plain http can plant it (RFC 6265bis, 4.1.3.2).
 */
export const cookieName = (name: string, { isHttps }: { readonly isHttps: boolean }): string =>
  isHttps ? `__Host-${name}` : name

/**
 * The value of one of the shop's cookies. Over https a cookie without the prefix may have been planted by a sibling host, so it is ignored.
 */
export const ownCookie = (
  cookies: ReadonlyMap<string, string>,
  name: string,
  https: { readonly isHttps: boolean },
): string | null => cookies.get(cookieName(name, https)) ?? null

/** Cookies of a request, the first of each name: a sibling host cannot put its own behind ours. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    const name = part.slice(0, at).trim()
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim())
  }
  return cookies
}

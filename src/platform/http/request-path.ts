/** No path of the shop is longer, or has more segments. */
export const maxPathLength = 1_024
const maxPathSegments = 20

/** Characters that mean the same escaped and not (RFC 3986, 2.3). */
const escapedUnreserved = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi

/**
 * The one spelling of a request's path, so that every check and cache key sees the same: dot segments resolved, backslashes and runs of
 * slashes as one slash, unreserved characters unescaped (RFC 3986, 6.2.2). It names no other host. 'too long' for a path of no page.
 */
export function canonicalPath(path: string): string {
  if (isPlain(path)) return path
  return new URL(`http://host${path.startsWith('/') ? path : `/${path}`}`.replaceAll('\\', '/')).pathname
    .replaceAll(escapedUnreserved, (escaped) => String.fromCharCode(Number.parseInt(escaped.slice(1), 16)))
    .replaceAll(/%[\da-f]{2}/gi, (escaped) => escaped.toUpperCase())
    .replaceAll(/\/{2,}/g, '/')
}

export const isTooLong = (path: string): boolean =>
  path.length > maxPathLength || path.split('/', maxPathSegments + 2).length > maxPathSegments + 1

/** Most paths are canonical: lower-case words between single slashes, with dots only inside a segment. */
const isPlain = (path: string): boolean => /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(path)

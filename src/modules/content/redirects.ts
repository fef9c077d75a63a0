import { trimEnd } from '../../platform/text/trim-end.ts'

/** Addresses that have moved (decision platform-11). No I/O. */

export type RedirectResult = { readonly doRedirect: boolean; readonly destinationUri: string | null }

/** An address as it is looked up: letter case and a slash at the end do not matter; its query does. */
export function redirectKey(address: string): string {
  const [path = '', query] = address
    .trim()
    .toLowerCase()
    .split(/\?(.*)/s)
  const plain = trimEnd(path, '/') || '/'
  return query === undefined || query === '' ? plain : `${plain}?${query}`
}

/** Where an address has moved, as it was written: path with query first, then the path alone; null when nowhere. */
export function destinationOf(redirects: ReadonlyMap<string, string>, address: string): string | null {
  const key = redirectKey(address)
  const [path = ''] = key.split('?')
  const found = redirects.get(key) ?? redirects.get(path) ?? null
  return found === null || redirectKey(found) === key || !isFollowed(found) ? null : found
}

/** A destination for the Location header, with non-ASCII characters encoded once. */
export function locationOf(destination: string): string {
  const { origin, pathname, search, hash } = new URL(withScheme(destination), 'http://own.invalid')
  return `${isAbsolute(destination) ? origin : ''}${pathname}${search}${hash}`
}

/** A destination as a page uses it (NF-04): 'www.' is an external site, and gets https. */
export const withScheme = (destination: string): string =>
  /^www\./i.test(destination) ? `https://${destination}` : destination

export const isAbsolute = (destination: string): boolean => /^(https?:\/\/|www\.)/i.test(destination)

/** Neither a script nor a protocol-relative address; a call's response is untrusted too. */
export const isFollowed = (destination: string): boolean => isAbsolute(destination) || /^\/(?![/\\])/.test(destination)

/** The error of a redirect; null when it is valid. `hosts` are those of the shops. */
export function redirectError(
  { source, destination }: { readonly source: string; readonly destination: string },
  known: ReadonlyMap<string, string>,
  hosts: ReadonlySet<string>,
): { readonly field: 'source' | 'destination'; readonly message: string } | null {
  if (!/^\/(?![/\\])/.test(source))
    return { field: 'source', message: 'must be a path of this shop and begin with one slash' }
  if (!isFollowed(destination))
    return { field: 'destination', message: 'must begin with one slash, http://, https:// or www.' }
  if (isAbsolute(destination)) {
    const url = withScheme(destination)
    if (!URL.canParse(url)) return { field: 'destination', message: 'is not a valid address' }
    const { hostname } = new URL(url)
    if (!hosts.has(hostname))
      return { field: 'destination', message: `leads to ${hostname}, which is not one of our shops` }
    return null
  }
  const all = new Map(known).set(redirectKey(source), destination)
  const seen = new Set([redirectKey(source)])
  for (let at: string | null = destination; at !== null; at = destinationOf(all, at)) {
    if (isAbsolute(at)) break
    if (seen.has(redirectKey(at))) return { field: 'destination', message: `is a redirect loop, by ${at}` }
    seen.add(redirectKey(at))
  }
  return null
}

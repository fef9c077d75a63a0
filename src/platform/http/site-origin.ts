/**
 * Where the shopper's browser reached us, for addresses that others send it back to. The scheme is the public address's, because the
 * connection we see may end at a proxy; the host is the request's when it is one of ours, so that its cookies are there on the way back.
 */
export function siteOrigin(
  host: string | undefined,
  publicUrl: string,
  ownHosts: ReadonlyMap<string, unknown>,
): string {
  const { protocol, origin } = new URL(publicUrl)
  if (host === undefined || !URL.canParse(`${protocol}//${host}`)) return origin
  const requested = new URL(`${protocol}//${host}`)
  const isLocal = isThisMachine(requested.hostname) && isThisMachine(new URL(publicUrl).hostname)
  return isLocal || ownHosts.has(requested.host) || ownHosts.has(requested.hostname) ? requested.origin : origin
}

export function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]' || hostname.endsWith('.localhost')
}

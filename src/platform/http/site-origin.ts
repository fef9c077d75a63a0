/**
 * The origin at which the browser reached the shop, for return addresses given to providers. The scheme is the public address's, because
 * the connection may end at a proxy; the host is the request's when it is one of the shop's hosts, so that its cookies are there on return.
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

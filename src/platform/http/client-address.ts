/**
 * The visitor's address: the socket's, or with `trustedProxies` proxies in front the entry that the outermost trusted one wrote into
 * X-Forwarded-For. Entries further left can be made up by anybody.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: number,
): string {
  const direct = socketAddress ?? '0.0.0.0'
  if (trustedProxies === 0 || forwardedFor === undefined) return direct
  const hops = forwardedFor.split(',').map((hop) => hop.trim())
  return hops.at(-trustedProxies) || direct
}

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

/**
 * Whom a limit counts an address as. One IPv6 customer has a /64 and can take another address of it for every request, so all of them
 * are one; IPv4 written as IPv6 is the IPv4 address.
 */
export function countedAs(address: string): string {
  const [bare = ''] = address.split('%')
  if (!bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return address
  // One spelling: lower case, no leading zeros, '::' for the longest row of zeros, hexadecimal to the end.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  const groups = [
    ...(before ?? []),
    ...Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0'),
    ...(after ?? []),
  ]
  const isMapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff'
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}

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
  return withoutPort(hops.at(-trustedProxies) ?? '') || direct
}

/** Some gateways write '203.0.113.9:52114' or '[2001:db8::1]:52114', another port for each connection. */
const withoutPort = (hop: string): string =>
  /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(hop)?.[1] ?? /^\[([^[\]]{1,60})\](?::\d{1,5})?$/.exec(hop)?.[1] ?? hop

/** The groups of an IPv6 address as hexadecimal text; null for anything else. */
function ipv6Groups(address: string): string[] | null {
  const [bare = ''] = address.split('%')
  // The longest form of an IPv6 address has 45 characters.
  if (bare.length > 45 || !bare.includes(':') || !URL.canParse(`http://[${bare}]`)) return null
  // One spelling: lower case, no leading zeros, '::' for the longest row of zeros, hexadecimal to the end.
  const [head = '', tail = ''] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const [before, after] = [head, tail].map((part) => part.split(':').filter((group) => group !== ''))
  return [
    ...(before ?? []),
    ...Array<string>(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0'),
    ...(after ?? []),
  ]
}

/** The IPv4 address of an address, also where it is written as IPv6; null for any other. */
function ipv4Of(address: string, groups: readonly string[] | null): string | null {
  if (groups === null) return /^(\d{1,3}\.){3}\d{1,3}$/.test(address) ? address : null
  if (!groups.slice(0, 5).every((group) => group === '0') || groups[5] !== 'ffff') return null
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((pair) => [pair >> 8, pair & 255])
    .join('.')
}

/**
 * The rate-limit key of an address. An IPv6 customer has a /64 and can use another address for every request, so a /64 counts as one; IPv4
 * written as IPv6 is the IPv4 address.
 */
export function addressKey(address: string): string {
  const groups = ipv6Groups(address)
  const ipv4 = ipv4Of(address, groups)
  if (ipv4 !== null) return ipv4
  return groups === null ? address.slice(0, 64) : `${groups.slice(0, 4).join(':')}::/64`
}

/** The network of an address as a key: its /24 for IPv4, its /48 for IPv6; null for an invalid address. */
export function networkKey(address: string): string | null {
  const groups = ipv6Groups(address)
  const ipv4 = ipv4Of(address, groups)
  if (ipv4 !== null) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`
  return groups === null ? null : `${groups.slice(0, 3).join(':')}::/48`
}

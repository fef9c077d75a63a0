import { BlockList, isIP } from 'node:net'

/** Networks of IPv4 that are not of the public internet, after the IANA registry of special-purpose addresses (RFC 6890). */
const specialIpv4 = new BlockList()
for (const [network, prefix] of [
  // This network (RFC 791).
  ['0.0.0.0', 8],
  // Private (RFC 1918).
  ['10.0.0.0', 8],
  // Behind carrier-grade NAT (RFC 6598).
  ['100.64.0.0', 10],
  // Loopback.
  ['127.0.0.0', 8],
  // Link-local, where clouds answer for an instance's metadata (RFC 3927).
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  // Protocol assignments (RFC 6890), documentation (RFC 5737), relays of 6to4 (RFC 7526).
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // Benchmarks (RFC 2544).
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Multicast, and reserved up to broadcast (RFC 1112).
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  specialIpv4.addSubnet(network, prefix, 'ipv4')

/**
 * IPv6 is the other way round: global unicast is one block, so that loopback, link-local, unique local, multicast, IPv4-mapped and NAT64
 * addresses are outside of it.
 */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Networks in that block that are not of the public internet. */
const specialIpv6 = new BlockList()
for (const [network, prefix] of [
  // Protocol assignments, Teredo with IPv4 inside among them (RFC 2928, 4380).
  ['2001::', 23],
  // Documentation (RFC 3849, 9637).
  ['2001:db8::', 32],
  ['3fff::', 20],
  // 6to4, with IPv4 inside (RFC 3056).
  ['2002::', 16],
] as const)
  specialIpv6.addSubnet(network, prefix, 'ipv6')

/** Whether an IP address belongs to a host on the public internet. Anything else, and what is no address, is not public. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !specialIpv4.check(address, 'ipv4')
  return version === 6 && globalUnicast.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

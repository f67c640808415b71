// Which addresses are public. The one judge of literal and of resolved addresses; knows nothing of URLs and names.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * What is refused beyond the special ranges of ipaddr.js. IANA has handed out global unicast addresses in 2000::/3 alone:
 * the rest of the space is reserved, and overlay networks that answer on a host squat in it.
 */
const alsoBlocked = [
  // Unspecified, loopback, IPv4-compatible, IPv4-mapped and IPv4-translated (SIIT): further spellings of IPv4 addresses. And NAT64 with a
  // prefix of the network's own (RFC 8215): where it leads is that network's decision.
  '::/8',
  '100::/8',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '4000::/2',
  '8000::/1',
  // The platform channel of Azure, a public number by its range.
  '168.63.129.16/32',
].map((range) => ipaddr.parseCIDR(range))

/** 64:ff9b::/96: on a network with DNS64 every IPv4-only host resolves into it, so the address inside is what counts. */
const nat64 = ipaddr.parseCIDR('64:ff9b::/96')

const isPublic = (address: ipaddr.IPv4 | ipaddr.IPv6): boolean => {
  if (address.kind() === 'ipv6' && address.match(nat64)) {
    return isPublic(ipaddr.fromByteArray(address.toByteArray().slice(12)))
  }
  for (const block of alsoBlocked) {
    if (block[0].kind() === address.kind() && address.match(block)) return false
  }
  return address.range() === 'unicast'
}

/**
 * Whether anything on the public internet may answer at this address. False for private, loopback, link-local, metadata,
 * carrier-grade NAT, multicast, reserved, documentation, tunnelled and translated addresses, and for what is no address.
 */
export const isPublicAddress = (text: string): boolean => isIP(text) !== 0 && isPublic(ipaddr.parse(text))

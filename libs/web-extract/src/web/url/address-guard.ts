import { containsAddress, parseIpAddress, parseIpNetwork } from './ip-address.js';
import type { IpNetwork } from './ip-address.js';

/** IPv4 blocks that are not public. */
const SPECIAL_IPV4 = networks([
  '0.0.0.0/8', // "this network"; reaches the local machine on many systems
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, and the metadata service of one cloud
  '127.0.0.0/8',
  '168.63.129.16/32', // publicly routable, but the host agent of a cloud's virtual machines
  '169.254.0.0/16', // link-local, metadata services
  '172.16.0.0/12',
  '192.0.0.0/24', // IETF protocol assignments
  '192.0.2.0/24', // documentation
  '192.88.99.0/24', // 6to4 relays, retired
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarks
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, broadcast
]);

/** The only IPv6 block allocated for the public Internet … */
const GLOBAL_IPV6 = networks(['2000::/3']);

/** … and its special-purpose blocks. */
const SPECIAL_IPV6 = networks([
  '2001::/23', // IETF protocol assignments: Teredo, benchmarks, ORCHID
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4: contains an IPv4 address to which a relay would deliver
  '3fff::/20', // documentation
]);

/** Blocks whose last 32 bits are the actual IPv4 destination. */
const EMBEDDED_IPV4 = networks([
  '::ffff:0:0/96', // IPv4-mapped
  '64:ff9b::/96', // NAT64; 64:ff9b:1::/48 is for local use and remains blocked
]);

/**
 * True if an IP address is public. Everything else is rejected: private, loopback, link-local, multicast, documentation
 * and transition blocks, zone ids, and invalid addresses.
 *
 * @see IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890)
 */
export function isPublicAddress(ip: string): boolean {
  const address = parseIpAddress(ip);
  return address !== null && isPublic(address);
}

function isPublic(address: Uint8Array): boolean {
  if (address.length === 4) return !isIn(SPECIAL_IPV4, address);
  if (isIn(EMBEDDED_IPV4, address)) return isPublic(address.subarray(12));
  return isIn(GLOBAL_IPV6, address) && !isIn(SPECIAL_IPV6, address);
}

function isIn(blocks: readonly IpNetwork[], address: Uint8Array): boolean {
  return blocks.some((block) => containsAddress(block, address));
}

function networks(blocks: readonly string[]): IpNetwork[] {
  return blocks.map((block) => {
    const network = parseIpNetwork(block);
    if (network === null) throw new TypeError(`${block} is no network`);
    return network;
  });
}

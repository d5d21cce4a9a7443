import { isIPv4, isIPv6 } from 'node:net';

/** The 4 or 16 bytes of an IP address in network order; `null` if invalid or with a zone id. */
export function parseIpAddress(text: string): Uint8Array | null {
  if (isIPv4(text)) return Uint8Array.from(text.split('.'), Number);
  if (!isIPv6(text) || text.includes('%')) return null;
  return ipv6Bytes(text);
}

function ipv6Bytes(text: string): Uint8Array {
  const [head = '', tail] = withHexTail(text).split('::');
  const first = hextets(head);
  const last = hextets(tail ?? '');
  const groups = [...first, ...new Array<number>(8 - first.length - last.length).fill(0), ...last];
  return Uint8Array.from(groups.flatMap((group) => [group >> 8, group & 0xff]));
}

function hextets(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
}

/** Converts `::ffff:127.0.0.1` to `::ffff:7f00:1`. */
function withHexTail(text: string): string {
  const start = text.lastIndexOf(':') + 1;
  const [a, b, c, d] = text.slice(start).split('.').map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return text;
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
}

/** Address block of one family. */
export interface IpNetwork {
  readonly bytes: Uint8Array;
  readonly prefixBits: number;
}

/** Parses `10.0.0.0/8`, `fd00::/8` or a single address; `null` if invalid. */
export function parseIpNetwork(text: string): IpNetwork | null {
  const [address = '', prefix, ...rest] = text.split('/');
  const bytes = parseIpAddress(address);
  if (bytes === null || rest.length > 0) return null;
  if (prefix === undefined) return { bytes, prefixBits: bytes.length * 8 };
  const prefixBits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN;
  return prefixBits <= bytes.length * 8 ? { bytes, prefixBits } : null;
}

/** True if the network contains the address. Different families never match. */
export function containsAddress(network: IpNetwork, address: Uint8Array): boolean {
  if (network.bytes.length !== address.length) return false;
  for (let index = 0, bits = network.prefixBits; bits > 0; index++, bits -= 8) {
    const mask = bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff;
    if ((((network.bytes[index] ?? 0) ^ (address[index] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

/** Hextets that one customer of a provider has in common: a network of 64 bits. */
const HEXTETS = 4;

/**
 * Network that identifies the holder of an IP address: for IPv6 the whole prefix, as one holder has all addresses in
 * it.
 */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (embedded !== undefined || !bare.includes(':')) return embedded ?? bare;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...Array<string>(gap).fill('0'), ...after];
  return `${all
    .slice(0, HEXTETS)
    .map((hextet) => hextet.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

import type { Cluster, Redis } from 'ioredis';

const SLOTS = 16_384;

/** The primary of a Cluster that has a key, as far as the client knows. */
export function nodeOf(cluster: Cluster, key: string): Redis | null {
  const [name] = cluster.slots[slotOf(key)] ?? [];
  return cluster.nodes('master').find((node) => nameOf(node) === name) ?? null;
}

/** The slot of a key, or of its hash tag. @see https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/#hash-tags */
export function slotOf(key: string): number {
  const tag = /^[^{]*\{([^}]+)\}/.exec(key)?.[1] ?? key;
  let crc = 0; // CRC-16 of XMODEM
  for (const byte of Buffer.from(tag)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  }
  return (crc & 0xffff) % SLOTS;
}

/** The name that ioredis gives to a node. */
const nameOf = ({ options }: Redis): string =>
  (options as { readonly key?: string }).key ?? `${options.host}:${options.port}`;

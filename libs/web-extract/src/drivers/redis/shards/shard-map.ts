import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../connection/redis-connection.js';
import { SHARDS } from './shard-of.js';

/** Version of the layout of the keys. A process does not use a Redis with a later one. */
export const SCHEMA = 2;

/** Which Redis has which shard, by the names of the Redis. */
export interface ShardMap {
  readonly schema: number;
  /** The map with the highest one is valid. */
  readonly version: number;
  /** Name of the Redis with the queue and the data of owners: the first one of the list. */
  readonly first: string;
  /** Names by number of the shard. */
  readonly shards: readonly string[];
}

const nodeKey = (prefix: string): string => `${prefix}:node`;
const mapKey = (prefix: string): string => `${prefix}:shards`;

/** The name that a Redis has, which is given to it once. */
export async function nameOf({ client }: RedisConnection, prefix: string): Promise<string> {
  await client.set(nodeKey(prefix), randomUUID(), 'NX');
  return (await client.get(nodeKey(prefix)))!;
}

export async function readMap({ client }: RedisConnection, prefix: string): Promise<ShardMap | null> {
  const text = await client.get(mapKey(prefix));
  return text === null ? null : (JSON.parse(text) as ShardMap);
}

/** Writes a first map where there is none. @returns the map that is there */
export async function writeFirstMap(
  connection: RedisConnection,
  prefix: string,
  map: ShardMap,
): Promise<ShardMap> {
  await connection.client.set(mapKey(prefix), JSON.stringify(map), 'NX');
  return (await readMap(connection, prefix))!;
}

export async function writeMap(connection: RedisConnection, prefix: string, map: ShardMap): Promise<void> {
  await connection.client.set(mapKey(prefix), JSON.stringify(map));
}

/** Shards in turns over the Redis of the list. */
export function firstMap(names: readonly string[]): ShardMap {
  const shards = Array.from({ length: SHARDS }, (_, n) => names[n % names.length]!);
  return { schema: SCHEMA, version: 1, first: names[0]!, shards };
}

import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '../connection/redis-connection.js';
import { EARLIER_STORE, HISTORY_STORE } from '../pages/history-keys.js';
import { RedisScripts } from '../redis-scripts.js';
import { DamagedMapError, ShardMapError } from './shard-map.error.js';
import { SHARDS } from './shard-of.js';

/** Version of the layout of the keys. A process does not use a Redis with a later one. */
export const SCHEMA = 5;

/** A shard that is being moved to another Redis, by the names of the Redis. */
export interface ShardMove {
  readonly shard: number;
  readonly from: string;
  readonly to: string;
  /** While it is copied no process uses the shard. The copies at `from` are removed when the map names `to`. */
  readonly phase: 'copy' | 'remove';
}

/** Which Redis has which shard, by the names of the Redis. */
export interface ShardMap {
  readonly schema: number;
  /** The map with the highest one is valid. */
  readonly version: number;
  /** Name of the Redis with the queue: the first one of the list. */
  readonly first: string;
  /** Names by number of the shard. */
  readonly shards: readonly string[];
  readonly moves?: readonly ShardMove[];
  /** True if no Redis had data of owners before it was divided. */
  readonly isDivided?: boolean;
}

/** Keys of data of owners that is not divided, after the prefix. */
const UNDIVIDED = [
  ...['keys', 'credits-granted', 'cache:usage', 'monitors:owners'],
  ...[HISTORY_STORE, EARLIER_STORE].map((store) => `${store}:owners`),
];

/** A Redis that has a name and maps. */
export type MapHolder = Pick<RedisConnection, 'client' | 'explain' | 'subscriber'>;

const nodeKey = (prefix: string): string => `${prefix}:node`;
export const mapKey = (prefix: string): string => `${prefix}:shards`;

/** The name that a Redis has, which is given to it once. */
export async function nameOf({ client }: MapHolder, prefix: string): Promise<string> {
  const known = await client.get(nodeKey(prefix));
  if (known !== null) return known;
  await client.set(nodeKey(prefix), randomUUID(), 'NX');
  return (await client.get(nodeKey(prefix)))!;
}

/** @throws DamagedMapError */
export async function readMap({ client }: MapHolder, prefix: string): Promise<ShardMap | null> {
  const text = await client.get(mapKey(prefix));
  return text === null ? null : parseMap(text);
}

/** @throws DamagedMapError */
function parseMap(text: string): ShardMap {
  let map: Partial<ShardMap> | null;
  try {
    map = JSON.parse(text) as Partial<ShardMap> | null;
  } catch {
    throw new DamagedMapError();
  }
  const isWhole =
    [map?.schema, map?.version].every(Number.isSafeInteger) &&
    (map!.schema! > SCHEMA || (typeof map!.first === 'string' && isListOfNames(map!.shards)));
  if (!isWhole) throw new DamagedMapError();
  return map as ShardMap;
}

const isListOfNames = (names: unknown): boolean =>
  Array.isArray(names) && names.length === SHARDS && names.every((name) => typeof name === 'string');

/** Writes a map, unless one of its version or a later one is there. @returns the map that is there */
export async function writeMap(holder: MapHolder, prefix: string, map: ShardMap): Promise<ShardMap> {
  await new RedisScripts(holder, '').run(
    'shards/write-map',
    [mapKey(prefix)],
    [map.version, JSON.stringify(map)],
  );
  return (await readMap(holder, prefix))!;
}

/** Shards in turns over the Redis of the list. */
export function firstMap(names: readonly string[], isDivided: boolean): ShardMap {
  const shards = Array.from({ length: SHARDS }, (_, n) => names[n % names.length]!);
  return { schema: SCHEMA, version: 1, first: names[0]!, shards, isDivided };
}

/** True if a Redis has no data of owners from the time before it was divided. */
export async function hasNoUndivided({ client }: MapHolder, prefix: string): Promise<boolean> {
  return (await client.exists(...UNDIVIDED.map((name) => `${prefix}:${name}`))) === 0;
}

/** Name of the Redis of a shard; null while it is copied to another one. */
export function usableAt(map: ShardMap | null, shard: number): string | null {
  const isCopied = map?.moves?.some((move) => move.shard === shard && move.phase === 'copy');
  return map === null || isCopied ? null : map.shards[shard]!;
}

/** @throws ShardMapError for data of a later version of the library */
export function checkSchema(schema: number): void {
  if (schema > SCHEMA) throw new ShardMapError(laterSchema(schema));
}

export const laterSchema = (schema: number): string =>
  `Redis has data of a later version of nestjs-web-extract (layout ${schema}, this version reads ${SCHEMA}): update this process`;

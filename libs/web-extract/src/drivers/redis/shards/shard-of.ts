import { hash } from 'node:crypto';

/** Number of virtual shards. It never changes: the shard of a crawl follows from its id. */
export const SHARDS = 64;

/** Number of the shard of a text: of the id of a crawl, a host, or an owner. */
export const shardOf = (text: string): number =>
  parseInt(hash('sha256', text, 'hex').slice(0, 8), 16) % SHARDS;

/** The shard of crawls with an idempotency key: two with the same key have the same shard. */
export const shardOfKey = (owner: string, idempotencyKey: string): number =>
  shardOf(JSON.stringify([owner, idempotencyKey]));

/** Prefix of the keys of a shard. They have a hash tag, so that they are on one node of a Cluster. */
export const shardPrefix = (prefix: string, shard: number): string => `${prefix}{s${shard}}`;

import type { RedisTarget } from '../redis/redis-connection.js';

/** How crawls are kept in Redis and spread over workers. Every process of one deployment is given the same. */
export interface BullDriversOptions {
  /**
   * Which Redis: `{ url: 'redis://user:password@host:6379/0' }`, the options of an ioredis client (Sentinel too), or an ioredis
   * client of the host, which then stays open at the end: the host may close it in `onApplicationShutdown`, not before. Without a
   * `keyPrefix`: see `prefix`. Not Redis Cluster.
   */
  readonly redis: RedisTarget;

  /**
   * Begins the names of all keys: deployments on one Redis are kept apart by it.
   * @default 'web-extract'
   */
  readonly prefix?: string;

  /**
   * Name of the Bull queue, as dashboards show it.
   * @default 'crawls'
   */
  readonly queueName?: string;

  /**
   * New crawls are refused with SERVICE_UNAVAILABLE while Redis uses more than this, in bytes, at least 1.
   * @default nine tenths of the `maxmemory` of Redis; no ceiling where it has none
   */
  readonly maxMemoryBytes?: number;

  /**
   * How long a worker may be silent before its turns are given to others, in milliseconds, at least 1_000. Its pages are given
   * away after `limits.leaseMs`: there is no use in a longer time here.
   * @default 15_000
   */
  readonly lockMs?: number;
}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class BullDriversSettings {
  abstract readonly redis: RedisTarget;
  abstract readonly prefix: string;
  abstract readonly queueName: string;
  abstract readonly maxMemoryBytes: number | undefined;
  abstract readonly lockMs: number;
}

import { integerFrom, textLike } from '../../model/options/kinds.js';
import { option } from '../../model/options/option.js';
import { group, settingsOf, type OptionsOf } from '../../model/options/option-table.js';
import type { RedisTarget } from '../redis/connection/redis-connection.js';

const name = textLike(/^[\w.-]+$/, 'must be of letters, digits, and _ . -');

const OPTIONS = {
  /**
   * Which Redis: `{ url: 'redis://user:password@host:6379/0' }`, the options of an ioredis client (TLS, Sentinel), or an ioredis client of
   * the host, which then stays open at the end: a host that closes it does so in `onApplicationShutdown`, not before, or pages under way
   * wait for the end of their leases. Not Redis Cluster; without a `keyPrefix`: see `prefix`.
   * @default none: it must be given
   */
  redis: option<RedisTarget>(problemOfRedis),

  /**
   * Begins the names of all keys. Deployments on one Redis, and registrations in one process, are kept apart by it.
   * @default 'web-extract'
   */
  prefix: name.or('web-extract'),

  /**
   * Name of the Bull queue: `<prefix>:<queueName>` in dashboards.
   * @default 'crawls'
   */
  queueName: name.or('crawls'),

  /**
   * New crawls are refused with SERVICE_UNAVAILABLE while Redis uses more than this, in bytes, at least 1; those that run go on.
   * @default nine tenths of the `maxmemory` of Redis; no ceiling where it has none
   */
  maxMemoryBytes: integerFrom(1),

  /**
   * Bytes of the histories of tracked pages, at least 1_000_000; an owner has a quarter of it.
   * @default 268_435_456
   */
  maxHistoryBytes: integerFrom(1_000_000).or(268_435_456),

  /**
   * Bytes of stored responses, at least 1_000_000; an owner has a quarter of it.
   * @default 67_108_864
   */
  maxCacheBytes: integerFrom(1_000_000).or(67_108_864),

  /**
   * How long a worker may be silent before its turns are given to others, in milliseconds, at least 1_000. Its pages are given
   * away after `limits.leaseMs`: there is no use in a longer time here.
   * @default 15_000
   */
  lockMs: integerFrom(1_000).or(15_000),
};

/** How crawls are kept in Redis and spread over workers. */
export const BULL_OPTIONS = group(OPTIONS, {
  also: ({ redis }) => (redis === undefined ? ['drivers.redis must say which Redis'] : []),
});

type Given = OptionsOf<typeof OPTIONS>;

/** How crawls are kept in Redis and spread over workers. Every process of one deployment is given the same. */
export interface BullDriversOptions extends Required<Pick<Given, 'redis'>>, Omit<Given, 'redis'> {}

/** Every option with its value. Also the injection token of the settled options. */
export abstract class BullDriversSettings extends settingsOf(BULL_OPTIONS) {
  declare readonly redis: RedisTarget;
}

function problemOfRedis(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) {
    return 'must be { url }, options of ioredis or a client of it';
  }
  const { url, options = value } = value as { url?: unknown; options?: object };
  // one that is left open, as by an environment without it, would lead to a Redis on this machine
  if ('url' in value && !isRedisUrl(url)) return 'must have a url such as redis://host:6379';
  if (isCluster(value as RedisTarget))
    return 'must not be a cluster: what belongs together lies on one Redis';
  return 'keyPrefix' in options && options.keyPrefix
    ? 'must have no keyPrefix, which scripts cannot honour; use `prefix`'
    : null;
}

const isRedisUrl = (url: unknown): boolean => typeof url === 'string' && /^(rediss?|unix):\/\/|^\//.test(url);

const isCluster = (target: RedisTarget): boolean => 'isCluster' in target && Boolean(target.isCluster);

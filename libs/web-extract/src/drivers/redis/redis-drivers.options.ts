import { integerFrom, textLike } from '../../model/options/kinds.js';
import { option } from '../../model/options/option.js';
import { group, settingsOf, type OptionsOf } from '../../model/options/option-table.js';
import { isClusterTarget, type ClusterTarget } from './connection/redis-cluster.js';
import type { RedisTarget } from './connection/redis-connection.js';

/** Where crawls are stored: one Redis, or a Cluster. */
export type RedisTargets = RedisTarget | ClusterTarget;

const name = textLike(/^[\w.-]+$/, 'must be of letters, digits, and _ . -');

const OPTIONS = {
  /**
   * Redis connection: `{ url: 'redis://user:password@host:6379/0' }`, the options of an ioredis client (TLS,
   * Sentinel), or an
   * existing ioredis client. An existing client stays open at the end: close it in `onApplicationShutdown`, not
   * before, or pages
   * in progress wait until their leases expire. A client with a `keyPrefix` is not supported: see `prefix`.
   * `{ cluster: ['host:6379', …], options }`: a Redis Cluster, with the options of ioredis for each node.
   * @default none: it must be given
   */
  redis: option<RedisTargets>(problemOfTargets),

  /**
   * Prefix of all keys. Separates deployments that share one Redis, and registrations in one process.
   * @default 'web-extract'
   */
  prefix: name.or('web-extract'),

  /**
   * Name of the queue: `<prefix>:<queueName>` in dashboards of Bull, `<prefix>:bullmq:<queueName>` in those of BullMQ.
   * @default 'crawls'
   */
  queueName: name.or('crawls'),

  /**
   * New crawls are rejected with SERVICE_UNAVAILABLE while Redis uses more memory than this, in bytes, at least 1.
   * Running
   * crawls continue.
   * @default nine tenths of the `maxmemory` of Redis; no limit if Redis has none
   */
  maxMemoryBytes: integerFrom(1),

  /**
   * Maximum size of the histories of tracked pages in bytes, at least 1_000_000. One owner may use a quarter of it.
   * @default 268_435_456
   */
  maxHistoryBytes: integerFrom(1_000_000).or(268_435_456),

  /**
   * Maximum size of the stored responses in bytes, at least 1_000_000. One owner may use a quarter of it.
   * @default 67_108_864
   */
  maxCacheBytes: integerFrom(1_000_000).or(67_108_864),

  /**
   * Time after which the jobs of an unresponsive worker are given to others, in milliseconds, at least 1_000. Its
   * pages are
   * reassigned after `limits.leaseMs`, so a longer time than that has no benefit.
   * @default 15_000
   */
  lockMs: integerFrom(1_000).or(15_000),
};

/** Options for crawls in Redis that are distributed over workers. */
export const REDIS_OPTIONS = group(OPTIONS, {
  also: ({ redis }) => (redis === undefined ? ['drivers.redis must say which Redis'] : []),
});

type Given = OptionsOf<typeof OPTIONS>;

/**
 * Options for crawls in Redis that are distributed over workers. Every process of one deployment needs the same
 * values.
 */
export interface RedisDriversOptions extends Required<Pick<Given, 'redis'>>, Omit<Given, 'redis'> {}

/** Every option with its value. Also the injection token of the resolved options. */
export abstract class RedisDriversSettings extends settingsOf(REDIS_OPTIONS) {
  declare readonly redis: RedisTargets;
}

function problemOfTargets(value: unknown): string | null {
  if (typeof value === 'object' && value !== null && isClusterTarget(value)) {
    return problemOfNodes(value.cluster);
  }
  if (Array.isArray(value)) return 'must be one Redis: for several, give { cluster: [nodes] }';
  return problemOfRedis(value);
}

function problemOfNodes(nodes: unknown): string | null {
  const isNode = (node: unknown) => (typeof node === 'string' && node !== '') || typeof node === 'object';
  if (Array.isArray(nodes) && nodes.length > 0 && nodes.every(isNode)) return null;
  return 'must have a cluster of nodes such as { host, port }';
}

function problemOfRedis(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) {
    return 'must be { url }, options of ioredis or a client of it';
  }
  const { url, options = value } = value as { url?: unknown; options?: object };
  // an empty URL, for example from an unset environment variable, would connect to a Redis on this machine
  if ('url' in value && !isRedisUrl(url)) return 'must have a url such as redis://host:6379';
  if (isCluster(value as RedisTarget)) return 'must not be a client of a cluster: give { cluster: [nodes] }';
  return 'keyPrefix' in options && options.keyPrefix
    ? 'must have no keyPrefix, which scripts cannot honour; use `prefix`'
    : null;
}

const isRedisUrl = (url: unknown): boolean => typeof url === 'string' && /^(rediss?|unix):\/\/|^\//.test(url);

const isCluster = (target: RedisTarget): boolean => 'isCluster' in target && Boolean(target.isCluster);

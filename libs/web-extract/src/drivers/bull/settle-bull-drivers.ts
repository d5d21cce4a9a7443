import { InvalidOptionsError } from '../../model/validate-options.js';
import type { RedisTarget } from '../redis/redis-connection.js';
import type { BullDriversOptions, BullDriversSettings } from './bull-drivers.options.js';

type Rules = Readonly<Record<keyof BullDriversOptions, (value: unknown) => string | null>>;

const name = (value: unknown) =>
  typeof value === 'string' && /^[\w.-]+$/.test(value) ? null : 'must be of letters, digits, and _ . -';

const integerFrom = (least: number) => (value: unknown) =>
  Number.isSafeInteger(value) && (value as number) >= least
    ? null
    : `must be an integer of at least ${least}`;

const RULES: Rules = {
  redis: problemOfRedis,
  prefix: name,
  queueName: name,
  maxMemoryBytes: integerFrom(1),
  lockMs: integerFrom(1_000),
};

/** Fills in every default. @throws InvalidOptionsError naming every value that cannot be used */
export function settleBullDrivers(options: BullDriversOptions): BullDriversSettings {
  const given: Partial<BullDriversOptions> = options ?? {};
  const problems = [
    ...(given.redis === undefined ? ['drivers.redis must say which Redis'] : []),
    ...Object.entries(given).flatMap(([option, value]) => problemsOf(option, value)),
  ];
  if (problems.length > 0) throw new InvalidOptionsError(problems);
  const { redis, prefix = 'web-extract', queueName = 'crawls', maxMemoryBytes, lockMs = 15_000 } = options;
  return { redis, prefix, queueName, maxMemoryBytes, lockMs };
}

function problemsOf(option: string, value: unknown): string[] {
  if (value === undefined) return [];
  if (!Object.hasOwn(RULES, option)) return [`drivers.${option} is not an option`];
  const problem = RULES[option as keyof Rules](value);
  return problem === null ? [] : [`drivers.${option} ${problem}`];
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

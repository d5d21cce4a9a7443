import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { UsageCounter, type Usage } from '../../ports/stores/usage-counter.port.js';
import type { RedisConnection } from '../redis/connection/redis-connection.js';

/** Counts without a limit: limits differ between keys. */
const points = Number.MAX_SAFE_INTEGER;

type MakeLimiter = (options: { points: number; duration: number; keyPrefix: string }) => RateLimiterAbstract;

/** Counts in this process. */
export const countInMemory = (): UsageCounter =>
  new LimiterUsageCounter((options) => new RateLimiterMemory(options));

/** Counts for all processes that share one Redis. @param prefix of every key */
export function countInRedis(connection: RedisConnection, prefix: string): UsageCounter {
  const make: MakeLimiter = (options) =>
    new RateLimiterRedis({
      ...options,
      keyPrefix: `${prefix}${options.keyPrefix}`,
      storeClient: connection.client,
    });
  return new LimiterUsageCounter(make, (error) => connection.explain(error));
}

class LimiterUsageCounter extends UsageCounter {
  private readonly limiters = new Map<number, RateLimiterAbstract>();

  constructor(
    private readonly make: MakeLimiter,
    private readonly explain = (error: unknown): unknown => error,
  ) {
    super();
  }

  async add(name: string, amount: number, windowSeconds: number): Promise<Usage> {
    return this.ask(windowSeconds, async (limiter) => usageOf(await limiter.consume(name, amount)));
  }

  async read(name: string, windowSeconds: number): Promise<Usage> {
    return this.ask(windowSeconds, async (limiter) => {
      const found = await limiter.get(name);
      return found ? usageOf(found) : { count: 0, resetsInMs: 0 };
    });
  }

  private async ask(
    windowSeconds: number,
    work: (limiter: RateLimiterAbstract) => Promise<Usage>,
  ): Promise<Usage> {
    try {
      return await work(this.of(windowSeconds));
    } catch (error) {
      throw this.explain(error);
    }
  }

  /** One limiter per window length. */
  private of(windowSeconds: number): RateLimiterAbstract {
    const known = this.limiters.get(windowSeconds);
    if (known) return known;
    const limiter = this.make({ points, duration: windowSeconds, keyPrefix: `count:${windowSeconds}` });
    this.limiters.set(windowSeconds, limiter);
    return limiter;
  }
}

const usageOf = ({ consumedPoints, msBeforeNext }: RateLimiterRes): Usage => ({
  count: consumedPoints,
  resetsInMs: Math.max(0, msBeforeNext),
});

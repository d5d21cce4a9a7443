/** Differences up to this value are within the network latency. */
const UNCERTAINTY_MS = 50;

/**
 * Offset between the clock of this process and that of Redis, which all processes use. Without it a worker whose
 * clock is ahead
 * would poll for tasks that are not due yet, and delete rows that have not expired.
 */
export class RedisClock {
  private aheadMs = 0;

  /** @param redisMs the current time according to Redis */
  observe(redisMs: number): void {
    const aheadMs = Date.now() - redisMs;
    this.aheadMs = Math.abs(aheadMs) > UNCERTAINTY_MS ? aheadMs : 0;
  }

  toLocal(redisMs: number): number {
    return redisMs + this.aheadMs;
  }

  toRedis(localMs: number): number {
    return localMs - this.aheadMs;
  }
}

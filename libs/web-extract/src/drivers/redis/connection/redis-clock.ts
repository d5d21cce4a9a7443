/** Differences up to this are told from the time that an answer took no better than not at all. */
const UNCERTAINTY_MS = 50;

/**
 * How the clock of this process differs from that of Redis, which all processes go by. Without it a worker whose clock is ahead
 * would ask over and over for what is not yet due, and delete what has not expired.
 */
export class RedisClock {
  private aheadMs = 0;

  /** @param redisMs what the clock of Redis said just now */
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

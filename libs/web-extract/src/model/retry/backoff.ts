/** Delays between attempts. */
export interface Backoff {
  /** Delay before the second attempt, in milliseconds. */
  readonly firstMs: number;
  /** Factor between two delays; `step`: each delay is longer than the previous one by `firstMs`. */
  readonly growth: number | 'step';
  /** Maximum delay in milliseconds. @default unlimited */
  readonly longestMs?: number;
  /**
   * Randomizes each delay between half and one and a half times its value, so that retries do not coincide.
   * @default false
   */
  readonly isSpread?: boolean;
}

/** Backoff with a limited number of retries. */
export interface RetryPolicy extends Backoff {
  /** Number of attempts after the first one. */
  readonly retries: number;
}

/** Returns the delay in milliseconds before retry number `retry` (1, 2, …). */
export function backoffMs(
  { firstMs, growth, longestMs = Infinity, isSpread = false }: Backoff,
  retry: number,
  random: () => number = Math.random,
): number {
  const grownMs = growth === 'step' ? firstMs * retry : firstMs * growth ** (retry - 1);
  const ms = Math.min(grownMs, longestMs);
  return isSpread ? ms * (0.5 + random()) : ms;
}

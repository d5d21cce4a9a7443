/** How long is waited before each further try. */
export interface Backoff {
  /** Before the second try, in milliseconds. */
  readonly firstMs: number;
  /** Each wait is so many times the one before; `step`: longer than the one before by the first. */
  readonly growth: number | 'step';
  /** @default as long as it grows */
  readonly longestMs?: number;
  /** Some wait half as long and some half as long again, so that many do not come back at once. @default false */
  readonly isSpread?: boolean;
}

/** Tries that come to an end. */
export interface RetryPolicy extends Backoff {
  /** Tries after the first. */
  readonly retries: number;
}

/** Milliseconds before try number `retry` after the first (1, 2 …). */
export function backoffMs(
  { firstMs, growth, longestMs = Infinity, isSpread = false }: Backoff,
  retry: number,
  random: () => number = Math.random,
): number {
  const grownMs = growth === 'step' ? firstMs * retry : firstMs * growth ** (retry - 1);
  const ms = Math.min(grownMs, longestMs);
  return isSpread ? ms * (0.5 + random()) : ms;
}

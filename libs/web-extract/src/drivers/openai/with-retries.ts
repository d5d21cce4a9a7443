import { pause } from '../../concurrency/until-aborted.js';
import { backoffMs } from '../../model/retry/backoff.js';
import { RETRIES } from '../../model/retry/policies.js';
import { retryAfterMs } from '../../model/retry/retry-after.js';
import { ExtractionFailedError } from '../../model/errors.js';
import { ModelRefusal } from './model-refusal.js';
import { NoConnection } from './no-connection.js';

/**
 * Retries if the endpoint is busy or unreachable, after the delay it requests, until the deadline.
 *
 * @param endsAt as `performance.now()` counts
 * @throws ExtractionFailedError if the requested delay exceeds the remaining time
 */
export async function withRetries<T>(
  endsAt: number,
  signal: AbortSignal,
  attempt: (remainingMs: number) => Promise<T>,
): Promise<T> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt(Math.max(1, endsAt - performance.now()));
    } catch (error) {
      const waitMs = waitBefore(retry, error);
      if (waitMs === null) throw error;
      if (performance.now() + waitMs >= endsAt) {
        throw new ExtractionFailedError(`${(error as Error).message}, and there is no time to try again`, {
          cause: error,
        });
      }
      await pause(waitMs, signal);
    }
  }
}

function waitBefore(retry: number, error: unknown): number | null {
  if (retry > RETRIES.model.retries) return null;
  if (error instanceof NoConnection) return backoffMs(RETRIES.model, retry);
  if (!(error instanceof ModelRefusal) || !error.isBusy) return null;
  return retryAfterMs(error.retryAfter) ?? backoffMs(RETRIES.model, retry);
}

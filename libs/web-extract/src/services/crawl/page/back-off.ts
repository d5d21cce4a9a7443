import { backoffMs } from '../../../model/retry/backoff.js';
import { isBusyStatus } from '../../../model/retry/busy-status.js';
import { RETRIES } from '../../../model/retry/policies.js';
import { retryAfterMs } from '../../../model/retry/retry-after.js';
import type { PageReading } from '../../../pipeline/page-reading.js';

/** Longest accepted pause. If a site requests more, its answer is stored. */
const MAX_BACK_OFF_MS = 60_000;

/**
 * Pause before the next request to the host, in milliseconds. Null if the answer is final: the site is not busy, this
 * was the last attempt, or the requested pause is too long.
 */
export function backOffOf({ page, retryAfter }: PageReading, attempts: number): number | null {
  if (!isBusyStatus(page.statusCode) || attempts >= RETRIES.busyPage.retries) return null;
  const askedMs = retryAfterMs(retryAfter) ?? backoffMs(RETRIES.busyPage, attempts + 1);
  return askedMs > MAX_BACK_OFF_MS ? null : askedMs;
}

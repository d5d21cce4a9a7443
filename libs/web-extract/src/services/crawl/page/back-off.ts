import { backoffMs } from '../../../model/retry/backoff.js';
import { isBusyStatus } from '../../../model/retry/busy-status.js';
import { RETRIES } from '../../../model/retry/policies.js';
import { retryAfterMs } from '../../../model/retry/retry-after.js';
import { isTransientStatus } from '../../../model/retry/transient-status.js';
import type { PageReading } from '../../../pipeline/page-reading.js';

/** Longest accepted pause. If a site requests more, its answer is stored. */
const MAX_BACK_OFF_MS = 60_000;

/** A pause before a page is requested again. */
export interface BackOff {
  readonly ms: number;
  /** True if the whole host pauses, because it is busy; a page that failed by itself does not hold up the others. */
  readonly isOfHost: boolean;
}

/**
 * Pause before the next request. Null if the answer is final: its status does not pass, this was the last attempt, or the requested
 * pause is too long.
 */
export function backOffOf({ page, retryAfter }: PageReading, attempts: number): BackOff | null {
  const { statusCode } = page;
  if (!isTransientStatus(statusCode)) return null;
  const askedMs = retryAfterMs(retryAfter);
  const isOfHost = isBusyStatus(statusCode) || askedMs !== null;
  const policy = isOfHost ? RETRIES.busyPage : RETRIES.failedPage;
  if (attempts >= policy.retries) return null;
  const ms = askedMs ?? backoffMs(policy, attempts + 1);
  return ms > MAX_BACK_OFF_MS ? null : { ms, isOfHost };
}

/** Tries after the first. */
export const MAX_RETRIES = 2;

const FIRST_DELAY_MS = 250;

/** Statuses that say "not now" (RFC 6585, RFC 9110). */
export function isBusyStatus(statusCode: number): boolean {
  return statusCode === 429 || statusCode === 503;
}

/** Waiting time before try number `retry` (1, 2 …), doubled each time and spread so that many do not come back at once. */
export function backoffMs(retry: number, random: () => number = Math.random): number {
  return FIRST_DELAY_MS * 2 ** (retry - 1) * (0.5 + random());
}

/**
 * Milliseconds from now that `Retry-After` asks for, from seconds or an HTTP date; `null` when it says nothing usable.
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: string | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

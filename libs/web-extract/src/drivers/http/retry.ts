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

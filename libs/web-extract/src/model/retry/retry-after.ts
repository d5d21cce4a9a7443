/**
 * Returns the delay in milliseconds of a `Retry-After` header (seconds or an HTTP date), or `null` if it is
 * missing or invalid.
 * @see RFC 9110, section 10.2.3
 */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

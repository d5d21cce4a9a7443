import type { Conversion } from '../../model/page/conversion.js';
import type { QualityFlag } from '../../model/page/page.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { readRefresh } from '../../web/url/read-refresh.js';

/** Statuses that explain the missing page: scripts would not load it. */
const REFUSALS = new Set([401, 403, 407, 429]);
const WALLS: readonly QualityFlag[] = ['login-wall', 'cookie-wall', 'soft-404', 'bot-check'];

/** Returns true if the page as sent differs from what readers see, and a browser is likely to load it. */
export function needsBrowser(response: FetchResponse, { browserHint, quality }: Conversion): boolean {
  const { statusCode, headers, truncated, url } = response;
  if (!browserHint || truncated || REFUSALS.has(statusCode) || statusCode >= 500) return false;
  if (readRefresh(headers['refresh'] ?? '', url) !== null) return true;
  return browserHint.isNeeded && !quality.flags.some((flag) => WALLS.includes(flag));
}

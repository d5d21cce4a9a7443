import type { Conversion } from '../../model/page/conversion.js';
import type { QualityFlag } from '../../model/page/page.js';
import type { FetchResponse } from '../../ports/fetcher.port.js';
import { readRefresh } from '../../markup/dom/read-refresh.js';

/** The site said why the page is not there: scripts would not bring it. */
const REFUSALS = new Set([401, 403, 407, 429]);
const WALLS: readonly QualityFlag[] = ['login-wall', 'cookie-wall', 'soft-404', 'bot-check'];

/** Whether a page as it was sent is not what its readers see, and a browser may well bring that. */
export function needsBrowser(response: FetchResponse, { browserHint, quality }: Conversion): boolean {
  const { statusCode, headers, truncated, url } = response;
  if (!browserHint || truncated || REFUSALS.has(statusCode) || statusCode >= 500) return false;
  if (readRefresh(headers['refresh'] ?? '', url) !== null) return true;
  return browserHint.isNeeded && !quality.flags.some((flag) => WALLS.includes(flag));
}

import type { PageOutcome } from '../../model/crawl/crawl.js';

/** What a site answered to the request for a page. */
interface PageResponse {
  readonly statusCode: number;
  readonly url: string;
}

/** The response behind an outcome; null where there is none. */
export function responseOf(outcome: PageOutcome): PageResponse | null {
  if (outcome.kind === 'page') return outcome.page;
  return outcome.kind === 'failed' ? (outcome.response ?? null) : null;
}

/** The key of a status in `statusCounts`; empty for what is no status of HTTP, which bounds the keys of a job. */
export const countedStatus = (statusCode: number): string =>
  Number.isInteger(statusCode) && statusCode >= 100 && statusCode < 600 ? String(statusCode) : '';

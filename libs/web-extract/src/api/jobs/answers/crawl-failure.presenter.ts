import type { PageFailure } from '../../../model/crawl/crawl.js';

/** A failed page in v1 and v2. */
export interface CrawlFailureReply {
  readonly id: string;
  readonly timestamp: string;
  readonly url: string;
  readonly code: string;
  readonly error: string;
}

export function presentFailure({ id, failedAt, url, code, message }: PageFailure): CrawlFailureReply {
  return { id, timestamp: new Date(failedAt).toISOString(), url, code, error: message };
}

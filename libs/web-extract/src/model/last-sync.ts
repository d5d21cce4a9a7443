import type { CrawlStatus } from './crawl/crawl.js';

/** Number of pages of a sync. */
export interface SyncCounts {
  /** Pages that the sink has received for the first time. */
  readonly new: number;
  /** Pages whose chunks have changed in the sink. */
  readonly changed: number;
  /** Pages that were removed from the sink. */
  readonly removed: number;
  /** Pages that stay in the sink until their removal is confirmed. */
  readonly held: number;
  readonly unchanged: number;
  /** Pages that are not passed to the sink: the process ended during five of its calls for their present content. */
  readonly skipped: number;
  /** URLs that could not be read: their pages stay as they are. */
  readonly failed: number;
  /** Pages of the corpus that the crawl has not checked, because it reached its limit; 0 otherwise. */
  readonly notChecked: number;
  /** Bytes of stored bodies that were not sent again. */
  readonly bytesSaved: number;
}

/** The end of the last sync of a sink. */
export interface LastSync {
  /** Time of its end, in milliseconds since the epoch. */
  readonly at: number;
  readonly ms: number;
  /** `aborted`: by its signal, or because the application shut down. */
  readonly outcome: 'completed' | 'failed' | 'aborted';
  /** Reason of the failure, at most 500 characters; of a completed sync why there are no pages. */
  readonly reason: string | null;
  /** Status of its crawl; null unless the sync was completed. Nothing is removed because of a crawl that was not completed. */
  readonly crawlStatus: Exclude<CrawlStatus, 'running'> | null;
  /** Number of pages; null unless the sync was completed. */
  readonly counts: SyncCounts | null;
  /** `limit` if the crawl reached its limit. */
  readonly incomplete: 'limit' | null;
}

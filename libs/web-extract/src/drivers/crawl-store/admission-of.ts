import type { CrawlOrder, CrawlRequest } from '../../model/crawl/crawl.js';

/**
 * Rules of a crawl over several hosts: its URLs are admitted in order of discovery, as many as its limit, and of each host at most
 * `maxPagesPerHost`. The order in which admitted URLs are read has no influence on which ones they are.
 */
export interface Admission {
  readonly order: CrawlOrder;
  /** Null: no limit per host. */
  readonly maxPagesPerHost: number | null;
}

/** @returns null if the request has no such rules: its URLs are read as they come, up to its limit */
export function admissionOf({ order, maxPagesPerHost }: CrawlRequest): Admission | null {
  if (order === undefined && maxPagesPerHost === undefined) return null;
  return { order: order ?? 'oldest', maxPagesPerHost: maxPagesPerHost ?? null };
}

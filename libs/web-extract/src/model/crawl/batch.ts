import type { CrawlRequest } from './crawl.js';

/** A list of pages to scrape. Only `urls` is required. */
export interface BatchRequest extends Pick<
  CrawlRequest,
  | 'page'
  | 'cookies'
  | 'webhook'
  | 'maxConcurrency'
  | 'presentation'
  | 'skipErrorPages'
  | 'keepResponses'
  | 'zeroDataRetention'
  | 'retainForMs'
> {
  /** 1 to 10,000 URLs. Duplicates are read once. */
  readonly urls: readonly string[];
  /**
   * Skip invalid URLs and list them in `invalidUrls`, instead of rejecting the whole request. @default false
   */
  readonly ignoreInvalidUrls?: boolean;
}

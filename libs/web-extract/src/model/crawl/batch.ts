import type { CrawlRequest } from './crawl.js';

/** Pages to be read, each by its own address. Only `urls` is required. */
export interface BatchRequest extends Pick<
  CrawlRequest,
  'page' | 'webhook' | 'maxConcurrency' | 'presentation' | 'skipErrorPages' | 'zeroDataRetention'
> {
  /** 1 to 10,000 addresses; each page is read once, however often it is named. */
  readonly urls: readonly string[];
  /** Addresses that cannot be read are told in `invalidUrls`, and the others are read; else they refuse the whole. @default false */
  readonly ignoreInvalidUrls?: boolean;
}

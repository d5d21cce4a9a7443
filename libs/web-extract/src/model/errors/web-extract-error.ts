import { REMEDIES, type Remedy } from './remedy.js';

/** Stable, public code of a failure. See docs/troubleshooting.md. */
export type WebExtractErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'INSUFFICIENT_CREDITS'
  | 'URL_NOT_ALLOWED'
  | 'CRAWL_DELAY_TOO_LONG'
  | 'NOT_FOUND'
  | 'REQUEST_TIMEOUT'
  | 'SCRAPE_TIMEOUT'
  | 'MAP_TIMEOUT'
  | 'CONFLICT'
  | 'CURSOR_EXPIRED'
  | 'RATE_LIMITED'
  | 'KEY_NOT_ALLOWED'
  | 'MONITOR_LIMIT'
  | 'SINK_TIMEOUT'
  | 'HOOK_FAILED'
  | 'REQUEST_REFUSED'
  | 'SCRAPE_DNS_RESOLUTION_ERROR'
  | 'SCRAPE_SSL_ERROR'
  | 'SCRAPE_SITE_ERROR'
  | 'SCRAPE_TOO_MANY_REDIRECTS'
  | 'SCRAPE_BODY_TOO_LARGE'
  | 'SCRAPE_CONVERSION_FAILED'
  | 'SCRAPE_UNSUPPORTED_FILE_ERROR'
  | 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR'
  | 'SCRAPE_DOCUMENT_DAMAGED_ERROR'
  | 'SCRAPE_DOCUMENT_TOO_LARGE_ERROR'
  | 'UNSUPPORTED_FILE'
  | 'UNSUPPORTED_FORMAT'
  | 'SCRAPE_LOCKDOWN_CACHE_MISS'
  | 'SCRAPE_NO_CACHED_DATA'
  | 'PAYLOAD_TOO_LARGE'
  | 'SCRAPE_ACTION_ERROR'
  | 'LLM_EXTRACTION_FAILED'
  | 'SEARCH_FAILED'
  | 'SERVICE_UNAVAILABLE'
  | 'NOT_CONFIGURED'
  | 'NOT_SUPPORTED'
  | 'SESSION_UNKNOWN'
  | 'SESSION_LOGIN_FAILED'
  | 'SESSION_EXPIRED'
  | 'SESSION_LIMIT'
  | 'EXTRACTOR_EXISTS'
  | 'EXTRACTOR_LIMIT'
  | 'EXTRACTOR_NOT_LEARNED';

export interface WebExtractErrorOptions extends ErrorOptions {
  readonly remedy?: Remedy | undefined;
}

/** Base class of all errors of this package. The message may change; `code` is stable. */
export abstract class WebExtractError extends Error {
  abstract readonly code: WebExtractErrorCode;
  /** True if the same request may succeed later. */
  readonly retryable: boolean = false;
  /** The option that would make the request succeed; absent if there is none. */
  declare readonly remedy?: Remedy;
  /** How to fix the failure, in one sentence; absent if there is no remedy. */
  declare readonly hint?: string;

  constructor(message: string, { remedy, ...options }: WebExtractErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    if (remedy) Object.assign(this, { remedy, hint: REMEDIES[remedy] });
  }
}

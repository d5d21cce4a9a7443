import { REMEDIES, type Remedy } from './remedy.js';

/** Stable, public name of a failure. See docs/troubleshooting.md. */
export type WebExtractErrorCode =
  | 'BAD_REQUEST'
  | 'UNAUTHORIZED'
  | 'INSUFFICIENT_CREDITS'
  | 'URL_NOT_ALLOWED'
  | 'NOT_FOUND'
  | 'REQUEST_TIMEOUT'
  | 'SCRAPE_TIMEOUT'
  | 'MAP_TIMEOUT'
  | 'CONFLICT'
  | 'RATE_LIMITED'
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
  | 'NOT_SUPPORTED';

export interface WebExtractErrorOptions extends ErrorOptions {
  readonly remedy?: Remedy | undefined;
}

/** Base of every failure this package reports. The message may change; `code` is stable. */
export abstract class WebExtractError extends Error {
  abstract readonly code: WebExtractErrorCode;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false;
  /** The option that would let the request succeed; absent where none would. */
  declare readonly remedy?: Remedy;
  /** What to do, in a sentence; absent where there is no remedy. */
  declare readonly hint?: string;

  constructor(message: string, { remedy, ...options }: WebExtractErrorOptions = {}) {
    super(message, options);
    this.name = new.target.name;
    if (remedy) Object.assign(this, { remedy, hint: REMEDIES[remedy] });
  }
}

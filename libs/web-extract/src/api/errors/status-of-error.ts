import type { WebExtractErrorCode } from '../../model/errors.js';

/** HTTP status of each failure. The only place where it is decided. */
export const STATUS_OF_CODE: Readonly<Record<WebExtractErrorCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  INSUFFICIENT_CREDITS: 402,
  URL_NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  REQUEST_TIMEOUT: 408,
  SCRAPE_TIMEOUT: 408,
  MAP_TIMEOUT: 408,
  CONFLICT: 409,
  RATE_LIMITED: 429,
  SCRAPE_DNS_RESOLUTION_ERROR: 500,
  SCRAPE_SSL_ERROR: 500,
  SCRAPE_SITE_ERROR: 500,
  SCRAPE_TOO_MANY_REDIRECTS: 500,
  SCRAPE_BODY_TOO_LARGE: 500,
  SCRAPE_CONVERSION_FAILED: 500,
  SCRAPE_UNSUPPORTED_FILE_ERROR: 500,
  SCRAPE_DOCUMENT_ENCRYPTED_ERROR: 500,
  SCRAPE_DOCUMENT_DAMAGED_ERROR: 500,
  SCRAPE_DOCUMENT_TOO_LARGE_ERROR: 500,
  UNSUPPORTED_FILE: 400,
  UNSUPPORTED_FORMAT: 400,
  SCRAPE_LOCKDOWN_CACHE_MISS: 404,
  PAYLOAD_TOO_LARGE: 413,
  SCRAPE_ACTION_ERROR: 500,
  LLM_EXTRACTION_FAILED: 500,
  SEARCH_FAILED: 502,
  SERVICE_UNAVAILABLE: 503,
  NOT_CONFIGURED: 501,
  NOT_SUPPORTED: 501,
};

/** A client of v2 repeats what was answered with 502, and it would be no better then. */
export const STATUS_IN_V2: Readonly<Partial<Record<WebExtractErrorCode, number>>> = { SEARCH_FAILED: 500 };

/** Where a caller sent the document, what is wrong with it is wrong with the request. */
export const STATUS_OF_UPLOAD: Readonly<Partial<Record<WebExtractErrorCode, number>>> = {
  SCRAPE_DOCUMENT_ENCRYPTED_ERROR: 400,
  SCRAPE_DOCUMENT_DAMAGED_ERROR: 400,
  SCRAPE_DOCUMENT_TOO_LARGE_ERROR: 400,
};

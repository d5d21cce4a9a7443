import { redactUrl, shownPage } from '../redact-url.js';
import { WebExtractError, type WebExtractErrorOptions } from './web-extract-error.js';

/** The URL, or a redirect target, resolves to an address in a network that is not allowed. */
export class BlockedAddressError extends WebExtractError {
  readonly code = 'URL_NOT_ALLOWED';

  constructor(url: string, reason: string, options?: WebExtractErrorOptions) {
    super(`This URL is not allowed: ${redactUrl(url)} (${reason})`, options);
  }
}

/** The robots.txt of the site disallows the page. */
export class RobotsDisallowedError extends WebExtractError {
  readonly code = 'URL_NOT_ALLOWED';

  /**
   * @param reason why everything is disallowed when the rules are unknown; null when a rule disallows the
   * page
   */
  constructor(url: string, reason: string | null = null, options?: ErrorOptions) {
    const because = reason === null ? '' : ` (${reason})`;
    super(`This URL is disallowed by robots.txt: ${redactUrl(url)}${because}`, options);
  }
}

/** The robots.txt of the site asks for a longer delay between two requests than the host accepts. */
export class CrawlDelayError extends WebExtractError {
  readonly code = 'CRAWL_DELAY_TOO_LONG';

  constructor(url: string, seconds: number, mostMs: number) {
    const { host } = new URL(url);
    super(
      `robots.txt of ${host} asks for ${seconds} seconds between two requests (Crawl-delay), and at most ${mostMs / 1000} are waited for: set limits.maxCrawlDelayMs`,
    );
  }
}

/** The page could not be fetched within the timeout. A later retry may succeed. */
export class FetchTimeoutError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';
  override readonly retryable = true;

  /** @param url URL of the page, or the name of an uploaded file */
  constructor(url: string, what: string, timeoutMs: number, options?: ErrorOptions) {
    const page = shownPage(url);
    const from = page === null ? '' : ` from ${page}`;
    super(`Request timed out: ${what}${from} within ${timeoutMs} ms`, options);
  }
}

/** The host name could not be resolved. */
export class DnsResolutionError extends WebExtractError {
  readonly code = 'SCRAPE_DNS_RESOLUTION_ERROR';
  override readonly retryable = true;

  constructor(hostname: string, options?: ErrorOptions) {
    super(`The host name ${hostname} could not be resolved`, options);
  }
}

/** The TLS connection could not be established, or the certificate is not trusted. */
export class TlsError extends WebExtractError {
  readonly code = 'SCRAPE_SSL_ERROR';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`No trustworthy TLS connection to ${redactUrl(url)}: ${reason}`, options);
  }
}

/** The site refused or closed the connection, or sent an invalid HTTP response. */
export class ConnectionError extends WebExtractError {
  readonly code = 'SCRAPE_SITE_ERROR';
  override readonly retryable = true;

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${redactUrl(url)} could not be fetched: ${reason}`, options);
  }
}

export class TooManyRedirectsError extends WebExtractError {
  readonly code = 'SCRAPE_TOO_MANY_REDIRECTS';

  constructor(url: string, maxRedirects: number, options?: ErrorOptions) {
    super(`${redactUrl(url)} redirects more than ${maxRedirects} times`, options);
  }
}

/** The decompressed body exceeds the size limit. */
export class BodyTooLargeError extends WebExtractError {
  readonly code = 'SCRAPE_BODY_TOO_LARGE';

  constructor(url: string, maxBytes: number, options?: ErrorOptions) {
    super(`The body of ${redactUrl(url)} is larger than ${maxBytes} bytes`, options);
  }
}

/** The cache has no response that is old enough, and the request reads from the cache only. */
export class NoCachedDataError extends WebExtractError {
  readonly code = 'SCRAPE_NO_CACHED_DATA';

  constructor(url: string, options?: ErrorOptions) {
    super(`No cached data for ${redactUrl(url)}: leave out minAge to fetch the page`, options);
  }
}

/** The cache has no response, and `lockdown` forbids a request. */
export class CacheMissError extends WebExtractError {
  readonly code = 'SCRAPE_LOCKDOWN_CACHE_MISS';

  constructor(url: string, options?: ErrorOptions) {
    super(`No cached data for ${redactUrl(url)}, and lockdown forbids fetching it`, options);
  }
}

import { redactUrl } from './redact-url.js';

/** Stable, public name of a failure. See the README's error table. */
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
  | 'PAYLOAD_TOO_LARGE'
  | 'SCRAPE_ACTION_ERROR'
  | 'LLM_EXTRACTION_FAILED'
  | 'SEARCH_FAILED'
  | 'SERVICE_UNAVAILABLE'
  | 'NOT_CONFIGURED'
  | 'NOT_SUPPORTED';

/** Base of every failure this package reports. The message may change; `code` is stable. */
export abstract class WebExtractError extends Error {
  abstract readonly code: WebExtractErrorCode;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean = false;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** One thing that is wrong with a request. */
export interface RequestProblem {
  /** Names and indexes from the root of the body to the value. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The request itself cannot be served: a bad selector, pattern, schema or value. */
export class InvalidRequestError extends WebExtractError {
  readonly code = 'BAD_REQUEST';
  readonly problems: readonly RequestProblem[];

  constructor(problems: readonly RequestProblem[], options?: ErrorOptions) {
    super(problems[0]?.message ?? 'invalid request', options);
    this.problems = problems;
  }
}

/** The address is no http(s) URL that can be fetched. */
export class InvalidUrlError extends InvalidRequestError {
  constructor(reason: string, options?: ErrorOptions) {
    super([{ path: ['url'], message: `url ${reason}` }], options);
  }
}

/** The address, or one it redirects to, lies in a network that is not allowed. */
export class BlockedAddressError extends WebExtractError {
  readonly code = 'URL_NOT_ALLOWED';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`This URL is not allowed: ${redactUrl(url)} (${reason})`, options);
  }
}

/** The site's robots.txt forbids the page. */
export class RobotsDisallowedError extends WebExtractError {
  readonly code = 'URL_NOT_ALLOWED';

  /** @param reason why everything is disallowed, when nobody knows the rules; null when a rule says so */
  constructor(url: string, reason: string | null = null, options?: ErrorOptions) {
    const because = reason === null ? '' : ` (${reason})`;
    super(`This URL is disallowed by robots.txt: ${redactUrl(url)}${because}`, options);
  }
}

/** The page could not be had in time. Trying again later may succeed. */
export class FetchTimeoutError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';
  override readonly retryable = true;

  constructor(url: string, what: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: ${what} from ${redactUrl(url)} within ${timeoutMs} ms`, options);
  }
}

/** The time of an extract job was over before this page was read. */
export class JobTimeUpError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';

  constructor() {
    super('The time of the job was over before this page was read');
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

/** The TLS connection could not be trusted or set up. */
export class TlsError extends WebExtractError {
  readonly code = 'SCRAPE_SSL_ERROR';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`No trustworthy TLS connection to ${redactUrl(url)}: ${reason}`, options);
  }
}

/** The site refused or broke the connection, or its answer is not valid HTTP. */
export class SiteError extends WebExtractError {
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

/** The body, after decompression, is larger than allowed. */
export class BodyTooLargeError extends WebExtractError {
  readonly code = 'SCRAPE_BODY_TOO_LARGE';

  constructor(url: string, maxBytes: number, options?: ErrorOptions) {
    super(`The body of ${redactUrl(url)} is larger than ${maxBytes} bytes`, options);
  }
}

/** The bytes arrived but could not be made into a page within the limits of the converter. */
export class ConversionFailedError extends WebExtractError {
  readonly code = 'SCRAPE_CONVERSION_FAILED';

  constructor(url: string, reason: string, options?: ErrorOptions) {
    super(`${redactUrl(url)} could not be converted: ${reason}`, options);
  }
}

/** The response is a kind of file that has no text to offer. */
export class UnsupportedContentError extends WebExtractError {
  readonly code = 'SCRAPE_UNSUPPORTED_FILE_ERROR';

  constructor(url: string, contentType: string, options?: ErrorOptions) {
    super(`${redactUrl(url)} is ${contentType}, which cannot be converted`, options);
  }
}

/** The document can only be opened with a password or a licence. */
export class DocumentEncryptedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_ENCRYPTED_ERROR';

  constructor(reason = 'it is encrypted: a password is needed', options?: ErrorOptions) {
    super(`The document cannot be read: ${reason}`, options);
  }
}

/** The document is not what its kind must be: parts are missing or cannot be read. */
export class DocumentDamagedError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_DAMAGED_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is damaged: ${reason}`, options);
  }
}

/** The document takes more than may be spent on one, and nothing of it came out by then. */
export class DocumentTooLargeError extends WebExtractError {
  readonly code = 'SCRAPE_DOCUMENT_TOO_LARGE_ERROR';

  constructor(reason: string, options?: ErrorOptions) {
    super(`The document is too large: ${reason}`, options);
  }
}

/** The uploaded file is of a kind that is not converted. */
export class UnsupportedFileError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FILE';

  constructor(contentType: string, options?: ErrorOptions) {
    super(`The file is ${contentType}, which cannot be converted`, options);
  }
}

/** Nothing but formats was asked for that are not made here. */
export class UnsupportedFormatError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FORMAT';

  constructor(formats: readonly string[], options?: ErrorOptions) {
    super(`Unsupported format: ${formats.join(', ')}`, options);
  }
}

/** Only a page that is kept was wanted, and none is. */
export class CacheMissError extends WebExtractError {
  readonly code = 'SCRAPE_LOCKDOWN_CACHE_MISS';

  constructor(url: string, options?: ErrorOptions) {
    super(`Nothing is kept of ${redactUrl(url)}, and lockdown lets nothing be fetched`, options);
  }
}

/** The uploaded file is larger than the host allows. */
export class UploadTooLargeError extends WebExtractError {
  readonly code = 'PAYLOAD_TOO_LARGE';

  constructor(maxBytes: number, options?: ErrorOptions) {
    super(`The file is larger than ${maxBytes} bytes`, options);
  }
}

/** Browser actions were asked for and could not be done. */
export class PageActionError extends WebExtractError {
  readonly code = 'SCRAPE_ACTION_ERROR';
}

/** The language model could not be asked, or its answer is not what was asked for. */
export class ExtractionFailedError extends WebExtractError {
  readonly code = 'LLM_EXTRACTION_FAILED';
  override readonly retryable = true;
  /** The question or its answer was too long for the model. */
  readonly isTooLong: boolean;

  constructor(
    reason: string,
    { isTooLong = false, ...options }: ErrorOptions & { isTooLong?: boolean } = {},
  ) {
    super(`LLM extraction failed: ${reason}`, options);
    this.isTooLong = isTooLong;
  }
}

/** The search provider could not be asked, or its answer is none. Trying again later may succeed. */
export class SearchFailedError extends WebExtractError {
  readonly code = 'SEARCH_FAILED';
  override readonly retryable = true;

  constructor(reason: string, options?: ErrorOptions) {
    super(`Search provider failed: ${reason}`, options);
  }
}

/** There was no search result in time. */
export class SearchTimeoutError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';
  override readonly retryable = true;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: no search result within ${timeoutMs} ms`, options);
  }
}

/** The request needs something the host application has not configured. */
export class NotConfiguredError extends WebExtractError {
  readonly code = 'NOT_CONFIGURED';
}

/** No room now: a queue is full or a store is out of reach. */
export class UnavailableError extends WebExtractError {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly retryable = true;
  /** When to try again, in whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds = 1, options?: ErrorOptions) {
    super(`Service unavailable: ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The caller has as much under way, or kept, as one may have. */
export class RateLimitedError extends WebExtractError {
  readonly code = 'RATE_LIMITED';
  override readonly retryable = true;
  /** When to try again, in whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(`Rate limit exceeded: ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What the owner of the key was given is used up. */
export class InsufficientCreditsError extends WebExtractError {
  readonly code = 'INSUFFICIENT_CREDITS';

  constructor(granted: number, options?: ErrorOptions) {
    super(`Insufficient credits: all ${granted} are used`, options);
  }
}

/** The bearer key is missing or not accepted. */
export class UnauthorizedError extends WebExtractError {
  readonly code = 'UNAUTHORIZED';

  constructor(reason: 'Token missing' | 'Invalid token', options?: ErrorOptions) {
    super(`Unauthorized: ${reason}`, options);
  }
}

/** There is nothing at this address of the API, or it is not the caller's. */
export class NotFoundError extends WebExtractError {
  readonly code = 'NOT_FOUND';

  constructor(message = 'Not found', options?: ErrorOptions) {
    super(message, options);
  }
}

/** Published clients know this endpoint, and it is not offered. The message says what to use. */
export class NotSupportedError extends WebExtractError {
  readonly code = 'NOT_SUPPORTED';
}

/** The body of a request to the API did not arrive in time. */
export class RequestTimeoutError extends WebExtractError {
  readonly code = 'REQUEST_TIMEOUT';
  override readonly retryable = true;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: its body did not arrive within ${timeoutMs} ms`, options);
  }
}

/** The request contradicts what is there: an idempotency key used before, a crawl that has ended. */
export class ConflictError extends WebExtractError {
  readonly code = 'CONFLICT';
}

/** Nothing of a site's links could be had in time. */
export class MapTimeoutError extends WebExtractError {
  readonly code = 'MAP_TIMEOUT';
  override readonly retryable = true;

  constructor(url: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: no link of ${redactUrl(url)} within ${timeoutMs} ms`, options);
  }
}

import { redactUrl } from '../redact-url.js';
import { WebExtractError, type WebExtractErrorOptions } from './web-extract-error.js';

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

/** The request needs something the host application has not configured. */
export class NotConfiguredError extends WebExtractError {
  readonly code = 'NOT_CONFIGURED';
  /** Of an extraction without a model: what the page's own data states of the schema. Absent where it states nothing. */
  declare readonly found?: unknown;

  constructor(message: string, { found, ...options }: WebExtractErrorOptions & { found?: unknown } = {}) {
    super(message, options);
    if (found !== undefined) Object.assign(this, { found });
  }
}

/** Nothing but formats was asked for that are not made here. */
export class UnsupportedFormatError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FORMAT';

  constructor(formats: readonly string[], options?: ErrorOptions) {
    super(`Unsupported format: ${formats.join(', ')}`, options);
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

/** Nothing of a site's links could be had in time. */
export class MapTimeoutError extends WebExtractError {
  readonly code = 'MAP_TIMEOUT';
  override readonly retryable = true;

  constructor(url: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: no link of ${redactUrl(url)} within ${timeoutMs} ms`, options);
  }
}

/** The time of an extract job was over before this page was read. */
export class JobTimeUpError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';

  constructor() {
    super('The time of the job was over before this page was read');
  }
}

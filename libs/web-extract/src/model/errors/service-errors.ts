import { redactUrl } from '../redact-url.js';
import { ADVISED_SECONDS } from '../retry/policies.js';
import { WebExtractError, type WebExtractErrorOptions } from './web-extract-error.js';

/** Temporarily out of capacity: a queue is full, or a store is unavailable. */
export class UnavailableError extends WebExtractError {
  readonly code = 'SERVICE_UNAVAILABLE';
  override readonly retryable = true;
  /** Time to wait before the next attempt, in whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds = 1, options?: ErrorOptions) {
    super(`Service unavailable: ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The archive of results is unreachable or full. Sealed results cannot be read, and new ones stay in the store. */
export class ArchiveUnavailableError extends UnavailableError {
  constructor(reason: string, options?: ErrorOptions) {
    super(`the archive of results cannot be used: ${reason}`, ADVISED_SECONDS.archive, options);
  }
}

/** The request needs an option that the host application has not configured. */
export class NotConfiguredError extends WebExtractError {
  readonly code = 'NOT_CONFIGURED';
  /**
   * For an extraction without a model: the values of the schema that the page's structured data provides.
   * Absent if it provides none.
   */
  declare readonly found?: unknown;
  /** Names of required values that it lacks, at most 20. Absent if there are none. */
  declare readonly missing?: readonly string[];
  /** Number of all required values that it lacks. Absent if there are none. */
  declare readonly missingCount?: number;

  constructor(
    message: string,
    {
      found,
      missing,
      missingCount = missing?.length,
      ...options
    }: WebExtractErrorOptions & { found?: unknown; missing?: readonly string[]; missingCount?: number } = {},
  ) {
    super(message, options);
    if (found !== undefined) Object.assign(this, { found });
    if (missing !== undefined) Object.assign(this, { missing, missingCount });
  }
}

/** The request contains only unsupported formats. */
export class UnsupportedFormatError extends WebExtractError {
  readonly code = 'UNSUPPORTED_FORMAT';

  constructor(formats: readonly string[], options?: ErrorOptions) {
    super(`Unsupported format: ${formats.join(', ')}`, options);
  }
}

/** The requested browser actions could not be performed. */
export class PageActionError extends WebExtractError {
  readonly code = 'SCRAPE_ACTION_ERROR';
}

/** The language model could not be reached, or its answer is invalid. */
export class ExtractionFailedError extends WebExtractError {
  readonly code = 'LLM_EXTRACTION_FAILED';
  override readonly retryable = true;
  /** True if the prompt or the answer was too long for the model. */
  readonly isTooLong: boolean;

  constructor(
    reason: string,
    { isTooLong = false, ...options }: ErrorOptions & { isTooLong?: boolean } = {},
  ) {
    super(`LLM extraction failed: ${reason}`, options);
    this.isTooLong = isTooLong;
  }
}

/** The search provider could not be reached, or its response is invalid. A later retry may succeed. */
export class SearchFailedError extends WebExtractError {
  readonly code = 'SEARCH_FAILED';
  override readonly retryable = true;

  constructor(reason: string, options?: ErrorOptions) {
    super(`Search provider failed: ${reason}`, options);
  }
}

/** The search returned no results within the timeout. */
export class SearchTimeoutError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';
  override readonly retryable = true;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: no search result within ${timeoutMs} ms`, options);
  }
}

/** No links of the site were found within the timeout. */
export class MapTimeoutError extends WebExtractError {
  readonly code = 'MAP_TIMEOUT';
  override readonly retryable = true;

  constructor(url: string, timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: no link of ${redactUrl(url)} within ${timeoutMs} ms`, options);
  }
}

/** The timeout of an extract job expired before this page was read. */
export class JobTimeoutError extends WebExtractError {
  readonly code = 'SCRAPE_TIMEOUT';

  constructor() {
    super('The time of the job was over before this page was read');
  }
}

/** A hook of the host failed or exceeded its timeout. The cause is logged and not part of the message. */
export class HookFailedError extends WebExtractError {
  readonly code = 'HOOK_FAILED';

  constructor(hook: string, url: string, options?: ErrorOptions) {
    super(`The hook ${hook} of the application failed for ${redactUrl(url)}`, options);
  }
}

/** The hook `beforeRequest` of the host refused the request. */
export class RequestRefusedError extends WebExtractError {
  readonly code = 'REQUEST_REFUSED';

  constructor(url: string, reason: string) {
    super(`The application refused the request of ${redactUrl(url)}: ${reason}`);
  }
}

/** A sink of the host did not complete a call within `sinkTimeoutMs`. The next sync repeats the call. */
export class SinkTimeoutError extends WebExtractError {
  readonly code = 'SINK_TIMEOUT';
  override readonly retryable = true;

  constructor(sink: string, method: string, timeoutMs: number) {
    super(
      `${method} of the sink ${JSON.stringify(sink)} took longer than ${timeoutMs} ms: raise sinkTimeoutMs, or store fewer chunks at once`,
    );
  }
}

import { WebExtractError, type WebExtractErrorCode } from '../../model/errors.js';
import { redactUrl } from '../../model/redact-url.js';

const REMEDY = 'run the test once with WebExtractTestingModule.record(dir) and commit the folder';

/** The recording has no response to a request. */
export class NotRecordedError extends WebExtractError {
  readonly code = 'SCRAPE_SITE_ERROR';

  constructor(request: string, dir: string) {
    super(`${request} is not in the recording ${dir}: ${REMEDY}`);
  }
}

/** A message such as a webhook: its URL may be secret, so it is neither recorded nor sent again. */
export class NotReplayedError extends WebExtractError {
  readonly code = 'NOT_SUPPORTED';

  constructor(url: string) {
    super(`${redactUrl(url)} was not sent: recordings contain no POST requests, such as webhooks`);
  }
}

/** A page needs a browser, whose requests are not recorded. */
export class NoRecordedBrowserError extends WebExtractError {
  readonly code = 'NOT_SUPPORTED';

  constructor(url: string) {
    super(
      `${redactUrl(url)} needs a browser, and recordings contain HTTP requests only: set render to 'never', or use WebExtractTestingModule.forRoot with the finished HTML`,
    );
  }
}

/** A recording that cannot be used. */
export class RecordingError extends Error {
  constructor(dir: string, reason: string, options?: ErrorOptions) {
    super(`The recording ${dir} cannot be used: ${reason}`, options);
    this.name = 'RecordingError';
  }
}

/** A request that failed when it was recorded. */
export class RecordedFailure extends WebExtractError {
  override readonly retryable: boolean;

  constructor(
    readonly code: WebExtractErrorCode,
    message: string,
    isRetryable: boolean,
  ) {
    super(message);
    this.retryable = isRetryable;
  }
}

import type { KeyScope } from '../keys/key-scope.js';
import type { ValidationIssue, ProblemPath } from '../problems/validation-issue.js';
import { problemAt, type RequestProblem } from '../problems/request-problem.js';
import { WebExtractError } from './web-extract-error.js';

/** The request is invalid: a bad selector, pattern, schema or value. */
export class InvalidRequestError extends WebExtractError {
  readonly code = 'BAD_REQUEST';
  readonly problems: readonly RequestProblem[];

  constructor(problems: readonly RequestProblem[], options?: ErrorOptions) {
    super(problems[0]?.message ?? 'invalid request', options);
    this.problems = problems;
  }

  /** Creates an error about one value. */
  static at(path: ProblemPath, fault: ValidationIssue, options?: ErrorOptions): InvalidRequestError {
    return new InvalidRequestError([problemAt(path, fault)], options);
  }
}

/** The URL is invalid or not http(s). */
export class InvalidUrlError extends InvalidRequestError {
  constructor(reason: string, options?: ErrorOptions) {
    super([problemAt(['url'], { code: 'address', reason })], options);
  }
}

/** The bearer key is missing or invalid. */
export class UnauthorizedError extends WebExtractError {
  readonly code = 'UNAUTHORIZED';

  constructor(reason: 'Token missing' | 'Invalid token', options?: ErrorOptions) {
    super(`Unauthorized: ${reason}`, options);
  }
}

/** The credits of the key's owner are used up. */
export class InsufficientCreditsError extends WebExtractError {
  readonly code = 'INSUFFICIENT_CREDITS';

  constructor(granted: number, options?: ErrorOptions) {
    super(`Insufficient credits: all ${granted} are used`, options);
  }
}

/** The caller has reached a limit of requests, running jobs or stored results. */
export class RateLimitedError extends WebExtractError {
  readonly code = 'RATE_LIMITED';
  override readonly retryable = true;
  /** Time to wait before the next attempt, in whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(reason: string, retryAfterSeconds: number, options?: ErrorOptions) {
    super(`Rate limit exceeded: ${reason}`, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The resource does not exist, or belongs to another owner. */
export class NotFoundError extends WebExtractError {
  readonly code = 'NOT_FOUND';

  constructor(message = 'Not found', options?: ErrorOptions) {
    super(message, options);
  }
}

/** An endpoint that published clients know and that is not supported. The message names the alternative. */
export class NotSupportedError extends WebExtractError {
  readonly code = 'NOT_SUPPORTED';
}

/**
 * The request conflicts with the current state, such as a reused idempotency key or a crawl that has ended.
 */
export class ConflictError extends WebExtractError {
  readonly code = 'CONFLICT';
}

/**
 * The cursor of a change feed is older than the stored entries, or the feed was deleted since: read the whole corpus
 * again.
 */
export class CursorExpiredError extends WebExtractError {
  readonly code = 'CURSOR_EXPIRED';

  /** @param cursor starts a new snapshot of the corpus */
  constructor(
    readonly cursor: string,
    options?: ErrorOptions,
  ) {
    super('Cursor expired: read the corpus again with the new cursor', options);
  }
}

/** The body of an API request was not received within the timeout. */
export class RequestTimeoutError extends WebExtractError {
  readonly code = 'REQUEST_TIMEOUT';
  override readonly retryable = true;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: its body did not arrive within ${timeoutMs} ms`, options);
  }
}

/** The key of the request is limited to other endpoints or formats. */
export class KeyNotAllowedError extends WebExtractError {
  readonly code = 'KEY_NOT_ALLOWED';

  /** @param scope what the key may do */
  constructor(refused: string, { endpoints, formats }: KeyScope, options?: ErrorOptions) {
    const allowed = [
      ...(endpoints ? [`endpoints ${endpoints.join(', ')}`] : []),
      ...(formats ? [`formats ${formats.join(', ')}`] : []),
    ];
    super(`This key may not use ${refused}. It may use ${allowed.join('; ')}`, options);
  }
}

/** The owner has as many monitors as `monitors.maxPerOwner` allows. */
export class MonitorLimitError extends WebExtractError {
  readonly code = 'MONITOR_LIMIT';

  /** @param maxPerOwner number of monitors, or a sentence about another limit */
  constructor(maxPerOwner: number | string, options?: ErrorOptions) {
    const reason = typeof maxPerOwner === 'string' ? maxPerOwner : `At most ${maxPerOwner} monitors`;
    super(`${reason}: delete one first`, options);
  }
}

import type { Fault, ProblemPath } from '../problems/fault.js';
import { problemAt, type RequestProblem } from '../problems/request-problem.js';
import { WebExtractError } from './web-extract-error.js';

/** The request itself cannot be served: a bad selector, pattern, schema or value. */
export class InvalidRequestError extends WebExtractError {
  readonly code = 'BAD_REQUEST';
  readonly problems: readonly RequestProblem[];

  constructor(problems: readonly RequestProblem[], options?: ErrorOptions) {
    super(problems[0]?.message ?? 'invalid request', options);
    this.problems = problems;
  }

  /** Of one value. */
  static at(path: ProblemPath, fault: Fault, options?: ErrorOptions): InvalidRequestError {
    return new InvalidRequestError([problemAt(path, fault)], options);
  }
}

/** The address is no http(s) URL that can be fetched. */
export class InvalidUrlError extends InvalidRequestError {
  constructor(reason: string, options?: ErrorOptions) {
    super([problemAt(['url'], { code: 'address', reason })], options);
  }
}

/** The bearer key is missing or not accepted. */
export class UnauthorizedError extends WebExtractError {
  readonly code = 'UNAUTHORIZED';

  constructor(reason: 'Token missing' | 'Invalid token', options?: ErrorOptions) {
    super(`Unauthorized: ${reason}`, options);
  }
}

/** What the owner of the key was given is used up. */
export class InsufficientCreditsError extends WebExtractError {
  readonly code = 'INSUFFICIENT_CREDITS';

  constructor(granted: number, options?: ErrorOptions) {
    super(`Insufficient credits: all ${granted} are used`, options);
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

/** The request contradicts what is there: an idempotency key used before, a crawl that has ended. */
export class ConflictError extends WebExtractError {
  readonly code = 'CONFLICT';
}

/** The body of a request to the API did not arrive in time. */
export class RequestTimeoutError extends WebExtractError {
  readonly code = 'REQUEST_TIMEOUT';
  override readonly retryable = true;

  constructor(timeoutMs: number, options?: ErrorOptions) {
    super(`Request timed out: its body did not arrive within ${timeoutMs} ms`, options);
  }
}

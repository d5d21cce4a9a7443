import {
  CursorExpiredError,
  GuardedLinkError,
  InvalidRequestError,
  NotConfiguredError,
  NotFoundError,
  RateLimitedError,
  UnavailableError,
  WebExtractError,
  type RequestProblem,
  type WebExtractErrorCode,
} from '../../model/errors.js';
import type { ErrorHints } from '../../model/options.js';
import { ClientLeftError } from '../client/client-left.error.js';
import { notJson } from '../bodies/read-body.pipe.js';
import { STATUS_OF_CODE, STATUS_OF_GUARDED_LINK } from './status-of-error.js';

/** A problem of the request in the format that clients print. */
interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The body of every error. */
interface ErrorBody {
  readonly success: false;
  /** Error message; the text may change. */
  readonly error: string;
  /** Stable error code. */
  readonly code: string;
  /** Everything wrong with the request. */
  readonly details?: readonly ErrorDetail[];
  /** The `X-Request-Id` of the response, which the log has, too. */
  readonly requestId?: string;
  /** Advice for the operator of the host; with the option `errorHints`. */
  readonly hint?: string;
  /** For an expired cursor, one that starts a new snapshot. */
  readonly cursor?: string;
  /** For an extraction without a model, the data stated by the page itself; with the option `errorHints`. */
  readonly found?: unknown;
  /** For an extraction without a model, names of required values that the page does not state. */
  readonly missing?: readonly string[];
}

/** A failure as a response. */
export interface ErrorReply {
  readonly status: number;
  readonly body: ErrorBody;
  /** Value of the `Retry-After` header in seconds, unless the header is set already. */
  readonly retryAfterSeconds?: number;
  /** The failure is a bug of ours and belongs into the log. */
  readonly isUnexpected: boolean;
}

/** Error bodies by HTTP status for errors of the platform and of the host's guards. */
export const FOREIGN: Readonly<Record<number, { readonly error: string; readonly code: string }>> = {
  401: { error: 'Unauthorized', code: 'UNAUTHORIZED' },
  403: { error: 'Forbidden', code: 'FORBIDDEN' },
  404: { error: 'Not found', code: 'NOT_FOUND' },
  405: { error: 'Method not allowed: see the Allow header', code: 'METHOD_NOT_ALLOWED' },
  413: { error: 'Request body too large', code: 'PAYLOAD_TOO_LARGE' },
  415: { error: 'Unsupported media type', code: 'UNSUPPORTED_MEDIA_TYPE' },
  429: { error: 'Rate limit exceeded', code: 'RATE_LIMITED' },
  503: { error: 'Service unavailable', code: 'SERVICE_UNAVAILABLE' },
};
export const MALFORMED_JSON = { error: 'Bad request, malformed JSON', code: 'BAD_REQUEST_INVALID_JSON' };
/** Never received by the client. Uses the status that web servers log in this case. */
const CLIENT_LEFT = { error: 'The client closed the connection', code: 'CLIENT_CLOSED_REQUEST' };
export const UNKNOWN = { error: 'An unexpected error occurred', code: 'UNKNOWN_ERROR' };

/** Limits of the problem list: messages quote the request, and the response must stay short. */
const MAX_DETAILS = 100;
const MAX_MESSAGE_CHARS = 1_000;
const MAX_NAME_CHARS = 200;

/**
 * Converts an error to a response. Never includes a stack, a path or the message of an unknown error.
 *
 * @param statusOf status of error codes with a different meaning in this context
 */
export function toErrorReply(error: unknown, statusOf: StatusByCode = STATUS_OF_CODE): ErrorReply {
  if (error instanceof InvalidRequestError) return badRequest(error);
  if (error instanceof WebExtractError) return ownFailure(error, statusOf);
  if (error instanceof ClientLeftError) return reply(499, CLIENT_LEFT);
  if (error instanceof URIError) return ownFailure(new NotFoundError(), statusOf); // an address that cannot be decoded names nothing
  if (codeOf(error) === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return badRequest(notJson()); // as where the body is skipped
  return foreignFailure(error);
}

type StatusByCode = Readonly<Partial<Record<WebExtractErrorCode, number>>>;

function ownFailure(error: WebExtractError, statusByCode: StatusByCode): ErrorReply {
  const isToRetry = error instanceof UnavailableError || error instanceof RateLimitedError;
  const retry = isToRetry ? { retryAfterSeconds: error.retryAfterSeconds } : {};
  const message = cut(error.message, MAX_MESSAGE_CHARS);
  const status =
    error instanceof GuardedLinkError
      ? STATUS_OF_GUARDED_LINK
      : (statusByCode[error.code] ?? STATUS_OF_CODE[error.code]);
  return {
    ...reply(status, {
      error: message,
      code: error.code,
      ...(error instanceof CursorExpiredError ? { cursor: error.cursor } : {}),
      ...(error instanceof NotConfiguredError && error.missing ? { missing: error.missing } : {}),
    }),
    ...retry,
  };
}

/** The fields that the option `errorHints` adds to the body of an error. */
export function hintsOf(
  error: unknown,
  errorHints: boolean | ErrorHints = false,
): Pick<ErrorBody, 'hint' | 'found'> {
  if (errorHints === false || !(error instanceof WebExtractError)) return {};
  const own = errorHints === true || error.remedy === undefined ? undefined : errorHints[error.remedy];
  const hint = own ?? error.hint;
  const found = error instanceof NotConfiguredError ? error.found : undefined;
  return { ...(hint === undefined ? {} : { hint }), ...(found === undefined ? {} : { found }) };
}

function badRequest(error: InvalidRequestError): ErrorReply {
  const message = cut(error.message, MAX_MESSAGE_CHARS);
  const details = error.problems.slice(0, MAX_DETAILS).map(shortened);
  return reply(400, { error: `Bad Request: ${message}`, code: 'BAD_REQUEST', details });
}

function shortened({ path, message }: RequestProblem): ErrorDetail {
  return {
    path: path.map((name) => (typeof name === 'string' ? cut(name, MAX_NAME_CHARS) : name)),
    message: cut(message, MAX_MESSAGE_CHARS),
  };
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function foreignFailure(error: unknown): ErrorReply {
  const status = statusOf(error);
  if (status === 400 && isMalformedJson(error)) return reply(status, MALFORMED_JSON);
  const known = FOREIGN[status];
  if (known) return { ...reply(status, known), ...(isPassing(status) ? { retryAfterSeconds: 1 } : {}) };
  if (status < 400 || status >= 500) return { ...reply(500, UNKNOWN), isUnexpected: true };
  const message = error instanceof Error ? error.message : 'the request cannot be served';
  return reply(status, {
    error: cut(status === 400 ? `Bad Request: ${message}` : message, MAX_MESSAGE_CHARS),
    code: status === 409 ? 'CONFLICT' : 'BAD_REQUEST',
  });
}

/** Clients of ours wait before they try again where the answer says for how long. */
const isPassing = (status: number): boolean => status === 429 || status === 503;

function reply(status: number, body: Omit<ErrorBody, 'success'>): ErrorReply {
  return { status, body: { success: false, ...body }, isUnexpected: false };
}

/** Errors of Nest have `getStatus`, of Express' parsers `status`, of Fastify `statusCode`. */
function statusOf(error: unknown): number {
  const { getStatus, status, statusCode } = (error ?? {}) as Record<string, unknown>;
  const isNests = typeof getStatus === 'function';
  const stated = isNests ? (error as { getStatus(): unknown }).getStatus() : (status ?? statusCode);
  return typeof stated === 'number' ? stated : 500;
}

/** Express' parser throws a SyntaxError, Fastify's an error with a code of its own. */
function isMalformedJson(error: unknown): boolean {
  return error instanceof SyntaxError || codeOf(error).includes('JSON_BODY');
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null | undefined)?.code ?? '');
}

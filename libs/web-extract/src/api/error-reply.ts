import { InvalidRequestError, NotFoundError, UnavailableError, WebExtractError } from '../model/errors.js';
import { STATUS_OF_CODE } from './status-of-error.js';

/** One thing wrong with the request, as clients print it. */
export interface ErrorDetail {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** The body of every error of both versions. */
export interface ErrorBody {
  readonly success: false;
  readonly error: string;
  readonly code: string;
  readonly details?: readonly ErrorDetail[];
}

export interface ErrorReply {
  readonly status: number;
  readonly body: ErrorBody;
  /** Whole seconds for the `Retry-After` header. */
  readonly retryAfterSeconds?: number;
  /** The failure is a bug of ours and belongs into the log. */
  readonly isUnexpected: boolean;
}

/** Replies for failures that happen before or outside our own code, by HTTP status. */
const FOREIGN: Readonly<Record<number, { readonly error: string; readonly code: string }>> = {
  401: { error: 'Unauthorized', code: 'UNAUTHORIZED' },
  403: { error: 'Forbidden', code: 'FORBIDDEN' },
  404: { error: 'Not found', code: 'NOT_FOUND' },
  413: { error: 'Request body too large', code: 'PAYLOAD_TOO_LARGE' },
  415: { error: 'Unsupported media type: send application/json', code: 'UNSUPPORTED_MEDIA_TYPE' },
  429: { error: 'Rate limit exceeded', code: 'RATE_LIMITED' },
};

/** What a failure looks like to the caller. Never shows a stack, a path or the message of an unknown error. */
export function toErrorReply(error: unknown): ErrorReply {
  if (error instanceof InvalidRequestError) return badRequest(error);
  if (error instanceof WebExtractError) {
    return {
      status: STATUS_OF_CODE[error.code],
      body: { success: false, error: error.message, code: error.code },
      ...(error instanceof UnavailableError ? { retryAfterSeconds: error.retryAfterSeconds } : {}),
      isUnexpected: false,
    };
  }
  return foreign(error);
}

function badRequest(error: InvalidRequestError): ErrorReply {
  return {
    status: 400,
    body: {
      success: false,
      error: `Bad Request: ${error.message}`,
      code: 'BAD_REQUEST',
      details: error.problems,
    },
    isUnexpected: false,
  };
}

const MALFORMED_JSON = { error: 'Bad request, malformed JSON', code: 'BAD_REQUEST_INVALID_JSON' };

/** Errors of Nest (`getStatus`), of Express' parsers (`status`) and of Fastify (`statusCode`). */
function foreign(error: unknown): ErrorReply {
  if (error instanceof URIError) return toErrorReply(new NotFoundError()); // an address that cannot be decoded names nothing
  const status = foreignStatus(error);
  if (status === 400 && isMalformedJson(error)) {
    return { status, body: { success: false, ...MALFORMED_JSON }, isUnexpected: false };
  }
  const known = FOREIGN[status];
  if (known) return { status, body: { success: false, ...known }, isUnexpected: false };
  if (status >= 400 && status < 500) {
    return {
      status,
      body: { success: false, error: `Bad Request: ${messageOf(error)}`, code: 'BAD_REQUEST' },
      isUnexpected: false,
    };
  }
  return {
    status: 500,
    body: { success: false, error: 'An unexpected error occurred', code: 'UNKNOWN_ERROR' },
    isUnexpected: true,
  };
}

function foreignStatus(error: unknown): number {
  const { getStatus, status, statusCode } = (error ?? {}) as Record<string, unknown>;
  const stated =
    typeof getStatus === 'function'
      ? (error as { getStatus(): unknown }).getStatus()
      : (status ?? statusCode);
  return typeof stated === 'number' ? stated : 500;
}

/** Express' parser throws a SyntaxError, Fastify's an error with a code of its own. */
function isMalformedJson(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return error instanceof SyntaxError || (typeof code === 'string' && code.includes('JSON_BODY'));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the request cannot be served';
}

import {
  Catch,
  Injectable,
  Logger,
  Optional,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import { ResolvedOptions, type ErrorHints } from '../../model/options.js';
import { BlockedAddressError } from '../../model/errors.js';
import { logLine } from '../../services/events/log-line.js';
import { requestIdIn } from '../request-id.js';
import type { PlatformReply } from '../response-of.js';
import { hintsOf, toErrorReply, type ErrorReply } from './error-reply.js';
import { STATUS_IN_V2, STATUS_OF_UPLOAD } from './status-of-error.js';

/** The part of a response that Express and Fastify share. */
export interface ReplyPort {
  /** On Express: the answer is out. */
  readonly headersSent?: boolean;
  /** The same on Fastify. */
  readonly sent?: boolean;
  status(code: number): ReplyPort;
  header(name: string, value: string): unknown;
  getHeader(name: string): unknown;
  send(body: unknown): unknown;
}

const logger = new Logger('WebExtract');

/** Answers every failure of our controllers with the JSON error body. Bound to controllers, never global. */
@Catch()
@Injectable()
export class ErrorFilter implements ExceptionFilter {
  protected readonly statusOf: StatusByCode | undefined = undefined;

  constructor(@Optional() private readonly options?: ResolvedOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<ReplyPort>();
    sendError(error, response, this.statusOf, hintsOf(error, this.options?.errorHints));
  }
}

/** The same for routes that documents are sent to. */
@Catch()
@Injectable()
export class UploadErrorFilter extends ErrorFilter {
  protected override readonly statusOf = STATUS_OF_UPLOAD;
}

/** The same for v2. */
@Catch()
@Injectable()
export class ErrorFilterV2 extends ErrorFilter {
  protected override readonly statusOf = STATUS_IN_V2;
}

type StatusByCode = Parameters<typeof toErrorReply>[1];

/** Writes the error body; logs what can only be our own mistake. */
export function sendError(
  error: unknown,
  response: ReplyPort,
  statusOf?: StatusByCode,
  further: object = {},
): void {
  const reply = beginError(error, response, statusOf);
  if (!reply) return;
  response.header('Content-Type', 'application/json; charset=utf-8'); // the handler may have announced something else
  response.status(reply.status).send({ ...reply.body, ...requestIdField(response), ...further });
}

function requestIdField(response: ReplyPort): { readonly requestId?: string } {
  const requestId = requestIdIn(response as unknown as PlatformReply);
  return requestId === null ? {} : { requestId };
}

/** Writes a failure as text: its code and sentence, and the hint on a line of its own. */
export function sendErrorText(error: unknown, response: ReplyPort, hints?: boolean | ErrorHints): void {
  const reply = beginError(error, response);
  if (!reply) return;
  const { hint } = hintsOf(error, hints);
  response.header('Content-Type', 'text/plain; charset=utf-8');
  response.header('X-Content-Type-Options', 'nosniff');
  response.header('Cache-Control', 'private, no-store');
  const lines = [`${reply.body.code}: ${reply.body.error}`, ...(hint === undefined ? [] : [hint])];
  response.status(reply.status).send(`${lines.join('\n')}\n`);
}

/** Logs a failure and sets the headers that every form of its response has; null when the response was sent already. */
function beginError(error: unknown, response: ReplyPort, statusOf?: StatusByCode): ErrorReply | null {
  if (response.headersSent ?? response.sent) return null; // the body came too late or broke off when its answer was out
  const reply = toErrorReply(error, statusOf);
  const { status, retryAfterSeconds, isUnexpected } = reply;
  if (isUnexpected) {
    const id = requestIdIn(response as unknown as PlatformReply);
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    logger.error(id === null ? text : `[request ${id}] ${text}`);
  }
  if (error instanceof BlockedAddressError) logger.debug(logLine(`Refused: ${error.message}`));
  if (retryAfterSeconds !== undefined && response.getHeader('Retry-After') === undefined) {
    response.header('Retry-After', String(retryAfterSeconds));
  }
  if (status === 401) response.header('WWW-Authenticate', 'Bearer'); // RFC 9110, section 11.6.1
  return reply;
}

import { Catch, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toErrorReply } from './error-reply.js';
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
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendError(error, host.switchToHttp().getResponse<ReplyPort>());
  }
}

/** The same for routes that documents are sent to. */
@Catch()
export class UploadErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendError(error, host.switchToHttp().getResponse<ReplyPort>(), STATUS_OF_UPLOAD);
  }
}

/** The same for v2. */
@Catch()
export class ErrorFilterV2 implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendError(error, host.switchToHttp().getResponse<ReplyPort>(), STATUS_IN_V2);
  }
}

/** Writes the error body; logs what can only be our own mistake. */
export function sendError(
  error: unknown,
  response: ReplyPort,
  statusOf?: Parameters<typeof toErrorReply>[1],
): void {
  if (response.headersSent ?? response.sent) return; // the body came too late or broke off when its answer was out
  const { status, body, retryAfterSeconds, isUnexpected } = toErrorReply(error, statusOf);
  if (isUnexpected) logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  if (retryAfterSeconds !== undefined && response.getHeader('Retry-After') === undefined) {
    response.header('Retry-After', String(retryAfterSeconds));
  }
  if (status === 401) response.header('WWW-Authenticate', 'Bearer'); // RFC 9110, section 11.6.1
  response.header('Content-Type', 'application/json; charset=utf-8'); // the handler may have announced something else
  response.status(status).send(body);
}

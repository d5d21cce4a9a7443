import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { toErrorReply } from '../api/errors/error-reply.js';
import { sendError, type ReplyPort } from '../api/errors/error.filter.js';
import { RefusedBodyError } from './refused-body.error.js';

/** Invalid bodies are reported as JSON-RPC errors; authentication errors are the same as in other routes. */
@Catch()
export class McpErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendMcpError(error, host.switchToHttp().getResponse<ReplyPort>());
  }
}

export function sendMcpError(error: unknown, reply: ReplyPort): void {
  const refused = error instanceof RefusedBodyError ? error : refusalOf(error);
  if (!refused || reply.headersSent || reply.sent) return sendError(error, reply);
  const { status, message } = refused;
  reply.status(status).send({ jsonrpc: '2.0', error: { code: CODES[status], message }, id: null });
}

/** `-32600` is a request that is none; of sizes and types JSON-RPC knows nothing. */
const CODES = { 400: -32_600, 413: -32_000, 415: -32_000 } as const;

function refusalOf(error: unknown): RefusedBodyError | null {
  const { status, body } = toErrorReply(error);
  return status === 413 || status === 415 ? new RefusedBodyError(status, body.error) : null;
}

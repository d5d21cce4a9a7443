import { HttpException } from '@nestjs/common';
import type { WebExtractError } from '../../model/errors.js';
import { toErrorReply } from './error-reply.js';

/**
 * A failure of the services as an exception of Nest, for hosts with filters of their own: status and body are those that our HTTP
 * API answers with, and the failure is its `cause`.
 */
export function toHttpException(error: WebExtractError): HttpException {
  const { status, body } = toErrorReply(error);
  return new HttpException(body, status, { cause: error });
}

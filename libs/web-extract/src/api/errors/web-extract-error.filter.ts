import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { WebExtractError } from '../../model/errors.js';
import { keepRequestId, requestIdIn, requestIdOf } from '../request-id.js';
import type { PlatformReply } from '../response-of.js';
import { sendError, type ReplyPort } from './error.filter.js';

interface HostRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * Answers failures of the services that a host's own controllers let through, as our HTTP API does: with the status of their code
 * instead of a bare 500. Bind it where the services are called, or with `app.useGlobalFilters(new WebExtractErrorFilter())`.
 */
@Catch(WebExtractError)
export class WebExtractErrorFilter implements ExceptionFilter<WebExtractError> {
  catch(error: WebExtractError, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error; // of a queue or a message: its own business
    const http = host.switchToHttp();
    const response = http.getResponse<ReplyPort>();
    identify(http.getRequest<HostRequest>(), response);
    sendError(error, response);
  }
}

/** Gives the response an id, unless it has one: of our own routes, or in a header that the host has set. */
function identify({ headers }: HostRequest, response: ReplyPort): void {
  const reply = response as unknown as PlatformReply;
  if (requestIdIn(reply) !== null || (response.headersSent ?? response.sent)) return;
  const announced = response.getHeader('X-Request-Id');
  // the host may have repeated what a client has sent
  const id = requestIdOf(typeof announced === 'string' ? { 'x-request-id': announced } : headers);
  response.header('X-Request-Id', id);
  keepRequestId(reply, id);
}

import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { WebExtractError } from '../../model/errors.js';
import { sendError, type ReplyPort } from './error.filter.js';

/**
 * Answers failures of the services that a host's own controllers let through, as our HTTP API does: with the status of their code
 * instead of a bare 500. Bind it where the services are called, or with `app.useGlobalFilters(new WebExtractErrorFilter())`.
 */
@Catch(WebExtractError)
export class WebExtractErrorFilter implements ExceptionFilter<WebExtractError> {
  catch(error: WebExtractError, host: ArgumentsHost): void {
    if (host.getType() !== 'http') throw error; // of a queue or a message: its own business
    sendError(error, host.switchToHttp().getResponse<ReplyPort>());
  }
}

import { Catch, Injectable, Optional, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ResolvedOptions } from '../../model/options.js';
import { sendErrorText, type ReplyPort } from '../errors/error.filter.js';

/** Answers failures as text/plain, with the status that the JSON error body would have. */
@Catch()
@Injectable()
export class TextErrorFilter implements ExceptionFilter {
  constructor(@Optional() private readonly options?: ResolvedOptions) {}

  catch(error: unknown, host: ArgumentsHost): void {
    sendErrorText(error, host.switchToHttp().getResponse<ReplyPort>(), this.options?.errorHints);
  }
}

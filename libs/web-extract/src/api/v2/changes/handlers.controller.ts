import { Controller, Get, HttpCode, Param, Post, Query, Req, UseFilters, UseGuards } from '@nestjs/common';
import { InvalidRequestError, NotFoundError } from '../../../model/errors.js';
import type { HandlerState } from '../../../model/handlers/handler-state.js';
import type { HandlerFailure } from '../../../model/handlers/handler.js';
import { HOST_OWNER } from '../../../model/keys/principal.js';
import { HandlerService } from '../../../services/handlers/handler.service.js';
import { AnswerBytes } from '../../../services/memory/answer-bytes.js';
import type { Asked } from '../../bodies/body.js';
import { signalOf } from '../../client/signal-of.js';
import { defined } from '../../defined.js';
import { ErrorFilterV2 } from '../../errors/error.filter.js';
import { ApiKeyGuard, ownerOf, type IncomingRequest } from '../../gate/api-key.guard.js';
import { limitOf, textOf } from './changes.queries.js';

/** `GET /v2/changes/handlers`. */
export interface HandlersReplyV2 {
  readonly success: true;
  /** By name. */
  readonly data: readonly HandlerState[];
  readonly warning?: string;
}

/** An item that a handler could not process. */
export interface HandlerFailureV2 extends Omit<HandlerFailure, 'position' | 'failedAt'> {
  /** ISO 8601. */
  readonly failedAt: string;
}

/** `GET /v2/changes/handlers/failures`. */
export interface HandlerFailuresReplyV2 {
  readonly success: true;
  /** The newest of each handler first. */
  readonly data: readonly HandlerFailureV2[];
}

/** Failures to list. */
export interface HandlerFailuresQueryV2 {
  /** Name of a handler; absent: all handlers. */
  readonly handler?: string;
  /** Maximum number of failures of the handler, 1 to 1,000, 100 by default; without `handler`, of each handler, 1 to 100, 20 by default. */
  readonly limit?: string;
}

/** `POST /v2/changes/handlers/failures/:id/retry`. */
export interface HandlerRetryReplyV2 {
  readonly success: true;
  /** True if the call succeeded: the failure is deleted. */
  readonly retried: boolean;
  /** Message of the error that the handler has thrown again. */
  readonly error?: string;
}

const MAX_NAME_CHARS = 100;
/** Failures of each of up to 100 handlers. */
const MAX_OF_EACH = 100;
const DEFAULT_OF_EACH = 20;

/** Handlers belong to the application: only keys of the owner `host` see them. */
@Controller('v2/changes/handlers')
@UseGuards(ApiKeyGuard)
@UseFilters(ErrorFilterV2)
export class HandlersV2Controller {
  constructor(
    private readonly handlers: HandlerService,
    private readonly answers: AnswerBytes,
  ) {}

  /** Lists the handlers of the application with their lag and the number of their failures; for keys of other owners nothing. */
  @Get()
  async list(@Req() incoming: IncomingRequest): Promise<HandlersReplyV2> {
    const owner = ownerOf(incoming);
    if (owner !== HOST_OWNER) return { success: true, data: [] };
    const read = () => this.handlers.states();
    const { handlers, jobs } = await this.answers.inTurn(owner, read, signalOf(incoming));
    const warning = `The lags consider the newest ${jobs.read} of ${jobs.stored} jobs`;
    return { success: true, data: handlers, ...(jobs.read < jobs.stored ? { warning } : {}) };
  }

  /** Lists the items that handlers could not process. */
  @Get('failures')
  async failures(
    @Query() query: Asked<HandlerFailuresQueryV2>,
    @Req() incoming: IncomingRequest,
  ): Promise<HandlerFailuresReplyV2> {
    const handler = textOf<HandlerFailuresQueryV2>(query, 'handler', MAX_NAME_CHARS);
    const limit = limitOf(query);
    if (handler === undefined && limit !== undefined && (limit < 1 || limit > MAX_OF_EACH))
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_OF_EACH });
    const range = handler === undefined ? { limit: limit ?? DEFAULT_OF_EACH } : defined({ handler, limit });
    const owner = ownerOf(incoming);
    if (owner !== HOST_OWNER) return { success: true, data: [] };
    const read = () => this.handlers.failures(range);
    const failures = await this.answers.inTurn(owner, read, signalOf(incoming));
    return { success: true, data: failures.map(presentFailure) };
  }

  /** Calls the handler of a failure once more. An error of the handler is an answer. */
  @Post('failures/:id/retry')
  @HttpCode(200)
  async retry(@Param('id') id: string, @Req() incoming: IncomingRequest): Promise<HandlerRetryReplyV2> {
    if (ownerOf(incoming) !== HOST_OWNER) throw new NotFoundError('Failure not found');
    const result = await this.handlers.tryAgain(id);
    return { success: true, retried: result.retried, ...(result.retried ? {} : { error: result.error }) };
  }
}

const presentFailure = ({ position: _, failedAt, ...failure }: HandlerFailure): HandlerFailureV2 => ({
  ...failure,
  failedAt: new Date(failedAt).toISOString(),
});

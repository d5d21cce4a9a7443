import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidRequestError, NotFoundError, RateLimitedError } from '../../model/errors.js';
import type { HandlerStates, RetryResult } from '../../model/handlers/handler-state.js';
import type { HandlerFailure, RegisteredHandler } from '../../model/handlers/handler.js';
import { ResolvedOptions } from '../../model/options.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { RunningWork } from '../running-work.js';
import { callHandler, messageOf, resultOfCall } from './handler-attempts.js';
import { callWithEffects } from './handler-effects.js';
import { HandlerLags } from './handler-lags.js';
import { HandlerRegistry } from './handler-registry.js';
import type { Handler } from './handler.js';
import type { HandlerItem } from './sources/handler-source.js';
import { HandlerSources } from './sources/handler-sources.js';
import { jobSource, tagSource } from './sources/source-name.js';

/** Failures to list. */
export interface FailureQuery {
  /** @default all handlers */
  readonly handler?: string;
  /** Maximum number of failures of each handler, 1 to 1,000. @default 100 */
  readonly limit?: number;
}

const MAX_LIMIT = 1_000;
const DEFAULT_LIMIT = 100;
const MAX_RETRIES = 10;

/** The handlers of the application (`OnPage`, `OnChange`, `OnCrawlEnd`) and the items that they could not process. */
@Injectable()
export class HandlerService {
  /** Running calls of `tryAgain`. */
  private retries = 0;

  constructor(
    private readonly store: HandlerStore,
    private readonly registry: HandlerRegistry,
    private readonly sources: HandlerSources,
    private readonly lags: HandlerLags,
    private readonly work: RunningWork,
    private readonly options: ResolvedOptions,
  ) {}

  /** Returns the stored handlers, including those of other processes and of earlier versions of the application. @throws UnavailableError */
  list(): Promise<readonly RegisteredHandler[]> {
    return this.store.handlers();
  }

  /** Returns the stored handlers with their lag and the number of their failures. @throws UnavailableError */
  states(): Promise<HandlerStates> {
    return this.lags.read();
  }

  /**
   * Returns the items that exhausted their attempts, the newest of each handler first.
   * @throws InvalidRequestError for an invalid limit; UnavailableError
   */
  async failures({ handler, limit = DEFAULT_LIMIT }: FailureQuery = {}): Promise<readonly HandlerFailure[]> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MAX_LIMIT)
      throw InvalidRequestError.at(['limit'], { code: 'integer-range', least: 1, most: MAX_LIMIT });
    const names = handler === undefined ? (await this.store.handlers()).map(({ name }) => name) : [handler];
    const found: HandlerFailure[] = [];
    for (const name of names) found.push(...(await this.store.failures({ handler: name, limit })));
    return found;
  }

  /**
   * Calls the handler of a failure once more. The failure is deleted if the call succeeds.
   * @throws NotFoundError if the failure, or the item, does not exist any more; ConflictError if this process has no such
   * handler; the error of the handler; UnavailableError
   */
  async retry(id: string): Promise<void> {
    const result = await this.callAgain(id);
    if (!result.retried) throw result.cause;
  }

  /**
   * As {@link retry}, but an error of the handler is part of the result, and at most ten failures are retried at once.
   * @throws NotFoundError if the failure, or the item, does not exist any more; ConflictError if this process has no such
   * handler; RateLimitedError; UnavailableError
   */
  async tryAgain(id: string): Promise<RetryResult> {
    if (this.retries >= MAX_RETRIES) throw new RateLimitedError(`at most ${MAX_RETRIES} failures may be retried at once`, 1); // prettier-ignore
    this.retries++;
    try {
      return await this.callAgain(id);
    } finally {
      this.retries--;
    }
  }

  private async callAgain(id: string): Promise<RetryResult> {
    const failure = await this.store.failure(id);
    if (!failure) throw new NotFoundError('Failure not found');
    const handler = this.handlerOf(failure);
    const item = await this.itemOf(failure, handler);
    const result = await this.work.run((signal) => this.call(handler, item, failure, signal));
    if (result.retried) await this.store.removeFailure(id);
    return result;
  }

  /** @throws ConflictError */
  private handlerOf({ handler: name, kind }: HandlerFailure): Handler {
    const handler = this.registry.handlers.find((one) => one.name === name);
    if (handler?.kind === kind) return handler;
    throw new ConflictError(`This process has no handler ${JSON.stringify(name)}`);
  }

  /** @throws NotFoundError */
  private async itemOf(
    { crawlId, tag, position, url }: HandlerFailure,
    handler: Handler,
  ): Promise<HandlerItem> {
    const source = crawlId === null ? tagSource(tag ?? '') : jobSource(crawlId);
    const item = await this.sources.of(handler.kind).itemAfter(handler, source, position);
    if (item?.before === position && item.url === url) return item;
    throw new NotFoundError('The item of this failure does not exist any more');
  }

  private async call(
    handler: Handler,
    item: HandlerItem,
    { id, attempts }: HandlerFailure,
    signal: AbortSignal,
  ): Promise<RetryResult> {
    const argument = { ...(await item.argument(signal)), attempt: attempts + 1 };
    const timeoutMs = this.options.limits.handlerTimeoutMs;
    const confirmation = { kind: 'failure', id } as const;
    const result =
      handler.transaction === null
        ? await resultOfCall(callHandler(handler, argument, timeoutMs, signal))
        : await callWithEffects(this.store, { handler, argument, confirmation, timeoutMs, signal });
    if (result.kind === 'handled') return { retried: true };
    signal.throwIfAborted();
    if (result.kind === 'lost') throw new NotFoundError('Failure not found');
    return { retried: false, cause: result.error, error: messageOf(result.error) };
  }

  /** Deletes a failure without another call. @returns false if there is none @throws UnavailableError */
  dismiss(id: string): Promise<boolean> {
    return this.store.removeFailure(id);
  }

  /**
   * Deletes the cursors and failures of a handler that the application does not have any more.
   * @returns false if it is not stored
   * @throws ConflictError if this process has the handler; UnavailableError
   */
  async forget(handler: string): Promise<boolean> {
    if (this.registry.handlers.some(({ name }) => name === handler))
      throw new ConflictError(`The application has the handler ${JSON.stringify(handler)}: remove it first`);
    return this.store.remove(handler);
  }
}

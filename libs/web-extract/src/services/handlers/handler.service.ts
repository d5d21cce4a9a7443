import { Injectable } from '@nestjs/common';
import { ConflictError, InvalidRequestError, NotFoundError } from '../../model/errors.js';
import type { HandlerFailure, RegisteredHandler } from '../../model/handlers/handler.js';
import { ResolvedOptions } from '../../model/options.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { RunningWork } from '../running-work.js';
import { callHandler } from './handler-attempts.js';
import { HandlerRegistry } from './handler-registry.js';
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

/** The handlers of the application (`OnPage`, `OnChange`, `OnCrawlEnd`) and the items that they could not process. */
@Injectable()
export class HandlerService {
  constructor(
    private readonly store: HandlerStore,
    private readonly registry: HandlerRegistry,
    private readonly sources: HandlerSources,
    private readonly work: RunningWork,
    private readonly options: ResolvedOptions,
  ) {}

  /** Returns the stored handlers, including those of other processes and of earlier versions of the application. @throws UnavailableError */
  list(): Promise<readonly RegisteredHandler[]> {
    return this.store.handlers();
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
    const failure = await this.store.failure(id);
    if (!failure) throw new NotFoundError('Failure not found');
    const handler = this.registry.handlers.find(({ name }) => name === failure.handler);
    if (handler?.kind !== failure.kind)
      throw new ConflictError(`This process has no handler ${JSON.stringify(failure.handler)}`);
    const { crawlId, tag, position, url, attempts } = failure;
    const source = crawlId === null ? tagSource(tag ?? '') : jobSource(crawlId);
    const batch = await this.sources.of(handler.kind).read(handler, source, position);
    const item = batch?.items[0];
    if (!item || item.before !== position || item.url !== url)
      throw new NotFoundError('The item of this failure does not exist any more');
    await this.work.run(async (signal) => {
      const argument = { ...(await item.argument(signal)), attempt: attempts + 1 };
      await callHandler(handler, argument, this.options.limits.handlerTimeoutMs, signal);
    });
    await this.store.removeFailure(id);
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

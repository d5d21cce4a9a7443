import { Injectable, Logger } from '@nestjs/common';
import { InvalidHandlersError } from '../../model/handlers/invalid-handlers.error.js';
import { UnavailableError } from '../../model/errors.js';
import { kept } from '../../model/kept.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { FirstCursors } from './first-cursors.js';
import type { Handler } from './handler.js';
import { PageData } from './page-data.js';

/** Maximum number of handlers, including those of earlier versions of the application. */
const MAX_HANDLERS = 100;

/** Registers the handlers of the application in the store. */
@Injectable()
export class HandlerRegistration {
  private readonly logger = new Logger('WebExtract');
  /** Last error of each handler that was logged. */
  private readonly reported = kept('parts', new Map<string, string>());

  constructor(
    private readonly store: HandlerStore,
    private readonly first: FirstCursors,
    private readonly data: PageData,
  ) {}

  /**
   * Registers handlers at the start of the application, as far as the store is within reach.
   * @returns those that cannot be registered yet
   * @throws InvalidHandlersError; NotConfiguredError and InvalidRequestError for classes
   */
  async start(handlers: readonly Handler[]): Promise<readonly Handler[]> {
    const startedAt = Date.now();
    const waiting: Handler[] = [];
    for (const handler of handlers)
      try {
        await this.register(handler);
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        waiting.push(handler);
        this.first.noteTime(startedAt);
      }
    if (waiting.length > 0) await this.first.noteStart(waiting);
    return waiting;
  }

  /**
   * Registers handlers that could not be registered at the start. An error of one of them is logged once, and the others are registered.
   * @returns those that cannot be registered yet
   */
  async resume(handlers: readonly Handler[]): Promise<readonly Handler[]> {
    const waiting: Handler[] = [];
    const jobs = this.first.jobsOnce();
    for (const handler of handlers)
      try {
        await this.first.noteHead(handler); // the store may be out of reach for longer than the feed
        await this.register(handler, jobs);
      } catch (error) {
        this.report(handler, error);
        waiting.push(handler);
      }
    if (waiting.length === 0) this.first.forgetStart();
    return waiting;
  }

  private async register(handler: Handler, jobs = this.first.jobsOnce()): Promise<void> {
    await this.data.check(handler);
    const isKnown = (await this.store.handlers()).some(({ name }) => name === handler.name);
    const cursors = isKnown ? [] : await this.first.of(handler, jobs);
    const result = await this.store.register(handler, cursors, MAX_HANDLERS);
    if (result === 'other-kind')
      throw refusal(handler, 'the name belongs to a stored handler of another type: rename it, or remove the stored one with `HandlerService.forget`'); // prettier-ignore
    if (result === 'full')
      throw refusal(handler, `there are ${MAX_HANDLERS} handlers already: remove unused ones with \`HandlerService.forget\``); // prettier-ignore
  }

  private report({ name }: Handler, error: unknown): void {
    if (error instanceof UnavailableError) return;
    const isRefusal = error instanceof InvalidHandlersError || !(error instanceof Error);
    const text = isRefusal ? String(error) : (error.stack ?? error.message);
    if (this.reported.get(name) === text) return;
    this.reported.set(name, text);
    this.logger.error(text);
  }
}

const refusal = ({ name }: Handler, reason: string): InvalidHandlersError =>
  new InvalidHandlersError([`${name}: ${reason}`]);

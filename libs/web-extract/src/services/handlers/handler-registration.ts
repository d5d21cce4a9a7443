import { Injectable } from '@nestjs/common';
import type { HandlerCursor } from '../../model/handlers/handler.js';
import { InvalidHandlersError } from '../../model/handlers/invalid-handlers.error.js';
import { UnavailableError } from '../../model/errors.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import { ChangeFeed } from '../changes/change-feed.service.js';
import { HandledJobs } from './sources/handled-jobs.js';
import type { Handler } from './handler.js';
import { PageData } from './page-data.js';
import { jobSource, tagSource } from './sources/source-name.js';

/** Maximum number of handlers, including those of earlier versions of the application. */
const MAX_HANDLERS = 100;

/** Registers the handlers of the application in the store. */
@Injectable()
export class HandlerRegistration {
  constructor(
    private readonly store: HandlerStore,
    private readonly jobs: HandledJobs,
    private readonly feed: ChangeFeed,
    private readonly data: PageData,
  ) {}

  /**
   * Registers handlers, as far as the store is within reach.
   * @returns those that cannot be registered yet
   * @throws InvalidHandlersError; NotConfiguredError and InvalidRequestError for classes
   */
  async run(handlers: readonly Handler[]): Promise<readonly Handler[]> {
    const waiting: Handler[] = [];
    for (const handler of handlers)
      try {
        await this.register(handler);
      } catch (error) {
        if (!(error instanceof UnavailableError)) throw error;
        waiting.push(handler);
      }
    return waiting;
  }

  private async register(handler: Handler): Promise<void> {
    await this.data.check(handler);
    const result = await this.store.register(handler, await this.firstCursors(handler), MAX_HANDLERS);
    if (result === 'other-kind')
      throw refusal(handler, 'the name belongs to a stored handler of another type: rename it, or remove the stored one with `HandlerService.forget`'); // prettier-ignore
    if (result === 'full')
      throw refusal(handler, `there are ${MAX_HANDLERS} handlers already: remove unused ones with \`HandlerService.forget\``); // prettier-ignore
  }

  /** Cursors after everything that exists, if a new handler begins now. */
  private async firstCursors({ kind, name, from, tag }: Handler): Promise<HandlerCursor[]> {
    if (from === 'oldest') return [];
    const isKnown = (await this.store.handlers()).some((handler) => handler.name === name);
    if (isKnown) return [];
    if (kind === 'change')
      return [{ ...START, source: tagSource(tag!), position: await this.feed.head({ tag: tag! }) }];
    const { jobs, isPartial } = await this.jobs.list();
    if (isPartial) throw new UnavailableError('jobs of a part of the store are out of reach');
    const existing = jobs.filter(({ finishedAt }) => kind === 'page' || finishedAt !== null);
    return existing.map(({ id, pages, finishedAt }) => ({
      ...START,
      source: jobSource(id),
      position: String(kind === 'page' ? pages : finishedAt),
      isDone: finishedAt !== null,
    }));
  }
}

const START = { attempts: 0, isDone: false, interruptions: 0 };

const refusal = ({ name }: Handler, reason: string): InvalidHandlersError =>
  new InvalidHandlersError([`${name}: ${reason}`]);

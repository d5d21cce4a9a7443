import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InvalidHandlersError } from '../../model/handlers/invalid-handlers.error.js';
import { ResolvedOptions } from '../../model/options.js';
import { HandlerStore } from '../../ports/stores/handler-store.port.js';
import type { HandledJob } from './handler-calls.js';
import { HandlerFinder } from './handler-finder.js';
import { handlerOf, handlerProblems, type Handler } from './handler.js';

const NO_HISTORY =
  '`OnChange` needs the history of pages: remove `history: false` from the options, or the handler';
const NO_TRANSACTIONS =
  '`transaction` needs a store in PostgreSQL: set `drivers: PostgresDriversModule.forRoot({ connection })`, or remove `transaction`';

/** The handlers of a registration. */
@Injectable()
export class HandlerRegistry implements OnModuleInit {
  private found: readonly Handler[] = [];

  constructor(
    private readonly finder: HandlerFinder,
    private readonly options: ResolvedOptions,
    private readonly store: HandlerStore,
  ) {}

  get handlers(): readonly Handler[] {
    return this.found;
  }

  /** True if a handler of this process creates objects from the pages of a job. */
  readsDataOf(tag: string | null): boolean {
    return this.found.some((handler) => handler.dto !== null && isFor(handler, tag));
  }

  /** True if a handler of this process receives the pages of jobs with a tag. */
  readsPagesOf(tag: string): boolean {
    return this.found.some((handler) => handler.kind === 'page' && isFor(handler, tag));
  }

  /** @throws InvalidHandlersError naming every invalid handler */
  onModuleInit(): void {
    const found = this.finder.find();
    const problems = handlerProblems(found);
    if (problems.length > 0) throw new InvalidHandlersError(problems);
    this.found = found.map(handlerOf);
    const transactional = this.found.filter(({ transaction }) => transaction !== null);
    if (transactional.length > 0 && !this.store.transactions)
      throw new InvalidHandlersError(transactional.map(({ name }) => `${name}: ${NO_TRANSACTIONS}`));
    if (this.options.history !== null) return;
    const changes = this.found.filter(({ kind }) => kind === 'change');
    if (changes.length > 0)
      throw new InvalidHandlersError(changes.map(({ name }) => `${name}: ${NO_HISTORY}`));
  }
}

/** True if a handler handles items of a job. */
export const handlesJob = (handler: Pick<Handler, 'kind' | 'tag'>, { kind, tag }: HandledJob): boolean =>
  handler.kind === 'crawl-end' || (handler.kind === 'page' && kind !== 'extract' && isFor(handler, tag));

/** True if a handler of pages handles those of jobs with a tag. */
export const isFor = ({ tag: of }: Pick<Handler, 'tag'>, tag: string | null): boolean =>
  of === null || of === tag;

import { Injectable, Logger } from '@nestjs/common';
import { PageRun } from '../../pipeline/run/page-run.js';
import { withoutCredentials } from '../../web/url/without-credentials.js';
import type { RunFacts, WebExtractEvent } from '../../model/events.js';
import type { Page } from '../../model/page/page.js';
import type { PageRequest } from '../../model/page/page-request.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { WebExtractEvents, type EventListener, type EventOf } from './web-extract-events.js';
import { kept } from '../../model/kept.js';

/** Facts about a page before it is read. */
type RunBeginning = Pick<RunFacts, 'kind' | 'url'> & {
  readonly owner?: string | undefined;
  readonly crawlId?: string;
  readonly trace?: string | undefined;
};

/** The one stream that stages and jobs report to. */
@Injectable()
export class EventStream extends WebExtractEvents {
  private readonly listeners = kept('parts', new Set<EventListener>());
  /** Number of listeners that need only some events of pages. */
  private quiet: 0 | 1 = 0;
  /** Shortest stage that a listener needs, in milliseconds. */
  private leastStageMs = 0;
  private readonly neededStageMs = (): number => (this.listeners.size > this.quiet ? 0 : this.leastStageMs);
  private readonly faulty = new WeakSet<EventListener>();
  private readonly logger = new Logger('WebExtract');
  private runs = 0;

  override on<Type extends WebExtractEvent['type']>(
    type: Type,
    listener: EventListener<EventOf<Type>>,
  ): () => void {
    return this.onAny((event) => (event.type === type ? listener(event as EventOf<Type>) : undefined));
  }

  override onAny(listener: EventListener): () => void {
    const own: EventListener = (event) => listener(event); // the same one given twice hears twice
    this.listeners.add(own);
    return () => void this.listeners.delete(own);
  }

  /**
   * Adds a listener that needs all events of jobs, but only failures of pages and long stages: others are not created for it. It
   * receives them if another listener needs them. At most one.
   * @param leastStageMs shortest stage, in milliseconds
   */
  onProblems(listener: EventListener, leastStageMs: number): void {
    this.onAny(listener);
    this.quiet = 1;
    this.leastStageMs = leastStageMs;
  }

  get isHeard(): boolean {
    return this.listeners.size > 0;
  }

  /** Calls all listeners synchronously, in the async context of the caller. Never throws. */
  publish(event: WebExtractEvent): void {
    if (!this.isHeard) return;
    Object.freeze(event);
    for (const listener of this.listeners) this.tell(listener, event);
  }

  /** Begins the pipeline of a page. */
  begin({ kind, url, owner, crawlId, trace }: RunBeginning): PageRun {
    if (!this.isHeard) return new PageRun();
    const facts: RunFacts = {
      kind,
      url: kind === 'document' ? url : withoutCredentials(url),
      owner: owner ?? HOST_OWNER,
      crawlId: crawlId ?? null,
      trace: trace ?? null,
    };
    return new PageRun(facts, (event) => this.publish(event), ++this.runs, this.neededStageMs);
  }

  /** Follows the pipeline of a page to its end. */
  async follow<T extends Page | { readonly page: Page }>(
    beginning: RunBeginning,
    work: (run: PageRun) => Promise<T>,
  ): Promise<T> {
    const run = this.begin(beginning);
    try {
      const result = await work(run);
      const { statusCode } = 'page' in result ? result.page : result;
      run.end({ outcome: 'page', statusCode });
      return result;
    } catch (error) {
      run.fail(error);
      throw error;
    }
  }

  private tell(listener: EventListener, event: WebExtractEvent): void {
    try {
      const answer = listener(event);
      if (isThenable(answer)) answer.then(undefined, (error: unknown) => this.report(listener, error));
    } catch (error) {
      this.report(listener, error);
    }
  }

  /** Once for each listener: it may fail at every event. */
  private report(listener: EventListener, error: unknown): void {
    if (this.faulty.has(listener)) return;
    this.faulty.add(listener);
    this.logger.error(
      `A listener of events failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function';
}

/** Adds stage timings to a page if the format `timings` was requested. */
export function withTimings<T extends Page>(
  page: T,
  { formats = [] }: Pick<PageRequest, 'formats'>,
  run: PageRun,
): T {
  return formats.includes('timings') ? { ...page, timings: run.timings() } : page;
}

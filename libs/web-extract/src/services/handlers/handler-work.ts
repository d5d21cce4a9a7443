import { Injectable } from '@nestjs/common';
import type { HandlerCursor, HandlerFailure } from '../../model/handlers/handler.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { ResolvedOptions } from '../../model/options.js';
import { HandlerStore, type CursorStep } from '../../ports/stores/handler-store.port.js';
import { newWorkerName } from '../crawl/worker/worker-name.js';
import { EventStream } from '../events/event-stream.js';
import {
  callHandler,
  handleItem,
  resultOfCall,
  type CallResult,
  type HandlingResult,
} from './handler-attempts.js';
import { callWithEffects } from './handler-effects.js';
import { HandledJobs } from './sources/handled-jobs.js';
import type { HandlerItem, ItemBatch } from './sources/handler-source.js';
import { HandlerSources } from './sources/handler-sources.js';
import type { Handler } from './handler.js';
import { jobOf, tagOf } from './sources/source-name.js';

/** Signals that end work. */
export interface WorkSignals {
  /** No further call begins. */
  readonly draining: AbortSignal;
  /** Running calls end without a result. */
  readonly ending: AbortSignal;
}

/** How far a source was processed; null if it does not exist any more. */
export type WorkResult = Omit<ItemBatch, 'items'> | null | 'taken';

/** An item during whose calls so many processes have ended is not tried again: it may be what ends them. */
const MAX_INTERRUPTIONS = 5;

/** Batches of one source after which other sources have their turn. */
const BATCHES_A_TURN = 5;

/** Processes the items of one source for one handler, under a lease. */
@Injectable()
export class HandlerWork {
  private readonly holder = newWorkerName();

  constructor(
    private readonly store: HandlerStore,
    private readonly sources: HandlerSources,
    private readonly jobs: HandledJobs,
    private readonly events: EventStream,
    private readonly options: ResolvedOptions,
  ) {}

  /**
   * Processes a source as far as possible, for at most one turn.
   * @returns 'taken' if another process works on it
   * @throws UnavailableError; the reason of a signal
   */
  async run(handler: Handler, source: string, { draining, ending }: WorkSignals): Promise<WorkResult> {
    const { leaseMs } = this.options.limits;
    const claim = { holder: this.holder, leaseMs };
    const cursor = await this.store.take(handler.name, source, claim);
    if (!cursor) return 'taken';
    const lost = new AbortController();
    const renew = () =>
      this.store.take(handler.name, source, { ...claim, renews: true }).then(
        (kept) => (kept ? undefined : lost.abort(new Error('another process has taken over the handler'))),
        () => {}, // tried again before the lease ends
      );
    const timer = setInterval(() => void renew(), leaseMs / 3);
    try {
      const signal = AbortSignal.any([ending, lost.signal]);
      return await this.process({ handler, source, signal, draining }, cursor);
    } catch (error) {
      if (lost.signal.aborted && !ending.aborted) return 'taken';
      throw error;
    } finally {
      clearInterval(timer);
      await this.store.leave(handler.name, source, this.holder).catch(() => {}); // it ends by itself
    }
  }

  private async process(task: Task, cursor: HandlerCursor): Promise<WorkResult> {
    const { handler, source, signal, draining } = task;
    let { position, isDone } = cursor;
    let before: EarlierCalls = cursor;
    for (let turn = 0; ; turn++) {
      signal.throwIfAborted();
      const batch = await this.sources.of(handler.kind).read(handler, source, position);
      if (!batch) return null;
      if (batch.items.length > 0 && !(await this.store.begin(handler.name, source, this.holder)))
        return 'taken';
      const last = batch.items.at(-1);
      for (const item of batch.items) {
        draining.throwIfAborted();
        const ends = item === last && item.position === batch.position && batch.isDone;
        if (!(await this.handle(task, item, before, ends))) return 'taken';
        before = NO_CALLS;
      }
      const isStored = last?.position === batch.position || (position === batch.position && isDone === batch.isDone); // prettier-ignore
      const { position: end, isDone: isEnd } = batch;
      if (!isStored && !(await this.advance(task, null, { position: end, isDone: isEnd }))) return 'taken';
      ({ position, isDone } = batch);
      if (!batch.hasMore || turn + 1 >= BATCHES_A_TURN) return { position, isDone, hasMore: batch.hasMore };
    }
  }

  /** @returns false if the lease was lost */
  private async handle(
    task: Task,
    item: HandlerItem,
    { attempts, interruptions }: EarlierCalls,
    ends: boolean,
  ): Promise<boolean> {
    if (interruptions >= MAX_INTERRUPTIONS)
      return this.fail(task, item, { kind: 'failed', attempts: attempts + interruptions, error: INTERRUPTED }, ends); // prettier-ignore
    const { handler, signal, draining } = task;
    const onFailure = (failed: number) => this.advance(task, item, { position: item.before, isDone: false, attempts: failed }); // prettier-ignore
    const call = (argument: object) => this.call(task, item, argument, ends);
    const result = await handleItem(handler, item, { signal, draining, attempts, onFailure, call });
    if (result.kind === 'failed') return this.fail(task, item, result, ends);
    if (result.kind === 'lost') return this.isPast(task, item);
    return (
      handler.transaction !== null || this.advance(task, item, { position: item.position, isDone: ends })
    );
  }

  private call(
    { handler, source, signal }: Task,
    { before: from, position }: HandlerItem,
    argument: object,
    isDone: boolean,
  ): Promise<CallResult> {
    const timeoutMs = this.options.limits.handlerTimeoutMs;
    if (handler.transaction === null) return resultOfCall(callHandler(handler, argument, timeoutMs, signal));
    const place = { kind: 'cursor', handler: handler.name, source, holder: this.holder } as const;
    const confirmation = { ...place, from, position, isDone };
    return callWithEffects(this.store, { handler, argument, confirmation, timeoutMs, signal });
  }

  /** True if an item was handled by an earlier call whose result was not known, and the source still belongs to this process. */
  private async isPast({ handler, source }: Task, { position }: HandlerItem): Promise<boolean> {
    const { leaseMs } = this.options.limits;
    const cursor = await this.store.take(handler.name, source, {
      holder: this.holder,
      leaseMs,
      renews: true,
    });
    return handler.transaction !== null && cursor?.position === position;
  }

  /** Passes over an item and reports it. @returns false if the lease was lost */
  private async fail(task: Task, item: HandlerItem, result: FailedCalls, ends: boolean): Promise<boolean> {
    const failure = await this.failureOf(task, item, result);
    const isOwn = await this.advance(task, item, { position: item.position, isDone: ends, failure });
    if (!isOwn) return this.isPast(task, item);
    this.report(failure);
    return true;
  }

  /** @param from the item whose effects move the cursor too; null: nothing else moves it now */
  private advance(
    { handler, source }: Task,
    from: Pick<HandlerItem, 'before'> | null,
    step: Pick<CursorStep, 'position' | 'isDone' | 'failure'> & { readonly attempts?: number },
  ): Promise<boolean> {
    const { maxHandlerFailures: maxFailures } = this.options.limits;
    return this.store.advance(handler.name, source, {
      attempts: 0,
      ...step,
      holder: this.holder,
      maxFailures,
      ...(from === null || handler.transaction === null ? {} : { from: from.before }),
    });
  }

  private async failureOf(
    { handler: { name: handler, kind }, source }: Task,
    { before: position, url }: HandlerItem,
    { attempts, error }: FailedCalls,
  ): Promise<Omit<HandlerFailure, 'id'>> {
    const crawlId = jobOf(source);
    const tag = crawlId === null ? tagOf(source) : ((await this.jobs.factsOf(crawlId))?.tag ?? null);
    return { handler, kind, crawlId, tag, url, position, error, attempts, failedAt: Date.now() };
  }

  private report({ handler, crawlId, url, attempts, error }: Omit<HandlerFailure, 'id'>): void {
    const facts = { kind: 'handler', handler, crawlId, owner: HOST_OWNER, at: Date.now() } as const;
    this.events.publish({ type: 'handler-failed', ...facts, url, attempts, reason: error });
  }
}

/** Calls for an item by earlier holders. */
type EarlierCalls = Pick<HandlerCursor, 'attempts' | 'interruptions'>;
type FailedCalls = HandlingResult & { readonly kind: 'failed' };

const NO_CALLS: EarlierCalls = { attempts: 0, interruptions: 0 };
const INTERRUPTED = `The process ended during ${MAX_INTERRUPTIONS} calls of the handler`;

interface Task {
  readonly handler: Handler;
  readonly source: string;
  readonly signal: AbortSignal;
  readonly draining: AbortSignal;
}

import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { UnavailableError } from '../../model/errors.js';
import { HOST_OWNER } from '../../model/keys/principal.js';
import { ResolvedOptions } from '../../model/options.js';
import { EventStream } from '../events/event-stream.js';
import { RunningWork } from '../running-work.js';
import { HandledJobs, LIST_MS, type ListedJob } from './sources/handled-jobs.js';
import { HandlerProgress } from './handler-progress.js';
import { HandlerRegistration } from './handler-registration.js';
import { HandlerRegistry } from './handler-registry.js';
import { HandlerWork, type WorkResult } from './handler-work.js';
import type { Handler } from './handler.js';
import { inTurns } from './in-turns.js';
import { LostItems } from './sources/lost-items.js';
import { RetainedResults } from './sources/retained-results.js';
import { jobSource, tagSource } from './sources/source-name.js';

/** Least time between two looks because of events, in milliseconds. */
const LEAST_MS = 200;

/** A handler with its running work. */
interface ActiveHandler {
  readonly handler: Handler;
  readonly progress: HandlerProgress;
  readonly running: Map<string, Promise<void>>;
  /** The job whose turn was last. */
  lastJob: string | null;
}

/** Calls the handlers of the application while it runs. */
@Injectable()
export class HandlerRunner implements OnApplicationBootstrap {
  private readonly logger = new Logger('WebExtract');
  private readonly draining = new AbortController();
  private readonly ending = new AbortController();
  private active: readonly ActiveHandler[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lookedAt = -Infinity;
  private look: Promise<void> = Promise.resolve();
  private isLooking = false;
  /** Time after the running look at which the next one begins. */
  private nextMs = LIST_MS;
  /** Handlers that are not registered yet. */
  private unregistered: readonly Handler[] = [];
  private registeredAt = -Infinity;
  private isSwept = false;
  private unsubscribe = (): void => {};

  constructor(
    private readonly registry: HandlerRegistry,
    private readonly registration: HandlerRegistration,
    private readonly jobs: HandledJobs,
    private readonly work: HandlerWork,
    private readonly lost: LostItems,
    private readonly retained: RetainedResults,
    private readonly events: EventStream,
    private readonly options: ResolvedOptions,
    private readonly shutdown: RunningWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { handlers } = this.registry;
    if (handlers.length === 0) return;
    this.active = handlers.map((handler) => ({
      handler,
      progress: new HandlerProgress(handler),
      running: new Map(),
      lastJob: null,
    }));
    this.unregistered = await this.registration.start(handlers);
    this.registeredAt = performance.now();
    await this.sweep().catch(ifUnavailable);
    this.shutdown.endWith(() => this.end());
    this.unsubscribe = this.events.onAny((event) => {
      const isNews = event.type === 'crawl-page' || event.type === 'crawl-ended';
      if (!isNews || event.owner !== HOST_OWNER) return;
      this.jobs.note(event.crawlId);
      this.wake(LEAST_MS);
    });
    this.wake(0);
  }

  /** Looks for items at least so long after the last look. */
  private wake(leastMs: number): void {
    if (this.isClosing) return;
    if (this.isLooking) this.nextMs = Math.min(this.nextMs, leastMs);
    else this.lookIn(Math.max(0, this.lookedAt + leastMs - performance.now()));
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.start(), ms);
  }

  private start(): void {
    this.isLooking = true;
    this.nextMs = LIST_MS;
    this.lookedAt = performance.now();
    this.look = this.makeRound()
      .catch((error: unknown) => this.report(error))
      .finally(() => {
        this.isLooking = false;
        if (!this.isClosing) this.lookIn(this.nextMs);
      });
  }

  /** Starts work on everything that is pending. */
  private async makeRound(): Promise<void> {
    await this.register();
    const ready = this.active.filter(({ handler }) => !this.unregistered.includes(handler));
    const needsJobs = ready.some(({ handler }) => handler.kind !== 'change');
    const jobs = needsJobs ? await this.jobs.current() : [];
    for (const active of ready) {
      if (active.handler.kind === 'change') this.begin(active, tagSource(active.handler.tag!));
      else await this.beginJobs(active, jobs);
    }
    if (!this.isSwept && !this.jobs.isPartial) await this.sweep();
  }

  private async register(): Promise<void> {
    if (this.unregistered.length === 0 || performance.now() - this.registeredAt < LIST_MS) return;
    this.registeredAt = performance.now();
    this.unregistered = await this.registration.resume(this.unregistered);
  }

  private async sweep(): Promise<void> {
    this.isSwept = await this.lost.sweep(this.registry.handlers);
  }

  private async beginJobs(active: ActiveHandler, jobs: readonly ListedJob[]): Promise<void> {
    const { handler, progress } = active;
    for (const id of progress.forgetBut(new Set(jobs.map((job) => job.id))))
      await this.lost.forget(handler, jobSource(id)).catch((error: unknown) => {
        ifUnavailable(error);
        progress.see(id); // forgotten by a later round
      });
    // a long job does not keep later ones waiting, nor does one that is out of reach
    for (const job of inTurns(jobs, active.lastJob)) {
      if (this.isClosing) return;
      if (!job.isAway) await this.beginJob(active, job).catch(ifUnavailable);
    }
  }

  private async beginJob(active: ActiveHandler, job: ListedJob): Promise<void> {
    const { handler, progress } = active;
    progress.reopen(job);
    if (!progress.isPending(job)) return;
    const facts = await this.jobs.factsOf(job.id);
    if (!facts) return;
    if (!progress.handles(facts)) return progress.note(job.id, { position: Infinity, isDone: true });
    // the end of a job that is known to wait for a place is checked again when it has one
    const isChecked = handler.kind === 'page' || (progress.isKnown(job.id) && !hasPlace(active));
    if (!isChecked && !(await this.retained.mayEnd(job))) return;
    if (job.finishedAt !== null) await this.retained.hold(job.id);
    const isBegun = this.begin(active, jobSource(job.id), (result) => this.noteJob(active, job, result));
    if (isBegun) active.lastJob = job.id;
    else if (!progress.isKnown(job.id)) await this.lost.expect(handler, jobSource(job.id));
    progress.see(job.id);
  }

  private begin(
    active: ActiveHandler,
    source: string,
    onResult: (result: WorkResult) => Promise<void> | void = () => {},
  ): boolean {
    const { handler, running } = active;
    if (this.isClosing || running.has(source) || !hasPlace(active)) return false;
    const work = this.work
      .run(handler, source, { draining: this.draining.signal, ending: this.ending.signal })
      .then(async (result) => {
        await onResult(result);
        return nextLookMs(handler, result);
      })
      .catch((error: unknown) => this.report(error))
      .then((nextMs) => {
        running.delete(source);
        if (typeof nextMs === 'number') this.wake(nextMs);
      });
    running.set(source, work);
    return true;
  }

  private async noteJob(
    { handler, progress }: ActiveHandler,
    { id, finishedAt }: ListedJob,
    result: WorkResult,
  ): Promise<void> {
    if (result === 'taken' || result === null) return;
    const position = Number(result.position);
    progress.note(id, { position, isDone: result.isDone });
    if (handler.kind === 'crawl-end' && position !== finishedAt) this.jobs.note(id); // it has ended again
    if (result.isDone) await this.retained.release(id);
  }

  private get isClosing(): boolean {
    return this.draining.signal.aborted;
  }

  /** Running calls may finish within `limits.shutdownMs` and are then aborted. Their items are handled again later. */
  private async end(): Promise<void> {
    this.draining.abort(STOPPED);
    this.unsubscribe();
    clearTimeout(this.timer);
    await this.look;
    const running = this.active.flatMap((active) => [...active.running.values()]);
    const timer = setTimeout(() => this.ending.abort(STOPPED), this.options.limits.shutdownMs);
    await Promise.allSettled(running);
    clearTimeout(timer);
  }

  private report(error: unknown): void {
    if (error === STOPPED || error instanceof UnavailableError) return; // handled again
    this.logger.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

const STOPPED = new UnavailableError('shutting down');

const hasPlace = ({ handler, running }: ActiveHandler): boolean => running.size < handler.concurrency;

/** Time after which to look again: for further items of the source, or for sources that waited for its end. Null: at the usual time. */
function nextLookMs({ kind }: Handler, result: WorkResult): number | null {
  if (result === 'taken' || result === null) return null;
  if (result.hasMore || result.isDone) return 0;
  return kind === 'change' ? null : LEAST_MS;
}

function ifUnavailable(error: unknown): void {
  if (!(error instanceof UnavailableError)) throw error; // a later look tries again
}
